import pytest

from sacrerouge_litepyramid.metrics.ffci.similarity import Similarity
from sacrerouge_litepyramid.models.encoders.token_encoder import CharNgramEncoder, TokenEncoder
from sacrerouge_litepyramid.registry import build


@pytest.mark.parametrize(
    "description",
    [
        None,
        "char-ngram",
        '{"type": "char-ngram"}',
        {"type": "char-ngram"},
    ],
)
def test_a_component_from_what_a_config_gives(description):
    assert isinstance(build(TokenEncoder, description), CharNgramEncoder)


def test_a_component_is_itself():
    encoder = CharNgramEncoder()
    assert build(TokenEncoder, encoder) is encoder


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("nothing", "the encoder 'nothing' is unknown; known: char-ngram, minilm, transformers"),
        ('{"type"', "the encoder '{\"type\"': not JSON"),
        (["char-ngram"], r"the encoder \['char-ngram'\] is neither a name nor an object"),
        (0, "the encoder 0 is neither a name nor an object"),
        (
            {"type": "char-ngram", "size": 3},
            "the encoder 'char-ngram': the argument 'size' is unknown",
        ),
        ({"type": "a.b"}, "the encoder 'a.b' is unknown"),
    ],
)
def test_wrong_descriptions_of_components_are_refused(description, message):
    with pytest.raises(ValueError, match=message):
        build(TokenEncoder, description)


def test_a_description_may_be_used_again():
    description = {"type": "sts", "encoder": {"type": "char-ngram"}}
    for _ in range(2):
        build(Similarity, description)
        assert description == {"type": "sts", "encoder": {"type": "char-ngram"}}
