import pytest

from sacrerouge_litepyramid.encoders.char_ngram import CharNgramEncoder
from sacrerouge_litepyramid.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.ffci.similarity import sts  # noqa: F401 (registers what is built here)
from sacrerouge_litepyramid.ffci.similarity.similarity import Similarity
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
        (["char-ngram"], r"TokenEncoder \['char-ngram'\] is neither a name nor an object"),
        (0, "TokenEncoder 0 is neither a name nor an object"),
        ({"type": "char-ngram", "size": 3}, "TokenEncoder .* cannot be built: .*size"),
        ({"type": "a.b"}, "TokenEncoder .* cannot be built: .*unable to import module a"),
    ],
)
def test_what_is_no_component(description, message):
    with pytest.raises(ValueError, match=message):
        component(TokenEncoder, description)


def test_a_description_may_be_used_again():
    description = {"type": "sts", "encoder": {"type": "char-ngram"}}
    for _ in range(2):
        component(Similarity, description)
        assert description == {"type": "sts", "encoder": {"type": "char-ngram"}}
