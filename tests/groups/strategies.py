"""Strategies: what Hypothesis draws generators of groups from."""

from hypothesis import strategies as st

from puzzlery.core.permutation import Permutation


def permutations(degree: int) -> st.SearchStrategy[Permutation]:
    return st.permutations(range(degree)).map(Permutation)


def groups(largest: int, most: int = 3) -> st.SearchStrategy[list[Permutation]]:
    return st.integers(1, largest).flatmap(
        lambda degree: st.lists(permutations(degree), min_size=1, max_size=most)
    )
