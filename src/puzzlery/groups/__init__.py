"""Groups: what a set of moves can do, counted, tested and taken apart."""

from puzzlery.groups.group import PermGroup

__all__ = ["PermGroup"]
