import numpy as np

from sacrerouge_litepyramid.experiments.layer_search import LayerCache
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenVectors


class CountingEncoder:
    """Layer n gives each word a vector (n, its length); remembers what it was asked for."""

    alignment_device = None

    def __init__(self):
        self.asked = []

    def identity(self):
        return {"type": "counting", "layer": 9}

    def encode_layers(self, texts, layers):
        for text in texts:
            self.asked.append(text)
            words = tuple(text.split())
            yield {
                layer: TokenVectors(
                    words,
                    np.array([[layer, len(word)] for word in words], dtype=np.float32),
                    np.zeros(len(words), dtype=bool),
                )
                for layer in layers
            }


def test_each_layer_is_an_encoder_and_each_text_is_encoded_once():
    encoder = CountingEncoder()
    views = LayerCache(encoder, [1, 3]).views()
    assert list(views) == [1, 3]
    first, second, again = views[1].encode(["one two", "three", "one two"])
    np.testing.assert_array_equal(first.vectors, [[1, 3], [1, 3]])
    assert again is first and second.tokens == ("three",)
    (later,) = views[3].encode(["three"])
    np.testing.assert_array_equal(later.vectors, [[3, 5]])
    assert encoder.asked == ["one two", "three"]
    views[3].encode(["three", "four"])
    assert encoder.asked == ["one two", "three", "four"]


def test_the_identity_names_the_layer():
    view = LayerCache(CountingEncoder(), [2]).views()[2]
    assert view.identity() == {"type": "counting", "layer": 2}
    assert view.alignment_device is None
