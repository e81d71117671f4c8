"""Plain passages of a text that may have lists, headings, tables, Markdown, HTML and wrapped lines.

Marks are not content. A text without marks and line breaks is one passage, and every character is
kept. A line break ends a passage if the next line begins like a sentence; lines that were wrapped
at a fixed width are joined again.
"""

import html
import operator
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple


class Passage(NamedTuple):
    """Running text without marks, or one of its sentences."""

    text: str
    #: the line that introduces it if it is an item of a list or a row of a table
    introduction: str = ""


def read_passages(text: str) -> list[Passage]:
    """Return the passages of a text in order; an empty text has none."""
    if not _SUSPECT.search(text):
        return [Passage(text)] if text.strip() else []
    lines = list(_read_lines(_replace_html(text)))
    if not any(line.text for line in lines):
        return []
    passages = _join_lines(lines)
    # A text of one line is not changed because of its white space alone.
    has_one_line = len(passages) == 1 and "\n" not in text.strip()
    if has_one_line and passages[0].text.split() == text.split():
        return [Passage(text)]
    return passages


def clean_text(text: str) -> str:
    """Return a text without marks, one passage per line.

    A text without marks is returned as it is.
    """
    return "\n".join(passage.text for passage in read_passages(text))


_SUSPECT = re.compile(
    r"[\n\r\t\v\f\x85\u2028\u2029|*_`~<\[&#\\]|^\s*(?:[-+>•‣◦▪●○■□–—]|\(?\w{1,3}[.)])\s"
)

_INLINE_TAGS = (
    "a|abbr|b|big|cite|code|del|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|u|"
    "tt|var"
)
_BLOCK_TAGS = (
    "address|article|aside|blockquote|body|br|caption|center|dd|div|dl|dt|figcaption|figure|footer|form|head|header|hr|"
    "html|img|main|nav|ol|p|pre|section|table|tbody|thead|tfoot|title|ul"
)
_ATTRIBUTES = r"""(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))*\s*/?"""
#: patterns of tags and their replacements, in this order
_HTML = tuple(
    (re.compile(pattern, re.IGNORECASE), replacement)
    for pattern, replacement in (
        (r"(?s:<!--.*?-->|<!DOCTYPE[^>]*>|<(script|style)\b.*?</\1\s*>)", " "),
        (rf"<li{_ATTRIBUTES}>", "\n* "),
        (rf"<h[1-6]{_ATTRIBUTES}>", "\n\n# "),
        (rf"</t[dh]\s*>\s*<t[dh]{_ATTRIBUTES}>", " | "),
        (rf"<tr{_ATTRIBUTES}>", "\n| "),
        (r"</tr\s*>", " |\n"),
        (rf"</?(?:t[dh]|li){_ATTRIBUTES}>", " "),
        (rf"</h[1-6]\s*>|</?(?:{_BLOCK_TAGS}){_ATTRIBUTES}>", "\n\n"),
        (rf"</?(?:{_INLINE_TAGS}){_ATTRIBUTES}>", ""),
    )
)
_TAG = re.compile(
    rf"</?(?:li|h[1-6]|t[drh]|{_BLOCK_TAGS}|{_INLINE_TAGS}){_ATTRIBUTES}>|<!--", re.IGNORECASE
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]\w{1,30});", re.IGNORECASE)


def _replace_html(text: str) -> str:
    """Return a text with line breaks and marks for HTML's tags, and characters for entities."""
    if _TAG.search(text):
        # In HTML a line break separates words like any white space; it does not end a line.
        text = re.sub(r"(?<![>\s])[ \t]*\r?\n[ \t]*(?![<\s*+#>|-])", " ", text)
        for pattern, replacement in _HTML:
            text = pattern.sub(replacement, text)
    return decode_entities(text)


def decode_entities(text: str) -> str:
    """Return a text with characters for HTML's entities, such as ``&amp;`` and ``&#39;``."""
    return _ENTITY.sub(lambda match: html.unescape(match[0]), text) if "&" in text else text


