"""The content of small files in this package's formats, which tests of several rooms read."""

import json
from typing import Any

NAMES = {"instance_id": "a", "summarizer_id": "s", "summarizer_type": "peer"}
#: the files of the authors' line-aligned format, by their names
ALIGNED = {
    "ids.txt": b"a\nb\n",
    "references.txt": b"<t> it rained </t>\nit snowed\n",
    "SCUs.txt": b"rain fell\train\nsnow fell\n",
    "summaries/s.summary": b"rain\nsnow\n",
    "labels/s.label": b"1 0\n1\n",
    "by_examples/fold0": b"a\nb\n",
}


def lines(*objects: Any) -> bytes:
    return "".join(json.dumps(each) + "\n" for each in objects).encode()


METRICS = lines({**NAMES, "metrics": {"litepyramid_recall": 0.5, "rouge": {"f1": 0.25, "p": None}}})
