"""Faults of the server itself, and the status that each kind of fault is answered with."""

from typing import Any

from puzzlery.errors import PuzzleryError, SyntaxFault


class Busy(PuzzleryError):
    """Too much is waiting already."""

    kind = "busy"


class Reported(PuzzleryError):
    """A fault that another process has reported, as plain data."""

    def __init__(self, error: dict[str, Any]) -> None:
        self.error = error
        super().__init__(error["message"])


STATUSES = {"busy": 429, "unknown": 404, "internal": 500}
USUAL = 422


def as_error(fault: PuzzleryError) -> dict[str, Any]:
    """A fault as plain data: its kind, its message, and its place where there is one.

    >>> as_error(SyntaxFault("expected a move", "R ?", 2))
    {'kind': 'syntax', 'message': 'expected a move', 'position': 2}
    """
    if isinstance(fault, Reported):
        return {"position": None, **fault.error}
    if isinstance(fault, SyntaxFault):
        return {"kind": fault.kind, "message": fault.reason, "position": fault.position}
    return {"kind": fault.kind, "message": str(fault), "position": None}
