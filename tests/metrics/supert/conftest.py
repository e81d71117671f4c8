import pytest

from sacrerouge_litepyramid.models.encoders.token_encoder import CharNgramEncoder


class CountingEncoder(CharNgramEncoder):
    """The default encoder, with the texts that it encoded."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def encode_distinct(self, texts):
        self.seen.extend(texts)
        return super().encode_distinct(texts)


@pytest.fixture
def counting_encoder() -> CountingEncoder:
    return CountingEncoder()
