"""The judge and the extractor `endpoint` against transformers' server with a miniature, and the
model itself.
"""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

pytest.importorskip("openai", reason="needs openai")
pytest.importorskip("uvicorn", reason="transformers' server needs uvicorn")
pytest.importorskip("fastapi", reason="transformers' server needs fastapi")

from helpers.miniature import TEXTS, save_answering_gpt2
from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges.endpoint import PROMPTS, EndpointJudge
from sacrerouge_litepyramid.models.fenced_prompt import RULE

#: seconds until a server answers
PATIENCE = 180


@contextmanager
def serve_model(folder: Path) -> Iterator[str]:
    """Run `transformers serve` on a free port in the block, and give its address.

    Its log is in ``folder``.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = (
        "import sys; from transformers.cli.transformers import main; sys.argv[0] = "
        "'transformers'; main()"
    )
    options = ["serve", str(folder), "--host", "127.0.0.1", "--port", str(port), "--device", "cpu"]
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen([sys.executable, "-c", program, *options], stdout=log, stderr=log)
        try:
            _wait(server, f"http://127.0.0.1:{port}/health")
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.kill()
            server.wait()


def _wait(server: subprocess.Popen, address: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            with urlopen(address, timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"the server did not start: {address}")


GROUPS = [Group(text, tuple(unit for unit in TEXTS if unit != text)) for text in TEXTS]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_answering_gpt2(
        tmp_path_factory.mktemp("served") / "small", [*TEXTS, RULE, *PROMPTS.values()]
    )


@pytest.fixture(scope="module")
def address(model: Path) -> Iterator[str]:
    with serve_model(model) as found:
        yield found


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def likelier(model: Path, judge: EndpointJudge, group: Group) -> list[float]:
    """For each unit 1 where the model itself gives "yes" a larger logit than "no" after the
    prompt.
    """
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(model)
    network = AutoModelForCausalLM.from_pretrained(model).eval()
    yes, no = tokenizer.convert_tokens_to_ids(["yes", "no"])
    found = []
    for unit in group.units:
        prompt = judge.prompt.fill({"summary": group.summary, "unit": unit})
        turns = [{"role": "user", "content": prompt}]
        ids = tokenizer.apply_chat_template(
            turns, add_generation_prompt=True, return_tensors="pt", return_dict=True
        )
        with torch.no_grad():
            logits = network(**ids).logits[0, -1]
        found.append(float(logits[yes] > logits[no]))
    return found


def test_the_judge_gives_what_the_model_gives(
    model: Path, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    judge = EndpointJudge(str(model), base_url=address, max_tokens=1)
    found = [judge_measures(logits)["p2c"].tolist() for logits in judge.predict(GROUPS)]
    assert found == [likelier(model, judge, group) for group in GROUPS]
    assert {value for values in found for value in values} == {0.0, 1.0}
    assert judge.observed()["served"] == [f"{model}@main"] and judge.observed()[
        "probabilities"
    ] == ["answers"]
    assert ": 20 requests, " in caplog.text
