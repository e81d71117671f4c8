"""A metric's arguments that are themselves configurable, from any of the forms in which they come."""

import json
from typing import Any

from sacrerouge.common import Params


def built(base: Any, given: Any) -> Any:
    """An implementation of ``base``, a Registrable, from itself, its name, its JSON form, or None for the default.

    SacreROUGE's command line hands over the text itself where it could not build one from it.
    """
    if isinstance(given, base):
        return given
    if isinstance(given, str):
        given = json.loads(given) if given.lstrip().startswith("{") else {"type": given}
    return base.from_params(Params(dict(given or {})))
