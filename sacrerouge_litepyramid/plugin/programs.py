"""Settings of SacreROUGE's own metrics that run programs, and the reasons; a config needs permission to use them."""

from collections.abc import Mapping, Sequence
from typing import Any

SHELL = "is put into a shell's command"
FOLDER = "is a folder whose programs are run"
IMAGE = "is a container that is run"
ARCHIVE = "is a model whose pickles and classes AllenNLP loads"
#: from the constructors of SacreROUGE 0.2.5's metrics; a test compares their texts with this table
REASONS = {
    # of apes, bleurt, docker-*, pyreval, s3, sum-qe, supert
    **dict.fromkeys(("environment_name", "checkpoint", "model_file", "python_binary"), SHELL),
    **dict.fromkeys(("embeddings_file", "model_dir", "model", "language"), SHELL),
    "image": IMAGE,  # docker-*
    # of qa-eval
    **dict.fromkeys(("generation_model_path", "answering_model_dir", "lerc_model_path"), ARCHIVE),
    "lerc_pretrained_model_path": ARCHIVE,
    **dict.fromkeys(
        ("apes_root", "autosummeng_root", "bewte_root", "bleurt_root", "meteor_root", "pyreval_root"), FOLDER
    ),
    **dict.fromkeys(("rouge_root", "s3_root", "simetrix_root", "sum_qe_root", "supert_root"), FOLDER),
}


def refuse_programs(metrics: Sequence[str | Mapping[str, Any]], known: Sequence[str], where: str) -> None:
    """Raise ValueError, beginning with ``where``, if a setting of a config's ``metrics`` runs a program.

    ``known``: the names of SacreROUGE's own metrics.
    """
    for metric in metrics:
        if isinstance(metric, Mapping) and metric.get("type") in known:
            for setting in metric:
                if setting in REASONS:
                    raise ValueError(
                        f"{where}: the metric {metric['type']!r}: {setting} {REASONS[setting]}; remove it, or pass "
                        "--allow-programs if you trust the config"
                    )
