"""The kinds of edits, and the edits of one sentence by kind."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from sacrerouge_litepyramid.contrast.antonyms import change_to_antonym
from sacrerouge_litepyramid.contrast.names import Name, change_name, exchange_roles
from sacrerouge_litepyramid.contrast.negation import negate
from sacrerouge_litepyramid.contrast.numbers import change_date, change_number, change_quantity
from sacrerouge_litepyramid.contrast.sentences import Sentence
from sacrerouge_litepyramid.contrast.swaps import Shared

Edit = Callable[[Sentence, Shared | None], Iterator[str]]
KINDS = ("negation", "number", "name", "roles", "antonym", "quantity", "date")


def all_edits(agents: Sequence[Name]) -> Mapping[str, Edit]:
    """Return the edit of each kind; ``agents``: whose names may be exchanged."""
    return {
        "negation": negate,
        "number": change_number,
        "name": change_name(agents),
        "roles": exchange_roles(agents),
        "antonym": change_to_antonym,
        "quantity": change_quantity,
        "date": change_date,
    }
