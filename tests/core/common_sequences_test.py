from hypothesis import given
from hypothesis import strategies as st

from sacrerouge_litepyramid.core.rouge import encode_sentences, longest_common_subsequence, longest_common_substring

texts = st.text(alphabet="abc", max_size=12)


def test_subsequence_of_the_best_sentence():
    bits = encode_sentences(["axbxc", "ab", ""])
    assert longest_common_subsequence("abc", bits) == 3
    assert longest_common_subsequence("ba", bits) == 1
    assert longest_common_subsequence("zz", bits) == 0


def test_a_subsequence_does_not_cross_sentences():
    assert longest_common_subsequence("abcd", encode_sentences(["ab", "cd"])) == 2


def test_nothing_has_nothing_in_common():
    assert longest_common_subsequence("", encode_sentences(["ab"])) == 0
    assert longest_common_subsequence("ab", encode_sentences([])) == 0
    assert longest_common_substring("", "ab") == 0
    assert longest_common_substring("ab", "") == 0


def test_longest_run():
    assert longest_common_substring("abcab", "xcabx") == 3
    assert longest_common_substring("abab", "ba") == 2


@given(texts, st.lists(texts, max_size=4))
def test_subsequence_is_that_of_the_textbook_recurrence(text, sentences):
    expected = max((_subsequence(text, sentence) for sentence in sentences), default=0)
    assert longest_common_subsequence(text, encode_sentences(sentences)) == expected


@given(texts, texts)
def test_substring_is_that_of_trying_all(text, other):
    runs = [text[start:end] for end in range(len(text) + 1) for start in range(end)]
    assert longest_common_substring(text, other) == max((len(run) for run in runs if run in other), default=0)


def _subsequence(a: str, b: str) -> int:
    row = [0] * (len(b) + 1)
    for x in a:
        above = row
        row = [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(row[j], above[j + 1]))
    return row[-1]
