"""Attempts and pipelines: what is written solves, and filters let through only what they name."""

import pytest

from puzzlery import puzzle
from puzzlery.cli.main import main
from puzzlery.errors import NotFound, PuzzleryError, SyntaxFault
from puzzlery.solve.cube3.steps import StepRequest
from puzzlery.solve.fewest.attempt import attempt
from puzzlery.solve.fewest.htr_subsets import subset_of
from puzzlery.solve.fewest.pipeline import parse_pipelines, solve_pipelines
from puzzlery.twisty.notation.alg import Alg, Group

CUBE = puzzle("3x3x3")
# The first scramble of cubelib's regression file.
SCRAMBLE = "R' U' F L U2 F2 U2 R2 D2 B' F' R2 F R2 U2 L2 U' B R B' L U B' R' U' F"


def sides(alg: Alg) -> tuple[Alg, Alg]:
    """The moves on the normal side, and those in parentheses."""
    normal = tuple(node for node in alg.nodes if not isinstance(node, Group))
    groups = [node.inside for node in alg.nodes if isinstance(node, Group)]
    return Alg(normal), Alg(tuple(move for group in groups for move in group.moves()))


def test_the_written_steps_solve_the_scramble():
    """Made by hand: normal parts in order, then the inverse parts undone from last to first."""
    [best] = attempt(SCRAMBLE, widest=8)
    state = CUBE.apply(SCRAMBLE)
    assert state.apply(best.solution.alg).is_solved
    normal, inverse = Alg(), Alg()
    for step in best.steps:
        made, undone = sides(step.alg)
        normal, inverse = normal + made, inverse + undone
    assert state.apply(normal).apply(inverse.inverse).is_solved
    written = sum(step.length for step in best.steps)
    assert written == normal.length("HTM") + inverse.length("HTM") == best.steps[-1].total
    assert best.solution.length == best.solution.alg.length("HTM") == written - best.cancelled
    assert best.solution.length <= 30


def test_cubelibs_scramble_has_an_eo_of_four_moves():
    """As its regression file says."""
    found = solve_pipelines(SCRAMBLE, "EO", StepRequest(niss=True))
    assert found[0].length <= 4


def test_a_subset_is_asked_for():
    text = "EO[max=5] > DR[subsets=4a1,4b2; beam=5]"
    found = solve_pipelines(SCRAMBLE, text, StepRequest(niss=True, count=5), beam=30)
    for one in found:
        normal, inverse = sides(one.alg)
        state = CUBE.permutation(inverse).inverse * CUBE.permutation(SCRAMBLE)
        state = state * CUBE.permutation(normal)
        axis = one.parts[-1].note.partition("-")[0]
        assert subset_of(state, axis).corners in ("4a1", "4b2")


@pytest.mark.parametrize("trigger", ["R U2 R", "R U' R"])
def test_a_trigger_is_asked_for(trigger):
    """The last three turns: two quarter turns of one axis around a turn of the new axis."""
    text = f'EO[max=5] > DR[triggers="{trigger}"; beam=3]'
    middle = 2 if "U2" in trigger else 1
    for one in solve_pipelines(SCRAMBLE, text, StepRequest(niss=True, count=3), beam=30):
        part = one.parts[-1]
        axis = part.note.partition("-")[0].upper()
        parts = [list(side.moves()) for side in sides(part.alg)]
        ends = [side[-3:] for side in parts if len(side) >= 3]
        assert any(
            turned.family in axis
            and abs(turned.amount) == middle
            and first.family not in axis
            and (abs(first.amount), abs(last.amount)) == (1, 1)
            and first.family == last.family
            for first, turned, last in ends
        ), str(part.alg)


def test_of_several_pipelines_the_best_is_given():
    one, other = "EO[max=5; axis=ud] > DR[max=8]", "EO[max=5; axis=fb] > DR[max=8]"
    asked = StepRequest(niss=True)
    lengths = []
    for text in (one, other):
        try:
            lengths.append(solve_pipelines(SCRAMBLE, text, asked, beam=5)[0].length)
        except NotFound:
            continue
    both = solve_pipelines(SCRAMBLE, f"{one} | {other}", asked, beam=5)[0].length
    assert both == min(lengths)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("EO >", "expected a step"),
        ("EO > XYZ", 'unknown step "XYZ"|unknown step "xyz"'),
        ("EO[max]", "axis, beam, max"),
        ("EO[max=five]", 'a number for max, got "five"'),
        ("EO[beam=0]", "a number for beam"),
        ("EO[niss=maybe]", "none, either, both"),
        ("EO[triggers=R]", "triggers are those of DR"),
        ("DR[subsets=9z]", "unknown subset"),
        ("DR[triggers=x]", "expected a trigger"),
        ("EO > DR[max=3", "expected a step"),
    ],
)
def test_what_is_no_pipeline_is_refused(text, said):
    with pytest.raises((SyntaxFault, PuzzleryError), match=said):
        parse_pipelines(text)


@pytest.mark.parametrize("wrong", [["Rw U", "--time", "5"], ["R U", "--pipeline", "EO > DR"]])
def test_the_verb_refuses_what_it_cannot_heed(wrong, capsys):
    assert main(["fmc", *wrong]) == 2
    assert "not" in capsys.readouterr().err
