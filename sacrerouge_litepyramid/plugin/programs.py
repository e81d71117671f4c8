"""Settings by which a config of SacreROUGE's own metrics runs programs, and why; a config may not hold them unasked."""

from collections.abc import Mapping, Sequence
from typing import Any

SHELL = "is put into a shell's command"
FOLDER = "is a folder whose programs are run"
IMAGE = "is a container that is run"
ARCHIVE = "is a model whose pickles and classes AllenNLP loads"
#: read from the constructors of SacreROUGE 0.2.5's metrics; a test compares each of their texts with this table
REASONS = {
    "environment_name": SHELL,  # apes, bleurt, pyreval, s3, supert
    "checkpoint": SHELL,  # bleurt
    "model_file": SHELL,  # sum-qe
    "python_binary": SHELL,  # sum-qe
    "embeddings_file": SHELL,  # s3
    "model_dir": SHELL,  # s3
    "model": SHELL,  # docker-*
    "language": SHELL,  # docker-bertscore
    "image": IMAGE,  # docker-*
    "generation_model_path": ARCHIVE,  # qa-eval
    "answering_model_dir": ARCHIVE,
    "lerc_model_path": ARCHIVE,
    "lerc_pretrained_model_path": ARCHIVE,
    "apes_root": FOLDER,
    "autosummeng_root": FOLDER,
    "bewte_root": FOLDER,
    "bleurt_root": FOLDER,
    "meteor_root": FOLDER,
    "pyreval_root": FOLDER,
    "rouge_root": FOLDER,
    "s3_root": FOLDER,
    "simetrix_root": FOLDER,
    "sum_qe_root": FOLDER,
    "supert_root": FOLDER,
}


def refuse_programs(metrics: Sequence[str | Mapping[str, Any]], known: Sequence[str], where: str) -> None:
    """Raise ValueError, beginning with ``where``, for a setting that runs a program, of a metric in ``known``.

    ``metrics`` are those of a config, ``known`` the names of SacreROUGE's own.
    """
    for metric in metrics:
        if isinstance(metric, Mapping) and metric.get("type") in known:
            for setting in metric:
                if setting in REASONS:
                    raise ValueError(
                        f"{where}: the metric {metric['type']!r}: {setting} {REASONS[setting]}; leave it out, or give "
                        "--allow-programs if you trust the config"
                    )
