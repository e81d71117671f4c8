"""Components of a metric from what a config or SacreROUGE's command line gives."""

import json
from typing import Any, TypeVar, cast

from sacrerouge.common import Params, Registrable

T = TypeVar("T", bound=Registrable)


def component(kind: type[T], description: T | str | dict[str, Any] | None) -> T:
    """A component from itself, its registered name, its JSON form, or None for the kind's default.

    SacreROUGE's command line hands over the text itself where it could not build a component from it.
    """
    if isinstance(description, kind):
        return description
    if isinstance(description, str):
        description = json.loads(description) if description.startswith("{") else {"type": description}
    return cast(T, kind.from_params(Params(dict(cast(dict, description or {})))))
