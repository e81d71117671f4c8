"""What config.cfg needs beside spaCy's own functions; `spacy train --code` imports this file."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from spacy import Language, registry
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import load_model_from_config

Augmenter = Callable[[Language, Example], Iterator[Example]]
KEPT_OUT = ["vocab", "meta", "config"]


@registry.augmenters("litepyramid.already_tokenised.v1")
def create_tokenised_augmenter(variants: Augmenter, level: float) -> Augmenter:
    """Wrap the augmenter ``variants``; a share ``level`` of what it yields gets the treebank's words as its input.

    So does every sentence that the tokenizer divides in another way than the treebank. spaCy's own readers and
    augmenters give either all sentences the treebank's words or none.
    """

    def augment(nlp: Language, example: Example) -> Iterator[Example]:
        for variant in variants(nlp, example):
            words = [token.text for token in variant.reference]
            if random.random() < level or [token.text for token in variant.predicted] != words:
                yield Example(Doc(nlp.vocab, words=words), variant.reference)
            else:
                yield variant

    return augment


@registry.callbacks("litepyramid.without_treebank_words.v1")
def create_pipeline_cleaner(meta: dict[str, Any]) -> Callable[[Language], Language]:
    """Return a function that copies a pipeline for saving, with ``meta`` added to its own meta.

    The copy lacks the treebank's words, which the string store has collected, and the training's settings.
    """

    def copy_without_words(nlp: Language) -> Language:
        copy = load_model_from_config(
            {section: nlp.config[section] for section in ("nlp", "components")}, auto_fill=True
        )
        copy.from_bytes(nlp.to_bytes(exclude=KEPT_OUT), exclude=KEPT_OUT)
        for labels in nlp.pipe_labels.values():
            for label in labels:
                copy.vocab.strings.add(label)
        copy.meta.update(meta)
        return copy

    return copy_without_words
