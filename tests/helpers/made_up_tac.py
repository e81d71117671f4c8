"""A made-up TAC update summarization track in NIST's own layout, as SacreROUGE's converters want it
on disk.

Five topics, each in a set A and a set B, four references, five judged systems and one run that
nobody judged. What each system's summary holds is written down in `PRESENT`, so that every score
can be worked out by hand.
"""

import io
import tarfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

REFERENCES = "ACEG"
TOPICS = range(1, 6)
SYSTEMS = "12345"
UNJUDGED = "6"
ACTORS = ("Engineers", "Villagers", "Ministers", "Pilots", "Farmers", "Judges", "Nurses")
VERBS = ("repaired", "sold", "flooded", "painted", "measured", "guarded", "abandoned")
OBJECTS = (
    "the bridge",
    "forty boats",
    "a glacier",
    "the harbour",
    "two airports",
    "an orchard",
    "the clinic",
)
#: SCU weights of odd and of even topics: both sum to 12, so a reference holds 3 SCUs on average; an
#: ideal summary of 3 SCUs weighs 4 + 3 + 2 = 9 in odd topics and 4 + 2 + 2 = 8 in even ones
WEIGHTS = {1: (4, 3, 2, 2, 1), 0: (4, 2, 2, 1, 1, 1, 1)}
IDEAL = {1: 9, 0: 8}
TOTAL = 12
#: which SCUs the systems' summaries of set A hold, topic by topic; in set B each holds what the
#: next system holds here
PRESENT = {
    "1": "10000 0100000 00001 0000000 01000".split(),
    "2": "01100 1000000 10000 0110000 00110".split(),
    "3": "11000 1100100 01110 0001111 10001".split(),
    "4": "11110 1111000 11000 1010101 01011".split(),
    "5": "00000 1110000 11111 1111111 11101".split(),
}
#: the weight of those SCUs in set A, added by hand
PRESENT_WEIGHT = {
    "1": (4, 2, 1, 0, 3),
    "2": (5, 4, 4, 4, 4),
    "3": (7, 7, 7, 4, 5),
    "4": (11, 9, 7, 8, 6),
    "5": (0, 8, 12, 12, 10),
}
BLANK = (1, "A", "5")
UNANNOTATED = (2, "B", "3")


def present(topic: int, group: str, system: str) -> tuple[int, ...]:
    row = PRESENT[system if group == "A" else str(int(system) % 5 + 1)]
    return tuple(map(int, row[topic - 1]))


def official(topic: int, group: str, system: str) -> float:
    """The modified Pyramid score: the weight of the SCUs held over that of an ideal summary."""
    held = sum(
        weight
        for weight, bit in zip(WEIGHTS[topic % 2], present(topic, group, system), strict=True)
        if bit
    )
    return held / IDEAL[topic % 2]


def responsiveness(topic: int, group: str, system: str) -> int:
    return 1 + sum(present(topic, group, system))


def facts(topic: int, group: str) -> list[str]:
    shift = topic + (3 if group == "B" else 0)
    return [
        f"{ACTORS[index]} {VERBS[(index + shift) % 7]} {OBJECTS[(2 * index + shift) % 7]}"
        for index in range(len(WEIGHTS[topic % 2]))
    ]


def holders(index: int, topic: int) -> list[int]:
    """The references that contain a fact: as many as its weight, the first of them rotating."""
    return sorted((index + number) % len(REFERENCES) for number in range(WEIGHTS[topic % 2][index]))


def reference_lines(topic: int, group: str, reference: int) -> list[str]:
    own = [
        fact + "."
        for index, fact in enumerate(facts(topic, group))
        if reference in holders(index, topic)
    ]
    return [f"Writer {REFERENCES[reference]} reports.", *own]


def peer_lines(topic: int, group: str, system: str) -> list[str]:
    if (topic, group, system) == BLANK:
        return []
    if system == UNJUDGED:
        return ["This run was not chosen."]
    held = present(topic, group, system)
    own = [fact + "." for fact, bit in zip(facts(topic, group), held, strict=True) if bit]
    return own or ["Nothing to add."]


