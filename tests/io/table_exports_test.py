"""Exports as other tools write them: read as they are, or with the option that the error proposes.

Every export has two documents and two systems, with made-up texts.
"""

import json
import re
import shlex

import pytest

from sacrerouge_litepyramid.core.arguments import name_options
from sacrerouge_litepyramid.io.tables import read_table
from sacrerouge_litepyramid.verdict.tables.table_data_set import build_data_set, check_comparable

REFERENCES = {"a": "The ferry sank. Nobody drowned.", "b": "The school burned. It was empty."}
ANSWERS = {
    ("a", "one"): "The ferry sank at night.",
    ("a", "two"): "Nobody drowned there.",
    ("b", "one"): "The school burned down.",
    ("b", "two"): "It was empty then.",
}
EXPECTED = {(system, text) for (_, system), text in ANSWERS.items()}


def each(make):
    """Return what ``make`` makes of each answer: document, its number, system, text, reference."""
    return [
        make(document, "ab".index(document), system, text, REFERENCES[document])
        for (document, system), text in ANSWERS.items()
    ]


def message(text):
    return {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}


def promptfoo(document, number, system, text, reference):
    return {
        "id": f"{document}-{system}",
        "promptId": f"5f{system}",
        "prompt": {"raw": f"Answer {system}: {document}", "label": system},
        "promptIdx": 0,
        "provider": {"id": "openai:chat:small", "label": ""},
        "response": {"output": text, "tokenUsage": {"total": 90}, "cached": False},
        "score": 1,
        "success": True,
        "namedScores": {},
        "gradingResult": {"pass": True, "score": 1, "reason": "fine", "componentResults": []},
        "latencyMs": 700 + number,
        "testIdx": number,
        "testCase": {"vars": {"question": document, "expected": reference}, "assert": []},
        "vars": {"question": document, "expected": reference},
    }


def ragas(document, number, system, text, reference):
    return {
        "user_input": f"What of {document}?",
        "retrieved_contexts": ["It was in the news."],
        "response": text,
        "reference": reference,
        "faithfulness": 0.5,
        "prompt_version": system,
    }


def deepeval(document, number, system, text, reference):
    return {
        "name": f"test_case_{number}_{system}",
        "input": f"What of {document}?",
        "actualOutput": text,
        "expectedOutput": reference,
        "retrievalContext": [],
        "success": True,
        "metricsData": [{"name": "Relevancy", "score": 0.4 + number / 10, "reason": "so"}],
        "runDuration": 1.5,
        "additionalMetadata": {"model": system},
    }


def inspect_ai(document, number, system, text, reference):
    return {
        "id": number,
        "epoch": 1,
        "input": f"What of {document}?",
        "target": reference,
        "messages": [{"role": "user", "content": document}],
        "output": {
            "model": system,
            "choices": [{**message(text), "stop_reason": "stop"}],
            "completion": text,
            "usage": {"total_tokens": 90},
            "time": 1.5,
        },
        "scores": {"match": {"value": "C", "answer": text}},
        "metadata": {},
    }


def label_studio(document, number, system, text, reference):
    rating = {"from_name": "quality", "to_name": "text", "type": "rating", "value": {"rating": 4}}
    return {
        "id": 100 + len(text),
        "data": {"doc_id": document, "model": system, "summary": text, "reference": reference},
        "annotations": [
            {"id": 1, "completed_by": 7, "was_cancelled": False, "result": [rating]},
            {
                "id": 2,
                "completed_by": 8,
                "was_cancelled": False,
                "result": [{**rating, "value": {"rating": 2}}],
            },
            {"id": 3, "completed_by": 9, "was_cancelled": True, "result": []},
        ],
        "predictions": [],
        "total_annotations": 2,
        "updated_at": "2026-01-01T00:00:00Z",
    }


def argilla(document, number, system, text, reference):
    return {
        "id": f"{document}{system}",
        "fields": {"summary": text, "reference": reference},
        "metadata": {"doc_id": document, "model": system},
        "suggestions": {},
        "responses": {"quality": [{"value": 4, "user_id": "u"}, {"value": 2, "user_id": "v"}]},
        "vectors": {},
        "status": "completed",
        "_server_id": "s",
    }


