"""A public function or class has a name of its own: no other room defines one of that name."""

import ast
from collections import defaultdict

from helpers.rooms import MODULES, NAME, find_room

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def list_public_names(module):
    """Yield the names of the public functions and classes that a module defines."""
    for node in ast.parse(MODULES[module].read_text("utf-8")).body:
        if isinstance(node, DEFINITIONS) and not node.name.startswith("_"):
            yield node.name


def test_no_name_is_defined_in_two_rooms():
    """A metric of plugin/, which SacreROUGE runs, has the name of the one in metrics/ inside it."""
    rooms = defaultdict(set)
    for module in MODULES.keys() - {NAME}:
        for name in list_public_names(module):
            rooms[name].add(find_room(module))
    shared = {name: found for name, found in rooms.items() if len(found) > 1}
    assert {name: found for name, found in shared.items() if found != {"plugin", "metrics"}} == {}
