"""Count in how many texts each stem occurs: the idf table of a presence model."""

from collections import Counter
from collections.abc import Sequence

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.presence.lexical_weights import DocumentFrequencies
from sacrerouge_litepyramid.text.words import STOP_WORDS, split_sentences, stem
from sacrerouge_litepyramid.training.trainable import Documents

_MIN_DOCUMENTS = 2
_MAX_STEMS = 5000


def count_document_frequencies(texts: Sequence[str]) -> DocumentFrequencies:
    """Count the texts of each stem, without stop words and stems of a single text; the most frequent stems are kept."""
    stop = {stem(word) for word in STOP_WORDS}
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({stem(word) for sentence in split_sentences(text) for word in sentence} - stop)
    kept = [(each, count) for each, count in counts.items() if count >= _MIN_DOCUMENTS]
    kept.sort(key=lambda item: (-item[1], item[0]))
    return DocumentFrequencies(len(texts), dict(kept[:_MAX_STEMS]))


def idf_texts(examples: Sequence[Judged], documents: Documents | None) -> list[str]:
    """Return the documents of the examples, or without documents their distinct summaries that are not blank."""
    if documents is None:
        return list(dict.fromkeys(example.summary for example in examples if example.summary.strip()))
    instances = list(dict.fromkeys(example.instance_id for example in examples))
    missing = [name for name in instances if not documents.get(name)]
    if missing:
        raise ValueError(
            f"{len(missing)} of {len(instances)} instances have no documents, the first is {missing[0]!r}; "
            "give them all or none"
        )
    return [text for name in instances for text in documents[name]]
