"""Which turns of a puzzle have a name."""

import pytest

from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.structure.written_moves import block_units


@pytest.mark.parametrize("name", ["icosahedron 2", "5x5x5", "megaminx", "pyraminx", "3x2x3"])
def test_words_that_grip_the_same_are_taken_once_and_none_is_missing(name: str) -> None:
    chosen = puzzle(name)
    units = block_units(chosen)
    made = {chosen.turn(unit).permutation for unit in units}
    for word in sorted(chosen.notation.families)[::7]:
        turn = chosen.notation.turn(chosen.notation.written(word))
        if turn is not None and not turn.is_rotation:
            assert turn.permutation in made, word
    # Each end of an axis has a word for its layer, one for a block, and a few for middle layers.
    ends = 2 * len(chosen.grips)
    ranges = sum(range(1, max(grip.layers for grip in chosen.grips)))
    assert len(units) <= 4 * ends * ranges
