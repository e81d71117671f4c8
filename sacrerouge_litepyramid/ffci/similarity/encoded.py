"""Encode many groups of texts: each distinct text once, with vectors kept only as long as they are needed."""

from collections.abc import Iterator, Sequence

from sacrerouge_litepyramid.encoders.token_encoder import TokenEncoder, TokenVectors

#: groups that are encoded together: more groups need less padding, and more memory
GROUPS_PER_BLOCK = 512


def encoded_groups(
    encoder: TokenEncoder, groups: Sequence[Sequence[str]], block: int = GROUPS_PER_BLOCK
) -> Iterator[list[list[TokenVectors]]]:
    """Yield the vectors of each group's texts, block by block.

    Equal texts share one object. A text's vectors are dropped after the last block that needs them, so groups from the
    same document should be adjacent.
    """
    last = {text: index for index, group in enumerate(groups) for text in group}
    held: dict[str, TokenVectors] = {}
    for start in range(0, len(groups), block):
        members = groups[start : start + block]
        new = list(dict.fromkeys(text for group in members for text in group if text not in held))
        held.update(zip(new, encoder.encode(new), strict=True))
        yield [[held[text] for text in group] for group in members]
        held = {text: vectors for text, vectors in held.items() if last[text] >= start + block}
