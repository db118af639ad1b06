"""Names that a package imports from its modules only when they are asked for."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A package's `__getattr__`: it finds each name in the module that `homes` tells.

    >>> find = lazy_names("puzzlery.core", {"Permutation": "permutation"})
    >>> find("Permutation").__module__
    'puzzlery.core.permutation'
    >>> find("Q")
    Traceback (most recent call last):
        ...
    AttributeError: module 'puzzlery.core' has no attribute 'Q'
    """

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return find
