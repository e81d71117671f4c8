"""`python -m sacrerouge_litepyramid`, and the installed program."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line as `cli.main` does, which may be stopped while it is still being imported."""
    try:
        from sacrerouge_litepyramid.cli.main import main as run

        return run(arguments)
    except KeyboardInterrupt:
        print("error: stopped from the keyboard", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
