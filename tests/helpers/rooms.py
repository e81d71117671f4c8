"""The modules of the package and the rooms that they are in."""

from helpers.support import ROOT

NAME = "sacrerouge_litepyramid"
PACKAGE = ROOT / NAME
#: the file of each module
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


def find_room(module):
    """Return the folder, or the file, that lies directly in the package, or in verdict/."""
    _, room, *inner = module.split(".")
    return f"{room}.{inner[0]}" if room == "verdict" and inner else room
