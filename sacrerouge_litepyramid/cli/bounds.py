"""Options that hold a number with a minimum."""

import argparse


def check_minimum(args: argparse.Namespace, **minimum: int) -> None:
    """Raise ValueError naming the first option, by its name in ``args``, that is below its minimum."""
    for name, bound in minimum.items():
        value = getattr(args, name)
        if value < bound:
            raise ValueError(f"--{name.replace('_', '-')} must be at least {bound}, not {value}")
