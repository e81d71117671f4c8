"""Build components by name, from a config or an option.

A component is described by its registered name, by a JSON object ``{"type": name, argument: value,
…}``, or by such an object as a text. Arguments that are components themselves are described in the
same way.
"""

import importlib
import inspect
import pkgutil
import re
import sys
import types
from abc import ABC
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.core.texts import find_near

T = TypeVar("T")
C = TypeVar("C", bound="Registrable")
#: the number of similar names in the message for an unknown name
_MAX_NEAR = 3


class Registrable(ABC):  # noqa: B024 (its subclasses have abstract methods)
    """The base class of each kind of component; it registers the kind's implementations."""

    #: what messages call the kind
    noun: ClassVar[str] = "component"
    #: the name for a description without a type
    default_implementation: ClassVar[str | None] = None
    _registered: ClassVar[dict[type, dict[str, type]]] = {}

    @classmethod
    def register(cls, name: str) -> Callable[[type[T]], type[T]]:
        """Register the decorated class under a name.

        Raise ValueError if another class has the name.
        """

        def add(implementation: type[T]) -> type[T]:
            known = Registrable._registered.setdefault(cls, {})
            other = known.get(name, implementation)
            # A module that is imported again registers its classes again.
            is_same_module = other.__module__ == implementation.__module__
            if not is_same_module or other.__qualname__ != implementation.__qualname__:
                raise ValueError(
                    f"the {cls.noun} {name!r} is registered already, as {other.__qualname__}"
                )
            known[name] = implementation
            return implementation

        return add

    @classmethod
    def list_available(cls) -> list[str]:
        """Return the registered names, sorted."""
        return sorted(Registrable._registered.get(cls, ()))

    @classmethod
    def by_name(cls: type[C], name: str | None) -> type[C]:
        """Return the class registered under a name.

        Raise ValueError with the known names if there is none.
        """
        known = Registrable._registered.get(cls, {})
        if not isinstance(name, str) or name not in known:
            raise ValueError(explain_unknown_name(f"the {cls.noun}", name, known))
        return known[name]


def import_modules(package: str) -> None:
    """Import all modules of a package, which register their components.

    A new component is one new file.
    """
    for module in pkgutil.iter_modules(sys.modules[package].__path__, f"{package}."):
        importlib.import_module(module.name)


def import_package(name: str, excluded: Collection[str] = ()) -> None:
    """Import a package and all its modules but the excluded ones, which register their components.

    A package that is not imported yet is looked for in the working directory first. Raises
    ValueError if ``name`` is not a name that can be imported.
    """
    if not all(part.isidentifier() for part in name.split(".")):
        option = name_argument("include_packages")
        raise ValueError(f"{option}: {name!r:.60} is not a package; pass a name such as my_metrics")
    importlib.invalidate_caches()
    if name in sys.modules:
        _import_all(name, excluded)
        return
    folder = str(Path.cwd())
    sys.path.insert(0, folder)
    try:
        _import_all(name, excluded)
    finally:
        sys.path.remove(folder)


def _import_all(name: str, excluded: Collection[str]) -> None:
    if name not in excluded:
        module = importlib.import_module(name)
        for part in pkgutil.iter_modules(getattr(module, "__path__", []), f"{name}."):
            _import_all(part.name, excluded)


class Parameter(NamedTuple):
    """An argument of a constructor."""

    name: str
    annotation: Any
    #: `inspect.Parameter.empty` for a required one
    default: Any

    @property
    def kind(self) -> type[Registrable] | None:
        """The kind of component that the argument takes, if it takes one."""
        for choice in _union_members(self.annotation):
            # Python 3.10 takes list[str] for a class.
            if get_origin(choice) is not None or not inspect.isclass(choice):
                continue
            if issubclass(choice, Registrable):
                return choice
        return None


def build(kind: type[C], description: C | str | Mapping[str, Any] | None = None) -> C:
    """Build a component from its name or JSON, or the kind's default for None.

    Return a component as it is. Raises ValueError if the name, an argument or an argument's type is
    wrong; the component's own ValueError and ImportError are passed on.
    """
    if isinstance(description, kind):
        return description
    settings = read_description(description, f"the {kind.noun}")
    name = settings.pop("type", kind.default_implementation)
    if name is None:
        raise ValueError(
            f"the {kind.noun} {description!r} has no 'type'; known: "
            f"{', '.join(kind.list_available())}"
        )
    return construct(kind.by_name(name), settings, f"the {kind.noun} {name!r}")


