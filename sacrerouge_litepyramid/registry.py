"""Components of a metric from what a config or SacreROUGE's command line gives."""

import copy
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sacrerouge.common import Params


def component(kind: type[Any], description: Any) -> Any:
    """A component of a Registrable kind from itself, its name, its JSON form, or None for the kind's default.

    SacreROUGE's command line hands over the text itself where it could not build a component from it. Raises ValueError
    for an unknown name or argument, and for what is neither a name nor an object.
    """
    if isinstance(description, kind):
        return description
    if isinstance(description, str):
        params = name_or_json(description, kind.__name__)
    elif description is None or isinstance(description, dict):
        # SacreROUGE empties what it builds from; the caller may build from it again.
        params = copy.deepcopy(description or {})
    else:
        raise ValueError(f"{kind.__name__} {description!r} is neither a name nor an object; give one of them")
    name = params.get("type", kind.default_implementation)
    # A name with a dot is a class to import, as everywhere in SacreROUGE.
    if "." not in str(name) and name not in kind.list_available():
        known = ", ".join(kind.list_available())
        raise ValueError(f"{kind.__name__} {name!r} is unknown; known: {known}")
    with building(description, kind.__name__):
        return kind.from_params(Params(params))


def name_or_json(description: str, what: str) -> dict[str, Any]:
    """The object that a JSON text holds, or a name as ``{"type": name}``; ``what`` begins the message of ValueError."""
    if not description.lstrip().startswith("{"):
        return {"type": description}
    try:
        return json.loads(description)
    except json.JSONDecodeError as error:
        raise ValueError(f"{what} {description!r} is neither a name nor JSON ({error})") from None


@contextmanager
def building(description: object, what: str) -> Iterator[None]:
    """Turns what SacreROUGE raises about a component into a ValueError; ``what`` begins its message."""
    try:
        yield
    except (ValueError, ImportError):
        raise
    except Exception as error:
        # SacreROUGE raises bare Exceptions, and ConfigurationErrors whose str() is empty.
        text = str(error).strip() or getattr(error, "message", "") or type(error).__name__
        raise ValueError(f"{what} {description!r} cannot be built: {text}") from error
