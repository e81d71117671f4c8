"""The weights of a logistic regression over named features, and the JSON file with them."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numpy as np

from sacrerouge_litepyramid.core.json_text import parse_json, sha256
from sacrerouge_litepyramid.io.files import read_text, write_json
from sacrerouge_litepyramid.statistics.logistic_regression import sigmoid

Weights = TypeVar("Weights", bound="LogisticWeights")


@dataclass(frozen=True)
class LogisticWeights:
    """An intercept and coefficients of the features that a subclass names.

    Raises ValueError if one of them is not finite.
    """

    features: ClassVar[Sequence[str]]
    #: the version of the features' definitions
    version: ClassVar[int]
    #: the command that fits the weights, for messages
    command: ClassVar[str]
    #: the file in the package
    shipped: ClassVar[Path]

    intercept: float
    #: in the order of the features
    coefficients: tuple[float, ...]
    #: the data that the numbers were fitted to, JSON-ready; it is not part of the revision
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        numbers = (self.intercept, *self.coefficients)
        if not all(map(math.isfinite, numbers)):
            raise ValueError(f"a coefficient is not finite: {numbers}")

    @cached_property
    def revision(self) -> str:
        """A digest (twelve hexadecimal digits) of the numbers and of the features' version."""
        numbers = json.dumps([self.version, *self.numbers()], sort_keys=True)
        return sha256(numbers.encode())[:12]

    def numbers(self) -> Sequence[Any]:
        """Return the numbers that determine the revision, JSON-ready."""
        return [self.intercept, self.coefficients]

    def log_odds(self, features: np.ndarray) -> np.ndarray:
        """Return log-odds of shape (rows,) for features of shape (rows, features)."""
        return self.intercept + features @ np.array(self.coefficients)

    def probabilities(self, features: np.ndarray) -> np.ndarray:
        """Return probabilities of shape (rows,) for features of shape (rows, features)."""
        return sigmoid(self.log_odds(features))

    def as_json(self) -> dict[str, Any]:
        """Return the content of the weights' file."""
        return {
            "provenance": dict(self.provenance),
            "intercept": self.intercept,
            "coefficients": dict(zip(self.features, self.coefficients, strict=True)),
        }

    def save(self, path: str | Path) -> None:
        """Write the weights to a file that `load` reads."""
        write_json(path, self.as_json())

    @classmethod
    def load(cls: type[Weights], path: str | Path | None = None) -> Weights:
        """Read weights that `save` wrote, by default the shipped ones.

        Raises ValueError naming the file and the error in it.
        """
        path = Path(cls.shipped if path is None else path)
        remedy = f"choose a file that {cls.command} wrote"
        data = parse_json(read_text(path), path, remedy)
        try:
            return cls(**cls.read_fields(data))
        except (TypeError, ValueError, OverflowError, KeyError, AttributeError) as error:
            reason = f"no field {error}" if isinstance(error, KeyError) else error
            raise ValueError(f"{path}: {reason}; {remedy}") from None

    @classmethod
    def read_fields(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of the constructor from the content of a file.

        Raise any kind of error if a field is missing or wrong.
        """
        coefficients = data["coefficients"]
        if set(coefficients) != set(cls.features):
            names = ", ".join(coefficients)
            expected = ", ".join(cls.features)
            raise ValueError(f"it has coefficients of {names}, not of {expected}")
        return {
            "intercept": float(data["intercept"]),
            "coefficients": tuple(float(coefficients[name]) for name in cls.features),
            "provenance": dict(data["provenance"]),
        }
