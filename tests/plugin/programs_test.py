"""Every text of SacreROUGE's metrics is known to reach a program, or not to."""

import ast
from pathlib import Path

import pytest
import sacrerouge.metrics

from sacrerouge_litepyramid.plugin.programs import REASONS, refuse_programs

#: names, and files that are read as texts
HARMLESS = {
    "answer_selection_strategy",
    "blanc_type",
    "device",
    "lang",
    "model_type",
    "moverscore_root",
    "name_override",
    "rouge_data_dir",
    "scoring_function",
}


def text_settings() -> set[str]:
    """The texts that constructors of SacreROUGE's metrics take, those of packages that are not installed too."""
    found = set()
    for path in Path(sacrerouge.metrics.__file__).parent.rglob("*.py"):
        for cls in (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ClassDef)):
            registered = any("Metric.register" in ast.unparse(each) for each in cls.decorator_list)
            for each in cls.body if registered else []:
                if isinstance(each, ast.FunctionDef) and each.name == "__init__":
                    arguments = (*each.args.args[1:], *each.args.kwonlyargs)
                    found |= {
                        one.arg for one in arguments if not one.annotation or "str" in ast.unparse(one.annotation)
                    }
    return found


def test_every_text_is_refused_or_harmless() -> None:
    assert text_settings() == set(REASONS) | HARMLESS


def test_a_program_is_refused_in_sacrerouges_metrics_alone() -> None:
    known = ["bleurt", "chrf"]
    refuse_programs(["bleurt", {"type": "chrf"}, {"type": "bleurt", "batch_size": 3}], known, "c.json")
    refuse_programs([{"type": "lite2pyramid", "model": "x"}], known, "c.json")
    with pytest.raises(
        ValueError, match="c.json: the metric 'bleurt': checkpoint is put into a shell's command; remove"
    ):
        refuse_programs([{"type": "bleurt", "checkpoint": "x"}], known, "c.json")
