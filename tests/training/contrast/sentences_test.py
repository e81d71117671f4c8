from sacrerouge_litepyramid.extraction.trees import Tree
from sacrerouge_litepyramid.training.contrast.sentences import parse_sentences, replace_sentence


class CountingParser:
    """Splits at spaces, and keeps which sentences were parsed."""

    def __init__(self) -> None:
        self.parsed: list[str] = []

    def parse(self, sentences):
        for sentence in sentences:
            self.parsed.append(sentence)
            words = tuple(sentence.split())
            yield Tree(words, ("NN",) * len(words), (0,) * len(words), ("dep",) * len(words))


def test_a_sentence_of_several_texts_is_parsed_once():
    parser = CountingParser()
    parsed = parse_sentences(["It rained. Cats ran.", "Cats ran. It snowed.", "Cats ran."], parser)
    assert parser.parsed == ["It rained.", "Cats ran.", "It snowed."]
    assert {
        text: [sentence.text for sentence in sentences] for text, sentences in parsed.items()
    } == {
        "It rained. Cats ran.": ["It rained.", "Cats ran."],
        "Cats ran. It snowed.": ["Cats ran.", "It snowed."],
        "Cats ran.": ["Cats ran."],
    }


def test_a_sentence_is_replaced_in_its_text():
    (sentence,) = parse_sentences(["The cat saw the cat."], CountingParser())[
        "The cat saw the cat."
    ]
    assert replace_sentence([sentence, sentence], 1, "Rain.") == "The cat saw the cat. Rain."