def write_nist_files(root: Path, year: int) -> None:
    """What the folder of NIST's files must hold for `setup-dataset tac2008|tac2009`."""
    short = str(year)[2:]
    protected = root / f"scrapes/tac.nist.gov/protected/past-aquaint2/{year}"
    evaluation = {
        f"UpdateSumm{short}_eval/{name}": text for name, text in _evaluation(year).items()
    }
    _write_tar(protected / f"UpdateSumm{short}_eval.tar.gz", evaluation)
    _write_tar(protected / f"AESOP{short}_eval.tar.gz", _aesop(year))
    (protected / f"UpdateSumm{short}_test_topics.xml.txt").write_text(_topics(year), "utf-8")
    folder = (
        "TAC2008_Update_Summarization_Documents"
        if year == 2008
        else "TAC2009_Summarization_Documents"
    )
    inner = _tar(_documents(year))
    _write_tar(
        root / f"from-nist/TAC{year}_Summarization_Documents.tgz",
        {f"{folder}/UpdateSumm{short}_test_docs_files.tar.gz": inner},
    )


def write_punkt(folder: Path) -> None:
    """An untrained sentence splitter where nltk looks for its own, which SacreROUGE's converters
    call.
    """
    english = folder / "tokenizers/punkt_tab/english"
    english.mkdir(parents=True)
    for name in ("collocations.tab", "sent_starters.txt", "abbrev_types.txt", "ortho_context.tab"):
        (english / name).write_text("", "utf-8")


def _evaluation(year: int) -> dict[str, str]:
    files = {}
    for topic in TOPICS:
        for group in "AB":
            name = f"{_name(year, topic)}-{group}"
            stem = f"{name}.M.100.{REFERENCES[0]}"
            for index, reference in reversed(
                list(enumerate(REFERENCES))
            ):  # not in the Pyramid's order
                files[f"ROUGE/models/{stem}.{reference}"] = _text(
                    reference_lines(topic, group, index)
                )
            for system in SYSTEMS + UNJUDGED:
                files[f"ROUGE/peers/{stem}.{system}"] = _text(peer_lines(topic, group, system))
            files[f"manual/pyramids/{name}.pyr"] = _pyramid(year, topic, group)
            for system in SYSTEMS:
                if (topic, group, system) != UNANNOTATED:
                    files[f"manual/peers/{stem}.{system}"] = _annotation(year, topic, group, system)
    return {**files, **_tables(year)}


def _tables(year: int) -> dict[str, str]:
    """NIST's tables of scores; those of 2009 have a column more, and a file for each set."""
    more = ["0"] if year == 2009 else []
    tables: dict[str, str] = {}
    for group in "AB":
        suffix = {2008: "", 2009: f".{group}"}[year]
        part = {2008: "", 2009: f"_{group}"}[year]
        for topic in TOPICS:
            name = f"{_name(year, topic)}-{group}"
            for reference in REFERENCES:
                _add(
                    tables,
                    f"manual/manual.model{suffix}",
                    [name, reference, "3", "0", *more, "0.5", "9", "9"],
                )
            for system in SYSTEMS:
                score, held = (
                    repr(official(topic, group, system)),
                    str(sum(present(topic, group, system))),
                )
                quality = ["5", str(responsiveness(topic, group, system))]
                row = [name, system, score, held, "0", "0", *more, score, *quality]
                _add(tables, f"manual/manual.peer{suffix}", row)
            for system in SYSTEMS + UNJUDGED:
                row = [
                    system,
                    "ROUGE-2",
                    "Eval",
                    f"{name}.M.100.A.{system}",
                    "R:0.1",
                    "P:0.2",
                    "F:0.3",
                ]
                for table in (f"rouge{part}.m", f"rougejk{part}.m"):
                    _add(tables, f"ROUGE/{table}.out", row)
                for table in (f"simple{part}.m.hm", f"simplejk{part}.m.hm"):
                    _add(tables, f"BE/{table}.out", [system, "ROUGE-BE-HM", *row[2:]])
    return tables


