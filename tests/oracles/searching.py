"""Slow, plain searches: every word tried, every state remembered."""

import heapq
from collections.abc import Iterator, Sequence
from itertools import count

from puzzlery.core.permutation import Permutation

Word = tuple[int, ...]


def distances(
    goals: Sequence[Permutation], effects: Sequence[Permutation], weights: Sequence[int]
) -> dict[Permutation, int]:
    """The least weight of a word that leads from each state to a goal: Dijkstra, backwards."""
    undone = [effect.inverse for effect in effects]
    found: dict[Permutation, int] = {}
    ticket = count()
    queue = [(0, next(ticket), goal) for goal in goals]
    while queue:
        weight, _, state = heapq.heappop(queue)
        if state in found:
            continue
        found[state] = weight
        for back, cost in zip(undone, weights, strict=True):
            heapq.heappush(queue, (weight + cost, next(ticket), state * back))
    return found


def words(follow: Sequence[Sequence[int]], weights: Sequence[int], weight: int) -> Iterator[Word]:
    """All words of exactly this weight that an automaton lets through."""

    def below(state: int, left: int) -> Iterator[Word]:
        if left == 0:
            yield ()
        for move, after in enumerate(follow[state]):
            if after != 0xFFFF and weights[move] <= left:
                for rest in below(after, left - weights[move]):
                    yield (move, *rest)

    return below(0, weight)


def product(effects: Sequence[Permutation], word: Word, degree: int) -> Permutation:
    """What a word does."""
    state = Permutation.identity(degree)
    for move in word:
        state = state * effects[move]
    return state


def reached(
    effects: Sequence[Permutation], weights: Sequence[int], most: int, degree: int
) -> set[Permutation]:
    """All states that words of at most this weight lead to."""
    best = {Permutation.identity(degree): 0}
    queue = list(best)
    for state in queue:
        for effect, weight in zip(effects, weights, strict=True):
            total, after = best[state] + weight, state * effect
            if total <= most and total < best.get(after, most + 1):
                best[after] = total
                queue.append(after)
    return set(best)
