"""Corner turners against published numbers."""

from math import factorial

from tests.oracles.groups import group_order

from puzzlery.twisty.mechanisms.curved import ivy_cube, kilominx, redi_cube


def order(subject):
    return group_order([subject.moves[name].images for name in subject.basis])


def distances(subject):
    """How many positions there are at each distance from solved, each turn counting one."""
    moves = [move**amount for move in subject.moves.values() for amount in (1, -1)]
    seen, level, counts = {subject.solved.permutation}, [subject.solved.permutation], []
    while level:
        counts.append(len(level))
        level = list({p * move for p in level for move in moves} - seen)
        seen.update(level)
    return counts


def test_ivy_cube_has_3_to_the_4_times_half_of_6_factorial_positions():
    assert order(ivy_cube()) == 29_160 == 3**4 * factorial(6) // 2


def test_ivy_cube_is_solved_in_eight():
    """The numbers of positions that need 0, 1, 2, … turns, as ivy cube solvers list them."""
    assert distances(ivy_cube()) == [1, 8, 48, 288, 1640, 7582, 15262, 4221, 110]


def test_ivy_turns_carry_leaves_clockwise_around_their_corner():
    """A corner's faces are named clockwise, as usual."""
    ivy = ivy_cube()
    leaf = {ivy.skin.faces[i]: i for i in range(18) if len(ivy.skin.polygons[i]) > 20}
    for name, clockwise in (("R", "UBR"), ("L", "UFL"), ("D", "DFR"), ("B", "DBL")):
        for here, there in zip(clockwise, clockwise[1:] + clockwise[:1], strict=True):
            assert ivy.moves[name][leaf[here]] == leaf[there], name


def test_redi_cube_has_3_to_the_8_times_half_of_12_factorial_positions():
    assert order(redi_cube()) == 3**8 * factorial(12) // 2


def test_redi_corners_stay_and_edges_keep_their_ends():
    redi = redi_cube()
    assert sorted(orbit.pieces for orbit in redi.orbits()) == [1] * 8 + [12]


def test_kilominx_has_the_published_number_of_positions():
    """20!/2·3¹⁹ orders and twists, seen up to the 60 ways to hold it."""
    assert order(kilominx()) == 23_563_902_142_421_896_679_424_000


def test_kilominx_turns_as_the_corners_of_a_megaminx():
    minx = kilominx()
    assert {move.order for move in minx.moves.values()} == {5}
    assert minx.apply("[U, R]").permutation.order == 6
