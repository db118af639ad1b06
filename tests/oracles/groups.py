"""The order of a permutation group, by random Schreier–Sims: plain, and never too large."""

import random
from math import prod

Images = tuple[int, ...]
ENOUGH = 300


def group_order(generators: list[Images], seed: int = 1) -> int:
    """The number of elements: sift random products until none brings anything new."""
    rng = random.Random(seed)
    chain: list[tuple[int, dict[int, Images], list[Images]]] = []
    pool, quiet = generators + generators[: max(1, 12 - len(generators))], 0
    while quiet < ENOUGH:
        a, b = rng.sample(range(len(pool)), 2)
        pool[a] = _times(pool[a], pool[b] if rng.random() < 0.5 else _inverse(pool[b]))
        quiet = 0 if _sift(chain, pool[a]) else quiet + 1
    return prod(len(transversal) for _, transversal, _ in chain)


def _sift(chain: list[tuple[int, dict[int, Images], list[Images]]], element: Images) -> bool:
    """Divide by what is known; whether something remained, which then is known too."""
    identity = tuple(range(len(element)))
    level = 0
    while element != identity:
        if level == len(chain):
            point = next(i for i in identity if element[i] != i)
            chain.append((point, {point: identity}, []))
        point, transversal, generators = chain[level]
        if element[point] not in transversal:
            generators.append(element)
            _grow(transversal, generators)
            return True
        element = _times(element, _inverse(transversal[element[point]]))
        level += 1
    return False


def _grow(transversal: dict[int, Images], generators: list[Images]) -> None:
    todo = list(transversal)
    for point in todo:
        for generator in generators:
            if generator[point] not in transversal:
                transversal[generator[point]] = _times(transversal[point], generator)
                todo.append(generator[point])


def _times(first: Images, then: Images) -> Images:
    return tuple(then[i] for i in first)


def _inverse(images: Images) -> Images:
    inverse = [0] * len(images)
    for i, image in enumerate(images):
        inverse[image] = i
    return tuple(inverse)
