import numpy as np
import pytest

from sacrerouge_litepyramid.statistics import resampling
from sacrerouge_litepyramid.statistics.agreement import Agreement, correlate_scores, draw_documents
from sacrerouge_litepyramid.statistics.resampling import bootstrap, mean_over_folds, split_into_chunks


def scores(systems=6, documents=10, seed=0):
    generator = np.random.default_rng(seed)
    human = generator.random((systems, documents))
    return human + generator.normal(0, 0.3, human.shape), human


def test_over_documents_it_is_the_agreement_of_the_draws():
    ours, human = scores()
    expected = correlate_scores(ours, human, draw_documents(10, 30, seed=5))
    for found, wanted in zip(bootstrap(ours, human, 30, seed=5), expected, strict=True):
        np.testing.assert_allclose(found, wanted)


def test_over_systems_each_resample_has_the_rows_that_were_drawn():
    ours, human = scores()
    found = bootstrap(ours, human, 20, seed=2, over="systems")
    rows = np.random.default_rng(2).integers(6, size=(20, 6, 1))[:, :, 0]
    for place, drawn in enumerate(rows):
        for values, wanted in zip(found, correlate_scores(ours[drawn], human[drawn]), strict=True):
            assert values[place] == pytest.approx(wanted[0], nan_ok=True)


@pytest.mark.parametrize("over", ["systems", "both"])
def test_chunks_do_not_change_the_result(over, monkeypatch):
    ours, human = scores()
    whole = bootstrap(ours, human, 25, over=over)
    monkeypatch.setattr(resampling, "MAX_CELLS", 7 * ours.size)
    for found, wanted in zip(bootstrap(ours, human, 25, over=over), whole, strict=True):
        assert found.shape == (25,)
        np.testing.assert_allclose(found, wanted)


@pytest.mark.parametrize("over", resampling.OVER)
def test_both_sides_are_drawn_alike(over):
    ours, _ = scores(documents=4)
    for values in bootstrap(ours, 2 * ours, 25, over=over):
        np.testing.assert_allclose(values[~np.isnan(values)], 1.0)
        assert not np.isnan(values).all()


def test_systems_and_documents_vary_more_than_documents():
    ours, human = scores(systems=8, documents=200)
    spread = {over: bootstrap(ours, human, 200, over=over).system_pearson.std() for over in resampling.OVER}
    assert spread["both"] > spread["documents"]


def test_one_system_has_no_correlation_in_any_resample():
    ours, human = scores(systems=1)
    for over in resampling.OVER:
        assert all(np.isnan(values).all() for values in bootstrap(ours, human, 5, over=over))


def test_chunks_cover_the_resamples_once():
    parts = split_into_chunks(10, resampling.MAX_CELLS // 4)
    assert [list(range(10))[part] for part in parts] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]


def test_the_mean_over_folds_is_none_where_a_fold_has_none():
    first = Agreement(*(np.array([1.0, np.nan]) for _ in Agreement._fields))
    second = Agreement(*(np.array([0.5, 0.5]) for _ in Agreement._fields))
    np.testing.assert_array_equal(mean_over_folds([first, second]).system_kendall, [0.75, np.nan])


def test_unknown_over():
    with pytest.raises(ValueError, match="over must be one of documents, systems, both, not 'rows'"):
        bootstrap(*scores(), over="rows")
