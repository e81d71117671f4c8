"""The commands, one module each; a folder is a group of commands.

A folder of this name below another entry of sys.path adds its modules, so that a command can live outside the package.
"""

import sys
from pathlib import Path

_ROOT, *_FOLDERS = __name__.split(".")
for _entry in sys.path:
    _package = Path(_entry, _ROOT)
    _folder = _package.joinpath(*_FOLDERS)
    if _folder.is_dir() and not (_package / "__init__.py").exists():
        __path__.append(str(_folder))
