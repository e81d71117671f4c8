"""Units that read badly, such as "he would preferred in charge", which a form marks for its annotators."""

import re

_PARTICIPLES = (
    r"(?!need|feed|speed|proceed|succeed|exceed|heed|bleed|breed|embed|shed)\w{2,}ed\b|"
    r"(?:been|done|gone|given|taken|seen|known|shown|written|driven|broken|chosen|spoken|thrown)\b"
)
#: English wordings that show that words between were left out, by closed lists of words
BROKEN_WORDINGS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # a modal verb before a participle: "he would preferred"
        rf"\b(?:would|could|should|will|may|might|must|can|shall) (?:(?:not|n't|never|also) )?(?:{_PARTICIPLES})",
        # "been" without "have": "bosses been urged"
        r"^(?!.*(?:\b(?:have|has|had|having)\b|['’](?:ve|d)\b).*\bbeen\b|.*['’]s been\b).*\bbeen\b",
        # a pronoun before a participle: "he taking from builders"
        r"\b(?:I|he|she|it|they|we|who) (?!(?:br|s|r|k|spr|sw|cl|(?:no|some|every)?th)ing\b|during\b)\w+ing\b",
        # an end without its noun: "were held to a"
        r"\b(?:a|an|the|of|to|than|and|or|by|with|from|for|at|into)[ .,]*$",
    )
)


def reads_badly(text: str) -> bool:
    """Return whether an English unit has one of BROKEN_WORDINGS, or a quotation mark without its other one.

    True for 13% of the 294 units that `extract-units` makes of PyrXSum and 4% of REALSumm's 832, nearly all of them
    broken, and for none of their 1,534 human SCUs, by which the lists were chosen; elsewhere for 20 of the 11,536
    human units of RoSE's validation part. Many units that read badly have none of these wordings.
    """
    return any(wording.search(text) for wording in BROKEN_WORDINGS) or text.count('"') % 2 == 1
