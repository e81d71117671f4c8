import pytest

from sacrerouge_litepyramid.encoders.base import TokenEncoder
from sacrerouge_litepyramid.encoders.char_ngram import CharNgramEncoder
from sacrerouge_litepyramid.registry import component


@pytest.mark.parametrize(
    "description", [None, "char-ngram", '{"type": "char-ngram"}', ' {"type": "char-ngram"}', {"type": "char-ngram"}, {}]
)
def test_a_component_from_what_a_config_gives(description):
    assert isinstance(component(TokenEncoder, description), CharNgramEncoder)


def test_a_component_is_itself():
    encoder = CharNgramEncoder()
    assert component(TokenEncoder, encoder) is encoder


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("nothing", "TokenEncoder 'nothing' is unknown; known: char-ngram"),
        ({"type": "nothing"}, "TokenEncoder 'nothing' is unknown; known: char-ngram"),
        ('{"type"', "TokenEncoder '{\"type\"' is neither a name nor JSON"),
    ],
)
def test_what_is_no_component(description, message):
    with pytest.raises(ValueError, match=message):
        component(TokenEncoder, description)
