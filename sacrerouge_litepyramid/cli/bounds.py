"""Options that hold a number with a minimum or a maximum."""

import argparse

#: options that count random draws
DRAWS = ("resamples", "permutations", "draws")
#: a hundred times what papers use; memory and time grow with it
MAX_DRAWS = 100_000


def check_minimum(args: argparse.Namespace, **minimum: int) -> None:
    """Raise ValueError naming the first option, by its name in ``args``, that is below its minimum."""
    for name, bound in minimum.items():
        value = getattr(args, name)
        if value < bound:
            raise ValueError(f"--{name.replace('_', '-')} must be at least {bound}, not {value}")


def check_draws(args: argparse.Namespace) -> None:
    """Raise ValueError naming the first option of random draws that is above MAX_DRAWS."""
    for name in DRAWS:
        value = getattr(args, name, None)
        if value is not None and value > MAX_DRAWS:
            raise ValueError(f"--{name.replace('_', '-')} must be at most {MAX_DRAWS}, not {value}")
