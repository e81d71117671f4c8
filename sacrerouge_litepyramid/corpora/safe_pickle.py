"""Pickles of plain values: dict, list, str, numbers and numpy scalars. Anything that can run code is refused."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np

ALLOWED = {
    ("numpy", "dtype"),
    ("numpy.core.multiarray", "scalar"),
    ("numpy._core.multiarray", "scalar"),
}


class Refused(pickle.UnpicklingError):
    """The pickle contains something that is not a plain value."""


def load_plain(path: str | Path) -> Any:
    """Load the values of a pickle, numpy scalars as Python numbers; ValueError says what is refused or broken."""
    try:
        with Path(path).open("rb") as file:
            return _plain(_PlainUnpickler(file).load())
    except FileNotFoundError:
        raise ValueError(f"{path}: no such file") from None
    except Refused as error:
        raise ValueError(f"{path}: refused: {error}") from None
    # Reading a broken pickle may raise nearly any exception.
    except Exception as error:
        raise ValueError(f"{path}: not a pickle of plain values ({type(error).__name__}: {error})") from None


class _PlainUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in ALLOWED:
            raise Refused(
                f"the pickle asks for {module}.{name}, but scores hold only dict, str, int, float and numpy scalars; "
                "loading it could run foreign code: get the released file again"
            )
        # The two names are one function under different versions of numpy.
        return np.dtype if name == "dtype" else type(np.float64(0)).__reduce__(np.float64(0))[0]

    def persistent_load(self, pid: Any) -> Any:
        raise Refused("the pickle refers to objects outside of it; get the released file again")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {_plain(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, (np.floating, np.integer, np.bool_)):
        return value.item()
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise Refused(f"the pickle holds a {type(value).__name__}; get the released file again")
