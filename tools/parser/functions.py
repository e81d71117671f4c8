"""The functions that config.cfg needs beside spaCy's own.

`spacy train --code` imports this file.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

from spacy import Language, registry
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import load_model_from_config

Augmenter = Callable[[Language, Example], Iterator[Example]]
EXCLUDED = ["vocab", "meta", "config"]


@registry.augmenters("litepyramid.already_tokenised.v1")
def create_tokenised_augmenter(variants: Augmenter, level: float) -> Augmenter:
    """Wrap the augmenter ``variants``.

    A share ``level`` of its sentences gets the treebank's words as input. So does every sentence
    that the tokenizer divides in another way than the treebank. With spaCy's own readers and
    augmenters, either all sentences get the treebank's words or none does.
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
    """Return a function that copies a pipeline for saving, and adds ``meta`` to its meta.

    The copy lacks the training's settings, and the treebank's words, which the string store has
    collected.
    """

    def copy_without_words(nlp: Language) -> Language:
        copy = load_model_from_config(
            {section: nlp.config[section] for section in ("nlp", "components")}, auto_fill=True
        )
        copy.from_bytes(nlp.to_bytes(exclude=EXCLUDED), exclude=EXCLUDED)
        for labels in nlp.pipe_labels.values():
            for label in labels:
                copy.vocab.strings.add(label)
        copy.meta.update(meta)
        return copy

    return copy_without_words
