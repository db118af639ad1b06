"""Words to states of small puzzles, whose distances are all known; tips are counted apart.

A shortest word would say how far the state is from solved. Competitions use words of one length.
A *tip* is what a move turns that commutes with all others. A table of the other moves is enough: a
wide turn such as the pyraminx's `U` takes the tip along, and every tip that is off then costs one.
"""

from dataclasses import dataclass
from random import Random

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Reporter
from puzzlery.errors import NotFound, PuzzleryError
from puzzlery.solve.exhaustive.full_table import FullTable, full_table
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.structure.written_moves import named_moves

# Moves of a scramble in competitions, tips of the pyraminx apart.
USUAL_LENGTHS = {"2x2x2": 11, "pyraminx": 11, "skewb": 11}
# Slices count as one move here, because they stand for wide turns.
TIPPED_METRIC = "RBTM"


@dataclass(frozen=True, eq=False)
class TableWords:
    """A puzzle with the table of its moves, and the moves of its tips.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> words = TableWords.of(puzzle("pyraminx"))
    >>> words.table.distances.size, [str(move) for move in words.tips if move.amount == 1]
    (933120, ['u', 'b', 'r', 'l'])
    """

    puzzle: Puzzle
    table: FullTable
    tips: dict[Move, Permutation]

    @classmethod
    def of(cls, puzzle: Puzzle, progress: Reporter | None = None) -> "TableWords":
        units = {name: puzzle.moves[name] for name in puzzle.basis}
        loose = [name for name, p in units.items() if all(p * q == q * p for q in units.values())]
        if not loose or len(loose) == len(units):
            return cls(puzzle, full_table(puzzle, progress=progress), {})
        core = named_moves(puzzle, [name for name in units if name not in loose])
        table = full_table(puzzle, TIPPED_METRIC, moves=tuple(map(str, core)), progress=progress)
        tips = {move: puzzle.turn(move).permutation for move in named_moves(puzzle, loose)}
        return cls(puzzle, table, tips)

    def distance(self, state: Permutation) -> int:
        """How many moves the state needs, tips included.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> pyraminx = puzzle("pyraminx")
        >>> TableWords.of(pyraminx).distance(pyraminx.permutation("U L u"))
        3
        """
        return self.shortest(state).length()

    def shortest(self, state: Permutation) -> Alg:
        """A shortest word to a state, tips last.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> pyraminx = puzzle("pyraminx")
        >>> print(TableWords.of(pyraminx).shortest(pyraminx.permutation("u R L")))
        R L u
        """
        return self._with_tips(self.table.way_to(self._index(state)), state)

    def check_least(self, least: int) -> None:
        """Refuse a distance that no state has.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> TableWords.of(puzzle("2x2x2")).check_least(11)
        """
        deepest = self.table.distances.deepest + len({move.family for move in self.tips})
        if least > deepest:
            raise PuzzleryError(
                f"no state of {self.puzzle.name} is {least} moves from solved; "
                f"expected at most {deepest}"
            )

    def word(self, state: Permutation, length: int, rng: Random) -> Alg:
        """A word to a state, of this length or else one more; moves of tips are extra.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> floppy = puzzle("3x3x1")
        >>> state = floppy.permutation("R2 U2")
        >>> word = TableWords.of(floppy).word(state, 10, Random(1))
        >>> floppy.permutation(word) == state, word.length()
        (True, 10)
        """
        inverses = self.table.states.moves.inverses
        for total in (length, length + 1):
            way = self._backtracked(self._index(state), total, rng)
            if way is not None:
                word = self.table.alg([inverses[m] for m in reversed(way)])
                return self._with_tips(word, state)
        raise NotFound(f"no word of {length} or {length + 1} moves leads to this state")

    def _index(self, state: Permutation) -> int:
        """The number of the state that remains once the tips are turned back."""
        turned = self.puzzle.permutation(Alg(self._tips_of(state)))
        return self.table.states.index(state * turned.inverse)

    def _tips_of(self, state: Permutation) -> tuple[Move, ...]:
        return tuple(
            move
            for move, tip in self.tips.items()
            if all(state[s] == tip[s] for s in tip.support.tolist())
        )

    def _with_tips(self, word: Alg, state: Permutation) -> Alg:
        """The word with wide turns in place of inner layers, and then the tips that are off."""
        if not self.tips:
            return word
        wide = Alg(tuple(Move(move.family, move.amount) for move in word.moves()))
        return wide + Alg(self._tips_of(self.puzzle.permutation(wide).inverse * state))

    def _backtracked(self, start: int, length: int, rng: Random) -> list[int] | None:
        """Numbers of moves that solve a state in exactly so many, tried in random order."""
        table, moves = self.table, self.table.states.moves
        numbers = range(len(moves))

        def extended(i: int, left: int, made: list[int]) -> bool:
            if not left:
                return table.distance(i) == 0
            around = table.states.neighbors(i)
            for m in rng.sample(numbers, len(numbers)):
                same = made and moves.moves[made[-1]].kind == moves.moves[m].kind
                if not same and table.distance(around[m]) < left:
                    made.append(m)
                    if extended(around[m], left - 1, made):
                        return True
                    made.pop()
            return False

        made: list[int] = []
        return made if extended(start, length, made) else None
