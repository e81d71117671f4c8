"""Build extractors on a device."""

from collections.abc import Mapping
from typing import Any

from sacrerouge_litepyramid import registry
from sacrerouge_litepyramid.extraction.interfaces import UnitExtractor
from sacrerouge_litepyramid.registry import Registrable, read_description


def build_extractor(description: str | Mapping[str, Any] | None = None, device: str | None = None) -> UnitExtractor:
    """Build an extractor from its name or JSON; ``device``: where it, or its annotators, run if they take a device."""
    settings = read_description(description, f"the {UnitExtractor.noun}")
    if device is not None:
        settings = _with_device(UnitExtractor, settings, device)
    return registry.build(UnitExtractor, settings)


def _with_device(kind: type[Registrable], description: Any, device: str) -> dict[str, Any]:
    """Return the settings with the device added to each component that takes one and has none."""
    settings = read_description(description, f"the {kind.noun}")
    implementation = kind.by_name(settings.get("type", kind.default_implementation))
    for parameter in registry.parameters(implementation):
        given = settings.get(parameter.name, None if parameter.is_required else parameter.default)
        if parameter.name == "device":
            settings.setdefault("device", device)
        elif parameter.kind is not None and given is not None:
            settings[parameter.name] = _with_device(parameter.kind, given, device)
    return settings
