"""Options of `puzzlery pack`: which go together; those that would have no effect are refused."""

from collections.abc import Mapping

import typer

_DRAWING = frozenset({"--svg", "--png", "--stl", "--scene", "--view", "--letters", "--palette"})
# What can be asked, one at a time, and the options that each question heeds.
_HEEDED: Mapping[str, frozenset[str]] = {
    "--count": frozenset(
        {"--up-to", "--engine", "--threads", "--timeout", "--resume", "--cluster"}
    ),
    "--unique": frozenset({"--timeout"}),
    "--estimate": frozenset(),
    "--all": frozenset({"--distinct", "--engine"}),
    "--heat": frozenset(),
    "--matrix": frozenset(),
    "--steps": frozenset(),
    "--first": _DRAWING | {"--engine", "--timeout"},
    "--fullest": _DRAWING | {"--timeout"},
}
# The same where only solutions that come apart are asked for.
_HEEDED_APART: Mapping[str, frozenset[str]] = {
    "--count": frozenset({"--threads", "--timeout"}),
    "--unique": frozenset({"--threads", "--timeout"}),
    "--first": _DRAWING | {"--threads", "--timeout"},
}


def check_options(
    asked: Mapping[str, bool], given: Mapping[str, bool], *, apart: bool = False
) -> None:
    """Raise an error for two questions at once, or for an option that the question does not heed.

    With `apart` the question is about solutions that come apart.

    >>> check_options({"--count": True}, {"--threads": True})
    >>> try:
    ...     check_options({"--unique": True}, {"--threads": True})
    ... except typer.BadParameter as fault:
    ...     print(fault)
    --threads goes with --count, not with --unique
    """
    questions = [name for name, wanted in asked.items() if wanted]
    if len(questions) > 1:
        raise typer.BadParameter(
            f"{' and '.join(questions)} are two questions; ask one at a time",
            param_hint=questions[1],
        )
    question = questions[0] if questions else "--first"
    if apart:
        _check_apart(question, given)
        return
    for name, wanted in given.items():
        if wanted and name not in _HEEDED[question]:
            homes = " or ".join(each for each, heeded in _HEEDED.items() if name in heeded)
            raise typer.BadParameter(
                f"{name} goes with {homes}, not with {question}", param_hint=name
            )


def _check_apart(question: str, given: Mapping[str, bool]) -> None:
    heeded = _HEEDED_APART.get(question)
    unfit = [question] if heeded is None else [
        name for name, wanted in given.items() if wanted and name not in heeded
    ]  # fmt: skip
    if unfit:
        asked = "" if question in ("--first", unfit[0]) else f" {question}"
        raise typer.BadParameter(f"--apart{asked} does not go with {unfit[0]}", param_hint=unfit[0])


def check_source(is_file: bool, board: str, mirrors: bool | None, problem: int | None) -> None:
    """Raise an error for options that a file, or a set by name, cannot heed.

    >>> check_source(False, "3x3x3", None, None)
    >>> try:
    ...     check_source(True, "4x4x4", None, None)
    ... except typer.BadParameter as fault:
    ...     print(fault)
    a file tells its own board; "4x4x4" would have no effect
    """
    if is_file and board:
        raise typer.BadParameter(
            f'a file tells its own board; "{board}" would have no effect', param_hint="BOARD"
        )
    if is_file and mirrors is not None:
        raise typer.BadParameter(
            "a file tells itself which pieces may be turned over", param_hint="--mirrors"
        )
    if problem is not None and not is_file:
        raise typer.BadParameter("--problem goes with a file", param_hint="--problem")
