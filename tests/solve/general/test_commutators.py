"""The solver by commutators: its words do what it thinks, and bring everything home."""

import numpy as np
import pytest

from puzzlery.errors import TimedOut
from puzzlery.solve.api.methods import solve
from puzzlery.solve.general.commutator_pool import Twists, commutator_word, small_commutators
from puzzlery.solve.general.orbit_words import WordEffects, orbit_words
from puzzlery.tables.store import Store
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.notation.alg import Alg


@pytest.mark.parametrize(
    "name", ["2x2x2", "3x3x3", "4x4x4", "pyraminx", "skewb", "gear cube", "ivy cube", "dino"]
)
def test_every_sticker_comes_home(name: str) -> None:
    chosen = puzzle(name)
    scramble = chosen.scramble(seed=1)
    found = solve(chosen, scramble, "commutators", goal="stickers")
    assert chosen.apply(scramble + found.alg).is_solved
    whole = Alg(tuple(node for part in found.parts for node in part.alg.nodes))
    assert chosen.permutation(whole) == chosen.permutation(found.alg)


def test_cubes_take_fewer_moves_than_the_published_lengths_of_this_method() -> None:
    for name, published in (("2x2x2", 64), ("3x3x3", 148), ("4x4x4", 340)):
        chosen = puzzle(name)
        lengths = [
            solve(chosen, chosen.scramble(seed=seed), "commutators", metric="SSTM").length
            for seed in range(3)
        ]
        assert sum(lengths) / 3 < published


def test_commutators_are_written_in_brackets_by_cluster() -> None:
    cube = puzzle("3x3x3")
    found = solve(cube, cube.scramble(seed=2), "commutators")
    assert [part.name for part in found.parts] == ["CORNERS (normal)", "EDGES (normal)"] or (
        found.parts[0].name == "parity"
    )
    assert "[[" in str(found.parts[-1].alg)


def test_an_odd_arrangement_is_made_even_first() -> None:
    cube = puzzle("4x4x4")
    found = solve(cube, "2R", "commutators")
    assert found.parts[0].name == "parity"
    assert cube.apply(cube.alg("2R") + found.alg).is_solved


def test_words_do_what_the_tables_say(tmp_path) -> None:
    cube = puzzle("3x3x3")
    twists = Twists.of(cube)
    triples = small_commutators(cube, twists, Store(tmp_path))
    for triple in triples[::97]:
        word = commutator_word(twists, triple)
        assert cube.permutation(twists.alg(word)).images == tuple(twists.product(word).tolist())
        assert np.array_equal(
            twists.product((*word, *twists.backwards(word))), np.arange(cube.degree)
        )


def test_gains_are_what_comes_home() -> None:
    cube = puzzle("2x2x2")
    twists = Twists.of(cube)
    effects = WordEffects.of([(0,), (1, 2), (3, 4, 5)], twists)
    at = np.append(cube.apply("R U F'").permutation.inverse.array.astype(np.int64), 24)
    counted = np.append(np.ones(24, dtype=bool), False)
    home = np.arange(25)
    for number, gain in enumerate(effects.gains(at, counted)):
        after = effects.applied(number, at)
        assert (after == home).sum() - (at == home).sum() == gain


def test_special_clusters_come_first(tmp_path) -> None:
    minx = puzzle("megaminx")
    twists = Twists.of(minx)
    found = orbit_words(minx, twists, small_commutators(minx, twists, Store(tmp_path)))
    assert [cluster.kind for cluster in found] == ["disturbing", "normal"]


def test_the_time_limit_holds() -> None:
    cube = puzzle("4x4x4")
    with pytest.raises(TimedOut, match="not finished within"):
        solve(cube, cube.scramble(seed=0), "commutators", timeout=1e-9)
