"""Check that a tag belongs to this version, before anything is published: python
tools/check_release.py v1.2.3

The tag, the package's version, CITATION.cff and a dated section of CHANGELOG.md must agree; with
``--source-url``, pyproject.toml must name that address too. The section is written to
``--notes-file``, for the release's page.
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def find_section(change_log: str, version: str) -> tuple[str, str]:
    """Return the date and the text of a version's section.

    Raise ValueError if it is missing, undated or empty.
    """
    sections = re.split(r"^## ", change_log, flags=re.MULTILINE)[1:]
    for section in sections:
        heading, _, text = section.partition("\n")
        match = re.fullmatch(re.escape(version) + r" - (\d{4}-\d\d-\d\d)", heading)
        if match and text.strip():
            return match[1], text.strip() + "\n"
    raise ValueError(
        f'CHANGELOG.md: no text under "## {version} - YEAR-MONTH-DAY"; date the section of the '
        "release"
    )


def check_release(root: Path, tag: str, source_url: str | None = None) -> str:
    """Return the release's notes.

    Raise ValueError if a file disagrees, with the line that it should have. ``root``: the folder of
    the repository; ``tag``: the release's tag, as v1.2.3; ``source_url``: the address of the
    publishing repository, None to skip this check.
    """
    version = _find_value(root, "sacrerouge_litepyramid/_version.py", r'^__version__ = "(.+)"$')
    if tag != f"v{version}":
        raise ValueError(
            f"the tag is {tag!r}, but the package has version {version}; tag v{version} or change "
            "it"
        )
    date, notes = find_section((root / "CHANGELOG.md").read_text("utf-8"), version)
    for field, value in (("version", version), ("date-released", date)):
        _expect(root, "CITATION.cff", f'{field}: "{{}}"', value, rf'^{field}: "?(.+?)"?$')
    if source_url is not None:
        _expect(
            root, "pyproject.toml", '[project.urls] Source = "{}"', source_url, r'^Source = "(.+)"'
        )
    return notes


def _find_value(root: Path, name: str, pattern: str) -> str:
    """Return the group of a pattern in a file, "" if nothing matches."""
    match = re.search(pattern, (root / name).read_text("utf-8"), flags=re.MULTILINE)
    return match[1] if match else ""


def _expect(root: Path, name: str, line: str, value: str, pattern: str) -> None:
    actual = _find_value(root, name, pattern)
    if actual != value:
        raise ValueError(
            f"{name}: {actual or 'nothing'} where {value} was expected; write {line.format(value)}"
        )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tag")
    parser.add_argument("--source-url", help="the address that pyproject.toml must name")
    parser.add_argument(
        "--notes-file", type=Path, help="where to write the version's section of CHANGELOG.md"
    )
    args = parser.parse_args(arguments)
    try:
        notes = check_release(ROOT, args.tag, args.source_url)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    if args.notes_file:
        args.notes_file.write_text(notes, "utf-8")
    print(f"{args.tag}: the version, CITATION.cff and CHANGELOG.md agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
