import multiprocessing
import sqlite3

import numpy as np
import pytest

from helpers.fakes import AllWords
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges.judge import CachedJudge, Judge
from sacrerouge_litepyramid.judges.lexical import LexicalJudge

GROUPS = [Group("a b c", ("a", "d", "a b")), Group("d", ("a", "d", "a")), Group("a b c", ("a", "c"))]


class Siblings(Judge):
    """Its answer depends on how many units the group has."""

    classes = 2
    calls = 0

    def identity(self):
        return {"type": "siblings"}

    def predict(self, groups):
        self.calls += len(groups)
        return [np.full((len(group.units), 2), float(len(group.units))) for group in groups]


def predict(folder, stop_after=0, batch_size=2):
    model = AllWords(log=str(folder / "log"), stop_after=stop_after)
    return CachedJudge(model, path=str(folder / "cache.sqlite"), batch_size=batch_size).predict(GROUPS)


def scored(folder):
    return (folder / "log").read_text().splitlines()


def test_a_second_run_asks_nothing_and_answers_the_same(tmp_path):
    first = predict(tmp_path)
    asked = scored(tmp_path)
    second = predict(tmp_path)
    plain = AllWords().predict(GROUPS)
    assert scored(tmp_path) == asked and len(asked) == len(set(asked)) == 6
    for cached, again, direct in zip(first, second, plain, strict=True):
        np.testing.assert_array_equal(cached, direct)
        np.testing.assert_array_equal(again, direct)


@pytest.mark.parametrize("stop_after", [1, 2, 3, 5])
def test_a_killed_run_goes_on_and_repeats_at_most_a_batch(tmp_path, stop_after):
    process = multiprocessing.get_context("fork").Process(target=predict, args=(tmp_path, stop_after))
    process.start()
    process.join()
    assert process.exitcode == 9
    answers = predict(tmp_path)
    assert len(scored(tmp_path)) - len(set(scored(tmp_path))) < 2
    for cached, direct in zip(answers, AllWords().predict(GROUPS), strict=True):
        np.testing.assert_array_equal(cached, direct)


def test_another_identity_is_another_entry(tmp_path):
    predict(tmp_path)
    path = str(tmp_path / "cache.sqlite")
    (answer,) = CachedJudge(AllWords(classes=2), path=path).predict([Group("a b c", ("a",))])
    assert answer.shape == (1, 2)


def test_a_model_that_looks_at_siblings_is_kept_by_group(tmp_path):
    model = Siblings()
    cached = CachedJudge(model, path=str(tmp_path / "cache.sqlite"))
    for _ in range(2):
        answers = cached.predict([Group("s", ("a", "b")), Group("s", ("a",)), Group("s", ("a", "b"))])
        assert [answer.tolist() for answer in answers] == [[[2, 2], [2, 2]], [[1, 1]], [[2, 2], [2, 2]]]
    assert model.calls == 2


def test_the_identity_is_the_models_own():
    cached = CachedJudge(AllWords())
    assert cached.identity() == AllWords().identity() and cached.classes == 3
    lexical = LexicalJudge()
    for name in ("score_range", "training_data", "agreement"):
        assert getattr(CachedJudge(lexical), name) == getattr(lexical, name) != getattr(Judge, name)


def test_entries_are_written_whole(tmp_path):
    predict(tmp_path)
    with sqlite3.connect(tmp_path / "cache.sqlite") as connection:
        rows = connection.execute("SELECT length(key), length(value) FROM kept").fetchall()
    assert rows == [(32, 8 + 24)] * 6


class Once(AllWords):
    """Without an answer to anything when it is asked first."""

    def predict_pairs(self, pairs):
        rows = super().predict_pairs(pairs)
        return rows if self.scored > len(pairs) else rows * np.nan


def test_what_has_no_answer_is_not_kept(tmp_path):
    model = Once()
    cached = CachedJudge(model, path=str(tmp_path / "cache.sqlite"))
    assert np.isnan(np.concatenate(cached.predict(GROUPS))).all()
    np.testing.assert_array_equal(np.concatenate(cached.predict(GROUPS)), np.concatenate(AllWords().predict(GROUPS)))
