"""Parts of a solution that a person can follow: a skeleton, then commutators."""

from collections.abc import Callable, Sequence

from puzzlery._core import GeneralSearch
from puzzlery.solve.api.solution import SolutionPart
from puzzlery.solve.general.general_model import GeneralModel, Step
from puzzlery.twisty.notation.alg import Alg

Write = Callable[[Sequence[Step]], Alg]


def commutator_parts(
    search: GeneralSearch, model: GeneralModel, write: Write
) -> tuple[SolutionPart, ...]:
    """The parts of a solution in order; none if the kernel finds none.

    A 3-cycle is written `[S: [A, B]]`: the setup S brings three pieces to where the commutator
    cycles them.
    """
    parts = []
    orders = [layer.order for layer in model.layers]
    for orbit, word in search.commutator_steps():
        steps = [(model.kernel_layers[k], power) for k, power in word]
        if orbit < 0:
            parts.append(
                SolutionPart("skeleton", write(steps), "parities, small orbits, easy pieces")
            )
            continue
        name = f"3-cycle of orbit {orbit + 1}"
        parts.append(SolutionPart(name, bracketed(steps, orders, write), model.orbit_note(orbit)))
    return tuple(parts)


def bracketed(steps: Sequence[Step], orders: Sequence[int], write: Write) -> Alg:
    """Steps as a commutator or a conjugate of one, if they are one; else as they are.

    >>> from puzzlery.twisty.notation.alg import Move
    >>> def write(steps): return Alg(tuple(Move("RUF"[k], p if p < 3 else -1) for k, p in steps))
    >>> print(bracketed([(2, 1), (0, 1), (1, 1), (0, 3), (1, 3), (2, 3)], [4, 4, 4], write))
    [F: [R, U]]
    """
    for setup in range(len(steps) // 2 + 1):
        core = steps[setup : len(steps) - setup]
        if list(steps[len(steps) - setup :]) != undone(steps[:setup], orders):
            break
        halves = _halves(core, orders)
        if halves:
            commutator = Alg.commutator(write(halves[0]), write(halves[1]))
            return Alg.conjugate(write(steps[:setup]), commutator) if setup else commutator
    return write(steps)


def undone(steps: Sequence[Step], orders: Sequence[int]) -> list[Step]:
    """The steps that undo these.

    >>> undone([(0, 1), (1, 2)], orders=[4, 4])
    [(1, 2), (0, 3)]
    """
    return [(layer, orders[layer] - power) for layer, power in reversed(steps)]


def _halves(
    core: Sequence[Step], orders: Sequence[int]
) -> tuple[Sequence[Step], Sequence[Step]] | None:
    """A and B with the core equal to A B A⁻¹ B⁻¹, the longest A first."""
    if len(core) % 2:
        return None
    middle = len(core) // 2
    for size in range(middle - 1, 0, -1):
        a, b = core[:size], core[size:middle]
        if list(core[middle:]) == [*undone(a, orders), *undone(b, orders)]:
            return a, b
    return None
