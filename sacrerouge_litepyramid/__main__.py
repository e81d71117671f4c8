"""`python -m sacrerouge_litepyramid`, and the installed program."""

import sys

from sacrerouge_litepyramid.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
