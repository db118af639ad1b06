"""Phases found by machine: chains, tables, times and lengths of thirty puzzles, beside others.

Each puzzle runs in a process of its own. The general solver gets as many proposals as it makes in
a while of the processor; the phases get the processor time that it used. So other work on the
machine makes no answer worse. Writes docs/phases-table.md row by row. Rows that were measured with
the same settings are kept in build/phases-rows.json: a run that was interrupted goes on from there.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.measure import Row
from puzzlery.errors import PuzzleryError

AREA = "phases"
PAGE = Path("docs/phases-table.md")
ROWS = Path("build/phases-rows.json")
STATES = 20
GENERAL_SECONDS = 0.5
# Its speed is measured with so many proposals first.
TRIAL_PROPOSALS = 100_000
# Processor seconds for the phases of the 3x3x3 and its two-phase solver, and the number of cubes.
CUBE_SECONDS, CUBES = 0.5, 40
# A puzzle that takes longer than this on a loaded machine has no row.
LONGEST_SECONDS = 1500
SETTINGS = [STATES, GENERAL_SECONDS, "proposals", CUBES, CUBE_SECONDS]
# Groups up to this order have a table of all states to compare with.
SMALL_ORDER = 4_000_000
PUZZLES = [
    "3x3x3", "FTO", "3x3x4", "master skewb", "kilominx", "pyraminx crystal", "Redi cube",
    "curvy copter", "4x4x4", "megaminx", "master pyraminx", "pyramorphix", "skewb", "pyraminx",
    "2x2x3", "3x3x2", "2x2x2", "1x2x3", "3x3x1", "2x2x4", "2x3x4", "3x3x5", "tetraminx", "dino",
    "helicopter", "skewb diamond", "Trajber's octahedron", "ivy cube", "gear cube",
    "master tetraminx", "2x2x5", "1x3x4", "2x2x6",
]  # fmt: skip


def rows() -> Iterator[Row]:
    """Processor seconds for the chain and its tables, puzzle by puzzle."""
    known, found = _kept(), list[dict[str, Any]]()
    for name in PUZZLES:
        if name in known:
            found.append(known[name])
            yield _row(known[name])
            continue
        try:
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.phases", name],
                capture_output=True, text=True, timeout=LONGEST_SECONDS, check=True,
            )  # fmt: skip
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as fault:
            print(f"{name}: no row ({type(fault).__name__})", flush=True)
            continue
        row = json.loads(done.stdout.splitlines()[-1])
        found.append(row)
        known[name] = row
        ROWS.parent.mkdir(exist_ok=True)
        ROWS.write_text(json.dumps(list(known.values())))
        PAGE.write_text(_page(found))
        yield _row(row)


def _kept() -> dict[str, dict[str, Any]]:
    """The rows of earlier runs, if they were measured with the same settings."""
    if not ROWS.exists():
        return {}
    kept = json.loads(ROWS.read_text())
    return {row["name"]: row for row in kept if row["settings"] == SETTINGS}


def _row(row: dict[str, Any]) -> Row:
    task = f"{row['name']}: {row['phases']}; {row['length']} moves, {row['other']}"
    return Row(AREA, task, row["seconds"])


def measured(name: str) -> dict[str, Any]:
    """All figures of one puzzle."""
    from puzzlery import puzzle
    from puzzlery.solve.phases.chain_store import kept_phases
    from puzzlery.solve.phases.phase_solver import PhaseSolver
    from puzzlery.twisty.model.state import State

    chosen = puzzle(name)
    start = time.process_time()
    chain = kept_phases(chosen)
    found_after = time.process_time() - start
    solver = PhaseSolver(chain)
    seconds = time.process_time() - start
    states = [State(chosen, chosen.group.random(seed)) for seed in range(STATES)]
    if name == "3x3x3":
        states = [State(chosen, chosen.group.random(seed)) for seed in range(CUBES)]
        ours = [_by_phases(solver, state, CUBE_SECONDS, 0) for state in states]
        other = f"two-phase {statistics.mean(_by_two_phase(s) for s in states):.2f}"
        used = CUBE_SECONDS
    else:
        proposals = _proposals(states[0])
        theirs = [_by_general(state, proposals) for state in states]
        used = statistics.mean(spent for _, spent in theirs)
        ours = [_by_phases(solver, state, max(used, 0.2), proposals) for state in states]
        other = f"general {statistics.mean(length for length, _ in theirs):.1f}"
        if chosen.group.order <= SMALL_ORDER:
            # Some puzzles have slices that a full table does not know.
            with suppress(PuzzleryError):
                shortest = [chosen.solve(state, "table").length for state in states]
                other += f", shortest {statistics.mean(shortest):.1f}"
    lengths, firsts, spent = zip(*ours, strict=True)
    return {
        "settings": SETTINGS,
        "name": name,
        "phases": " · ".join(f"{index:,}" for index in chain.indices)
        + (" · rest" if chain.has_rest else ""),
        "moves": "; ".join(str(phase.moves) for phase in chain.phases),
        "found_after": round(found_after, 2),
        "bytes": sum(solver.table_bytes),
        "seconds": round(seconds, 2),
        "first": round(statistics.mean(firsts), 1),
        "length": round(statistics.mean(lengths), 2),
        "used": round(used, 2),
        "spent": round(statistics.mean(spent), 2),
        "other": other,
        "states": len(states),
    }


def _proposals(state: Any) -> int:
    """How many proposals the general solver makes in its time, tables being made before."""
    state.puzzle.solve(state, "general", proposals=1)
    spent = _by_general(state, TRIAL_PROPOSALS)[1]
    return round(TRIAL_PROPOSALS * GENERAL_SECONDS / spent)


def _by_general(state: Any, proposals: int) -> tuple[int, float]:
    """Length, and the processor time that it took."""
    start = time.process_time()
    found = state.puzzle.solve(state, "general", proposals=max(1, proposals))
    return found.length, time.process_time() - start


def _by_two_phase(state: Any) -> int:
    from puzzlery import _core
    from puzzlery.solve.cube3 import twophase
    from puzzlery.solve.cube3.numbering import pieces

    job = _core.TwoPhase(twophase.table(), twophase.REACH, pieces(state))
    start = time.process_time()
    while time.process_time() - start < CUBE_SECONDS and not job.run(5):
        pass
    return len(job.answers[0])


def _by_phases(solver: Any, state: Any, seconds: float, proposals: int) -> tuple[int, int, float]:
    """Length and length of the first answer after so much processor time, and the time used.

    What phases leave is finished by the general solver in its own time.
    """
    from puzzlery.twisty.model.state import State

    views = solver.views(state.permutation)
    job = solver.search(views, wanted=1, longest=240, enough=-1, threads=1)
    start = time.process_time()
    share = 0.3 if solver.chain.has_rest else 1.0
    while (time.process_time() - start < share * seconds or not job.answers) and not job.run(5):
        pass
    spent = time.process_time() - start
    number, moves, _ = job.answers[0]
    view = views[number]
    alg = view.rotated + solver.chain.lattice.moves.alg(solver.word(view, moves))
    after = state.apply(alg)
    if solver.chain.has_rest:
        alg = (
            alg
            + state.puzzle.solve(
                State(state.puzzle, after.permutation),
                "general",
                proposals=round(0.7 * proposals),
            ).alg
        )
    alg = alg.simplify(state.puzzle)
    assert state.apply(alg).is_solved
    return alg.length(state.puzzle.metric, state.puzzle), job.history[0][1], spent


def _page(found: list[dict[str, Any]]) -> str:
    head = [
        f"# Phases of {len(found)} puzzles",
        "",
        "Written by `python -m benchmarks phases`; see [phases](phases.md). The limits: 64 MiB for",
        f"all tables of a puzzle, one thread, {STATES} random states ({CUBES} for the 3x3x3). The",
        f"general solver makes the proposals of {GENERAL_SECONDS:g} s of the processor at most;",
        "phases get the time that it used, and 0.2 s at least. The 3x3x3 has 0.5 s for both.",
        "",
        "- *found* and *tables* are seconds of the processor for the chain, and for the chain with",
        "  its tables, on an empty store. *MiB* is what the tables really take.",
        "- *first* and *phases* are means of the lengths: of the first answer, and of the last.",
        "- *beside* is the mean of another solver. *s* is the processor time that it used, and",
        "  that phases used, which may pass theirs only where they have no answer yet.",
        "- Where *rest* stands, the general solver finishes what phases leave. *first* is then the",
        "  length of the phases alone, and their time is without the rest.",
        "",
        "Square-1 has moves that may be blocked, which phases refuse; see",
        "[blocked puzzles](blocked.md) for its own solver.",
        "",
        "| puzzle | cosets of each phase | found | tables | MiB | first | phases | beside | states"
        " | s beside | s phases |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    body = [
        f"| {row['name']} | {row['phases']} | {row['found_after']} | {row['seconds']} "
        f"| {row['bytes'] / 2**20:.1f} | {row['first']} | {row['length']} | {row['other']} "
        f"| {row['states']} | {row['used']} | {row['spent']} |"
        for row in found
    ]
    moves = [f"- **{row['name']}**: {row['moves']}" for row in found]
    return "\n".join([*head, *body, "", "## Moves of the phases", "", *moves, ""])


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1])))
