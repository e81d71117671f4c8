import pytest

from helpers.hand_sources import sources
from sacrerouge_litepyramid.metrics.supert import graphs
from sacrerouge_litepyramid.metrics.supert.selection import SentenceSelection

# Most alike the others: 20° in the first document, 100° in the second; over both 40°, then 90°.
TWO = sources([0, 20, 40], [100, 90, 180])


def selected(name, given=TWO, **arguments):
    return SentenceSelection.by_name(name)(**arguments).select(given).tolist()


@pytest.mark.parametrize(
    ("name", "sentences", "expected"),
    [
        ("lexrank-individual", 1, [1, 3]),
        ("lexrank-individual", 2, [0, 1, 3, 4]),
        ("lexrank-global", 1, [2]),
        ("lexrank-global", 2, [2, 4]),
        ("pacsum-individual", 1, [0, 3]),
        # After 100° comes .46 on average; 180° is the opposite of what came before it, -.44, and nothing comes after.
        ("pacsum-global", 1, [3]),
        ("pacsum-global", 2, [3, 5]),
    ],
)
def test_the_most_central_of_each_graph(name, sentences, expected):
    assert selected(name, sentences=sentences) == expected


def test_pacsum_asks_what_comes_before_in_the_own_document_whatever_the_order_of_documents():
    assert selected("pacsum-individual", sources([30, 0, 90]), sentences=1) == [0]
    assert selected("pacsum-individual", sources([0, 90, 0]), sentences=2) == [0, 1]
    one, other = sources([0, 50], [10, 100]), sources([10, 100], [0, 50])
    assert selected("pacsum-global", one, sentences=1) == [2]
    assert selected("pacsum-global", other, sentences=1) == [0]


@pytest.mark.parametrize(("name", "expected"), [("clusters-individual", [1, 4, 7]), ("clusters-global", [1, 4])])
def test_the_centres_of_clusters(name, expected):
    given = sources([0, 1, 2, 90, 91, 92], [0, 1, 2])
    assert selected(name, given) == expected


def test_ten_of_each_document_and_ninety_of_all_unless_told():
    long = sources(range(60), range(60))
    for name in ("lexrank", "pacsum"):
        assert len(selected(f"{name}-individual", long)) == 20
        assert len(selected(f"{name}-global", long)) == 90


NAMES = [f"{name}-{scope}" for name in ("lexrank", "pacsum", "clusters") for scope in ("individual", "global")]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("given", "expected"), [(sources(), []), (sources([]), []), (sources([], [5]), [0])])
def test_nothing_and_one_sentence_of_a_graph(name, given, expected):
    assert selected(name, given) == expected


@pytest.mark.parametrize("make", [graphs.IndividualLexRank, graphs.GlobalPacSum])
def test_a_graph_that_gives_no_sentence_is_refused(make):
    with pytest.raises(ValueError, match="sentences must be at least 1, not 0"):
        make(sentences=0)


def test_identities_tell_the_settings_of_graphs():
    assert graphs.GlobalLexRank().identity() == {"type": "lexrank-global", "sentences": 90}
    assert graphs.IndividualPacSum(3).identity() == {"type": "pacsum-individual", "sentences": 3}
    assert graphs.GlobalClusters().identity() == {"type": "clusters-global"}


@pytest.mark.parametrize("name", SentenceSelection.list_available())
def test_a_strategy_is_registered_under_the_name_that_it_tells(name):
    assert SentenceSelection.by_name(name)().identity()["type"] == name
