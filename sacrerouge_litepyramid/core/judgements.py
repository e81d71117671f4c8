"""People's judgement of which units a summary holds."""

from typing import NamedTuple

from sacrerouge_litepyramid.core.units import Unit


class Judged(NamedTuple):
    """A summary, the units it was judged by, and the label of each: 1 present, 0 absent."""

    instance_id: str
    summarizer_id: str
    summary: str
    units: tuple[Unit, ...]
    labels: tuple[int, ...]
