"""The rooms of the package and who imports whom, read from the files' own import statements."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

NAME = "sacrerouge_litepyramid"
PACKAGE = Path(__file__).parents[2] / NAME
#: the rooms, the lowest first: a file imports from its own room and from the layers below
LAYERS = (
    ("core", "_version"),
    ("statistics",),
    ("registry", "signature"),
    ("io",),
    ("models",),
    ("judges", "extraction", "corpora"),
    ("scoring",),
    ("metrics",),
    ("training", "scale"),
    ("evaluation",),
    ("report",),
    ("annotation",),
    ("result",),
    ("reporting",),
    ("api", "demo"),
    ("experiments", "plugin"),
    ("cli",),
    ("__main__",),
)
RANKS = {room: rank for rank, rooms in enumerate(LAYERS) for room in rooms}


def modules() -> dict[str, Path]:
    """The files of the package by their dotted names; a package has the name of its folder."""
    return {_dotted(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imports() -> dict[str, set[str]]:
    """The modules that each module imports, wherever in its file, but the package itself, named for
    its version.
    """
    known = modules()
    found: dict[str, set[str]] = {}
    for name, path in known.items():
        imported = set(_imported(ast.parse(path.read_text("utf-8")), known))
        found[name] = {each for each in imported if each not in (name, NAME)}
    return found


def room(module: str) -> str:
    """The room of a module: the folder, or the file, that lies directly in the package."""
    return module.split(".")[1] if "." in module else ""


def upward() -> list[tuple[str, str]]:
    """The imports from a room of the same layer, another room, or of a layer above."""
    return [
        (module, other)
        for module, others in sorted(imports().items())
        for other in sorted(others)
        if room(module)
        and room(module) != room(other)
        and RANKS[room(module)] <= RANKS[room(other)]
    ]


def find_circle() -> list[str]:
    """The files of one circle of imports, in order; none where there is no circle."""
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def _imported(tree: ast.Module, known: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in known else node.module


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(
        ".__init__"
    )


if __name__ == "__main__":
    for rooms in LAYERS:
        print(" ".join(rooms))
    for module, other in upward():
        print(f"{module} imports {other}, of a higher layer")
    if circle := find_circle():
        print(f"cycle: {' → '.join(circle)}")