def construct(implementation: Callable[..., T], settings: Mapping[str, Any], what: str) -> T:
    """Call a constructor with settings of JSON; ``what`` begins the messages of `build`."""
    known = {parameter.name: parameter for parameter in parameters(implementation)}
    for name in settings:
        if name not in known:
            raise ValueError(explain_unknown_name(f"{what}: the argument", name, known))
    for name, parameter in known.items():
        if parameter.default is inspect.Parameter.empty and name not in settings:
            text = describe_parameters(implementation).get(name)
            meaning = f" ({text})" if text else ""
            raise ValueError(
                f'{what} needs the argument {name!r}{meaning}; pass it in JSON, beside "type"'
            )
    arguments = {
        name: _convert_argument(known[name], value, what) for name, value in settings.items()
    }
    try:
        return implementation(**arguments)
    except (ValueError, ImportError):
        raise
    except Exception as error:
        raise ValueError(f"{what} cannot be built: {str(error) or type(error).__name__}") from error


def parameters(implementation: Callable[..., Any]) -> list[Parameter]:
    """Return the arguments of a constructor, in their order."""
    arguments = inspect.signature(implementation, eval_str=True).parameters.values()
    return [
        Parameter(argument.name, argument.annotation, argument.default) for argument in arguments
    ]


def describe_parameters(implementation: Callable[..., Any]) -> dict[str, str]:
    """Return the text on each argument in the ``Args:`` section of a function, or a class's."""
    described: dict[str, str] = {}
    for owner in reversed(getattr(implementation, "__mro__", [implementation])):
        section = inspect.cleandoc(owner.__doc__ or "").partition("\nArgs:\n")[2]
        described.update(re.findall(r"^ {4}(\w+): (.*(?:\n {5,}.*)*)", section, re.MULTILINE))
    return {
        name: " ".join(text.replace("``", "").removesuffix(".").split())
        for name, text in described.items()
    }


def read_description(description: object, what: str) -> dict[str, Any]:
    """Return a description as a new dictionary.

    Raise ValueError that begins with ``what`` for another type.
    """
    if description is None:
        return {}
    if isinstance(description, Mapping):
        return dict(description)
    if not isinstance(description, str):
        raise ValueError(
            f"{what} {description!r:.60} is neither a name nor an object; pass a name or a JSON "
            "object"
        )
    if not description.lstrip().startswith("{"):
        return {"type": description}
    settings: dict[str, Any] = parse_json(
        description, f"{what} {description!r:.60}", "pass a name or a JSON object"
    )
    return settings


def explain_unknown_name(
    what: str,
    name: object,
    known: Iterable[str],
    *,
    help_command: str = "",
    lists_known: bool = True,
) -> str:
    """Return the message for an unknown name, with the nearest known name and all of them.

    With ``help_command``, which lists all names, or ``lists_known=False``, the message has up to
    _MAX_NEAR near names instead; if none is near, only ``help_command`` keeps it short.
    """
    names = sorted(known)
    is_short = bool(help_command) or not lists_known
    near = find_near(str(name), names, _MAX_NEAR if is_short else 1)
    message = f"{what} {name!r:.60} is unknown"
    if near:
        message += f"; did you mean {' or '.join(map(repr, near))}?"
    if help_command:
        return f"{message}{'' if near else '.'} `{help_command}` lists all"
    if near and not lists_known:
        return message
    return f"{message}{'' if near else ';'} known: {', '.join(names) or 'none'}"


def _convert_argument(parameter: Parameter, value: Any, what: str) -> Any:
    """Convert a value to what the constructor takes: build components, check everything else."""
    if value is None and parameter.default is None:
        return None
    kind = parameter.kind
    if kind is not None:
        return build(kind, value)
    choices = _union_members(parameter.annotation)
    if not any(_is_instance(value, choice) for choice in choices):
        expected = " or ".join(_type_name(choice) for choice in choices)
        raise ValueError(f"{what}: {parameter.name} must be {expected}, not {value!r:.60}")
    return value


def _union_members(annotation: Any) -> tuple[Any, ...]:
    """Return the members of a union, or the annotation itself."""
    is_union = get_origin(annotation) in (Union, types.UnionType)
    return get_args(annotation) if is_union else (annotation,)


def _is_instance(value: Any, annotation: Any) -> bool:
    """Return whether a JSON value is of the annotated type.

    A whole number is also a float; a boolean is not a number.
    """
    origin = get_origin(annotation) or annotation
    if origin is Literal:
        return value in get_args(annotation)
    if annotation is None:
        return value is None
    if origin is Any or not inspect.isclass(origin):
        return True
    if isinstance(value, bool):
        return origin in (bool, object)
    if origin is float:
        return isinstance(value, int | float)
    if origin in (list, tuple, dict) and isinstance(value, origin):
        if not get_args(annotation):
            return True
        # The last is a list's type of members, or a dictionary's type of values.
        *_, member = get_args(annotation)
        items = value.values() if isinstance(value, dict) else value
        return all(_is_instance(item, member) for item in items)
    return isinstance(value, origin) or origin is inspect.Parameter.empty


def _type_name(annotation: Any) -> str:
    if get_origin(annotation) is Literal:
        return ", ".join(map(repr, get_args(annotation)))
    # `list[str].__name__` would be "list".
    has_members = get_origin(annotation) is not None
    return str(annotation) if has_members else getattr(annotation, "__name__", str(annotation))
