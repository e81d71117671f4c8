import pytest

from sacrerouge_litepyramid.core.failures import TextError, name_text

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
