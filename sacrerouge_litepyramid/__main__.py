"""`python -m sacrerouge_litepyramid`, and the installed program."""

import sys

try:
    from sacrerouge_litepyramid.cli.main import main
except KeyboardInterrupt:  # before `main` can handle it
    print("error: stopped from the keyboard", file=sys.stderr)
    sys.exit(130)

if __name__ == "__main__":
    sys.exit(main())
