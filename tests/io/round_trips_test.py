"""Any text that is written is read again: control characters, lone surrogates, right to left,
separators of lines.
"""

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from helpers.support import write_table
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.files import write_json_lines
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries, summary_to_json
from sacrerouge_litepyramid.io.tables import read_table
from sacrerouge_litepyramid.io.units import read_units, write_units

ANY_TEXT = st.text(st.characters(codec=None), min_size=1, max_size=12)
# csv of Python 3.10 cannot write NUL.
ENCODED = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12)
BOUNDED = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
STRANGE = '\ud800\u202e\u2028\x85\x0b\0\ufeff\t\r\n"\\'


@BOUNDED
@given(ANY_TEXT, ANY_TEXT.filter(str.strip))
@example(STRANGE, STRANGE + "x")
def test_units_are_read_as_written(tmp_path, name, text):
    write_units(tmp_path / "u.jsonl", [(name, [Unit(text)])])
    assert read_units(tmp_path / "u.jsonl")[name].units == (Unit(text),)


@BOUNDED
@given(ANY_TEXT, st.lists(ANY_TEXT, max_size=3))
@example(STRANGE, [STRANGE])
def test_summaries_are_read_as_written(tmp_path, name, sentences):
    summary = Summary(name, name, "peer", sentences, [name], [sentences], "")
    write_json_lines(tmp_path / "s.jsonl", [summary_to_json(summary)])
    assert read_summaries(tmp_path / "s.jsonl")[0]._replace(where="") == summary


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl"])
def test_tables_are_read_as_written(tmp_path, ending):
    @BOUNDED
    @given(ENCODED, ENCODED)
    @example(STRANGE[1:].replace("\0", ""), "=1+1")
    def check(name, text):
        write_table(tmp_path / f"t.{ending}", [{"id": name, "summary": text}])
        assert read_table(tmp_path / f"t.{ending}")[0].data == {"id": name, "summary": text}

    check()
