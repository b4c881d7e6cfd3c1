"""Requests answered by a child process: it is ended where a match comes to no end, and another is asked without that match."""

from __future__ import annotations

import multiprocessing
import time
from multiprocessing.connection import Connection
from typing import Any

from hopscope import api
from hopscope.contracts import watch
from hopscope.text.write import dumps

STOPPED = 2  # matches of one request that are stopped one by one; past that all that may run long are left out
LOST = {"code": "worker-lost", "message": "The checker broke down.", "data": None}


def answer(head: dict[str, Any], params: str) -> str:
    """The door's reply to a request of these members and the params' JSON text."""
    skip: list[int] = []
    while True:
        members = ", ".join(f"{dumps(key)}: {dumps(value)}" for key, value in {**head, "skip": skip}.items())
        told = _attempt(f'{{{members}, "params": {params}}}')
        if isinstance(told, str):
            return told
        skip = [*skip, told] if len(skip) < STOPPED else [watch.ALL]


def _attempt(request: str) -> str | int:
    """The reply, or the number of the match that had to be stopped."""
    kinds = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("fork" if "fork" in kinds else None)
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_serve, args=(theirs, request), daemon=True)
    child.start()
    theirs.close()
    try:
        return _heard(ours)
    except EOFError:
        return dumps({"id": None, "error": LOST})
    finally:
        child.kill()
        child.join()


def _heard(child: Connection) -> str | int:
    number, overdue = 0, 0.0
    while child.poll(max(overdue - time.monotonic(), 0.0) if number else None):
        told = child.recv()
        if isinstance(told, str):
            return told
        number, seconds = told
        overdue = time.monotonic() + seconds
    return number


def _serve(parent: Connection, request: str) -> None:
    watch.install(lambda number, seconds: parent.send((number, seconds)))
    parent.send(api.handle(request))
