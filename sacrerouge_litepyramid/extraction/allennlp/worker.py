"""The worker: answers requests with an AllenNLP predictor, one JSON object per line.

It runs as a script, also in an interpreter without this package, so it uses only the standard
library and AllenNLP. The first request has "settings" (task, archive, language, device, overrides),
every later one "texts"; an answer has the request's "id", and "results" or an "error".
"""

import importlib.util
import json
import os
import sys
import traceback
from pathlib import Path
from typing import IO, Any

#: how to install AllenNLP, for messages; the worker's Python may lack this package
INSTALL = (
    'pip install -e ".[allennlp]" in a clone of sacrerouge-litepyramid, then '
    "pip install --no-deps allennlp==2.10.1 allennlp-models==2.10.1 cached-path==1.8.10"
)


def serve() -> None:
    """Answer requests until there are no more."""
    requests, answers = _take_pipes()
    task = None
    for line in requests:
        request = json.loads(line)
        try:
            if task is None:
                task = _PredictorTask(**request["settings"])
                results: list[Any] = []
            else:
                results = task.annotate(request["texts"])
            answer = {"id": request["id"], "results": results}
        except Exception as error:
            traceback.print_exc()
            answer = {"id": request["id"], "error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _take_pipes() -> tuple[IO[str], IO[str]]:
    """Return the pipes of requests and answers.

    Standard output goes to standard error, as libraries may print.
    """
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return requests, answers


class _PredictorTask:
    """A task and its predictor."""

    def __init__(
        self, task: str, archive: str, language: str, device: int, overrides: dict[str, Any]
    ) -> None:
        _import_allennlp()
        _check_language(language)
        from allennlp.common.util import get_spacy_model
        from allennlp.predictors import Predictor

        tasks = {"srl": self._label, "coref": self._resolve, "constituency": self._parse}
        self._annotate = tasks[task]
        self._predictor: Any = Predictor.from_path(
            archive,
            cuda_device=device,
            import_plugins=False,
            overrides=json.dumps(overrides),
            language=language,
        )
        if task == "srl":
            # The predictor labels auxiliaries only if the pipeline is named "en_…", not a path.
            meta = get_spacy_model(language).meta
            self._predictor._language = f"{meta['lang']}_{meta['name']}"

    def annotate(self, texts: list[str]) -> list[Any]:
        # ELMo keeps state from earlier texts, on which an answer should not depend.
        for module in self._predictor._model.modules():
            if getattr(module, "stateful", False):
                module.reset_states()
        return self._annotate(texts)

    def _predict(self, sentences: list[str]) -> Any:
        requests = [{"sentence": sentence} for sentence in sentences]
        return self._predictor.predict_batch_json(requests)

    def _label(self, sentences: list[str]) -> list[Any]:
        results = []
        for answer in self._predict(sentences):
            frames = [[frame["verb"], frame["tags"]] for frame in answer["verbs"]]
            results.append({"words": answer["words"], "frames": frames})
        return results

    def _resolve(self, texts: list[str]) -> list[Any]:
        """Resolve one text at a time.

        In a batch, the model would keep as many spans of each text as of the longest.
        """
        return [self._resolve_one(text) for text in texts]

    def _resolve_one(self, text: str) -> dict[str, Any]:
        tokens = [token.text for token in self._predictor._spacy(text)]
        # The model fails if it may not keep any span.
        if int(self._predictor._model._spans_per_word * len(tokens)) == 0:
            return {"tokens": tokens, "clusters": []}
        answer = self._predictor.predict_json({"document": text})
        return {"tokens": answer["document"], "clusters": answer["clusters"]}

    def _parse(self, sentences: list[str]) -> list[Any]:
        return [answer["trees"] for answer in self._predict(sentences)]


def _import_allennlp() -> None:
    """Import AllenNLP through the compatibility layer beside this file."""
    folder = Path(__file__).resolve().parent
    # A script's folder comes first on the path, where its modules would hide others.
    sys.path[:] = [path for path in sys.path if path and Path(path).resolve() != folder]
    spec = importlib.util.spec_from_file_location("allennlp_compat", folder / "compat.py")
    assert spec is not None and spec.loader is not None
    compat = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(compat)
    try:
        compat.import_allennlp()
    except ImportError as error:
        raise ImportError(f"{error}; {sys.executable} needs AllenNLP: {INSTALL}") from error
    from allennlp.common import Registrable

    refuse_python_classes(Registrable)


def refuse_python_classes(registrable: Any) -> None:
    """Let an archive and its overrides construct only registered classes.

    AllenNLP would import any name with a dot ("subprocess.Popen") and call it.
    """
    resolve = registrable.resolve_class_name.__func__

    def resolve_registered(cls: Any, name: str) -> Any:
        if "." in name and name not in registrable._registry[cls]:
            raise ValueError(
                f"{name!r} is not a registered {cls.__name__}; other Python classes are not "
                "imported"
            )
        return resolve(cls, name)

    registrable.resolve_class_name = classmethod(resolve_registered)


def _check_language(language: str) -> None:
    """Raise ValueError if spaCy lacks the pipeline, which AllenNLP would else download."""
    import spacy

    if not spacy.util.is_package(language) and not Path(language).is_dir():
        raise ValueError(
            f"language: {sys.executable} has no spaCy pipeline {language!r}; "
            f"run {sys.executable} -m spacy download {language}, or pass the path of a saved "
            "pipeline"
        )


if __name__ == "__main__":
    serve()
