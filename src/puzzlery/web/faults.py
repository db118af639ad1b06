"""Faults of the server itself, and the status that each kind of fault is answered with."""

from puzzlery.errors import PuzzleryError, SyntaxFault
from puzzlery.web.models import Fault


class Busy(PuzzleryError):
    """Too much is waiting already.

    >>> as_fault(Busy("100 jobs are waiting already")).kind
    'busy'
    """

    kind = "busy"


class WorkerFault(PuzzleryError):
    """A fault that a worker process has reported.

    >>> as_fault(WorkerFault(Fault(kind="memory", message="this would take too much memory"))).kind
    'memory'
    """

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.message)


STATUSES = {"busy": 429, "unknown": 404, "internal": 500}
USUAL = 422


def as_fault(error: PuzzleryError) -> Fault:
    """An error as plain data: its kind, its message, and its place where there is one.

    >>> as_fault(SyntaxFault("expected a move", "R ?", 2))
    Fault(kind='syntax', message='expected a move', position=2)
    """
    if isinstance(error, WorkerFault):
        return error.fault
    if isinstance(error, SyntaxFault):
        return Fault(kind=error.kind, message=error.reason, position=error.position)
    return Fault(kind=error.kind, message=str(error))
