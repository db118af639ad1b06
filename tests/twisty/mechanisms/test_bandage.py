"""Bandages: what is glued moves together or not at all."""

from collections import Counter
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.groups import group_order

from puzzlery.errors import IllegalMove, InvalidPuzzle
from puzzlery.twisty.geometry import cube
from puzzlery.twisty.mechanisms.bandage import bandage, bandaged_cube, bicube, fused_cube

FACES = "UDRLFB"


def shapes(subject):
    """How many ways to be glued are first met after 0, 1, 2, … turns of faces."""
    moves = [(subject.moves[face].images, subject.turns[face].moving) for face in FACES]
    start = frozenset(subject.glued)
    seen, level, counts = {start}, [start], []
    while level:
        counts.append(len(level))
        level = list({after for shape in level for after in neighbors(shape, moves)} - seen)
        seen.update(level)
    return counts


def neighbors(shape, moves):
    for images, moving in moves:
        if any(0 < len(group & moving) < len(group) for group in shape):
            continue
        after = shape
        for _ in range(3):
            after = frozenset(frozenset(images[i] for i in group) for group in after)
            yield after


def test_bicube_takes_the_440_shapes_of_the_published_table():
    """Jaap's Puzzle Page lists them by distance in face turns."""
    assert shapes(bicube()) == [1, 9, 24, 54, 83, 91, 64, 58, 28, 16, 6, 3, 3]


def positions(subject, deepest):
    """How many positions are 0, 1, 2, … face turns away from solved."""
    blocks = [sorted(group) for group in subject.pieces()]
    turns = []
    for face in FACES:
        inside = bytes(i in subject.turns[face].moving for i in range(256))
        once = bytes([*subject.moves[face].images, *range(54, 256)])
        twice = once.translate(once)
        turns.append((inside, once, twice, twice.translate(once)))
    start = bytes(i for block in blocks for i in block)
    spans = list(pairwise(accumulate(map(len, blocks), initial=0)))
    before, level, counts = set(), {start}, []
    while level and len(counts) <= deepest:
        counts.append(len(level))
        after = set()
        for state in level:
            for inside, *powers in turns:
                flags = state.translate(inside)
                if all(flags.count(flags[a], a, b) == b - a for a, b in spans):
                    after.update(state.translate(power) for power in powers)
        before, level = level, after - level - before
    return counts


JAAP = [
    1, 9, 24, 54, 102, 168, 296, 583, 996, 1_817, 3_196, 5_739, 9_785, 17_075, 29_279, 48_552,
    77_828, 115_384, 155_444, 179_617, 172_952, 133_159, 82_486, 43_199, 19_613, 7_781, 2_833,
    747, 81,
]  # fmt: skip


def test_bicube_positions_lie_as_near_as_published():
    assert positions(bicube(), 9) == JAAP[:10]


@pytest.mark.slow
def test_bicube_has_all_the_published_positions():
    assert positions(bicube(), 99) == JAAP
    assert sum(JAAP) == 1_108_800


def test_every_piece_of_the_bicube_but_one_corner_is_glued():
    """Of 26 pieces, one is a corner alone, one has two centers, the others are pairs."""
    sizes = Counter(len(piece) for piece in bicube().pieces())
    assert sizes == {3: 5, 4: 1, 5: 7}


def test_fused_cube_is_the_group_of_three_faces():
    """7!·3⁶·9!·2⁸/2, the order of ⟨U, R, F⟩."""
    fused = fused_cube()
    free = [face for face in FACES if fused.solved.allows(face)]
    assert free == ["U", "R", "F"]
    assert group_order([fused.moves[face].images for face in free]) == 170_659_735_142_400


def test_two_layers_may_carry_the_fused_block():
    assert fused_cube().solved.allows("Dw")
    assert not fused_cube().solved.allows("M")


def test_a_center_glued_to_an_edge_turns_with_its_own_face_only():
    glued = bandaged_cube(["U UB"])
    assert [face for face in FACES if glued.solved.allows(face)] == ["U", "D", "R", "L", "F"]
    with pytest.raises(IllegalMove, match="B is blocked here"):
        glued.apply("U2 U2 B")


def test_gluing_stickers_glues_their_pieces():
    base = cube(3)
    glued = bandage(base, [[0, 1]])
    assert glued.glued == (base.pieces()[0] | base.pieces()[1],)
    assert glued.name == "bandaged 3x3x3"


@settings(max_examples=25)
@given(st.lists(st.lists(st.integers(0, 53), min_size=1, max_size=4), max_size=6))
def test_groups_that_touch_become_one(groups):
    glued = bandage(cube(3), groups).glued
    assert sum(map(len, glued)) == len(frozenset().union(*glued))
    for group in groups:
        touched = [joined for joined in glued if joined & set(group)]
        assert len(touched) <= 1


@settings(max_examples=25)
@given(st.permutations([[0, 1], [1, 2], [10, 30], [30, 40], [53, 2]]))
def test_the_order_of_gluing_does_not_matter(groups):
    one_by_one = cube(3)
    for group in groups:
        one_by_one = bandage(one_by_one, [group])
    at_once = bandage(cube(3), groups)
    assert set(one_by_one.glued) == set(at_once.glued)


def test_a_bandage_over_one_piece_blocks_nothing():
    free = bandage(cube(3), [[4]])
    assert all(free.solved.allows(face) for face in FACES)


def test_what_cannot_be_glued_is_refused():
    with pytest.raises(InvalidPuzzle, match="cannot glue sticker 54 of 3x3x3"):
        bandage(cube(3), [[0, 54]])
    with pytest.raises(InvalidPuzzle, match='"UQ" names no piece'):
        bandaged_cube(["UQ U"])
    with pytest.raises(InvalidPuzzle, match='"UD" names no piece'):
        bandaged_cube(["UD"])
    with pytest.raises(InvalidPuzzle, match='"UU" names no piece'):
        bandaged_cube(["UU"])