#: patterns of Markdown's marks within a line, and the text that remains without the marks
_INLINE = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"]*\")?\)", r"\1"),
        (r"<((?:https?://|mailto:)[^<>\s]+)>", r"\1"),
        (r"(?<=[\w.!?,;:\"”’)])(?: ?\[(?:\^\w+|\d{1,3}(?:\s*[,–-]\s*\d{1,3})*)\])+", ""),
        (r"(?<![\w*\\])(\*{1,3})(?=[^\s*])([^*]*[^\s*\\])\1(?![\w*])", r"\2"),
        (r"(?<!\w)(_{1,3})(?=[^\s_])([^_]*[^\s_])\1(?!\w)", r"\2"),
        (r"~~(?=\S)([^~]*\S)~~", r"\1"),
        (r"(?<![`\w])`(?=[^\s`])([^`]*[^\s`])`(?![`'\w])", r"\1"),
        (r"\\([\\`*_{}\[\]()#+.!|>~-])", r"\1"),
    )
)

HEADING, ITEM, ROW, DIVIDER, TEXT = "heading", "item", "row", "divider", "text"


class _Line(NamedTuple):
    """A line without its marks."""

    kind: str
    #: empty for dividers and blank lines
    text: str = ""
    #: columns before the text or an item's mark
    indent: int = 0
    #: columns of the line with its marks
    width: int = 0


_QUOTE = re.compile(r"^\s{0,3}(?:>\s?)+")
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$")
_BULLET = re.compile(r"^(\s*)[-*+•‣◦▪●○■□–—]\s+(?:\[[ xX]\]\s+)?(?=\S)")
_NUMBER = re.compile(r"^(\s*)(?:\(?\d{1,2}[.)]|\(?[a-zA-Z]\)|\(?[ivxIVX]{1,4}[.)])\s+(?=\S)")
_DIVIDER = re.compile(
    r"^\s*(?:[-*_=~]\s*){3,}$|^\s*(?:`{3,}|~{3,})\w*\s*$|^[\s|:+=-]*-{2}[\s|:+=-]*$"
)
_ROW = re.compile(r"^\s*\|.*(?<!\\)\|\s*$")
_CELLS = re.compile(r"(?<!\\)\|")


def _read_lines(text: str) -> Iterator[_Line]:
    """Yield the lines of a text without their marks."""
    lines = [_QUOTE.sub("", line) for line in text.splitlines()]
    # A single "1." or "A)" begins a sentence ("1. FC Köln won"), several begin a list.
    is_numbered = sum(_NUMBER.match(line) is not None for line in lines) > 1
    separators = [mark for mark in (" | ", "\t") if sum(mark in line.strip() for line in lines) > 1]
    for line in lines:
        width = len(line.rstrip())
        if not width:
            yield _Line(TEXT)
        elif _DIVIDER.match(line):
            yield _Line(DIVIDER)
        elif heading := _HEADING.match(line):
            yield _Line(HEADING, _remove_marks(heading[1]))
        elif item := _BULLET.match(line) or (_NUMBER.match(line) if is_numbered else None):
            indent = len(item[1].expandtabs(4))
            yield _Line(ITEM, _remove_marks(line[item.end() :]), indent, width)
        elif (cells := _split_cells(line, separators)) is not None:
            yield _Line(ROW, ", ".join(cells))
        else:
            indent = len(line) - len(line.lstrip())
            yield _Line(TEXT, _remove_marks(line), indent, width)


def _remove_marks(text: str) -> str:
    for pattern, replacement in _INLINE:
        text = pattern.sub(replacement, text)
    return " ".join(text.split())


def _split_cells(line: str, separators: list[str]) -> list[str] | None:
    """Return the cells of a table's row that are not empty, or None if the line is not a row.

    ``separators``: the separators that occur in several lines of the text.
    """
    if _ROW.match(line) or (" | " in separators and " | " in line):
        parts = _CELLS.split(line)
    elif "\t" in separators and "\t" in line.strip():
        parts = line.split("\t")
    else:
        return None
    return [cell for cell in map(_remove_marks, parts) if cell]


