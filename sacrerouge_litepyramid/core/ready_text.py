r"""Texts made ready for comparison: what tools, models and formats leave in a text is not content.

Metrics and judges compare texts in this form; files show them as they were written.
docs/interoperability.md, "Texts as they come", lists the rules. Making a text ready twice changes
nothing.

The judges "nli" and "generative" read texts as they were written, because their models were trained
on such texts and published scores come from them. Two rules hold for them too: reasoning in an
answer is dropped (here), and a text of several lines loses Markdown, HTML and the marks of tables
and lists (`judge_input`). Entities, escapes, look-alikes, separator tokens, the brackets of the
Penn Treebank and a text of one line stay, and so does the form of its Unicode.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from sacrerouge_litepyramid.core.markup import decode_entities

#: how a judge reads texts: ready for comparison, or as they were written
TextForm = Literal["ready", "as-written"]
READY: TextForm = "ready"
AS_WRITTEN: TextForm = "as-written"

#: what was done to a text, or could not be done
ENTITIES, ESCAPES, CHARACTERS = (
    "entities decoded",
    "escapes decoded",
    "look-alike or invisible characters replaced",
)
REASONING, SEPARATORS, NO_ANSWER = (
    "reasoning dropped",
    "separator tokens replaced",
    "no answer left after reasoning",
)
BRACKETS, TOKENIZER_MARKS = (
    "Penn Treebank brackets such as -LRB- replaced",
    "marks of tokenizers such as @-@ removed",
)
HYPHENS, CITATIONS, MISSING = (
    "words joined that were divided at a line's end",
    "citation marks dropped",
    "missing (nan, None, null, -)",
)
KEPT_ESCAPES = "escapes such as \\n kept beside other backslashes, please check"
KEPT_REASONING = "marks of reasoning kept, as only summaries are answers, please check"

#: a text in ASCII without any of these is ready
_SUSPECT = re.compile(
    # a pattern that begins with a set of characters is found fast
    r"[<\\&\[\]@_#|(-](?:(?<![(-])|(?<=-)(?:[lr][rsc]b-|\s*\n)|(?<=\()\w[\w’'-]+ (?:and|&) )"
)
_SUSPECT_WORDS = re.compile(r"\bet al|assistantfinal")
_SUSPECT_BEGINNINGS = ("analysis", "thinking...")

#: commands of LaTeX that begin like an escape
_LATEX = (
    r"(?!(?<=n)(?:u|eq?|eg|abla|ot|otin|ewline|ewcommand|oindent|onumber)\b|(?<=r)(?:ho|ight\w*|angle|m|ef|floor|ceil)\b"
    r"|(?<=t)(?:au|heta|imes|o|op|ext\w*|ilde|anh?|riangle|frac)\b)"
)
#: a path of Windows, or a backslash that is neither an escape nor Markdown; beside one, a backslash
#: that looks like an escape may be something else too
_OTHER_BACKSLASH = re.compile(
    rf"\b[a-z]:\\|\\(?![nrt]{_LATEX}|u[0-9a-f]{{4}}|x[0-9a-f]{{2}}|[^\w\s]|$)", re.IGNORECASE
)

_NAME = (
    r"(?:\w+[:_-])?"
    r"(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|cot|chain_of_thought|(?:inner_)?monologue)"
)
#: the marks at the beginning and at the end of reasoning; an end may be missing
_REASONING = (
    # <think> of DeepSeek-R1 and Qwen, <seed:think>, <reasoning effort="high">
    (rf"<{_NAME}(?:\s[^<>]*)?>", rf"</{_NAME}\s*>"),
    # Magistral
    (r"\[THINK\]", r"\[/THINK\]"),
    # Kimi
    ("◁think▷", "◁/think▷"),
    # OpenThoughts
    (r"<\|begin_of_thought\|>", r"<\|end_of_thought\|>"),
    # Command A
    (r"<\|start_thinking\|>", r"<\|end_thinking\|>"),
    (r"<\|thinking\|>", r"<\|/thinking\|>"),
    # MedGemma
    ("<unused94>thought", "<unused95>"),
    # Ollama
    (r"\AThinking\.\.\.\n", r"\.\.\.done thinking\.\n"),
    # gpt-oss
    (
        r"<\|channel\|>\s*(?:analysis|commentary)[^<>]*<\|message\|>",
        r"<\|channel\|>\s*final[^<>]*<\|message\|>",
    ),
    # gpt-oss without special tokens: "analysisWe need … assistantfinalThe port …"
    (r"\A\s*(?-i:analysis(?=[A-Z]))", "(?-i:assistantfinal)"),
)
_BEGIN = f"(?:{'|'.join(begin for begin, _ in _REASONING)})"
_END = f"(?:{'|'.join(end for _, end in _REASONING)})"

#: characters without width; a joiner has a meaning between emoji and from Arabic to Mongolian
_INVISIBLE = (
    "\u00ad(?:[ \t]*\r?\n[ \t]*)?"
    "|[\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef]"
    "|(?<![\u0600-\u18af\u2600-\u27bf\ua800-\uabff\U0001f000-\U0001faff\ufe0f])[\u200c\u200d]"
)
#: variants of letters, digits and white space; not "…", "™", "①", nor "！", which ends a sentence
_VARIANT = (
    "(?-i:[\u00a0µ¼-¾\u0132-\u02b8\u02e0-\u02e4\u0587\u0675-\u0678\u0e33\u0eb3\u0edc\u0edd\u1d2c-\u1e9a\u2002-\u200a\u202f"
    "\u205f\u2090-\u211d\u2121\u2124-\u2189\u2474-\u24b5\u2c7c-\u2d6f\u2e9f-\u2fd5\u3000\u309f-\u318e\u3200-\u3243\u32c0-"
    "\u33ff\ua69c-\uab69\ufb00-\ufc5d\ufc64-\ufdfb\ufe71\ufe77\ufe79\ufe7b\ufe7d\ufe7f-\ufefc\uff10-\uff19\uff21-"
    "\uff3a\uff41-\uff5a\uff66-\uffdc\U0001d400-\U0001d7ff\U0001ee00-\U0001f14f\U0001f190-\U0001f248])"
)

#: what stands between sentences, paragraphs or turns
_BREAK = "|".join(
    (
        # <s>, </s>, <n>, <br />, <t> of PubMed, <S_SEP>, <SEP>, <extra_id_0> of T5, <0x0A> of Llama
        r"</?(?:[snpt]|br|x_sep|s_sep|sep|sec|section|sent|line|para|eos|bos|sos|eod|eop|eot|eou|nl|"
        r"newline|lb|doc-?sep|0x0a|extra_id_\d+)\s*/?>",
        # <summary>, <answer>, <start_of_turn> of Gemma
        r"</?(?:summary|answer|final_answer|response|output|start_of_turn|end_of_turn)\s*/?>",
        # [SEP], [EOS], [/INST]
        r"\[/?(?:sep|eos|bos|sent|eot|inst|newline)\]",
        # <|im_start|>assistant, <|start_header_id|>user
        r"<\|(?:im_start|start|start_header_id)\|>\s*(?:assistant|user|system)\b",
        # <|endoftext|>, <｜end▁of▁sentence｜> of DeepSeek
        r"<[|｜][^<>|｜\s][^<>|｜]{0,40}[|｜]>",
        # ##SENT##, __SEP__
        "##(?:sent|sep|cls|eos)##",
        "__(?:sent|sep|eos)__",
        # [unused1] of BERTSum, ||||| of Multi-News, __EOU__ of dialogues
        r"\[unused\d+\]",
        r"\|{5}",
        "__eo[ut]__",
        # CNN's files, Multi-News, MultiXScience
        r"@highlight\b",
        "story_separator_special_tag",
        "(?-i:NEWLINE_CHAR)",
    )
)


def _decode_codes(match: re.Match[str]) -> str:
    r"""Return the characters of \uXXXX, in UTF-16, or of \xXX, in UTF-8."""
    codes = bytes.fromhex(re.sub(r"\\+[ux]", "", match[0]))
    return codes.decode("utf-8" if "x" in match[0] else "utf-16-be", "replace")


def _decode_bytes(match: re.Match[str]) -> str:
    return match[0].replace("Ġ", " ").replace("Ċ", "\n")


def _normalize(match: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", match[0])


Replacement = str | Callable[[re.Match[str]], str]
Rule = tuple[str, Replacement]

_ENTITY_RULES: tuple[Rule, ...] = (
    (r"&[#\w]+;", lambda match: decode_entities(match[0])),
    # Excel's white space, which other programs save as CSV.
    ("_x000D_", "\r"),
    ("_x000A_", "\n"),
    ("_x(?:0009|0020|00A0)_", " "),
)
_ESCAPE_RULES: tuple[Rule, ...] = (
    (r"(?:\\+(?-i:u)[0-9a-f]{4})+|(?:\\x[c-f][0-9a-f](?:\\x[89ab][0-9a-f])+)+", _decode_codes),
    (r"\\xa0", " "),
    (rf"(?-i:(?:\\+r)?\\+n|\\+r){_LATEX}", "\n"),
    (rf"(?-i:\\+t){_LATEX}", "\t"),
    (r"\\+([\"'/])", r"\1"),
)
_CHARACTER_RULES: tuple[Rule, ...] = (
    (_INVISIBLE, ""),
    (r"(?<=[^\W\d_])[´ʼ＇](?=[^\W\d_])", "’"),
    # "2½" is not 21/2, and "10²" is not 102; "H₂O" is H2O.
    (r"(?<=\d)(?=[¼-¾⅐-⅞])|(?<=[¼-¾⅐-⅞])(?=\d)", " "),
    (r"(?<![\d¼-¾⅐-⅞²³¹⁰⁴-⁹₀-₉])[²³¹⁰⁴-⁹₀-₉]+(?![\d¼-¾⅐-⅞²³¹⁰⁴-⁹₀-₉])", _normalize),
    (_VARIANT, _normalize),
)
_REASONING_RULES: tuple[Rule, ...] = (
    (r"<details type=.?reasoning[^<>]*>(?s:.*?)(?:</details>\s*|\Z)", "\n\n"),
    # A block of reasoning.
    (rf"(?s:{_BEGIN}.*?{_END}\s*)", "\n\n"),
    # An end without a beginning: reasoning begins with the text.
    (rf"(?s:\A.*{_END}\s*)", ""),
    # A beginning without an end: the answer is missing.
    (rf"(?s:{_BEGIN}.*)", ""),
)
_SEPARATOR_RULES: tuple[Rule, ...] = (
    (_BREAK, "\n\n"),
    # With an end, <q> is a quotation in HTML.
    (r"<q>(?s:(?!.*</q))", "\n\n"),
    (r"<(?:pad|unk|cls|mask)>|\[(?:pad|unk|cls|mask)\]", " "),
)
_BRACKET_RULES: tuple[Rule, ...] = (
    ("-lrb-", "("),
    ("-rrb-", ")"),
    ("-lsb-", "["),
    ("-rsb-", "]"),
    ("-lcb-", "{"),
    ("-rcb-", "}"),
)
_TOKENIZER_RULES: tuple[Rule, ...] = (
    # Marks of Moses and of BPE at the cuts of a word.
    (r" ?@([-–,.])@ ?", r"\1"),
    (r"(?<=\w)@@ (?=\w)", ""),
    # Spaces and line ends of byte-level tokens, but not Maltese, which has these letters.
    (r"(?-i:\A[^ġħżċ]*(?:\wĠ|Ġ\w)[^ġħżċ]*\Z)", _decode_bytes),
)
#: a prefix that keeps its hyphen at a line's end: "well-known", but "govern-ment"
_HYPHENATED = (
    "well|self|long|short|high|low|half|all|ex|non|so|full|part|first|second|third|two|three|four|"
    "five|six|seven|eight|nine|ten|twenty|thirty|old|new|good|cross|vice|one|year|month|week|day"
)
_HYPHEN_RULES: tuple[Rule, ...] = (
    (
        rf"(?-i:(?<![\w-])(?!(?:{_HYPHENATED})-)([a-z]{{2,}})-[ \t]*\r?\n[ \t]*(?=[a-z]{{2}}))",
        r"\1",
    ),
)
_PLACE = r"\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*"
_SOURCE = (
    r"(?:doc(?:ument)?|source|src|citation|cite|ref(?:erence)?|passage|context|chunk|snippet|"
    r"(?:search )?result|webpage|page|article|footnote|note)s?"
)
_SUPERSCRIPTS = "[¹²³⁰⁴-⁹]+(?:[,⁻–-][¹²³⁰⁴-⁹]+)*"
#: before a mark of a source: the end of a sentence or of a word, not a unit such as "m²"
_CITED = r"(?<=[.,;:!?\"”’)\]])|(?<=[^\W\d_]{4})"
_NAME_YEAR = (
    r"[A-Z][\w’'-]+,? (?:et al\.?|(?:and|&) [A-Z][\w’'-]+),? \(?(?:19|20)\d\d[a-z]?\)?"
    r"(?:, p{1,2}\. ?\d+)?"
)
#: marks of sources, with the space before them; "[1]" and "[^1]" are Markdown's, see `markup`
_CITATION_RULES: tuple[Rule, ...] = (
    # [doc1], [Source: 3], [citation:3], [Document 2, 4], (source 2)
    (rf" ?[\[(]{_SOURCE}[ :_#-]*{_PLACE}[\])]", ""),
    # an identifier of a passage: [msmarco_v2.1_doc_1#2], [doc_12]; "[NAME_1]" stays
    (r" ?(?-i:\[(?=[a-z])(?=[^\]\s]*\d)[\w.:-]*[_#][\w.:#/-]*\])", ""),
    # 【1】, 【4†source】, 【4:0†report.pdf】
    (r" ?【\d[\d:,]*(?:†[^【】]{0,80})?】", ""),
    # [[1]], [[1]](https://a.org)
    (rf" ?\[\[(?:{_PLACE}|{_SOURCE} ?\d+)\]\](?:\([^()\s]*\))?", ""),
    # [4]–[6]
    (r"(?<=[\w.,;:!?\"”’)]) ?\[\d{1,3}\]\s*[–-]\s*\[\d{1,3}\]", ""),
    # [1](https://a.org), ([a.org](https://a.org)), [source](https://a.org)
    (
        rf" ?\(?\[(?:{_PLACE}|{_SOURCE}|link|here|[\w-]+(?:\.[\w-]+)+)\]"
        r"\((?:https?:|www\.|#)[^()\s]*\)\)?",
        "",
    ),
    # (Smith et al., 2020), (Smith and Jones, 2019; Lee et al., 2020)
    (rf" ?(?-i:[(\[](?:see |cf\. |e\.g\.,? )?{_NAME_YEAR}(?:; {_NAME_YEAR})*[)\]])", ""),
    # <sup>1</sup>, <sup>[2]</sup>; "m<sup>2</sup>" stays
    (rf"(?:{_CITED})\s?<sup[^<>]*>\s*(?:<a[^<>]*>)?\s*\[?{_PLACE}\]?\s*(?:</a>)?\s*</sup>", ""),
    # "June.¹", "the council²", "men¹"; "10²", "km²" and "H₂O" stay
    (rf"(?:{_CITED}|(?<=[^\W\d_]{{2}})(?![²³])){_SUPERSCRIPTS}(?![\w])", ""),
    # [00:12:34], [12:34 - 12:40]
    (r"\[(?:\d{1,2}:)?\d{1,2}:\d\d(?:\.\d+)?(?:\s*(?:-->|–|-)\s*[\d:.]+)?\] ?", ""),
)
#: whole texts that tables and programs write in place of none
_NO_TEXT = frozenset("nan none null n/a <na> nil undefined - -- – — ... …".split())
#: the rules in the order in which they are applied; their patterns ignore case
_RULES = {
    cause: [(re.compile(pattern, re.IGNORECASE), replacement) for pattern, replacement in rules]
    for cause, rules in (
        (ENTITIES, _ENTITY_RULES),
        (ESCAPES, _ESCAPE_RULES),
        (HYPHENS, _HYPHEN_RULES),
        (CITATIONS, _CITATION_RULES),
        (CHARACTERS, _CHARACTER_RULES),
        (REASONING, _REASONING_RULES),
        (SEPARATORS, _SEPARATOR_RULES),
        (BRACKETS, _BRACKET_RULES),
        (TOKENIZER_MARKS, _TOKENIZER_RULES),
    )
}


class ReadyText(NamedTuple):
    """A text in the form in which it is compared."""

    text: str
    #: what was done to it, or could not be done
    causes: frozenset[str] = frozenset()


@lru_cache(maxsize=1 << 14)
def prepare(text: str, is_answer: bool = False, form: TextForm = READY) -> ReadyText:
    """Make a text ready.

    In an answer, which a system wrote, reasoning is dropped. Reasoning in other texts is kept and
    counted, and so are escapes in a text that has other backslashes. In the form "as-written",
    nothing else is done to an answer, and nothing to other texts. A text of `_NO_TEXT` becomes
    empty in either form.
    """
    if form == AS_WRITTEN:
        return _drop_placeholder(_drop_reasoning(text) if is_answer else ReadyText(text))
    if text.isascii() and not _is_suspect(text.lower()):
        return _drop_placeholder(ReadyText(text))
    ready, last, causes = unicodedata.normalize("NFC", text), "", set()
    # A rule may uncover what an earlier one replaces, such as a token that was escaped.
    while ready != last:
        last = ready
        kept = {} if is_answer else {REASONING: KEPT_REASONING}
        if _OTHER_BACKSLASH.search(ready):
            kept[ESCAPES] = KEPT_ESCAPES
        for cause, rules in _RULES.items():
            changed = _apply_rules(ready, rules)
            if changed != ready:
                causes.add(kept.get(cause, cause))
            if cause not in kept:
                ready = changed
    if REASONING in causes and not ready.strip():
        causes.add(NO_ANSWER)
    return _drop_placeholder(ReadyText(ready, frozenset(causes)))


def _is_suspect(lower: str) -> bool:
    """Return whether a rule may change an ASCII text, which is given in lower case."""
    return bool(
        _SUSPECT.search(lower)
        or _SUSPECT_WORDS.search(lower)
        or lower.startswith(_SUSPECT_BEGINNINGS)
    )


def _drop_placeholder(ready: ReadyText) -> ReadyText:
    if ready.text.strip().lower() not in _NO_TEXT:
        return ready
    return ReadyText("", ready.causes | {MISSING})


def _drop_reasoning(text: str) -> ReadyText:
    answer, last = text, None
    # A block of reasoning may hold another one.
    while answer != last:
        last = answer
        for pattern, replacement in _RULES[REASONING]:
            answer = pattern.sub(replacement, answer)
    if answer == text:
        return ReadyText(text)
    answer = answer.strip()
    return ReadyText(answer, frozenset((REASONING,) if answer else (REASONING, NO_ANSWER)))


def _apply_rules(text: str, rules: Sequence[tuple[re.Pattern[str], Replacement]]) -> str:
    for pattern, replacement in rules:
        text = unicodedata.normalize("NFC", pattern.sub(replacement, text))
    return text
