"""Options that hold a number with a least value."""

import argparse


def check_least(args: argparse.Namespace, **least: int) -> None:
    """ValueError naming the first option, by its name in ``args``, that is below its least value."""
    for name, bound in least.items():
        value = getattr(args, name)
        if value < bound:
            raise ValueError(f"--{name.replace('_', '-')} must be at least {bound}, not {value}")
