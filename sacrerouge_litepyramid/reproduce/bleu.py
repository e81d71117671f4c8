"""Sentence BLEU by sacrebleu, with its default tokenizer, smoothing and effective order."""

from collections.abc import Sequence


def sentence_bleu(summary: str, references: Sequence[str]) -> float:
    """Return BLEU from 0 to 100; raise ImportError with the line that installs sacrebleu where it is missing."""
    try:
        from sacrebleu import sentence_bleu as score
    except ModuleNotFoundError as error:
        raise ImportError(f'{error}; BLEU needs: pip install "sacrebleu==2.0.0"') from None
    return float(score(summary, list(references)).score)
