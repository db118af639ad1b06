"""A thousand damaged files: each is read or refused, none crashes, none takes long."""

import random
import re
import time
from collections import Counter
from dataclasses import replace

from puzzlery import formats
from puzzlery.errors import PuzzleryError
from puzzlery.formats import FORMATS
from puzzlery.formats.text_files import decoded
from puzzlery.twisty.catalog import puzzle as from_catalog

SEED, FILES, SECONDS = 20_240, 1000, 2.0
LARGE = (b"0", b"-1", b"256", b"65536", b"99999999999", b"9" * 5000, b"1e999", b"nan", b"0.5")
SCRAPS = (b"[", b"]" * 50, b"[" * 3000, b"{", b"<a>", b"&lol;", b"\x00", b"\xff", b"\r", b'"',
          b"'", b"#", b"=", b"(", b"End\n", b"true", b";", b"\xed\xa0\x80", b"\\ud800")  # fmt: skip


def whole_files():
    """A good file of every format and of every kind of puzzle that it can hold."""
    files = []
    for name in ("2x2x2", "pyraminx", "gear cube extreme", "Hungarian rings"):
        puzzle = from_catalog(name)
        plain = replace(puzzle, name="mine", description="", notation=None, note="a\nnote")
        files += [(each.name, formats.dumps(plain, each.name).encode()) for each in FORMATS]
        files.append(("toml", formats.dumps(puzzle).encode()))
    files.append(("toml", b'cuts = "d f 0.7"\nglued = [[0, 1], [5]]\n[colors]\nwhite = "#fff"\n'))
    files.append(("toml", b"catalog = \"5x5x5\"\nname = \"x\"\nnote = '''y\nz'''\n"))
    files.append(("toml", b'stickers = ["a", "b"]\n[moves]\nr = "(0 1)"\n[derived]\nq = "(r2)3"\n'))
    state = from_catalog("2x2x2").apply("R U")
    files.append(("state", formats.dumps_state(state).encode()))
    files.append(("state", formats.dumps_state(state.coloring).encode()))
    return files


def damaged(data, rng):
    for _ in range(rng.choice((1, 1, 1, 2, 4, 10))):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice((1, 2, 5, 20, 200)))
        data = rng.choice(DAMAGES)(data, at, end, rng)
    return data


def flip(data, at, end, rng):
    return (
        data[:at]
        + bytes(byte ^ 1 << rng.randrange(8) for byte in data[at : at + 1])
        + data[at + 1 :]
    )


def delete(data, at, end, rng):
    return data[:at] + data[end:]


def repeat(data, at, end, rng):
    return data[:end] + data[at:end] * rng.choice((1, 2, 50)) + data[end:]


def truncate(data, at, end, rng):
    return data[:at]


def blow_up(data, at, end, rng):
    numbers = list(re.finditer(rb"\d+", data))
    if not numbers:
        return data
    number = rng.choice(numbers)
    return data[: number.start()] + rng.choice(LARGE) + data[number.end() :]


def insert(data, at, end, rng):
    return data[:at] + rng.choice(SCRAPS) + data[at:]


def swap_lines(data, at, end, rng):
    lines = data.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


DAMAGES = (flip, delete, repeat, truncate, blow_up, insert, swap_lines)


def read(name, data):
    text = decoded(data, "damaged")
    return formats.loads_state(text) if name == "state" else formats.loads(text, name, "damaged")


def test_damaged_files_are_read_or_refused():
    rng = random.Random(SEED)
    files = whole_files()
    for name, data in files:
        read(name, data)
    outcomes = Counter()
    for _ in range(FILES):
        name, data = rng.choice(files)
        start = time.process_time()
        try:
            read(name, damaged(data, rng))
            outcomes[name, "read"] += 1
        except PuzzleryError:
            outcomes[name, "refused"] += 1
        assert time.process_time() - start < SECONDS
    assert sum(outcomes.values()) == FILES
    for each in FORMATS:
        assert outcomes[each.name, "read"] > 0
        assert outcomes[each.name, "refused"] > 20
