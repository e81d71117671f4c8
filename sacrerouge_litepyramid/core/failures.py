"""What ends a run early: an error about one text, which is named by instance and system, and a dry run."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from sacrerouge_litepyramid.core.texts import Text, flatten


class TextError(ValueError):
    """An error about ``text``, raised where it is not known whose it is; see `name_text`."""

    def __init__(self, text: str, message: str) -> None:
        super().__init__(message)
        self.text = text


class DryRun(Exception):  # noqa: N818
    """What a run would do, raised in its place: nothing was done, and nothing is wrong."""


@contextmanager
def name_text(named: Iterable[tuple[Sequence[str], Iterable[Text]]]) -> Iterator[None]:
    """Begin the message of a `TextError` of the block with the instance, and the system, whose text it is about.

    ``named``: an instance's id, or it and a system's, with the texts: of a summary, of references.
    """
    try:
        yield
    except TextError as error:
        failed = error
    else:
        return
    keys = [(key, flatten(text)) for key, texts in named for text in texts]
    # An error about a sentence of a reference is about the reference.
    for matches in (str.__eq__, str.__contains__):
        for (instance_id, *systems), text in keys:
            if matches(text, failed.text):
                system = "".join(f", system {system!r}" for system in systems)
                raise ValueError(f"instance {instance_id!r}{system}: {failed}")
    raise failed
