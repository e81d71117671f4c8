import multiprocessing

import numpy as np
import pytest

from helpers.fakes import AllWords
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges.judge import CachedJudge, Judge
from sacrerouge_litepyramid.judges.lexical import LexicalJudge

GROUPS = [
    Group("a b c", ("a", "d", "a b")),
    Group("d", ("a", "d", "a")),
    Group("a b c", ("a", "c")),
]


class SiblingJudge(Judge):
    """A judge whose answer depends on the number of units in the group."""

    classes = 2
    calls = 0

    def identity(self):
        return {"type": "siblings"}

    def predict(self, groups):
        self.calls += len(groups)
        return [np.full((len(group.units), 2), float(len(group.units))) for group in groups]


def predict(folder, stop_after=0, batch_size=2):
    model = AllWords(log=str(folder / "log"), stop_after=stop_after)
    return CachedJudge(model, path=str(folder / "cache.sqlite"), batch_size=batch_size).predict(
        GROUPS
    )


def scored(folder):
    return (folder / "log").read_text().splitlines()


def test_a_second_run_reads_all_answers_from_the_cache(tmp_path):
    first = predict(tmp_path)
    requested = scored(tmp_path)
    second = predict(tmp_path)
    plain = AllWords().predict(GROUPS)
    assert scored(tmp_path) == requested and len(requested) == len(set(requested)) == 6
    for cached, again, direct in zip(first, second, plain, strict=True):
        np.testing.assert_array_equal(cached, direct)
        np.testing.assert_array_equal(again, direct)


@pytest.mark.parametrize("stop_after", [1, 2, 3, 5])
def test_a_killed_run_resumes_and_repeats_at_most_one_batch(tmp_path, stop_after):
    process = multiprocessing.get_context("fork").Process(
        target=predict, args=(tmp_path, stop_after)
    )
    process.start()
    process.join()
    assert process.exitcode == 9
    answers = predict(tmp_path)
    assert len(scored(tmp_path)) - len(set(scored(tmp_path))) < 2
    for cached, direct in zip(answers, AllWords().predict(GROUPS), strict=True):
        np.testing.assert_array_equal(cached, direct)


def test_judges_with_other_identities_do_not_share_answers(tmp_path):
    predict(tmp_path)
    path = str(tmp_path / "cache.sqlite")
    (answer,) = CachedJudge(AllWords(classes=2), path=path).predict([Group("a b c", ("a",))])
    assert answer.shape == (1, 2)


def test_answers_of_a_judge_that_depends_on_siblings_are_cached_by_group(tmp_path):
    model = SiblingJudge()
    cached = CachedJudge(model, path=str(tmp_path / "cache.sqlite"))
    for _ in range(2):
        answers = cached.predict(
            [Group("s", ("a", "b")), Group("s", ("a",)), Group("s", ("a", "b"))]
        )
        assert [answer.tolist() for answer in answers] == [
            [[2, 2], [2, 2]],
            [[1, 1]],
            [[2, 2], [2, 2]],
        ]
    assert model.calls == 2


def test_a_cached_judge_has_the_identity_and_attributes_of_its_model():
    cached = CachedJudge(AllWords())
    assert cached.identity() == AllWords().identity() and cached.classes == 3
    lexical = LexicalJudge()
    for name in ("score_range", "training_data", "agreement"):
        assert getattr(CachedJudge(lexical), name) == getattr(lexical, name) != getattr(Judge, name)


class LateAnswers(AllWords):
    """A judge that gives no answer in the first run."""

    def predict_pairs(self, pairs):
        rows = super().predict_pairs(pairs)
        return rows if self.scored > len(pairs) else rows * np.nan


def test_missing_answers_are_not_cached(tmp_path):
    model = LateAnswers()
    cached = CachedJudge(model, path=str(tmp_path / "cache.sqlite"))
    assert np.isnan(np.concatenate(cached.predict(GROUPS))).all()
    np.testing.assert_array_equal(
        np.concatenate(cached.predict(GROUPS)), np.concatenate(AllWords().predict(GROUPS))
    )
