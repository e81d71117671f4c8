"""Extractors from command line arguments."""

import inspect
from typing import Any

from sacrerouge_litepyramid.extraction import (  # noqa: F401 (they register extractors)
    cache,
    dependency,
    generative,
    sentence,
    srl,
)
from sacrerouge_litepyramid.extraction.allennlp import annotators  # noqa: F401 (registers AllenNLP's)
from sacrerouge_litepyramid.extraction.interfaces import CoreferenceResolver, SemanticRoleLabeler, UnitExtractor
from sacrerouge_litepyramid.registry import building, name_or_json


def build_extractor(description: str = "dependency", device: str | None = None) -> UnitExtractor:
    """An extractor from its name or JSON; ``device`` goes to what runs on one.

    "srl" alone means AllenNLP's labeller without coreference.
    """
    from sacrerouge.common import Params

    params = name_or_json(description, "the extractor")
    name = params.get("type", UnitExtractor.default_implementation)
    known = UnitExtractor.list_available()
    if name not in known:
        raise ValueError(f"the extractor {name!r} is unknown; known: {', '.join(known)}")
    if name == "srl":
        params = {"labeler": {"type": "allennlp"}, **params}
    if device is not None:
        params = _with_device(params, device)
    with building(description, "the extractor"):
        return UnitExtractor.from_params(Params(params))


def _with_device(params: dict[str, Any], device: str) -> dict[str, Any]:
    """The device for the extractor, and the annotators among its arguments, that take one and do not name another."""
    params = dict(params)
    own = UnitExtractor.by_name(params.get("type", UnitExtractor.default_implementation))
    if "device" in inspect.signature(own).parameters:
        params = {"device": device, **params}
    for name, base in (("labeler", SemanticRoleLabeler), ("coreference", CoreferenceResolver)):
        given = params.get(name)
        if isinstance(given, str):
            given = {"type": given}
        if isinstance(given, dict):
            annotator = base.by_name(given.get("type", base.default_implementation))
            if "device" in inspect.signature(annotator).parameters:
                params[name] = {"device": device, **given}
    if isinstance(params.get("extractor"), dict):
        params["extractor"] = _with_device(params["extractor"], device)
    return params
