"""Train the small dependency parser that ships inside the package: a spaCy pipeline of UD treebanks.

With the default settings,

    python tools/train_parser.py --treebank-dir TREEBANKS --output-dir sacrerouge_litepyramid/extraction/parser_model

made it from UD English EWT (CC BY-SA 4.0) and the CC-BY genres of UD English GUM.
"""

import argparse
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from treebank import TreebankSentence, read_conllu, read_treebank

from sacrerouge_litepyramid.cli.bounds import check_minimum
from sacrerouge_litepyramid.storage.files import check_writable

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.training import Example

CONFIG: dict[str, Any] = {
    "tok2vec": {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2",
            "width": 96,
            "attrs": ["NORM", "PREFIX", "SUFFIX", "SHAPE"],
            "rows": [5000, 1000, 2500, 2500],
            "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": 96,
            "depth": 4,
            "window_size": 1,
            "maxout_pieces": 3,
        },
    },
    "tagger": {"@architectures": "spacy.Tagger.v2", "nO": None},
    "parser": {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "parser",
        "extra_state_tokens": False,
        "hidden_width": 64,
        "maxout_pieces": 2,
        "use_upper": True,
        "nO": None,
    },
}


#: the number of steps between two progress lines
STEPS_PER_REPORT = 500
META = {
    "name": "litepyramid_ud",
    "description": "Penn tags and Universal Dependencies for the unit extractor of sacrerouge_litepyramid",
    "license": "CC BY-SA 4.0",
    "sources": [
        {"name": "UD English EWT", "license": "CC BY-SA 4.0", "url": "https://universaldependencies.org"},
        {"name": "UD English GUM, CC-BY genres", "license": "CC BY 4.0", "url": "https://universaldependencies.org"},
    ],
    "spacy_version": ">=3.8.0,<3.9.0",
}


class ParserSettings(NamedTuple):
    """How the parser is trained: batches grow from ``first_batch`` to ``last_batch`` words; shares are of sentences.

    ``hold_out_dev``: measure progress on the dev parts instead of training on them, to choose settings.
    """

    steps: int = 3500
    seed: int = 13
    learning_rate: float = 2e-3
    warmup_steps: int = 250
    dropout: float = 0.15
    first_batch: int = 200
    last_batch: int = 1500
    lower_cased: float = 0.10
    already_tokenised: float = 0.25
    single_quoted: float = 0.30
    hold_out_dev: bool = False


class ParserQuality(NamedTuple):
    """Shares of words (the attachment scores leave punctuation out), and words per second of processor time."""

    tags: float
    uas: float
    las: float
    words_per_second: float


def train_parser(treebank_dir: str | Path, output_dir: str | Path, settings: ParserSettings | None = None) -> None:
    """Train on ``*-train.conllu`` and ``*-dev.conllu``, write the pipeline, and print its quality on the test parts."""
    import spacy

    settings = settings or ParserSettings()
    nlp = build_pipeline(settings.seed)
    sentences, dev = read_treebank(treebank_dir, "train"), read_treebank(treebank_dir, "dev")
    if not settings.hold_out_dev:
        sentences, dev = sentences + dev, []
    with nlp.use_params(fit(nlp, sentences, dev, settings)):
        save(nlp, output_dir)
    nlp = spacy.load(output_dir)
    for path in sorted(Path(treebank_dir).glob("*-test.conllu")):
        test = read_conllu(path)
        print(f"{path.stem}: {evaluate(nlp, test)}", flush=True)
        print(f"{path.stem}, lower-cased: {evaluate(nlp, [lower_case(sentence) for sentence in test])}", flush=True)


def build_pipeline(seed: int) -> "Language":
    """Build an untrained pipeline: English tokenizer, shared embedding, tagger (Penn tags), parser (UD relations)."""
    import spacy
    from spacy.util import fix_random_seed

    fix_random_seed(seed)
    nlp = spacy.blank("en")
    nlp.add_pipe("tok2vec", config={"model": CONFIG["tok2vec"]})
    for name in ("tagger", "parser"):
        listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": 96, "upstream": "*"}
        nlp.add_pipe(name, config={"model": {**CONFIG[name], "tok2vec": listener}})
    return nlp


def fit(
    nlp: "Language", sentences: Sequence[TreebankSentence], dev: Sequence[TreebankSentence], settings: ParserSettings
) -> dict[Any, Any]:
    """Train the pipeline in place, with each sentence as a document; return the averages of the parameters."""
    from thinc.api import Adam, warmup_linear

    generator = random.Random(settings.seed)
    nlp.initialize(lambda: [to_example(nlp, sentence) for sentence in sentences])
    schedule: Any = warmup_linear(settings.learning_rate, settings.warmup_steps, settings.steps)
    optimizer = Adam(schedule, L2=0.01, grad_clip=1.0, L2_is_weight_decay=True, use_averages=True)
    losses: dict[str, float] = {}
    for step, batch in enumerate(_batches(sentences, generator, settings), start=1):
        examples = [_augment(nlp, sentence, generator, settings) for sentence in batch]
        nlp.update(examples, sgd=optimizer, drop=settings.dropout, losses=losses)
        optimizer.step_schedules()
        if step % STEPS_PER_REPORT == 0:
            with nlp.use_params(optimizer.averages):
                print(f"step {step}: losses {losses}, dev {evaluate(nlp, dev) if dev else 'trained on'}", flush=True)
            losses = {}
    return optimizer.averages


