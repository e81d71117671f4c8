"""Inputs that mix-units, train regressor and curve share."""

import argparse
from collections.abc import Mapping, Sequence

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.core.mixing import UnitsByInstance
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits, prepare
from sacrerouge_litepyramid.extraction.easiness import SHIPPED, EasinessRegressor, load_regressor
from sacrerouge_litepyramid.extraction.extractor import Reference, build_extractor, extract_units
from sacrerouge_litepyramid.extraction.features import SentenceFeatures
from sacrerouge_litepyramid.io.documents import read_references
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.registry import build


def add_feature_arguments(parser: CommandParser) -> None:
    """Add the arguments of the regressor's features."""
    parser.add_component("--features", help="Sentence features: name (dependency, constituency) or JSON")
    parser.add_input(
        "--trees-file", help='Constituency trees, one {"sentence", "tree"} per line, for --features constituency'
    )


def read_mixable(
    references_file: str, scus_file: str, stus_file: str | None = None, extractor: str = "dependency"
) -> AlignedUnits:
    """Read aligned units from files; without a file of STUs they are extracted from the references."""
    references = {name: list(item.references) for name, item in read_references(references_file).items()}
    scus = {name: item.units for name, item in read_units(scus_file).items()}
    # Report an unknown instance before minutes of extraction.
    prepare(references, scus, dict.fromkeys(references, ()))
    return prepare(references, scus, _read_stus(references, stus_file, extractor))


def read_references_and_stus(
    references_file: str, stus_file: str | None = None, extractor: str = "dependency"
) -> tuple[dict[str, list[Reference]], AlignedUnits]:
    """Read references whose SCUs nobody has written yet, and their STUs as in `read_mixable`."""
    references = {name: list(item.references) for name, item in read_references(references_file).items()}
    return references, prepare(references, dict.fromkeys(references, ()), _read_stus(references, stus_file, extractor))


def _read_stus(references: Mapping[str, Sequence[Reference]], stus_file: str | None, extractor: str) -> UnitsByInstance:
    if stus_file:
        return {name: item.units for name, item in read_units(stus_file).items()}
    return extract_units(build_extractor(extractor), references).units


def build_features(args: argparse.Namespace, default: str = "dependency") -> SentenceFeatures:
    """Return the features that the arguments of `add_feature_arguments` describe."""
    if args.trees_file:
        if args.features not in (None, "constituency"):
            raise ValueError(
                f"--trees-file is for --features constituency, not {args.features!r}; leave one of them out"
            )
        return build(SentenceFeatures, {"type": "constituency", "trees": args.trees_file})
    return build(SentenceFeatures, args.features or default)


def build_regressor(args: argparse.Namespace) -> tuple[EasinessRegressor, SentenceFeatures]:
    """Return the regressor of ``args.regressor`` (by default the shipped one) and features of its kind."""
    regressor = load_regressor(args.regressor or SHIPPED)
    features = build_features(args, default=str(regressor.features.get("type", "dependency")))
    regressor.check_features(features)
    return regressor, features
