import pytest

from sacrerouge_litepyramid.io.folds import draw_folds


def test_folds_hold_each_name_once_and_are_even():
    names = [f"n{index}" for index in range(12)]
    folds = draw_folds(names, folds=5, seed=1)
    assert sorted(name for fold in folds for name in fold) == sorted(names)
    assert sorted(map(len, folds)) == [2, 2, 2, 3, 3]
    assert folds == draw_folds(names[::-1], folds=5, seed=1) != draw_folds(names, folds=5, seed=2)


@pytest.mark.parametrize(("names", "folds"), [(["a"], 2), (["a", "b"], 1)])
def test_too_few(names, folds):
    with pytest.raises(ValueError, match="cannot be split"):
        draw_folds(names, folds=folds)
