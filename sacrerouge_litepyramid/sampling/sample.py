"""A judged sample: the population, the design, and people's labels of the rows that were drawn."""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.sampling.designs import Design
from sacrerouge_litepyramid.sampling.frame import Frame


class Labels(NamedTuple):
    """People's labels, arrays (rows,): the share of the votes for present, NaN where nobody judged.

    ``noise``: the variance of the label around the share of all possible annotators, 0 where it is taken as the truth.
    """

    value: np.ndarray
    noise: np.ndarray


class Sample(NamedTuple):
    """A population with its design and the labels of the drawn rows."""

    frame: Frame
    design: Design
    labels: Labels

    @property
    def judged(self) -> np.ndarray:
        """Return the places of the judged rows."""
        return np.flatnonzero(~np.isnan(self.labels.value))


def exact_labels(values: np.ndarray) -> Labels:
    """Return labels (rows,), NaN for none, that are taken as the truth."""
    return Labels(values, np.zeros(len(values)))


def sum_by_system(frame: Frame, values: np.ndarray, rows: np.ndarray | slice = slice(None)) -> np.ndarray:
    """Return the sums (systems,) of the rows' values; ``values``: of the ``rows``, by default of all."""
    return np.bincount(frame.system[rows], values, minlength=len(frame.systems))


class Elements(NamedTuple):
    """What a design draws as a whole, arrays (elements,), and the element of each row, (rows,)."""

    probability: np.ndarray
    stratum: np.ndarray
    document: np.ndarray
    of_row: np.ndarray


def list_elements(frame: Frame, design: Design) -> Elements:
    """Return the elements of a design; every element lies in one document."""
    _, first, of_row = np.unique(design.element, return_index=True, return_inverse=True)
    return Elements(design.probability[first], design.stratum[first], frame.document[first], of_row.ravel())
