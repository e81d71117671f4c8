import os
import pickle

import numpy as np
import pytest

from sacrerouge_litepyramid.corpora.realsumm_release import load_plain

VALUES = {0: {"name": "x", "scores": {"a": np.float64(0.1), "b": np.float32(0.5), "c": np.int64(3), "d": 1, "e": 0.25}}}


class Runs:
    def __init__(self, function, *arguments):
        self.call = (function, arguments)

    def __reduce__(self):
        return self.call


@pytest.mark.parametrize("protocol", [3, 4, 5])
def test_plain_values_and_numpy_scalars(tmp_path, protocol):
    (tmp_path / "x.pkl").write_bytes(pickle.dumps(VALUES, protocol))
    loaded = load_plain(tmp_path / "x.pkl")
    assert loaded == VALUES
    assert {type(value) for value in loaded[0]["scores"].values()} == {float, int}


def test_the_old_name_of_numpys_scalar(tmp_path):
    data = pickle.dumps(np.float64(0.75), 3)
    (tmp_path / "x.pkl").write_bytes(data.replace(b"numpy._core.multiarray", b"numpy.core.multiarray"))
    assert load_plain(tmp_path / "x.pkl") == 0.75


def test_code_is_refused_and_not_run(tmp_path):
    mark = tmp_path / "ran"
    (tmp_path / "x.pkl").write_bytes(pickle.dumps({"a": Runs(os.mkdir, str(mark))}))
    with pytest.raises(ValueError, match=r"x.pkl: refused: the pickle asks for \w+.mkdir, but scores hold only dict"):
        load_plain(tmp_path / "x.pkl")
    assert not mark.exists()


@pytest.mark.parametrize(
    "value, message",
    [
        (Runs(eval, "1"), "asks for builtins.eval"),
        (np.array([1.0]), "asks for numpy"),
        (Runs(getattr, "x", "upper"), "asks for builtins.getattr"),
        ({1, 2}, "holds a set"),
        (b"bytes", "holds a bytes"),
    ],
)
def test_anything_else_is_refused(tmp_path, value, message):
    (tmp_path / "x.pkl").write_bytes(pickle.dumps(value))
    with pytest.raises(ValueError, match=f"refused: .*{message}"):
        load_plain(tmp_path / "x.pkl")


def test_a_broken_pickle_and_a_missing_one(tmp_path):
    (tmp_path / "x.pkl").write_bytes(b"\x80\x04]")
    with pytest.raises(ValueError, match="x.pkl: not a pickle of plain values"):
        load_plain(tmp_path / "x.pkl")
    with pytest.raises(ValueError, match="y.pkl: no such file"):
        load_plain(tmp_path / "y.pkl")
