"""A server on this machine that speaks OpenAI's protocol, answers by shared words, and can fail in
many ways.
"""

import json
import math
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

FENCED = re.compile(r"<data ([0-9a-f]{16})>\n(.*?)\n</data \1>", re.DOTALL)
MODEL = "small"
KEY = "sk-secret-4f1c9a"


def read_texts(body: dict[str, Any]) -> list[str]:
    """The fenced texts of a request."""
    return [text for _, text in FENCED.findall(body["messages"][0]["content"])]


def is_stated(summary: str, unit: str) -> bool:
    return set(unit.lower().split()) <= set(summary.lower().split())


def answer_by_words(body: dict[str, Any]) -> str:
    """Yes where a summary has all words of a unit.

    In JSON, where the request has a schema or asks for an object.
    """
    summary, *units = read_texts(body)
    found = ["yes" if is_stated(summary, unit) else "no" for unit in units]
    if "JSON" not in body["messages"][0]["content"]:
        return found[0]
    return json.dumps({str(number): word for number, word in enumerate(found, start=1)})


class Fault(Exception):
    """An answer that is none: a status and a message, or bytes in place of JSON.

    "cut" ends the connection. ``retry_after``: the value of this header, if any.
    """

    def __init__(
        self,
        status: int = 500,
        message: str = "out of order",
        code: str = "",
        raw: bytes = b"",
        retry_after: str = "",
    ) -> None:
        self.status, self.message, self.code, self.raw = status, message, code, raw
        self.retry_after = retry_after


class FakeEndpoint:
    """Keeps the requests that it got, and answers with ``answer``, which may raise `Fault`.

    ``probability``: of the answer's first token, given as log-probabilities if asked for;
    ``refused``: fields that it does not take; ``extra``: what is changed in its answers;
    ``seconds``: how long it takes.
    """

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.answer: Callable[[dict[str, Any]], str] = answer_by_words
        self.probability: float | None = None
        self.refused: tuple[str, ...] = ()
        self.extra: dict[str, Any] = {}
        self.choice: dict[str, Any] = {}
        self.seconds = 0.0
        self.address = ""

    def reply(self, body: dict[str, Any]) -> dict[str, Any]:
        refused = [name for name in self.refused if name in body]
        if refused:
            raise Fault(
                400, f"Unsupported parameter: {refused[0]} is not supported with this model"
            )
        text = self.answer(body)
        choice: dict[str, Any] = {
            "index": 0,
            "finish_reason": "stop",
            "message": {"role": "assistant", "content": text},
        }
        if self.probability is not None and body.get("logprobs"):
            other = "no" if text == "yes" else "yes"
            rows = [(text, self.probability), (f" {other.title()}", 1 - self.probability)]
            tokens = [
                {"token": token, "logprob": math.log(value), "bytes": None} for token, value in rows
            ]
            choice["logprobs"] = {"content": [{**tokens[0], "top_logprobs": tokens}]}
        usage = {"prompt_tokens": 100, "completion_tokens": 2, "total_tokens": 102}
        return {
            **{
                "id": "1",
                "object": "chat.completion",
                "created": 0,
                "model": MODEL,
                "usage": usage,
            },
            **{"choices": [{**choice, **self.choice}], "system_fingerprint": "fp-1", **self.extra},
        }


@contextmanager
def serve(endpoint: FakeEndpoint) -> Iterator[FakeEndpoint]:
    """Serve an endpoint at its ``address`` in the block, in which a client reads no certificates.

    To read the machine's takes longer than a test's requests, and the address needs none.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Head and body go out together; apart, the second waits for an acknowledgement of the
        # first.
        wbufsize = -1
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            endpoint.requests.append(body)
            endpoint.headers.append({name.lower(): value for name, value in self.headers.items()})
            if endpoint.seconds:
                time.sleep(endpoint.seconds)
            try:
                self._send(200, json.dumps(endpoint.reply(body)).encode())
            except Fault as fault:
                if fault.raw == b"cut":
                    self.close_connection = True
                    return
                stated = {"error": {"message": fault.message, "code": fault.code, "type": "test"}}
                data = fault.raw or json.dumps(stated).encode()
                self._send(fault.status, data, fault.retry_after)

        def _send(self, status: int, data: bytes, retry_after: str = "") -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Retry-After-Ms", "1")
            if retry_after:
                self.send_header("Retry-After", retry_after)
            self.send_header("Location", "http://203.0.113.1/elsewhere")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    endpoint.address = f"http://127.0.0.1:{server.server_address[1]}/v1"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        with tempfile.TemporaryDirectory() as empty, pytest.MonkeyPatch.context() as patch:
            patch.delenv("SSL_CERT_FILE", raising=False)
            patch.setenv("SSL_CERT_DIR", empty)
            yield endpoint
    finally:
        server.shutdown()
        server.server_close()
