"""Pairs of subgroups of moves: all of them, each once, whatever the machine does besides."""

import pytest

import puzzlery
from puzzlery.solve.phases import move_subgroups
from puzzlery.solve.phases.alike import color_group, most_exchanges
from puzzlery.solve.phases.coset_parts import GroupSample, coloring_parts
from puzzlery.solve.phases.move_subgroups import MoveLattice
from puzzlery.solve.phases.subgroup_pairs import SubgroupPairs, keeping


@pytest.mark.parametrize("name", ["2x2x2", "3x3x3", "skewb"])
def test_a_pair_is_there_just_if_some_image_of_the_smaller_lies_within_the_larger(
    name: str,
) -> None:
    lattice = MoveLattice(puzzlery.puzzle(name))
    pairs = SubgroupPairs(lattice)
    for number, larger in enumerate(pairs.classes):
        found = {pair.smaller: pair for pair in pairs.from_class(number)}
        for k, smaller in enumerate(pairs.classes):
            images = [lattice.closed(image).group for image in lattice.images(smaller.steps)]
            lies_within = any(
                all(larger.group.contains(p) for p in image.generators) for image in images
            )
            assert (k in found) == (lies_within and smaller.order < larger.order)
        for pair in found.values():
            image = lattice.closed(pair.image)
            assert all(larger.group.contains(p) for p in image.group.generators)
            assert pair.index * image.order == larger.order
            assert pairs.symmetries_of(larger, pair) == len(keeping(lattice, larger, pair.image))


def test_the_classes_of_a_large_puzzle_are_bounded_by_work_and_not_by_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = puzzlery.puzzle("4x4x4")
    monkeypatch.setattr(move_subgroups, "MOST_STICKERS", 10_000)
    first, second = MoveLattice(puzzle), MoveLattice(puzzle)
    steps = [[one.steps for one in lattice.classes()] for lattice in (first, second)]
    assert steps[0] == steps[1]
    most = len(puzzle.basis) * 2  # restrictions of the last subgroup that was looked at
    assert len(first._closed) <= 10_000 // puzzle.degree + most


@pytest.mark.parametrize("name", ["3x3x3", "skewb", "FTO", "dino"])
def test_a_sample_refuses_no_part_of_few_values(name: str) -> None:
    puzzle = puzzlery.puzzle(name)
    lattice = MoveLattice(puzzle)
    group, sample, most = puzzle.group, GroupSample(puzzle.group), 20_000
    refused = 0
    for smaller in lattice.classes()[1:6]:
        for orbit in group.orbits():
            for part in coloring_parts(group, smaller.group, sorted(orbit)):
                is_small = part.space(group.generators, most) is not None
                refused += sample.shows_more(part, most)
                assert not (is_small and sample.shows_more(part, most))
    assert refused or name in ("skewb", "dino", "FTO")


@pytest.mark.parametrize("name", ["FTO", "4x4x4"])
def test_exchanges_of_all_subgroups_are_bounded(name: str) -> None:
    puzzle = puzzlery.puzzle(name)
    most = most_exchanges(puzzle, puzzle.group)
    assert 1 < color_group(puzzle, puzzle.group).order <= most
    for one in (puzzle.group.stabilizer([0]), puzzle.group.stabilizer([0, 5])):
        assert color_group(puzzle, one).order <= most
