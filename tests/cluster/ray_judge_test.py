"""The ray model over two actors: the model's own answers in their order, also when an actor is lost."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("ray", reason="needs ray")


from helpers.fakes import AllWords, Mortal, Siblings, SlowWords
from helpers.ray_machine import start_ray
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges.cache import CachedJudge
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.judges.lexical import LexicalJudge
from sacrerouge_litepyramid.judges.ray import RayJudge
from sacrerouge_litepyramid.registry import build

WORDS = "a fire closed the harbour on monday and nobody was hurt".split()
GROUPS = [
    Group(" ".join(WORDS[: 1 + n % 11]), tuple(" ".join(WORDS[k : k + 1 + n % 3]) for k in range(n % 5)))
    for n in range(200)
]


@pytest.fixture(scope="module", autouse=True)
def two_cpus() -> Iterator[None]:
    with start_ray(2):
        yield


def assert_equal(answers: list[np.ndarray], expected: list[np.ndarray]) -> None:
    assert len(answers) == len(expected)
    for ours, theirs in zip(answers, expected, strict=True):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize(
    ("model", "batch_size"),
    [(AllWords(), 1000), (LexicalJudge(), 7), (Siblings(), 7)],
    ids=["one", "many", "all"],
)
def test_two_actors_answer_as_the_model_does(model: Judge, batch_size: int) -> None:
    spread = RayJudge(model, actors=2, batch_size=batch_size)
    assert_equal(spread.predict(GROUPS), model.predict(GROUPS))
    assert_equal(spread.predict(GROUPS[:9]), model.predict(GROUPS[:9]))
    assert_equal(spread.predict([]), [])
    assert spread.classes == model.classes


def test_an_actor_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    model = SlowWords(str(tmp_path), seconds=0.1)
    killed = []

    def kill_one() -> None:
        while len(pids := sorted(tmp_path.iterdir())) < 2:
            time.sleep(0.01)
        time.sleep(0.25)
        killed.append(int(pids[0].name))
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill_one, daemon=True)
    killer.start()
    answers = RayJudge(model, actors=2, batch_size=3).predict(GROUPS)
    killer.join()
    assert os.getpid() not in killed
    assert len(list(tmp_path.iterdir())) == 3, "a third process took the place of the killed one"
    assert_equal(answers, AllWords().predict(GROUPS))


def test_an_actor_that_is_lost_too_often_ends_the_run() -> None:
    with pytest.raises(RuntimeError, match="more often than restarts=1 allows.*out of memory"):
        RayJudge(Mortal(), actors=1, restarts=1).predict([Group("die", ("die",))])


def test_an_error_of_the_model_is_the_run_s() -> None:
    with pytest.raises(ValueError, match="^the summary 'refuse' is refused$"):
        RayJudge(Mortal(), actors=1).predict([Group("refuse", ("unit",))])


def test_the_identity_is_an_actor_s() -> None:
    identity = RayJudge(Siblings(), actors=1).identity()
    assert identity["type"] == "siblings"
    assert identity["process"] != os.getpid()
    assert identity["gpus"] == "", "an actor that asks for no GPU sees none"
    assert RayJudge(LexicalJudge(), actors=1).identity() == LexicalJudge().identity()


def test_it_is_built_from_json_and_goes_behind_a_cache(tmp_path: Path) -> None:
    model = build(Judge, '{"type": "ray", "model": {"type": "lexical"}, "actors": 2, "batch_size": 50}')
    assert isinstance(model, RayJudge)
    cached = CachedJudge(model, str(tmp_path / "cache.sqlite"))
    assert_equal(cached.predict(GROUPS), LexicalJudge().predict(GROUPS))


def test_as_many_actors_as_there_is_room_for() -> None:
    model = RayJudge(Siblings(), cpus_per_actor=2)
    model.predict(GROUPS[:3])
    assert len(model._handles) == 1
    with pytest.raises(ValueError, match="3 actors of 1 CPUs and 0 GPUs do not fit: Ray has 2 CPUs .* room for 2"):
        RayJudge(Siblings(), actors=3).predict(GROUPS[:3])
    with pytest.raises(ValueError, match="1 actors of 1 CPUs and 1 GPUs do not fit"):
        RayJudge(Siblings(), gpus_per_actor=1).predict(GROUPS[:3])


@pytest.mark.parametrize(
    ("setting", "value", "least"),
    [("actors", 0, 1), ("cpus_per_actor", 0, 1), ("gpus_per_actor", -1, 0), ("batch_size", 0, 1), ("restarts", -1, 0)],
)
def test_wrong_settings_are_refused_at_once(setting: str, value: int, least: int) -> None:
    with pytest.raises(ValueError, match=f"{setting} must be at least {least}, not {value}"):
        RayJudge(AllWords(), **{setting: value})


def test_without_ray_the_pip_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r'needs ray: pip install "sacrerouge-litepyramid\[ray\]"'):
        RayJudge(AllWords())
