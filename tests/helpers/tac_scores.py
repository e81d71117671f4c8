"""Lines of summaries by their key, and the command that scores them."""

from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main


def by_key(lines):
    return {(line["instance_id"], line["summarizer_id"]): line for line in lines}


def score(reader, files, output):
    arguments = ["--dataset-reader", reader, "--input-files", *map(str, files), "--output-jsonl", str(output)]
    assert main(["lite2pyramid", "score", *arguments, "--silent"]) == 0
    return {key: line["metrics"] for key, line in by_key(read_lines(output)).items()}
