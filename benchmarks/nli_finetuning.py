"""Finetune a miniature model of random weights, or a pretrained encoder, and test it on an unseen
fold.

With ``--start`` a pretrained encoder gets a new, random head for two classes. The default miniature
is built for the
task: as a random transformer rarely learns in a few minutes to compare words, the keys of its first
layer come from the queries' matrix, so that each token attends to its own copies; everything else
is learned. The exit status is 1 unless the last epoch's accuracy is higher than that of the start
and of the more frequent label.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from measuring import make_parser

from sacrerouge_litepyramid.io.folds import read_folds
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.models.checkpoint import find_pinned
from sacrerouge_litepyramid.models.encoders.pretrained import MINILM
from sacrerouge_litepyramid.models.output_labels import TWO_CLASSES
from sacrerouge_litepyramid.training.finetuning_run import FinetuneSettings
from sacrerouge_litepyramid.training.nli import finetune_nli, format_label_figures
from sacrerouge_litepyramid.training.trainable import split_by_fold

LABELS = ("entailment", "neutral", "contradiction")
HIDDEN_SIZE = 64
SPECIAL_TOKENS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def save_matching_model(folder: Path, texts: Sequence[str], vocab_size: int, seed: int = 0) -> None:
    """Save a BERT of two layers and one head, 64 wide, whose first layer has equal queries and
    keys.
    """
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    tokenizer = train_tokenizer(texts, vocab_size)
    config = BertConfig(
        vocab_size=len(tokenizer),
        max_position_embeddings=512,
        hidden_size=HIDDEN_SIZE,
        num_hidden_layers=2,
        num_attention_heads=1,
        intermediate_size=2 * HIDDEN_SIZE,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        id2label=dict(enumerate(LABELS)),
        label2id={label: index for index, label in enumerate(LABELS)},
    )
    torch.manual_seed(seed)
    model = BertForSequenceClassification(config)
    attention = model.bert.encoder.layer[0].attention
    normal = torch.nn.init.normal_
    with torch.no_grad():
        normal(model.bert.embeddings.word_embeddings.weight, std=1.0)
        normal(model.bert.embeddings.token_type_embeddings.weight, std=0.25)
        normal(attention.self.query.weight, std=0.145)
        attention.self.key.weight.copy_(attention.self.query.weight)
        normal(attention.self.value.weight, std=0.1)
        normal(attention.output.dense.weight, std=0.1)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def save_with_new_head(encoder: Path, folder: Path, seed: int = 0) -> None:
    """Save a pretrained encoder as a classifier of two classes, entailment first, whose head is
    random.
    """
    from transformers import AutoModelForSequenceClassification, AutoTokenizer, set_seed

    set_seed(seed)
    names = dict(enumerate(TWO_CLASSES))
    ids = {name: index for index, name in names.items()}
    model = AutoModelForSequenceClassification.from_pretrained(
        encoder, id2label=names, label2id=ids
    )
    model.save_pretrained(folder)
    AutoTokenizer.from_pretrained(encoder).save_pretrained(folder)


def train_tokenizer(texts: Sequence[str], vocab_size: int) -> Any:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(
        vocab_size=vocab_size, special_tokens=SPECIAL_TOKENS, show_progress=False
    )
    tokenizer.train_from_iterator(iter(texts), trainer)
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        cls_token="[CLS]",
        sep_token="[SEP]",
        pad_token="[PAD]",
        unk_token="[UNK]",
        mask_token="[MASK]",
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    )


def main(arguments: Sequence[str] | None = None) -> int:
    args = _parse(arguments)
    folds = read_folds(args.data / "folds.json", args.fold_by)
    split = split_by_fold(read_labelled_folder(args.data), folds, args.fold, args.fold_by)
    settings = FinetuneSettings(
        learning_rate=args.learning_rate, epochs=args.epochs, seed=args.seed
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if args.start is None:
            save_matching_model(
                folder / "start",
                [item.summary for item in split.training],
                args.vocab_size,
                args.seed,
            )
        else:
            encoder = find_pinned(MINILM) if args.start == "minilm" else Path(args.start)
            save_with_new_head(encoder, folder / "start", args.seed)
        start = NliJudge(str(folder / "start"), device=args.device)
        began = time.perf_counter()
        figures = finetune_nli(
            split.training, start, folder / "model", settings, split.held_out
        ).figures
        seconds = time.perf_counter() - began
    print(format_label_figures(figures))
    print(f"{seconds:.0f} seconds, evaluation included")
    first, last = figures["0"], figures[str(settings.epochs)]
    return 0 if last["accuracy"] > max(first["accuracy"], last["majority"]) else 1


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = make_parser(__doc__)
    add = parser.add_argument
    add("--data", type=Path, required=True, help="A folder as setup-dataset writes it")
    add("--fold", type=int, default=5, help="The fold to hold out, from 1 (default: %(default)s)")
    add("--fold-by", choices=("documents", "systems"), default="documents")
    add("--start", help="The folder of a pretrained encoder, or minilm for all-MiniLM-L6-v2")
    add("--epochs", type=int, default=2)
    add(
        "--learning-rate",
        type=float,
        default=1e-3,
        help="The default, %(default)s, is for the miniature",
    )
    add("--vocab-size", type=int, default=6000)
    add("--seed", type=int, default=0)
    add("--device", default="auto")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
