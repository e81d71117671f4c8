"""How a next-sentence classifier is finetuned; the defaults are the paper's (Koto et al. 2022)."""

from dataclasses import dataclass

from sacrerouge_litepyramid.training.finetuning_settings import FinetuneSettings


@dataclass(frozen=True)
class CoherenceSettings(FinetuneSettings):
    """``patience``: the number of epochs in turn without a better validation accuracy after which training ends."""

    learning_rate: float = 5e-5
    epochs: int = 20
    batch_size: int = 40
    patience: int = 5

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.patience < 1:
            raise ValueError(f"patience must be at least 1 epoch, not {self.patience}")
