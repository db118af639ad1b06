"""The facade: methods of a lower layer that functions of higher layers carry out.

Users expect `puzzle.solve`, but solvers stand above puzzles and import them. So such a method
asks for its function by name. The package's `__init__` says which function has that name; its
module is imported at the first call.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

_homes: dict[str, str] = {}


def provide(homes: Mapping[str, str]) -> None:
    """Set where functions live: for each name the module and the function, `module:function`.

    >>> provide({"greatest divisor": "math:gcd"})
    >>> provided("greatest divisor")(12, 18)
    6
    """
    _homes.update(homes)
    provided.cache_clear()


@cache
def provided(name: str) -> Callable[..., Any]:
    """The function of a name that `provide` was given.

    >>> provide({"roots": "math:sqrt"})
    >>> provided("roots")(9)
    3.0
    """
    module, _, function = _homes[name].partition(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found
