"""Coordinates made from another one: what is checked and filled is the base."""

from puzzlery.core.progress import Clock, Reporter
from puzzlery.solve.coordinates.coordinate import Coordinate


class Based(Coordinate):
    """A coordinate whose values come from those of `base`, so that it is as sound as that one.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.solve.coordinates.symmetric import Symmetric
    >>> from puzzlery.twisty.geometry import cube
    >>> classes = Symmetric(named_coordinate(cube(2), "permutation-0"))
    >>> classes.check() == classes.base.check()
    True
    """

    base: Coordinate

    def check(self, tries: int = 100) -> str | None:
        return self.base.check(tries)

    def prepare(
        self, *, progress: Reporter | None = None, timeout: float | Clock | None = None
    ) -> None:
        self.base.prepare(progress=progress, timeout=timeout)

    def ensure_sound(self) -> None:
        self.base.ensure_sound()
