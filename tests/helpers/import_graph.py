"""The rooms of the package and who imports whom, read from the files' own import statements.

`python tests/helpers/import_graph.py` prints the rooms, the circles of files, and the imports from a room to a higher
one.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

NAME = "sacrerouge_litepyramid"
PACKAGE = Path(__file__).parents[2] / NAME
#: the rooms, the lowest first: a file imports from its own room and from the layers below
LAYERS = (
    ("core", "statistics", "_version"),
    ("registry", "signature"),
    ("io",),
    ("models",),
    ("judges", "extraction", "corpora"),
    ("scoring",),
    ("metrics",),
    ("training", "scale", "result"),
    ("evaluation",),
    ("report",),
    ("annotation",),
    ("api", "reporting", "demo"),
    ("experiments", "plugin"),
    ("cli",),
    ("__main__",),
)
RANKS = {room: rank for rank, rooms in enumerate(LAYERS) for room in rooms}


def modules() -> dict[str, Path]:
    """The files of the package by their dotted names; a package has the name of its folder."""
    return {_dotted(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imports() -> dict[str, set[str]]:
    """The modules that each module imports, wherever in its file, but the package itself, named for its version."""
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
        if room(module) and room(module) != room(other) and RANKS[room(module)] <= RANKS[room(other)]
    ]


def circles() -> list[list[str]]:
    """The groups of files that import each other in a circle (Tarjan's strongly connected components)."""
    graph = imports()
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in graph[module]:
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            group = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            if len(group) > 1:
                found.append(sorted(group))

    for module in graph:
        if module not in index:
            visit(module)
    return found


def _imported(tree: ast.Module, known: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in known else node.module


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


if __name__ == "__main__":
    names = modules()
    rooms = sorted({room(name) for name in names if room(name)}, key=lambda each: (RANKS.get(each, -1), each))
    for each in rooms:
        print(f"{each:<14}{sum(room(name) == each for name in names):>4} files")
    folders = sum((PACKAGE / each).is_dir() for each in rooms)
    files = f"{len(rooms) - folders} files beside them"
    print(f"{folders} rooms, {files}, {len(circles())} circles, {len(upward())} imports upwards")
    for circle in circles():
        print("circle:", ", ".join(circle))
    for module, other in upward():
        print("upwards:", module, "->", other)
