"""Formats: puzzles and states as files, our own and those of other programs.

    read_puzzle("cube.tws")          a puzzle from a file
    write_puzzle(puzzle, "my.toml")  a puzzle to a file
    loads(text), dumps(puzzle)       the same with text
    convert("a.xml", "b.toml")       from one format to another
    read_state, write_state          states and colorings
    read_facelets, write_facelets    colorings of cubes as letters
    read_net, write_net              colorings of any puzzle as letters, face by face

What a format cannot express is an error. What it only does not store, such as the shades of the
colors, is listed by `left_out` and by the functions that write. The names are loaded when they are
first used: a file of a packing needs no format of twisty puzzles.
"""

from typing import TYPE_CHECKING

from puzzlery.core.lazy_names import lazy_names

if TYPE_CHECKING:
    from puzzlery.formats.puzzles.registry import (
        FORMATS,
        Format,
        convert,
        dumps,
        is_puzzle_file,
        left_out,
        loads,
        read_puzzle,
        write_puzzle,
    )
    from puzzlery.formats.states.facelets import read_facelets, write_facelets
    from puzzlery.formats.states.net_text import read_net, write_net
    from puzzlery.formats.states.state_file import dumps_state, loads_state, read_state, write_state

__all__ = [
    "FORMATS",
    "Format",
    "convert",
    "dumps",
    "dumps_state",
    "is_puzzle_file",
    "left_out",
    "loads",
    "loads_state",
    "read_facelets",
    "read_net",
    "read_puzzle",
    "read_state",
    "write_facelets",
    "write_net",
    "write_puzzle",
    "write_state",
]

_HOMES = {
    **dict.fromkeys(
        ("FORMATS", "Format", "convert", "dumps", "is_puzzle_file", "left_out", "loads",
         "read_puzzle", "write_puzzle"),
        "puzzles.registry",
    ),
    **dict.fromkeys(("read_facelets", "write_facelets"), "states.facelets"),
    **dict.fromkeys(("read_net", "write_net"), "states.net_text"),
    **dict.fromkeys(
        ("dumps_state", "loads_state", "read_state", "write_state"), "states.state_file"
    ),
}  # fmt: skip

__getattr__ = lazy_names(__name__, _HOMES)
