"""Commands from outside the package, one module each; the package's own are in `command_table`.

The modules come from folders sacrerouge_litepyramid/cli/commands below other entries of sys.path.
"""

import sys
from pathlib import Path

_ROOT, *_FOLDERS = __name__.split(".")
for _entry in sys.path:
    _package = Path(_entry, _ROOT)
    _folder = _package.joinpath(*_FOLDERS)
    if _folder.is_dir() and not (_package / "__init__.py").exists():
        __path__.append(str(_folder))
