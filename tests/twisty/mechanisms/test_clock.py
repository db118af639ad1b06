"""The clock against a plain model of its dials."""

from math import atan2, pi

from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.groups import group_order

from puzzlery.twisty.mechanisms.clock import clock

CLOCK = clock()
PINS = {
    "UR": [(0, 1)], "DR": [(1, 1)], "DL": [(1, 0)], "UL": [(0, 0)],
    "U": [(0, 0), (0, 1)], "R": [(0, 1), (1, 1)], "D": [(1, 0), (1, 1)], "L": [(0, 0), (1, 0)],
    "ALL": [(0, 0), (0, 1), (1, 0), (1, 1)],
}  # fmt: skip


def blank():
    return [[0] * 3 for _ in range(3)]


def plain_clock(moves):
    """Hours on the side one looks at and on the other, each as seen from its own side."""
    front, back = blank(), blank()
    for word, amount in moves:
        if word == "y":
            front, back = back, front
            continue
        joined = {(r + i, c + j) for r, c in PINS[word] for i in (0, 1) for j in (0, 1)}
        for row, column in joined:
            front[row][column] = (front[row][column] + amount) % 12
            if row != 1 and column != 1:
                back[row][2 - column] = (back[row][2 - column] - amount) % 12
    return front, back


def hands(state):
    """Hours shown by each dial, found from where its hand points."""
    shown = {1: blank(), -1: blank()}
    for place, color in enumerate(state.coloring):
        if color in ("yellow", "orange"):
            x, y, z = CLOCK.skin.positions[place]
            side = 1 if z > 0 else -1
            column, row = round(side * x / 0.7) + 1, 1 - round(y / 0.7)
            hand = (side * x - 0.7 * (column - 1), y - 0.7 * (1 - row))
            shown[side][row][column] = hour(*hand)
    return shown[1], shown[-1]


def hour(right, up):
    return round(atan2(right, up) / (pi / 6)) % 12


words = st.one_of(st.tuples(st.sampled_from(sorted(PINS)), st.integers(-6, 6)), st.just(("y", 2)))


def written(moves):
    return " ".join(
        "y2" if word == "y" else f"{word}{abs(n)}{'-' if n < 0 else '+'}" for word, n in moves
    )


@given(st.lists(words, max_size=20))
def test_dials_show_what_a_plain_model_says(moves):
    assert hands(CLOCK.apply(written(moves))) == plain_clock(moves)


def test_a_competition_scramble_is_read():
    text = "UR3+ DR2- DL5+ UL1+ U2- R4+ D6+ L3- ALL1+ y2 U3+ R2- D1+ L4+ ALL5-"
    front, back = hands(CLOCK.apply(text))
    assert front == [[8, 0, 11], [3, 1, 9], [3, 10, 9]]
    assert back == [[1, 4, 4], [8, 1, 10], [3, 11, 9]]


def test_states_number_twelve_to_the_fourteenth():
    assert group_order([move.images for move in CLOCK.moves.values()]) == 12**14


def test_moves_commute():
    assert CLOCK.apply("UR3+ D2- ALL5+") == CLOCK.apply("ALL5+ UR3+ D2-")


def test_small_letters_are_the_back():
    for name in PINS:
        assert CLOCK.permutation(f"{name.lower()}2+") == CLOCK.permutation(f"y2 {name}2+ y2")


def test_a_pin_without_an_amount_turns_nothing():
    assert CLOCK.apply("UR DL") == CLOCK.solved


def test_corners_go_through_to_the_back():
    assert sorted(len(piece) for piece in CLOCK.pieces()) == [12] * 10 + [24] * 4


def test_turned_over_it_is_still_solved():
    assert CLOCK.apply("y2").is_solved
    assert not CLOCK.apply("UR1+").is_solved
    assert CLOCK.apply("UR12+").is_solved
