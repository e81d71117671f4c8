"""Errors that end a run early: an error about one text, with its instance and system, and a dry run."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from sacrerouge_litepyramid.core.texts import Text, flatten


class TextError(ValueError):
    """An error about ``text``, raised where its document and system are unknown; see `name_text`."""

    def __init__(self, text: str, message: str) -> None:
        super().__init__(message)
        self.text = text


class DryRun(Exception):  # noqa: N818
    """Raised in place of a run, with a description of it: nothing was done, and nothing is wrong."""


@contextmanager
def name_text(named: Iterable[tuple[Sequence[str], Iterable[Text]]]) -> Iterator[None]:
    """Begin the message of a `TextError` in the block with the text's instance and, if it is a summary, its system.

    ``named``: pairs of a key, (instance,) or (instance, system), and its texts.
    """
    try:
        yield
    except TextError as error:
        keys = [(key, flatten(text)) for key, texts in named for text in texts]
        # An error about a sentence of a reference is about the reference.
        for matches in (str.__eq__, str.__contains__):
            for (instance_id, *systems), text in keys:
                if matches(text, error.text):
                    system = "".join(f", system {system!r}" for system in systems)
                    raise ValueError(f"instance {instance_id!r}{system}: {error}") from None
        raise
