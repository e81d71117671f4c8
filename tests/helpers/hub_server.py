"""A server that stands in for the Hugging Face hub: one model, whose files it lists and sends."""

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

COMMIT = "c0ffee" + "0" * 34


class HubServer(ThreadingHTTPServer):
    """Serves ``files`` of the model "org/tiny".

    ``sent`` has the names of the files that were asked for; a file in ``broken`` is cut in half
    once; the hub's digest of a file in ``altered`` is that of another content.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files = dict(files)
        self.sent: list[str] = []
        self.broken: set[str] = set()
        self.altered: set[str] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def is_large(self, name: str) -> bool:
        return name.endswith(".safetensors")

    def digest(self, name: str) -> str:
        """The SHA-256 of a large file, git's SHA-1 of another."""
        content = self.files[name] + (b"!" if name in self.altered else b"")
        if self.is_large(name):
            return hashlib.sha256(content).hexdigest()
        return hashlib.sha1(f"blob {len(content)}\0".encode() + content).hexdigest()


class _Handler(BaseHTTPRequestHandler):
    server: HubServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    def do_HEAD(self) -> None:
        self.do_GET(with_body=False)

    def do_GET(self, with_body: bool = True) -> None:
        path = self.path.partition("?")[0]
        if path.startswith("/api/models/org/tiny"):
            self._send_json(path)
        elif path.startswith("/org/tiny/resolve/") and path.rpartition("/")[2] in self.server.files:
            self._send_file(path.rpartition("/")[2], with_body)
        else:
            self.send_error(404)

    def _send_json(self, path: str) -> None:
        files = [
            {
                "type": "file",
                "path": name,
                "rfilename": name,
                "size": len(content),
                "oid": self.server.digest(name),
            }
            for name, content in self.server.files.items()
        ]
        info = {"id": "org/tiny", "sha": COMMIT, "siblings": files}
        body = json.dumps(files if "/tree/" in path else info).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _send_file(self, name: str, with_body: bool) -> None:
        content = self.server.files[name]
        start = int(self.headers.get("Range", "bytes=0-")[6:].partition("-")[0])
        self.send_response(206 if start else 200)
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("ETag", f'"{self.server.digest(name)}"')
        if self.server.is_large(name):
            self.send_header("X-Linked-Etag", f'"{self.server.digest(name)}"')
            self.send_header("X-Linked-Size", str(len(content)))
        self.send_header("Content-Length", str(len(content) - start))
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.end_headers()
        if with_body:
            self.server.sent.append(name if not start else f"{name} from {start}")
            if name in self.server.broken:
                self.server.broken.remove(name)
                self.wfile.write(content[start : len(content) // 2])
                self.close_connection = True
            else:
                self.wfile.write(content[start:])


@contextmanager
def serve_hub(files: Mapping[str, bytes]) -> Iterator[HubServer]:
    with HubServer(files) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
