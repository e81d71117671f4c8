"""The words of the forms by language, words/LANGUAGE.json: by section, the text of each key."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.files import read_text

#: by section (page, form, label_form, …, and NAME_script, the texts of its script), the text of each key as HTML; those
#: of a script are plain text, in which {names} stand for values
Words: TypeAlias = Mapping[str, Mapping[str, str]]

HERE = Path(__file__).parent / "words"
ENGLISH = "en"


def list_languages() -> list[str]:
    """Return the languages that forms can be in."""
    return sorted(path.stem for path in HERE.glob("*.json"))


def read_words(language: str = ENGLISH) -> Words:
    """Return the words of a language, the English text where a key has none; ValueError for an unknown language."""
    if language not in (known := list_languages()):
        raise ValueError(
            f"{name_argument('language')}: there are no forms in {language!r}; choose one of {', '.join(known)}"
        )
    english, chosen = (json.loads(read_text(HERE / f"{name}.json")) for name in (ENGLISH, language))
    return {section: {**texts, **chosen.get(section, {})} for section, texts in english.items()}
