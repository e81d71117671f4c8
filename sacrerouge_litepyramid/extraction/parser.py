"""The embedded dependency parser: sentences to trees."""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.extraction.trees import Tree

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

MODEL = Path(__file__).parent / "parser_model"
#: the files that determine the parses
MODEL_FILES = frozenset(("model", "moves", "tokenizer", "cfg"))
#: sentences parsed at once
SENTENCES_PER_BATCH = 256


class DependencyParser:
    """The spaCy pipeline that ships with the package (see docs/extraction.md), or another of the same labels."""

    def __init__(self, model: str | Path = MODEL) -> None:
        self.model = Path(model)
        if not (self.model / "config.cfg").is_file():
            raise ValueError(
                f"model {str(model)!r}: no spaCy pipeline there; give a folder that tools/parser/train.sh wrote"
            )

    def parse(self, sentences: Iterable[str]) -> Iterator[Tree]:
        """Return one tree a sentence, in order; a sentence without words has an empty tree."""
        return (_tree(doc) for doc in self._pipeline.pipe(sentences, batch_size=SENTENCES_PER_BATCH))

    @cached_property
    def revision(self) -> str:
        """The first digits of a hash of the model's files: equal revisions parse alike."""
        paths = sorted(path for path in self.model.rglob("*") if path.name in MODEL_FILES)
        return sha256(b"".join(path.read_bytes() for path in paths))[:12]

    @cached_property
    def _pipeline(self) -> "Language":
        try:
            import spacy  # noqa: F401
        except ImportError:
            raise ImportError(
                "the extractor 'dependency' needs spaCy: pip install \"sacrerouge-litepyramid[extract]\""
            ) from None
        return _load_pipeline(self.model, self.revision)


@lru_cache(maxsize=2)
def _load_pipeline(model: Path, revision: str) -> "Language":
    """Return the pipeline of a folder, loaded once for all parsers of the same files; loading takes half a second."""
    import spacy

    return spacy.load(model)


def _tree(doc: "Doc") -> Tree:
    tokens = [token for token in doc if not token.is_space]
    places = {token.i: place for place, token in enumerate(tokens)}
    return Tree(
        words=tuple(token.text for token in tokens),
        tags=tuple(token.tag_ for token in tokens),
        heads=tuple(places.get(token.head.i, place) for place, token in enumerate(tokens)),
        relations=tuple(token.dep_.lower() for token in tokens),
    )
