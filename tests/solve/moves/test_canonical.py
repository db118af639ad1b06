"""Canonical sequences: nothing is lost, little is done twice."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.searching import product, reached, words

from puzzlery import puzzle
from puzzlery.core.permutation import Permutation
from puzzlery.solve.moves import canonical
from puzzlery.solve.moves.canonical import FORBIDDEN, automaton
from puzzlery.solve.moves.move_set import MoveSet

weighted_moves = st.integers(2, 6).flatmap(
    lambda degree: st.lists(
        st.tuples(st.permutations(range(degree)), st.integers(1, 3)), min_size=1, max_size=5
    )
)


def counts(moves: MoveSet, most: int) -> list[int]:
    weights = list(moves.cost_bytes)
    return [
        sum(1 for _ in words(moves.follow.tolist(), weights, weight)) for weight in range(most + 1)
    ]


def test_cube_has_the_known_numbers_of_canonical_sequences():
    assert counts(MoveSet.for_search(puzzle("3x3x3")), 4) == [1, 18, 243, 3240, 43254]


def test_cube_has_the_known_numbers_of_states():
    moves = MoveSet.for_search(puzzle("3x3x3"))
    effects = [one.permutation for one in moves.moves]
    seen: set[Permutation] = set()
    new = []
    for weight in range(4):
        before = len(seen)
        seen |= {
            product(effects, word, 54)
            for word in words(moves.follow.tolist(), list(moves.cost_bytes), weight)
        }
        new.append(len(seen) - before)
    assert new == [1, 18, 243, 3240]


@pytest.mark.slow
def test_cube_has_the_known_numbers_of_states_further_out():
    moves = MoveSet.for_search(puzzle("3x3x3"))
    effects = [one.permutation for one in moves.moves]
    level, seen = {Permutation.identity(54)}, {Permutation.identity(54)}
    new = [1]
    for _ in range(5):
        level = {state * effect for state in level for effect in effects} - seen
        seen |= level
        new.append(len(level))
    assert new == [1, 18, 243, 3240, 43239, 574908]
    assert counts(moves, 5)[-1] == 577368


def test_quarter_turn_metric_has_the_known_numbers():
    """1, 12, 114, 1068, 10011 states, with as many words up to depth 3."""
    assert counts(MoveSet.for_search(puzzle("3x3x3"), "QTM"), 3) == [1, 12, 114, 1068]


@settings(max_examples=60)
@given(weighted_moves, st.integers(0, 5))
def test_every_state_is_still_reached(moves: list[tuple[list[int], int]], most: int):
    effects = list(dict.fromkeys(Permutation(images) for images, _ in moves))
    effects = [effect for effect in effects if not effect.is_identity]
    weights = [weight for _, weight in moves][: len(effects)]
    if not effects:
        return
    degree = len(effects[0])
    follow = automaton(effects, weights).tolist()
    found = {
        product(effects, word, degree)
        for weight in range(most + 1)
        for word in words(follow, weights, weight)
    }
    assert found == reached(effects, weights, most, degree)


def is_banned(effects: list[Permutation], weights: list[int], word: list[int], move: int) -> bool:
    """By definition: it joins an earlier move to one or none, or could be made earlier."""
    for earlier in reversed(word):
        both = effects[earlier] * effects[move]
        worth = [w for effect, w in zip(effects, weights, strict=True) if effect == both]
        if both.is_identity or any(w <= weights[earlier] + weights[move] for w in worth):
            return True
        if both != effects[move] * effects[earlier] or earlier == move:
            return False
        if move < earlier:
            return True
    return False


def assert_bans(effects: list[Permutation], weights: list[int], length: int) -> None:
    """All words up to a length, each followed by every move."""
    follow = automaton(effects, weights).tolist()
    level: list[tuple[int, list[int]]] = [(0, [])]
    for _ in range(length):
        following = []
        for state, word in level:
            for move in range(len(effects)):
                banned = is_banned(effects, weights, word, move)
                assert (follow[state][move] == FORBIDDEN) == banned, (word, move)
                if not banned:
                    following.append((follow[state][move], [*word, move]))
        level = following


@settings(max_examples=100)
@given(weighted_moves)
def test_just_those_moves_are_banned_that_the_definition_bans(moves: list[tuple[list[int], int]]):
    effects = list(dict.fromkeys(Permutation(images) for images, _ in moves))
    weights = [weight for _, weight in moves][: len(effects)]
    assert_bans(effects, weights, 4)


@pytest.mark.parametrize("name", ["2x2x2", "pyraminx", "3x3x1", "top spin"])
def test_puzzles_ban_what_the_definition_bans(name: str):
    effects = list(MoveSet.for_search(puzzle(name)).permutations)
    assert_bans(effects, [1] * len(effects), 3)


def test_commuting_is_forgotten_just_when_there_are_too_many_states(
    monkeypatch: pytest.MonkeyPatch,
):
    swaps = [Permutation.from_cycles([(2 * k, 2 * k + 1)], 8) for k in range(4)]
    # All swaps commute, so a word is a set in order: as many states as last moves, and the start.
    assert len(automaton(swaps)) == 5
    monkeypatch.setattr(canonical, "MOST_STATES", 5)
    assert_bans(swaps, [1] * 4, 4)
    monkeypatch.setattr(canonical, "MOST_STATES", 4)
    # What is left is that a swap made twice is nothing.
    follow = automaton(swaps).tolist()
    for last in range(4):
        row = follow[follow[0][last]]
        assert [state == FORBIDDEN for state in row] == [move == last for move in range(4)]


def test_without_commuting_rules_the_automaton_stays_small(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(canonical, "MOST_STATES", 5)
    effects = [one.permutation for one in MoveSet.for_search(puzzle("dino")).moves]
    follow = automaton(effects)
    assert len(follow) <= 1 + len(effects)
    for move in range(len(effects)):
        assert follow[follow[0][move]][move] == FORBIDDEN
