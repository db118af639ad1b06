"""Load: many small calls to a server at a steady rate, and with which status each is answered."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle
from typing import Any
from urllib.parse import quote, urlsplit

from tests.web.server import Server

RATE = 200.0
CONNECTIONS = 16
Body = dict[str, Any]
Statuses = Counter[int]


@dataclass(frozen=True, slots=True)
class Call:
    """A question to a server: a path, and a body if something is sent."""

    path: str
    body: Body | None = None

    def written(self, host: str) -> bytes:
        """The call as it goes over the line."""
        content = b"" if self.body is None else json.dumps(self.body).encode()
        method = "GET" if self.body is None else "POST"
        lines = [f"{method} {quote(self.path)} HTTP/1.1", f"host: {host}",
                 "content-type: application/json", f"content-length: {len(content)}"]  # fmt: skip
        return "\r\n".join([*lines, "", ""]).encode() + content


# What a page asks while somebody plays, paints or packs.
CALLS = (
    Call("/api/puzzles/3x3x3/alg", {"alg": "R U R' U' [F: [R, U]]"}),
    Call("/api/puzzles/2x2x2/scene"),
    Call("/api/puzzles/megaminx/scramble", {}),
    Call("/api/puzzles/3x3x3/check", {"text": "R U F2"}),
    Call("/api/puzzles/pyraminx/pieces"),
    Call("/api/puzzles/3x3x3/methods"),
    Call("/api/packings/board", {"set": "soma", "board": "3x3x3"}),
    Call("/api/jobs"),
)


def warm_up(server: Server) -> None:
    """Ask everything once, so that what is kept ready is ready."""
    for _ in range(2):
        load(server.address, CALLS, rate=20, seconds=len(CALLS) / 20)


def begin_solves(server: Server, seconds: float = 120.0) -> list[str]:
    """Two solves that go on until they are cancelled; their ids."""
    asked = {"puzzle": "7x7x7", "alg": "R U 2F D' 3L B2 " * 4, "method": "general",
             "limits": {"timeout": seconds}}  # fmt: skip
    answers = [server.client.post("/api/jobs", json={"kind": "solve", "request": asked})
               for _ in range(2)]  # fmt: skip
    return [answer.json()["id"] for answer in answers]


def load(address: str, calls: Sequence[Call], *, rate: float, seconds: float) -> Statuses:
    """Make the calls in turn, each when it is due, however long the ones before it wait."""
    host = urlsplit(address).netloc
    lines = cycle([call.written(host) for call in calls])
    work = _load(host, lines, rate, round(rate * seconds))
    # In a thread of its own, for the caller may run a loop already, as one who drives a browser.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def _load(host: str, lines: Iterator[bytes], rate: float, count: int) -> Statuses:
    name, _, port = host.partition(":")
    idle: asyncio.Queue[_Line] = asyncio.Queue()
    for _ in range(CONNECTIONS):
        idle.put_nowait(_Line(*await asyncio.open_connection(name, int(port))))
    told: Statuses = Counter()
    start = time.perf_counter()
    tasks = []
    for number in range(count):
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        tasks.append(asyncio.create_task(_call(idle, next(lines), told)))
    await asyncio.gather(*tasks)
    while not idle.empty():
        idle.get_nowait().close()
    return told


async def _call(idle: "asyncio.Queue[_Line]", written: bytes, told: Statuses) -> None:
    line = await idle.get()
    status = await line.ask(written)
    idle.put_nowait(line)
    told[status] += 1


@dataclass(frozen=True, slots=True)
class _Line:
    """A connection that is kept for the next call."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def ask(self, written: bytes) -> int:
        """The status of the answer, once all of it has come."""
        self.writer.write(written)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.partition("content-length:")[2].partition("\r\n")[0])
        await self.reader.readexactly(length)
        return int(head.split(" ", 2)[1])

    def close(self) -> None:
        self.writer.close()
