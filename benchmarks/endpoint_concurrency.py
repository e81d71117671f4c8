"""Compare the judge `endpoint` with a client that asks one question after another.

The tests' server runs on this machine and takes a fixed time for each answer. The sequential client
is the openai package's and asks the same questions; the exit status is 1 if the answers differ. The
judge also keeps every answer in its store, which the sequential client does not.
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

from measuring import make_parser

from sacrerouge_litepyramid.core.pairs import Group, Pair
from sacrerouge_litepyramid.judges.endpoint import EndpointJudge

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from helpers.fake_endpoint import MODEL, FakeEndpoint, serve


def make_groups(pairs: int) -> list[Group]:
    """Return summaries with five units each, of which every second one is stated."""
    return [
        Group(
            f"word{number} and more",
            tuple(f"word{number + place % 2} {'and more'[:place]}" for place in range(5)),
        )
        for number in range(-(-pairs // 5))
    ]


def ask_in_turn(address: str, judge: EndpointJudge, groups: list[Group]) -> list[str]:
    """Ask about each pair, one after another, by the openai package alone."""
    import openai

    client = openai.OpenAI(api_key="none", base_url=address)
    pairs = [Pair(group.summary, unit) for group in groups for unit in group.units]
    return [
        client.chat.completions.create(
            model=MODEL,
            messages=[{"role": "user", "content": judge.prompt.fill(pair._asdict())}],
            temperature=0,
            max_tokens=8,
            logprobs=True,
            top_logprobs=5,
        )
        .choices[0]
        .message.content
        or ""
        for pair in pairs
    ]


def ask_together(address: str, groups: list[Group], concurrency: int) -> list[str]:
    """Ask the same questions through the judge, with an empty store."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, {"LITEPYRAMID_CACHE": folder}),
    ):
        judge = EndpointJudge(MODEL, address, requests={"concurrency": concurrency})
        return [
            "yes" if row[0] > row[1] else "no" for logits in judge.predict(groups) for row in logits
        ]


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.3, help="the time that an answer takes")
    parser.add_argument("--concurrency", type=int, default=8)
    args = parser.parse_args()
    groups = make_groups(args.pairs)
    count = sum(len(group.units) for group in groups)
    endpoint = FakeEndpoint()
    endpoint.seconds = args.seconds
    with serve(endpoint) as server:
        judge = EndpointJudge(MODEL, server.address)
        first, sequential = _measure(lambda: ask_in_turn(server.address, judge, groups))
        second, concurrent = _measure(
            lambda: ask_together(server.address, groups, args.concurrency)
        )
    print(f"{count} pairs, {args.seconds:g} seconds per answer")
    print(f"sequential client    {sequential:7.2f} seconds    {count / sequential:7.1f} pairs/s")
    print(
        f"judge, {args.concurrency:2d} at a time  {concurrent:7.2f} seconds    "
        f"{count / concurrent:7.1f} pairs/s"
    )
    print(f"ratio {sequential / concurrent:.2f}")
    return int(first != second)


def _measure(call: Any) -> tuple[list[str], float]:
    started = time.perf_counter()
    answers = call()
    return answers, time.perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