def _batches(
    sentences: Sequence[TreebankSentence], generator: random.Random, settings: ParserSettings
) -> Iterator[list[TreebankSentence]]:
    """Yield a batch for each step, from sentences shuffled anew in each pass."""
    stream = _shuffled_passes(sentences, generator)
    for step in range(settings.steps):
        size = min(settings.first_batch * 1.001**step, settings.last_batch)
        batch = [next(stream)]
        while sum(len(sentence.words) for sentence in batch) < size:
            batch.append(next(stream))
        yield batch


def _shuffled_passes(sentences: Sequence[TreebankSentence], generator: random.Random) -> Iterator[TreebankSentence]:
    while True:
        yield from generator.sample(sentences, len(sentences))


def _augment(
    nlp: "Language", sentence: TreebankSentence, generator: random.Random, settings: ParserSettings
) -> "Example":
    if generator.random() < settings.lower_cased:
        sentence = lower_case(sentence)
    if generator.random() < settings.single_quoted:
        sentence = use_single_quotes(sentence)
    return to_example(nlp, sentence, already_tokenised=generator.random() < settings.already_tokenised)


def lower_case(sentence: TreebankSentence) -> TreebankSentence:
    return sentence._replace(text=sentence.text.lower(), words=tuple(word.lower() for word in sentence.words))


def use_single_quotes(sentence: TreebankSentence) -> TreebankSentence:
    """Replace double quotes by single ones, as in British news, which are rare in the treebanks."""
    return sentence._replace(
        text=sentence.text.replace('"', "'"), words=tuple(word.replace('"', "'") for word in sentence.words)
    )


def to_example(nlp: "Language", sentence: TreebankSentence, already_tokenised: bool = False) -> "Example":
    """Make a training example on the treebank's own words.

    The tokenizer gives some words another norm (``n't`` in "don't": "not") than they have as separate words, as in
    references that are already tokenised, so the parser is trained on both forms.
    """
    from spacy.tokens import Doc
    from spacy.training import Example

    words = list(sentence.words)
    predicted = Doc(nlp.vocab, words=words) if already_tokenised else _tokenise(nlp, sentence)
    reference = Doc(
        nlp.vocab, words=words, tags=list(sentence.tags), heads=list(sentence.heads), deps=list(sentence.relations)
    )
    return Example(predicted, reference)


def _tokenise(nlp: "Language", sentence: TreebankSentence) -> "Doc":
    """Return the tokenizer's document where it agrees with the treebank, else one of the treebank's words."""
    from spacy.tokens import Doc

    doc = nlp.make_doc(sentence.text)
    if [token.text for token in doc] == list(sentence.words):
        return doc
    return Doc(nlp.vocab, words=list(sentence.words))


def evaluate(nlp: "Language", sentences: Sequence[TreebankSentence]) -> ParserQuality:
    """Measure the quality on the treebank's own words; relations include their subtypes."""
    docs = [_tokenise(nlp, sentence) for sentence in sentences]
    start = time.process_time()
    parsed = list(nlp.pipe(docs, batch_size=256))
    seconds = time.process_time() - start
    words = [(token, gold) for doc, gold in zip(parsed, sentences, strict=True) for token in doc]
    attached = [
        (token.head.i == gold.heads[token.i], token.dep_.lower() == gold.relations[token.i])
        for token, gold in words
        if gold.relations[token.i] != "punct"
    ]
    return ParserQuality(
        tags=_share(token.tag_ == gold.tags[token.i] for token, gold in words),
        uas=_share(head for head, _ in attached),
        las=_share(head and relation for head, relation in attached),
        words_per_second=len(words) / seconds,
    )


def _share(hits: Iterable[bool]) -> float:
    answers = list(hits)
    return round(sum(answers) / max(len(answers), 1), 4)


def save(nlp: "Language", output_dir: str | Path) -> None:
    """Write the pipeline without the treebank's words, which its string store has collected."""
    from spacy.util import load_model_from_config

    small = load_model_from_config(nlp.config)
    small.from_bytes(nlp.to_bytes(exclude=["vocab"]), exclude=["vocab"])
    for labels in nlp.pipe_labels.values():
        for label in labels:
            small.vocab.strings.add(label)
    small.meta.update(META)
    small.to_disk(output_dir)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train as the command line says; raise ValueError for wrong settings or files before the training starts."""
    parser = argparse.ArgumentParser(description="Train the parser of the extractor 'dependency'")
    add = parser.add_argument
    add("--treebank-dir", required=True, help="Folder with *-train.conllu, *-dev.conllu, *-test.conllu")
    add("--output-dir", required=True, help="Where to write the spaCy pipeline")
    add("--steps", type=int, default=ParserSettings().steps, help="Batches to train on (default: %(default)s)")
    add("--seed", type=int, default=ParserSettings().seed, help="The same seed gives the same parser")
    args = parser.parse_args(arguments)
    check_minimum(args, steps=1, seed=0)
    check_writable(Path(args.output_dir) / "config.cfg")
    train_parser(args.treebank_dir, args.output_dir, ParserSettings(steps=args.steps, seed=args.seed))


if __name__ == "__main__":
    main()
