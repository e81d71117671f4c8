"""An NLI model that is finetuned fold by fold."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.presence.nli import NliPresence
from sacrerouge_litepyramid.training.finetuning_settings import FinetuneSettings, Interruption
from sacrerouge_litepyramid.training.nli import finetune
from sacrerouge_litepyramid.training.nli_pairs import digest
from sacrerouge_litepyramid.training.trainable import Documents, TrainablePresence


@TrainablePresence.register("nli")
class TrainableNli(TrainablePresence):
    """``start``: the arguments of the presence model ``nli`` that training starts from; ``settings``: those of
    `FinetuneSettings`; ``folder``: holds a checkpoint for each set of judgements, made once and resumed if incomplete.
    """

    def __init__(
        self,
        folder: str,
        start: dict[str, Any] | None = None,
        settings: dict[str, Any] | None = None,
        save_every: int = 500,
    ) -> None:
        self.folder = Path(folder)
        self.arguments = {**(start or {})}
        self.start = NliPresence(**self.arguments)
        self.settings = FinetuneSettings(**(settings or {}))
        self.save_every = save_every

    def fit(self, judged: Sequence[Judged], documents: Documents | None = None) -> NliPresence:
        folder = self.folder / digest(judged).removeprefix("sha256:")[:12]
        interruption = Interruption(resume=True, save_every=self.save_every)
        finetune(judged, self.start, folder, self.settings, interruption=interruption)
        kept = {name: self.arguments[name] for name in ("max_length", "tokens_per_batch", "precision", "device")
                if name in self.arguments}  # fmt: skip
        return NliPresence(str(folder), **kept)

    def identity(self) -> dict[str, Any]:
        from dataclasses import asdict

        return {**self.start.identity(), "settings": asdict(self.settings)}
