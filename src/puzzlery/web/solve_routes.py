"""Routes for solving: which methods a puzzle can be solved by, and how moves are counted."""

from fastapi import APIRouter

from puzzlery.twisty.puzzle import Puzzle
from puzzlery.web.models import MethodEntry, MetricEntry, Solvers
from puzzlery.web.shelf import Shelf


def solve_routes(shelf: Shelf) -> APIRouter:
    """The routes, for the puzzles of the catalogue and those that the shelf keeps."""
    routes = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

    @routes.get("/{name}/methods")
    def methods(name: str) -> Solvers:
        """Every method, with the reason why it does not fit this puzzle, and every metric."""
        puzzle = shelf.puzzle(name)
        return Solvers(methods=_methods(puzzle), metrics=_metrics(), metric=puzzle.metric)

    return routes


def _methods(puzzle: Puzzle) -> list[MethodEntry]:
    from puzzlery.solve.methods import METHODS

    return [
        MethodEntry(
            name=method.name,
            meaning=method.meaning,
            unfit=method.unfit(puzzle),
            partial=method.partial,
        )
        for method in METHODS.values()
    ]


def _metrics() -> list[MetricEntry]:
    from puzzlery.twisty.metrics import METRICS

    return [MetricEntry(name=metric.name, meaning=metric.meaning) for metric in METRICS.values()]
