"""Make ppi_python.json, in an environment with `pip install ppi-python==0.2.3`.

The package needs numba and statsmodels, which nothing else here does, so its numbers are kept
instead.
"""

import json
from pathlib import Path

import numpy as np
from ppi_py import ppi_mean_ci, ppi_mean_pointestimate

UNITS, LABELS, ALPHA = 300, 60, 0.05


def main() -> None:
    rng = np.random.default_rng(16)
    judge = rng.random(UNITS).round(4)
    labels = (rng.random(UNITS) < 0.1 + 0.7 * judge).astype(int)
    weights = rng.integers(1, 5, UNITS)
    drawn = np.sort(rng.permutation(UNITS)[:LABELS])
    known = {"judge": judge, "labels": labels, "weights": weights, "drawn": drawn}
    rows = [compare(judge, labels, weights, drawn, weight) for weight in (0.0, 0.4, 1.0)]
    estimates = {name: values.tolist() for name, values in known.items()} | {"rows": rows}
    Path(__file__).with_name("ppi_python.json").write_text(json.dumps(estimates) + "\n", "utf-8")


def compare(
    judge: np.ndarray, labels: np.ndarray, weights: np.ndarray, drawn: np.ndarray, weight: float
) -> dict:
    """Return estimates without and with weights of units, and an interval of the first."""
    given = (labels[drawn].astype(float), judge[drawn], judge)
    weighted = ppi_mean_pointestimate(*given, lam=weight, w=weights[drawn], w_unlabeled=weights)
    low, high = ppi_mean_ci(*given, lam=weight, alpha=ALPHA)
    return {
        "judge_weight": weight,
        "mean": float(ppi_mean_pointestimate(*given, lam=weight)[0]),
        "weighted_mean": float(weighted[0]),
        "low": float(low[0]),
        "high": float(high[0]),
    }


if __name__ == "__main__":
    main()
