"""Frames of hand-made trees: the words before each verb, and the units that a frame gives."""

import pytest

from helpers.hand_trees import tree
from sacrerouge_litepyramid.extraction.frames import find_frames
from sacrerouge_litepyramid.extraction.stus import Frame, assemble_frame_stus
from sacrerouge_litepyramid.extraction.trees import Tree


def frame(given: Tree, verb: str) -> Frame:
    return next(frame for frame in find_frames(given) if frame.verb == verb)


def before(text: str, verb: str) -> str:
    given = tree(text)
    tags = frame(given, verb).tags
    return " ".join(
        word for word, tag in zip(given.words, tags, strict=True) if tag.endswith("ARG0")
    )


def units(text: str, verb: str) -> list[str]:
    given = tree(text)
    return assemble_frame_stus(given.words, frame(given, verb))


def verbs(text: str) -> list[str]:
    return [frame.verb for frame in find_frames(tree(text))]


def test_a_passive_verb_has_its_subject_before_and_its_agent_after() -> None:
    text = (
        "The/DT/2/det cat/NN/4/nsubj:pass was/VBD/4/aux:pass chased/VBN/0/root by/IN/6/case "
        "dogs/NNS/4/obl:agent"
    )
    assert units(text, "chased") == ["The cat was chased by dogs"]
    assert verbs(text) == ["chased"]


def test_have_to_and_nominal_participles_are_no_predicates() -> None:
    assert verbs("He/PRP/2/nsubj has/VBZ/0/root to/TO/4/mark leave/VB/2/xcomp") == ["leave"]
    assert verbs("Swimming/VBG/2/nsubj helps/VBZ/0/root people/NNS/2/obj") == ["helps"]
    assert verbs("Eating/VBG/3/nsubj fish/NN/1/obj helps/VBZ/0/root") == ["Eating", "helps"]


def test_a_hyphenated_participle_is_a_predicate() -> None:
    text = (
        "rebel/NN/3/compound -/HYPH/1/punct held/VBN/5/amod eastern/JJ/5/amod "
        "districts/NNS/6/nsubj fell/VBD/0/root"
    )
    assert units(text, "held") == ["rebel held eastern districts"]


def test_a_conjunct_takes_the_first_subject_and_its_modal() -> None:
    text = "He/PRP/3/nsubj will/MD/3/aux come/VB/0/root and/CC/5/cc see/VB/3/conj us/PRP/5/obj"
    assert units(text, "see") == ["He will see us"]
    own_auxiliary = (
        "He/PRP/3/nsubj will/MD/3/aux come/VB/0/root and/CC/6/cc has/VBZ/6/aux "
        "seen/VBN/3/conj us/PRP/6/obj"
    )
    assert units(own_auxiliary, "seen") == ["He seen us"]


@pytest.mark.parametrize(
    ("text", "verb", "expected"),
    [
        (
            "She/PRP/2/nsubj made/VBD/0/root him/PRP/2/obj leave/VB/2/xcomp town/NN/4/obj",
            "leave",
            "him",
        ),
        ("She/PRP/2/nsubj kept/VBD/0/root leaving/VBG/2/xcomp town/NN/3/obj", "leaving", "She"),
        (
            "They/PRP/2/nsubj stopped/VBD/0/root him/PRP/2/obj from/IN/5/mark leaving/VBG/2/advcl "
            "town/NN/5/obj",
            "leaving",
            "him",
        ),
        (
            "They/PRP/2/nsubj saw/VBD/0/root him/PRP/2/obj after/IN/5/mark leaving/VBG/2/advcl "
            "town/NN/5/obj",
            "leaving",
            "They",
        ),
        (
            "a/DT/2/det man/NN/0/root accused/VBN/2/acl of/IN/5/case theft/NN/3/obl",
            "accused",
            "a man",
        ),
        (
            "He/PRP/2/nsubj had/VBD/0/root a/DT/4/det chance/NN/2/obj of/IN/6/mark "
            "winning/VBG/4/acl cups/NNS/6/obj",
            "winning",
            "He",
        ),
        ("I/PRP/2/nsubj say/VBP/0/root go/VB/2/ccomp home/RB/3/advmod", "go", ""),
    ],
)
def test_inherited_subjects(text: str, verb: str, expected: str) -> None:
    assert before(text, verb) == expected


