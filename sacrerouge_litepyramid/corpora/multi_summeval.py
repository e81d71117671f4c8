"""Human scores of summaries in eight languages (Koto, Lau and Baldwin, Findings of ACL-IJCNLP 2021).

The folder ``resulting_data`` of github.com/fajri91/Multi_SummEval has one folder per language, such as DE, with
``score.csv`` (id, model, focus, coverage) and the texts ``gold/ID``, ``pred_BERT/ID`` and ``pred_PG/ID``, one sentence
per line. The scores are crowd workers' z scores. Names of Chinese texts begin with zeros, unlike their ids."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from sacrerouge_litepyramid.core.arguments import Files
from sacrerouge_litepyramid.corpora.data_set import DataSet, ScoredSummary, write_data_set
from sacrerouge_litepyramid.corpora.ffci import split_lines
from sacrerouge_litepyramid.io.evaluation_folder import HUMAN_SCORES, SUMMARIES
from sacrerouge_litepyramid.io.files import Line, read_text, required
from sacrerouge_litepyramid.io.metrics import parse_metric_value
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.tables import read_table


def _read_row(line: Line, texts: Mapping[tuple[str, str], Path]) -> ScoredSummary:
    number, system = required(line, "id", str), required(line, "model", str)
    scores = {name: required(line, name, str) for name in ("coverage", "focus")}
    try:
        paths = [texts[folder, number.lstrip("0")] for folder in (f"pred_{system}", "gold")]
        human = {f"human_{name}": parse_metric_value(line, name, float(cell)) for name, cell in scores.items()}
    except KeyError as error:
        raise ValueError(f"{line.where}: no text {error.args[0][0]}/{number}; get the release again") from None
    except ValueError:
        raise ValueError(f"{line.where}: {scores} must be finite numbers; get the release again") from None
    text, reference = (split_lines(read_text(path)) for path in paths)
    return ScoredSummary(Summary(number, system, "peer", text, [reference], [], line.where), None, human)


@DataSet.register("multi-summeval")
class MultiSummEval(DataSet):
    """One folder per language: two systems' summaries with references, ``human_coverage`` and ``human_focus``."""

    description = "Set up human scores of two systems in eight languages (Koto et al., 2021), one folder each"
    example = "data/multi-summeval --source Multi_SummEval/resulting_data"
    files = (f"*/{SUMMARIES}", f"*/{HUMAN_SCORES}")

    def setup(  # type: ignore[override]
        self, output: Path, *, source: Annotated[Path, Files(("*/score.csv", "*/*/[0-9]*"))]
    ) -> dict[str, Any]:
        """Write LANGUAGE/summaries.jsonl and LANGUAGE/metrics.jsonl; return the number of summaries by language.

        Args:
            source: the released folder resulting_data.
        """
        languages = {}
        for path in sorted(source.glob("*/score.csv")):
            texts = {(text.parent.name, text.name.lstrip("0")): text for text in path.parent.glob("*/[0-9]*")}
            languages[path.parent.name.lower()] = [_read_row(line, texts) for line in read_table(path)]
        if not languages:
            raise ValueError(f"{source}: no LANGUAGE/score.csv; pass a copy of the released folder resulting_data")
        for language, rows in languages.items():
            write_data_set(output / language, {}, rows)
        return {"dataset": "Multi_SummEval", **{language: len(rows) for language, rows in languages.items()}}
