"""Messages name arguments as those who read them write them."""

import pandas
import pytest

from sacrerouge_litepyramid import evaluate_table
from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.core.arguments import name_argument, name_options

NAMED = {
    ("output_dir", None): ("output_dir", "--output-dir"),
    ("human", "my score"): ("human='my score'", "--human 'my score'"),
    ("columns", ("summary", "out")): ("columns={'summary': 'out'}", "--columns summary=out"),
    ("columns", ("units", "")): ("columns={'units': ''}", "--columns units="),
}


@pytest.mark.parametrize("given", NAMED)
def test_an_argument_is_named_as_in_python_or_as_an_option(given):
    name, value = given
    value = dict([value]) if isinstance(value, tuple) else value
    with name_options():
        as_option = name_argument(name, value)
    assert (name_argument(name, value), as_option) == NAMED[given]


def test_several_columns_are_one_option():
    columns = {"summary": ["one", "the other"]}
    assert name_argument("columns", columns) == "columns={'summary': ['one', 'the other']}"
    with name_options():
        assert name_argument("columns", columns) == "--columns summary=one 'summary=the other'"


def test_a_table_is_refused_in_the_words_of_who_gave_it(tmp_path, capsys):
    table = pandas.DataFrame({"id": ["a"], "text": ["A fire."], "reference": ["A fire."]})
    with pytest.raises(
        ValueError,
        match="name it: columns={'summary': 'NAME'}; .*: columns={'summary': .'ONE', 'TWO'",
    ):
        evaluate_table(table)
    table.to_csv(tmp_path / "t.csv", index=False)
    assert main(["evaluate-table", str(tmp_path / "t.csv")]) == 1
    assert (
        "name it: --columns summary=NAME; if each system has its own column, name all of them: "
        "--columns summary=ONE" in (capsys.readouterr().err)
    )
    with pytest.raises(ValueError, match="columns={'summary': 'NAME'}"):
        evaluate_table(tmp_path / "t.csv")
