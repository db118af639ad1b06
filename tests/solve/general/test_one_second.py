"""One second is enough for an answer, also before any tables were built."""

from pathlib import Path

import pytest

from puzzlery import puzzle
from puzzlery.core.work_clock import counting_processor_time
from puzzlery.solve.general import general_tables


@pytest.mark.parametrize("name", ["megaminx", "5x5x5"])
def test_a_second_gives_an_answer_without_tables(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUZZLERY_HOME", str(tmp_path))
    monkeypatch.setattr(general_tables, "_TABLES", {})
    chosen = puzzle(name)
    scramble = chosen.scramble(seed=1, length=60)
    with counting_processor_time():
        found = chosen.solve(scramble, "general", timeout=1)
    assert chosen.apply(scramble).apply(found.alg).is_solved
    assert found.length > 0
    assert sum(len(part.alg) for part in found.parts) == len(found.alg)
