"""The entry point: run a verb, and turn whatever goes wrong into a message and an exit code."""

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

import typer

from puzzlery.errors import PuzzleryError

# The base class of typer's faults, wherever it takes them from.
CommandFault: type[Exception] = typer.BadParameter.__mro__[2]
EXIT_FAULT = 2
EXIT_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 done, 2 faulty input, 130 interrupted.

    >>> main(["alg", "R U R'", "--invert"])
    R U' R'
    0
    """
    from puzzlery.cli.app import make_app

    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        code = make_app(arguments)(arguments, prog_name="puzzlery", standalone_mode=False)
        sys.stdout.flush()
    except PuzzleryError as fault:
        return _complain(fault.kind, str(fault), arguments)
    except CommandFault as fault:
        return _complain("usage", _usage(fault), arguments)
    except OSError as fault:
        return _os_fault(fault, arguments)
    except (KeyboardInterrupt, typer.Abort):
        print("interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    return code if isinstance(code, int) else 0


def _usage(fault: Any) -> str:
    message = str(fault.format_message())
    context = getattr(fault, "ctx", None)
    return message if context is None else f"{message}\nTry: {context.command_path} --help"


def _os_fault(fault: OSError, arguments: Sequence[str]) -> int:
    if isinstance(fault, BrokenPipeError):
        # The reader of our output has gone; what is left to flush has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    where = f"{fault.filename}: " if fault.filename else ""
    return _complain("file", f"{where}{fault.strerror or fault}", arguments)


def _complain(kind: str, message: str, arguments: Sequence[str]) -> int:
    if "--json" in arguments:
        print(json.dumps({"error": {"kind": kind, "message": message}}, ensure_ascii=False))
    else:
        print(f"puzzlery: {message}", file=sys.stderr)
    return EXIT_FAULT
