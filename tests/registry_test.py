import pytest

from sacrerouge_litepyramid.encoders.base import TokenEncoder
from sacrerouge_litepyramid.encoders.char_ngram import CharNgramEncoder
from sacrerouge_litepyramid.registry import component


@pytest.mark.parametrize("description", [None, "char-ngram", '{"type": "char-ngram"}', {"type": "char-ngram"}, {}])
def test_a_component_from_what_a_config_gives(description):
    assert isinstance(component(TokenEncoder, description), CharNgramEncoder)


def test_a_component_is_itself():
    encoder = CharNgramEncoder()
    assert component(TokenEncoder, encoder) is encoder


def test_an_unknown_name():
    with pytest.raises(Exception, match="nothing"):
        component(TokenEncoder, "nothing")
