"""The packing that a person names: by a set and a board, or by a file and one of its problems."""

from pathlib import Path
from typing import TYPE_CHECKING

from puzzlery.cli.common import answer
from puzzlery.cli.packings.pack_options import check_source

if TYPE_CHECKING:
    from puzzlery.packings.model.packing import Packing


def complete_set(incomplete: str) -> list[str]:
    """The sets of pieces whose names begin with the given text.

    >>> complete_set("pento")
    ['pentominoes']
    """
    from puzzlery.packings.catalog import sets

    return [name for name in sets() if name.startswith(incomplete.lower())]


def complete_board(incomplete: str) -> list[str]:
    """The boards whose names begin with the given text.

    >>> complete_board("pyr")
    ['pyramid5']
    """
    from puzzlery.packings.catalog import BOARD_NAMES

    return [name for name in BOARD_NAMES if name.startswith(incomplete.lower())]


def load_packing(
    pieces: str,
    board: str,
    fixed: Path | None = None,
    mirrors: bool | None = None,
    problem: int | None = None,
) -> "Packing":
    """The puzzle that a person means: a set and a board by name, or a file.

    >>> load_packing("pentominoes", "3x20").count()  # two solutions in four orientations
    8
    """
    from puzzlery.errors import UnknownName
    from puzzlery.formats.packings.packing_files import is_packing_file, read_packing
    from puzzlery.formats.text_files import read_text
    from puzzlery.packings.catalog import packing

    check_source(is_packing_file(pieces), board, mirrors, problem)
    if is_packing_file(pieces):
        puzzle = read_packing(pieces, problem=(problem or 1) - 1)
    elif board:
        puzzle = packing(pieces, board, mirrors=mirrors)
    else:
        raise UnknownName(f'the set "{pieces}" needs a board, such as 5x11 or pyramid5')
    return puzzle if fixed is None else puzzle.with_fixed(read_text(fixed))


def list_problems(pieces: str, board: str, mirrors: bool | None, as_json: bool) -> bool:
    """List the problems of a file that has several; False if there is but one to choose."""
    from puzzlery.formats.packings.packing_files import is_packing_file, problems_in

    found = problems_in(pieces) if is_packing_file(pieces) else ()
    if len(found) < 2:
        return False
    check_source(True, board, mirrors, None)
    data = {
        "problems": [
            {"problem": number, "name": each.name, "pieces": len(each.packing.pieces),
             "cells": len(each.packing.board), "stored": len(each.stored)}
            for number, each in enumerate(found, 1)
        ]
    }  # fmt: skip
    lines = [
        f"{row['problem']}. {row['name'] or 'without a name'}: {row['pieces']} kinds of pieces, "
        f"{row['cells']} cells, {row['stored']} stored solutions"
        for row in data["problems"]
    ]
    lines.append("Choose one by --problem.")
    answer(as_json, data, lambda console: console.print("\n".join(lines)))
    return True