@pytest.mark.parametrize(
    ("text", "verb", "expected"),
    [
        (
            "the/DT/2/det man/NN/0/root who/WP/4/nsubj saw/VBD/2/acl:relcl us/PRP/4/obj",
            "saw",
            "the man who",
        ),
        (
            "the/DT/2/det man/NN/0/root that/WDT/5/obj we/PRP/5/nsubj saw/VBD/2/acl:relcl",
            "saw",
            "the man that we",
        ),
        (
            "the/DT/2/det man/NN/0/root we/PRP/4/nsubj saw/VBD/2/acl:relcl there/RB/4/advmod",
            "saw",
            "the man we",
        ),
        (
            "the/DT/2/det day/NN/0/root we/PRP/4/nsubj saw/VBD/2/acl:relcl him/PRP/4/obj",
            "saw",
            "we",
        ),
        (
            "a/DT/2/det man/NN/0/root whose/WP$/4/nmod:poss car/NN/5/nsubj hit/VBD/2/acl:relcl "
            "us/PRP/5/obj",
            "hit",
            "a man whose car",
        ),
        (
            "in/IN/2/case Rome/NNP/0/root ,/,/6/punct where/WRB/6/advmod he/PRP/6/nsubj "
            "lived/VBD/2/acl:relcl",
            "lived",
            "Rome where he",
        ),
    ],
)
def test_relative_clauses(text: str, verb: str, expected: str) -> None:
    assert before(text, verb) == expected


def test_what_stands_before_the_verb() -> None:
    text = "But/CC/5/cc in/IN/3/case May/NNP/5/obl he/PRP/5/nsubj left/VBD/0/root town/NN/5/obj"
    assert units(text, "left") == ["But in May he left town"]
    negated = "He/PRP/4/nsubj did/VBD/4/aux not/RB/4/advmod eat/VB/0/root meat/NN/4/obj"
    assert units(negated, "eat") == ["He not eat meat"]


def test_a_clause_before_its_report_belongs_to_the_report() -> None:
    text = (
        "It/PRP/2/nsubj rained/VBD/0/root ,/,/2/punct he/PRP/5/nsubj said/VBD/2/parataxis "
        "on/IN/7/case May/NNP/5/obl"
    )
    assert units(text, "said") == ["It rained he said on May"]
    assert before(text.replace("said", "slept"), "slept") == "he"


def test_a_subject_after_its_verb_is_an_argument() -> None:
    text = "Late/RB/2/advmod came/VBD/0/root the/DT/4/det rain/NN/2/nsubj"
    assert units(text, "came") == ["Late came the rain"]


def test_an_object_and_its_complement_are_one_argument_of_a_raising_verb() -> None:
    text = "He/PRP/2/nsubj {}/VBZ/0/root her/PRP/2/obj to/TO/5/mark sing/VB/2/xcomp songs/NNS/5/obj"
    assert units(text.format("wants"), "wants") == ["He wants her to sing songs"]
    assert units(text.format("tells"), "tells") == ["He tells her", "He tells to sing songs"]


def test_neighbouring_places_are_one_argument_times_are_not() -> None:
    text = (
        "He/PRP/2/nsubj lived/VBD/0/root in/IN/4/case Paris/NNP/2/obl near/IN/6/case "
        "rivers/NNS/2/obl in/IN/8/case 1990/CD/2/obl"
    )
    assert units(text, "lived") == ["He lived in Paris near rivers", "He lived in 1990"]


def test_particles_conjuncts_and_parataxis_are_no_arguments() -> None:
    text = (
        "He/PRP/2/nsubj gave/VBD/0/root up/RP/2/compound:prt hope/NN/2/obj and/CC/6/cc "
        "left/VBD/2/conj"
    )
    assert units(text, "gave") == ["He gave hope"]


def test_a_copula_has_its_complement_after_it() -> None:
    text = (
        "Ann/NNP/4/nsubj was/VBD/4/cop a/DT/4/det singer/NN/0/root and/CC/6/cc won/VBD/4/conj "
        "prizes/NNS/6/obj"
    )
    assert units(text, "was") == ["Ann was a singer"]
    assert units(text, "won") == ["Ann won prizes"]


def test_of_a_copula_the_first_phrase_after_an_adjective_stays_others_are_split_off() -> None:
    text = (
        "She/PRP/4/nsubj is/VBZ/4/cop not/RB/4/advmod {}/0/root about/IN/6/case it/PRP/4/obl "
        "in/IN/8/case May/NNP/4/obl"
    )
    assert units(text.format("happy/JJ"), "is") == [
        "She is not happy about it",
        "She is not in May",
    ]
    assert units(text.format("queen/NN"), "is") == [
        "She is not queen",
        "She is not about it",
        "She is not in May",
    ]


def test_chains_that_only_a_parsing_error_makes_end() -> None:
    chain = " ".join(f"said/VBD/{index}/xcomp" for index in range(300))
    assert len(find_frames(tree(chain))) == 300
