"""The words of pages by language: files LANGUAGE.json with the text of each key by section."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.files import read_text

#: the text of each key by section: HTML for sections of HTML files, and for sections of scripts
#: plain text, in which {names} are replaced by values
Words: TypeAlias = Mapping[str, Mapping[str, str]]

ENGLISH = "en"


def read_words(folder: Path, language: str = ENGLISH) -> Words:
    """Return a language's words, in English where a key is missing.

    Raise ValueError if the language is unknown.
    """
    known = sorted(path.stem for path in folder.glob("*.json"))
    if language not in known:
        raise ValueError(
            f"{name_argument('language')}: there are no texts in {language!r}; choose one of "
            f"{', '.join(known)}"
        )
    english = json.loads(read_text(folder / f"{ENGLISH}.json"))
    chosen = json.loads(read_text(folder / f"{language}.json"))
    return {section: {**texts, **chosen.get(section, {})} for section, texts in english.items()}
