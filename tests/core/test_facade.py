"""Every method that a higher layer carries out has a function there that takes its arguments."""

import inspect
from importlib import import_module

import pytest

import puzzlery
from puzzlery.core.facade import provide, provided
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg

# The method of a lower layer that passes its own arguments on, by the name of what it calls.
SAME_ARGUMENTS = {
    "alg.length": Alg.length,
    "alg.simplify": Alg.simplify,
    "puzzle.orbits": Puzzle.orbits,
    "puzzle.pieces": Puzzle.pieces,
    "puzzle.scramble": Puzzle.scramble,
    "puzzle.solve": Puzzle.solve,
    "puzzle.symmetries": Puzzle.symmetries,
    "puzzle.why_apart": Puzzle.why_apart,
}


@pytest.mark.parametrize("name", puzzlery._PROVIDERS)
def test_every_name_leads_to_a_function(name):
    module, _, function = puzzlery._PROVIDERS[name].partition(":")
    assert provided(name) is getattr(import_module(f"puzzlery.{module}"), function)
    assert callable(provided(name))


@pytest.mark.parametrize("name", SAME_ARGUMENTS)
def test_method_and_function_take_the_same_arguments(name):
    offered = list(inspect.signature(SAME_ARGUMENTS[name]).parameters.values())[1:]
    carried = list(inspect.signature(provided(name)).parameters.values())[1:]
    assert [(p.kind, p.default) for p in offered] == [(p.kind, p.default) for p in carried]


def test_a_name_can_be_provided_anew():
    provide({"test.answer": "math:sqrt"})
    assert provided("test.answer")(9) == 3
    provide({"test.answer": "math:floor"})
    assert provided("test.answer")(9.5) == 9


def test_an_unknown_name_is_an_error():
    with pytest.raises(KeyError):
        provided("test.nobody")


def test_notebooks_show_what_they_are_given():
    cube = puzzlery.puzzle("2x2x2")
    packing = puzzlery.packing("tetrominoes", "4x5")
    for shown in (cube, cube.apply("R"), packing, puzzlery.packing("soma", "3x3x3").first()):
        assert shown._repr_svg_().startswith("<svg")