def _add(tables: dict[str, str], name: str, row: list[str]) -> None:
    tables[name] = tables.get(name, "") + " ".join(row) + "\n"


def _pyramid(year: int, topic: int, group: str) -> str:
    text, starts = "", []
    for index, reference in enumerate(REFERENCES):
        text += f"-----\n{_name(year, topic)}-{group}.M.100.A.{reference}\n-----\n"
        starts.append(len(text))
        text += _text(reference_lines(topic, group, index))
    scus = ""
    for index, fact in enumerate(facts(topic, group)):
        parts = [
            _contributor(fact, text.index(fact, starts[holder])) for holder in holders(index, topic)
        ]
        scus += (
            f"<scu uid={quoteattr(str(_uid(index)))} "
            f"label={quoteattr(fact)}>{''.join(parts)}</scu>\n"
        )
    regex = r"-+\nD\d+-[AB]\.M\.100\.[A-H]\.[A-H]\n-+"
    return (
        f"<pyramid><startDocumentRegEx>{regex}</startDocumentRegEx>{_lines(text)}{scus}</pyramid>"
    )


def _annotation(year: int, topic: int, group: str, system: str) -> str:
    text = _text(peer_lines(topic, group, system))
    scus = (
        '<peerscu uid="0" label="All non-matching SCUs go here">'
        + _contributor(text[:3], 0)
        + "</peerscu>"
    )
    for index, (fact, bit) in enumerate(
        zip(facts(topic, group), present(topic, group, system), strict=True)
    ):
        part = _contributor(fact, text.index(fact)) if bit else ""
        label = quoteattr(f"({WEIGHTS[topic % 2][index]}) {fact}")
        scus += f'<peerscu uid="{_uid(index)}" label={label}>{part}</peerscu>'
    return f"<peerAnnotation>{_pyramid(year, topic, group)}<annotation>{_lines(text)}{scus}</annotation></peerAnnotation>"


def _contributor(text: str, start: int) -> str:
    part = f'<part label={quoteattr(text)} start="{start}" end="{start + len(text)}"/>'
    return f"<contributor label={quoteattr(text)}>{part}</contributor>"


def _uid(index: int) -> int:
    """SCU ids that are not their positions."""
    return 41 - 3 * index


def _lines(text: str) -> str:
    return "<text>" + "".join(f"<line>{line}</line>" for line in text.splitlines()) + "</text>"


def _text(lines: list[str]) -> str:
    return "".join(line + "\n" for line in lines)


def _name(year: int, topic: int) -> str:
    return f"D{year % 100:02}{topic:02}"


def _aesop(year: int) -> dict[str, str]:
    rows = ["peer topic 1 2"] + [
        f"s{system} d{topic} 0.5 NaN" for topic in TOPICS for system in SYSTEMS
    ]
    return {f"AESOP{str(year)[2:]}_eval/data/aesop_allpeers_{group}": _text(rows) for group in "AB"}


def _topics(year: int) -> str:
    topics = [
        f'<topic id="{_name(year, topic)}X"><title>Topic {topic}</title><narrative>What '
        "happened?</narrative></topic>"
        for topic in TOPICS
    ]
    return f"<topics>{''.join(topics)}</topics>"


def _documents(year: int) -> dict[str, str]:
    story = (
        '<DOC id="x" type="story"><HEADLINE>News</HEADLINE><TEXT><P>It happened. It '
        "ended.</P></TEXT></DOC>"
    )
    return {
        f"docs/{_name(year, topic)}X/{_name(year, topic)}X-{group}/XIN_ENG_20050{topic}01.0001": story
        for topic in TOPICS
        for group in "AB"
    }


def _write_tar(path: Path, files: dict[str, str] | dict[str, bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_tar(files))


def _tar(files: dict[str, str] | dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, content in files.items():
            data = content if isinstance(content, bytes) else content.encode()
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def by_key(lines):
    return {(line["instance_id"], line["summarizer_id"]): line for line in lines}
