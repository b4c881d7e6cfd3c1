"""A host of static files that compresses nothing, counts what it sends and can be as slow as a line of so many megabits."""

from __future__ import annotations

import functools
import http.server
import threading
import time
from pathlib import Path
from typing import Any, ClassVar

CHUNK = 16_384
LATENCY = 0.04  # seconds to the first byte of each answer on a slow line
MIME = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json"}


class Line:
    """What all answers share: the bytes sent so far, and when the next may go."""

    def __init__(self, megabits: float | None) -> None:
        self.pace = megabits and megabits * 125_000
        self.sent = 0
        self._free = 0.0
        self._lock = threading.Lock()

    def carry(self, length: int) -> None:
        with self._lock:
            self.sent += length
            if self.pace is None:
                return
            self._free = max(self._free, time.monotonic()) + length / self.pace
            wait = self._free - time.monotonic()
        if wait > 0:
            time.sleep(wait)


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map: ClassVar[dict[str, str]] = {**http.server.SimpleHTTPRequestHandler.extensions_map, **MIME}

    def __init__(self, *arguments: Any, line: Line, **options: Any) -> None:
        self.line = line
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        if self.line.pace is not None:
            time.sleep(LATENCY)
        super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while chunk := source.read(CHUNK):
            self.line.carry(len(chunk))
            outputfile.write(chunk)

    def log_message(self, *_: object) -> None: ...


class Host:
    """Serves a folder on a port of its own until the program ends."""

    def __init__(self, folder: Path, megabits: float | None = None) -> None:
        self.line = Line(megabits)
        handler = functools.partial(Handler, directory=str(folder), line=self.line)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{server.server_port}/"