#: the width of the narrowest text whose lines count as wrapped
_MIN_WIDTH = 40
_KEY = re.compile(r"[^\W\d_][\w ./-]{0,30}:(?:\s|$)")
_OPENING = "\"'“‘«([`¿¡"
_HYPHEN = re.compile(r"[^\W\d_]-$")


class _Wrapping(NamedTuple):
    """How a block is wrapped."""

    #: whether it mixes upper and lower case
    has_case: bool
    #: in characters, 0 if unwrapped
    width: int

    @classmethod
    def detect(cls, block: list[_Line]) -> "_Wrapping":
        """Return how a block is wrapped.

        Lines are wrapped if one that is full continues in lower case or, where case says nothing,
        if all are full.
        """
        letters = "".join(line.text for line in block)
        has_case = letters not in (letters.lower(), letters.upper())
        width = max(line.width for line in block)
        filled = [_fills(*pair, width) for pair in pairwise(block)]
        if has_case:
            continued = map(_begins_lower, block[1:])
            is_wrapped = any(map(operator.and_, filled, continued))
        else:
            is_wrapped = len(filled) > 1 and all(filled)
        return cls(has_case, width if is_wrapped and width >= _MIN_WIDTH else 0)

    def joins(self, line: _Line, following: _Line) -> bool:
        """Return whether a line's sentence continues in the following line."""
        if self.has_case and _begins_lower(following):
            return True
        if line.text.endswith((",", ";")):
            return not _KEY.match(following.text)
        return self.width > 0 and _fills(line, following, self.width)


def _begins_lower(line: _Line) -> bool:
    return line.text.lstrip(_OPENING)[:1].islower()


def _fills(line: _Line, following: _Line, width: int) -> bool:
    """Return whether the next line's first word would not have fitted into a line of this width."""
    first_word, *_ = following.text.split(maxsplit=1)
    return line.width + 1 + len(first_word) > width


def _list_blocks(lines: list[_Line]) -> Iterator[list[_Line]]:
    """Yield blocks of lines that may form one passage.

    A block is an item or a line of text, with the lines of text after it.
    """
    block = []
    for line, following in pairwise([*lines, _Line(DIVIDER)]):
        block.append(line)
        is_open = line.kind in (TEXT, ITEM) and line.text and not line.text.endswith(":")
        is_continued = following.kind == TEXT and following.text
        if not (is_open and is_continued):
            yield block
            block = []


def _join_block(block: list[_Line]) -> list[str]:
    """Return the texts of a block's passages."""
    wrapping = _Wrapping.detect(block) if len(block) > 1 else None
    joined = [block[0].text]
    for line, following in pairwise(block):
        if wrapping is None or not wrapping.joins(line, following):
            joined.append(following.text)
        elif _HYPHEN.search(joined[-1]):
            joined[-1] += following.text
        else:
            joined[-1] += f" {following.text}"
    return joined


class _Introduction(NamedTuple):
    """A line that may introduce the items after it that are indented more."""

    text: str
    #: an item's indentation, -1 for a line outside a list
    level: int


def _join_lines(lines: list[_Line]) -> list[Passage]:
    passages = []
    introductions: list[_Introduction] = []
    header = ""
    for block, following in pairwise([*_list_blocks(lines), [_Line(TEXT)]]):
        first = block[0]
        is_underlined = following[0].kind == DIVIDER
        if first.kind == ROW and first.text:
            passages.append(Passage(first.text, header))
            header = first.text if is_underlined else header
        # The header introduces the rows below a divider too.
        if first.kind in (ROW, DIVIDER):
            continue
        header = ""
        level = first.indent if first.kind == ITEM else -1
        for text in filter(None, _join_block(block)):
            introductions = [line for line in introductions if line.level < level]
            introduction = introductions[-1].text if introductions else ""
            passages.append(Passage(text, introduction))
            if text.endswith(":") or first.kind == HEADING or is_underlined:
                introductions.append(_Introduction(text, level))
    return passages
