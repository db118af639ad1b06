"""Strategies: what Hypothesis draws permutations and algs from."""

from collections.abc import Sequence

from hypothesis import strategies as st

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.notation.alg import (
    Alg,
    Comment,
    Commutator,
    Conjugate,
    Group,
    Move,
    Newline,
    Node,
    Pair,
    Pause,
)

FACES = ("U", "D", "L", "R", "F", "B")
CUBE_BLOCKS = (*FACES, *(face.lower() for face in FACES), *(f"{face}w" for face in FACES))
CUBE_WHOLES = ("M", "E", "S", "m", "e", "s", "x", "y", "z", *(f"{face}v" for face in FACES))
CLOCK_PINS = ("UR", "DR", "DL", "UL", "U", "R", "D", "L", "ALL")

amounts = st.integers(-6, 6) | st.integers(-(10**9), 10**9)


def permutations(degree: int) -> st.SearchStrategy[Permutation]:
    """Permutations of so many points."""
    return st.permutations(range(degree)).map(Permutation)


def named_moves(families: Sequence[str]) -> st.SearchStrategy[Move]:
    """Moves of these families, without layers."""
    return st.builds(Move, st.sampled_from(families), amounts)


@st.composite
def layered_moves(draw: st.DrawFn, families: Sequence[str], layers: int = 12) -> Move:
    """Moves of these families with layers up to a number, or without."""
    inner = draw(st.none() | st.integers(1, layers))
    outer = None
    if inner is not None and inner > 1:
        outer = draw(st.none() | st.integers(1, inner - 1))
    return Move(draw(st.sampled_from(families)), draw(amounts), inner, outer)


def cube_moves() -> st.SearchStrategy[Move]:
    """Everything that cube notation has."""
    return layered_moves(CUBE_BLOCKS) | named_moves(CUBE_WHOLES)


def clock_moves() -> st.SearchStrategy[Move]:
    """Turns of the clock's dials, and turning it over."""
    turns = st.builds(Move, st.sampled_from(CLOCK_PINS), amounts, mark=st.just("+"))
    return turns | st.just(Move("y", 2))


def megaminx_moves() -> st.SearchStrategy[Move]:
    """Long turns as in scrambles, and turns of faces."""
    long_turns = st.builds(Move, st.sampled_from(("R", "D")), amounts, mark=st.just("++"))
    return long_turns | named_moves(FACES)


def square1_moves() -> st.SearchStrategy[Move | Pair]:
    """Pairs and slashes."""
    return st.builds(Pair, amounts, amounts) | st.just(Move("/"))


def algs(
    leaves: st.SearchStrategy[Move] | st.SearchStrategy[Move | Pair] | None = None,
    *,
    bracket_amounts: st.SearchStrategy[int] = amounts,
    max_leaves: int = 12,
) -> st.SearchStrategy[Alg]:
    """Trees of every kind of node over these moves; cube moves if none are given."""
    moves = cube_moves() if leaves is None else leaves
    layout = st.sampled_from([Pause(), Newline()]) | st.builds(Comment, st.text(max_size=8))

    def brackets(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        inside = _sequences(nodes)
        return (
            st.builds(Group, inside, bracket_amounts)
            | st.builds(Commutator, inside, inside, bracket_amounts)
            | st.builds(Conjugate, inside, inside, bracket_amounts)
        )

    return _sequences(st.recursive(moves | layout, brackets, max_leaves=max_leaves))


def small_algs(
    leaves: st.SearchStrategy[Move] | st.SearchStrategy[Move | Pair] | None = None,
) -> st.SearchStrategy[Alg]:
    """Trees that can be written out: their brackets are repeated a few times only."""
    return algs(leaves, bracket_amounts=st.integers(-3, 3), max_leaves=8)


def _sequences(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Alg]:
    return st.lists(nodes, max_size=5).map(lambda drawn: Alg(tuple(drawn)))
