"""Components of a metric from what a config or SacreROUGE's command line gives."""

import json
from typing import Any

from sacrerouge.common import Params


def component(kind: type[Any], description: Any) -> Any:
    """A component of a Registrable kind from itself, its name, its JSON form, or None for the kind's default.

    SacreROUGE's command line hands over the text itself where it could not build a component from it.
    """
    if isinstance(description, kind):
        return description
    if isinstance(description, str):
        description = json.loads(description) if description.startswith("{") else {"type": description}
    return kind.from_params(Params(dict(description or {})))
