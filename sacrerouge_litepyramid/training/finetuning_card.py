"""Fill the template of a model card."""

from collections.abc import Mapping
from typing import Any


def fill_card(template: str, name: str, settings: Mapping[str, Any], data: Mapping[str, Any], figures: str) -> str:
    """Return the card as Markdown; the template has places for name, max_length, data, settings and figures."""
    return template.format(
        name=name,
        max_length=settings["max_length"],
        data=_items(data),
        settings=_items(settings),
        figures=figures,
    )


def _items(values: Mapping[str, Any]) -> str:
    return "\n".join(f"- {name}: {value}" for name, value in values.items() if value is not None)
