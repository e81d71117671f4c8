"""Exceptions that end a run early: an error about one text, and a dry run."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from sacrerouge_litepyramid.core.texts import Text, flatten


class TextError(ValueError):
    """An error about ``text``, raised by code that does not know its instance and system.

    `name_text` adds them.
    """

    def __init__(self, text: str, message: str) -> None:
        super().__init__(message)
        self.text = text


class DryRun(Exception):  # noqa: N818
    """A description of a run, which is raised instead of running."""


@contextmanager
def name_text(named: Iterable[tuple[Sequence[str], Iterable[Text]]]) -> Iterator[None]:
    """Put the instance and system of a text before a `TextError` that the block raises.

    ``named``: pairs of a key, (instance,) or (instance, system), and the texts that belong to it.
    A reference has no system.
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