def harness(document, number, system, text, reference):
    return {
        "doc_id": number,
        "doc": {"article": "It rained.", "highlights": reference},
        "target": reference,
        "arguments": {"gen_args_0": {"arg_0": "Sum up.", "arg_1": {"until": []}}},
        "resps": [[text]],
        "filtered_resps": [text],
        "filter": "none",
        "metrics": ["rouge1"],
        "doc_hash": "d0",
        "rouge1": 0.5,
        "model": system,
    }


def batch(document, number, system, text, reference):
    """OpenAI's output has no references: the user has joined them by custom_id."""
    body = {"id": "c", "object": "chat.completion", "model": system, "choices": [message(text)]}
    return {
        "id": f"batch_{document}{system}",
        "custom_id": document,
        "response": {"status_code": 200, "request_id": "r", "body": body},
        "error": None,
        "reference": reference,
    }


def trec(document, number, system, text, reference):
    """TREC's runs have no facts: the user has added a topic's nuggets."""
    return {
        "run_id": system,
        "topic_id": document,
        "topic": f"what of {document}",
        "references": ["msmarco_v2.1_doc_1#0", "msmarco_v2.1_doc_2#5"],
        "response_length": 5,
        "answer": [{"text": text, "citations": [0, 1]}, {"text": "It rained.", "citations": []}],
        "nuggets": reference.split(". "),
    }


def mlflow(document, number, system, text, reference):
    return [f"What of {document}?", reference, text, 12, 0.01, system]


MLFLOW = "inputs ground_truth outputs token_count toxicity/v1/score model_version".split()
EXPORTS = {
    "promptfoo": {"evalId": "e", "results": {"version": 3, "prompts": [{}], "results": "ROWS"}},
    "ragas": None,
    "deepeval": {"testRunData": {"testCases": "ROWS", "conversationalTestCases": []}},
    "inspect_ai": {
        "version": 2,
        "status": "success",
        "eval": {"model": "m"},
        "results": {"total_samples": 4, "scores": [{"name": "match"}]},
        "samples": "ROWS",
    },
    "label_studio": None,
    "argilla": None,
    "harness": None,
    "batch": None,
    "trec": None,
    "mlflow": {"columns": MLFLOW, "data": "ROWS"},
}


def read_as_proposed(path):
    """Read a file; after an error, with the first option that it proposes. Returns it, too."""

    def read(columns):
        data = build_data_set(read_table(path), columns)
        check_comparable(data, path.name)
        return data

    with name_options():
        try:
            return read({}), ""
        except ValueError as error:
            proposal = re.search(r"--columns ((\S+=\S*\s?)+)", str(error))
            columns = {}
            for word in shlex.split(proposal[1].rstrip("; )")):
                field, _, name = word.partition("=")
                columns.setdefault(field, []).append(name)
            return read(columns), proposal[1]


@pytest.mark.parametrize("tool", EXPORTS)
def test_an_export_is_read_with_at_most_one_option(tmp_path, tool):
    rows = each(globals()[tool])
    frame = EXPORTS[tool]
    if frame:
        path = tmp_path / "t.json"
        path.write_text(json.dumps(frame, indent=1).replace('"ROWS"', json.dumps(rows)))
    else:
        path = tmp_path / "t.jsonl"
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    data, option = read_as_proposed(path)
    texts = {
        (row.key.summarizer_id, row.text if isinstance(row.text, str) else row.text[0])
        for row in data.rows
    }
    assert texts == EXPECTED
    assert len({row.key.instance_id for row in data.rows}) == 2
    asked = {"promptfoo", "ragas", "deepeval", "mlflow"}
    assert bool(option) == (tool in asked), option
    if tool in ("label_studio", "argilla"):
        assert data.human == "annotators.quality" and set(data.human_scores().values()) == {3}
    if tool == "trec":
        assert set(data.units) == {"a", "b"} and not data.rows[0].references
    if tool == "deepeval":
        assert data.metrics().keys() <= {"metricsData.Relevancy"}
