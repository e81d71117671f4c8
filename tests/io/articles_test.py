import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.io.documents import Article, read_articles


def read(tmp_path, *lines):
    write_lines(tmp_path / "articles.jsonl", list(lines))
    return read_articles(tmp_path / "articles.jsonl")


def test_sentences_of_articles(tmp_path):
    lines = [{"instance_id": "a", "sentences": ["One.", "Two."]}, {"instance_id": "b", "sentences": []}]
    assert read(tmp_path, *lines) == [Article("a", ["One.", "Two."]), Article("b", [])]


def test_documents_of_summaries_come_once(tmp_path):
    documents = [{"text": "One. Two."}, {"text": ["Three.", "Four."]}]
    lines = [{"instance_id": "a", "summarizer_id": name, "documents": documents} for name in "xy"]
    assert read(tmp_path, *lines) == [Article("a", "One. Two."), Article("a", ["Three.", "Four."])]


def test_an_equal_text_belongs_to_the_instance_that_has_it_first(tmp_path):
    lines = [{"instance_id": name, "sentences": ["One.", "Two."]} for name in "ab"]
    assert read(tmp_path, *lines) == [Article("a", ["One.", "Two."])]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"sentences": []}, r"articles.jsonl, line 1: the field 'instance_id' \(str\) is missing"),
        ({"instance_id": "a"}, "line 1, instance 'a': no 'sentences' and no 'documents'; give one of them"),
        ({"instance_id": "a", "sentences": "One."}, "the field 'sentences' must be list, not str"),
        ({"instance_id": "a", "sentences": ["One.", 2]}, "'sentences' must be a list of strings"),
    ],
)
def test_wrong_lines(tmp_path, line, message):
    with pytest.raises(ValueError, match=message):
        read(tmp_path, line)
