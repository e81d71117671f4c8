import pytest

from sacrerouge_litepyramid.core.failures import TextError, map_all, name_text

SUMMARIES = [(("d1", "long"), ["The cat sat."]), (("d2", "short"), ["The cat"])]


def raise_about(text, named):
    with name_text(named):
        raise TextError(text, "no answer")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cat", "instance 'd2', system 'short': no answer"),
        ("cat sat", "instance 'd1', system 'long': no answer"),
        ("A dog", "no answer"),
    ],
)
def test_an_error_names_whose_text_it_is_about(text, expected):
    with pytest.raises(ValueError) as error:
        raise_about(text, SUMMARIES)
    assert str(error.value) == expected


def test_a_reference_has_no_system():
    with pytest.raises(ValueError, match="^instance 'd1': no answer$"):
        raise_about("It rains.", [(("d1",), [["It rains.", "It pours."]])])


def test_nothing_else_is_changed():
    with name_text(SUMMARIES):
        pass
    with pytest.raises(KeyError), name_text(SUMMARIES):
        raise KeyError("other")


def parse(row):
    if row % 2:
        raise ValueError(
            f"t.csv, line {row}, instance 'd{row}': the score 'r' must be a number, not 'x{row}'"
        )
    if row > 10:
        raise ValueError(f"t.csv, line {row}: no instance")
    return -row


def test_errors_of_one_kind_are_one_with_their_number():
    assert map_all(parse, [0, 2, 4]) == [0, -2, -4] and map_all(parse, []) == []
    message = "t.csv, line 3, instance 'd3': the score 'r' must be a number, not 'x3'"
    for rows, more in (([2, 3, 4, 12], ""), ([3, 5, 12, 7], " (and 2 more like it)")):
        with pytest.raises(ValueError) as error:
            map_all(parse, rows)
        assert str(error.value) == message + more
