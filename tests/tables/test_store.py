"""Tables survive whatever happens to the process that builds them and to their files."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlery import _core
from puzzlery.errors import FileFault, NotFound, Stopped
from puzzlery.tables import table_file
from puzzlery.tables.store import Store, default_folder
from puzzlery.tables.table_job import ReadyTable
from puzzlery.tables.table_key import TableKey

SCRIPT = Path(__file__).with_name("slow_table.py")
STEPS = 60
SUM = sum(k * k for k in range(STEPS))


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "tables")


def numbers(count: int = 1000) -> ReadyTable:
    return ReadyTable(np.arange(count, dtype=np.uint32))


def never():
    raise AssertionError("the table is there; it must not be built again")


def start_building(folder: Path, log: Path, steps: int = STEPS) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, str(SCRIPT), str(folder), str(steps), str(log)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def wait_for(happens, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


def steps_in(log: Path) -> list[int]:
    return [int(line.split()[1]) for line in log.read_text().splitlines()]


def test_table_is_built_once_and_found_again(store):
    key = TableKey("numbers")
    first = store.open(key, numbers)
    again = store.open(key, never)
    assert np.array_equal(first.array(np.uint32), np.arange(1000))
    assert np.array_equal(again.array(np.uint32, 10, 100), np.arange(1000).reshape(10, 100))
    assert again.path == store.path(key)
    assert again.offset % 4096 == 0


def test_table_cannot_be_written_to(store):
    for placing in ("mapped", "huge"):
        table = store.open(TableKey("numbers"), numbers, placing=placing)
        with pytest.raises(ValueError, match="read-only"):
            table.data[0] = 1


def test_mapped_and_huge_tables_agree(store):
    key = TableKey("large")
    values = np.random.default_rng(5).integers(0, 256, 9_000_001, dtype=np.uint8)
    store.open(key, lambda: ReadyTable(values))
    for placing in ("mapped", "huge"):
        assert np.array_equal(store.find(key, placing=placing).data, values)


def test_empty_table_is_a_table(store):
    for placing in ("mapped", "huge"):
        table = store.open(TableKey("none"), lambda: ReadyTable(np.empty(0)), placing=placing)
        assert table.data.size == 0


@pytest.mark.parametrize(
    "other",
    [
        TableKey("other"),
        TableKey("numbers", version=2),
        TableKey("numbers", puzzle="ff"),
        TableKey("numbers", parameters={"metric": "OBTM"}),
    ],
)
def test_keys_that_differ_are_different_tables(store, other):
    store.open(TableKey("numbers"), numbers)
    assert store.find(other) is None


def test_title_tells_no_tables_apart(store):
    store.open(TableKey("numbers", title="one"), numbers)
    store.open(TableKey("numbers", title="two"), never)


def test_file_of_another_key_is_not_taken(store):
    key, other = TableKey("numbers"), TableKey("others")
    store.open(key, numbers)
    store.path(key).rename(store.path(other))
    assert store.find(other) is None


@pytest.mark.parametrize("placing", ["mapped", "huge"])
def test_flipped_bit_anywhere_is_found(store, placing):
    key = TableKey("numbers")
    path = store.open(key, numbers).path
    whole = path.read_bytes()
    header = table_file.read_header(path)
    used = [*range(16 + 200), *range(header.offset, len(whole))]
    for at in used[:: max(1, len(used) // 150)]:
        altered = bytearray(whole)
        altered[at] ^= 1 << (at % 8)
        path.write_bytes(altered)
        assert store.find(key, placing=placing) is None, at
        assert store.check(path), at


def test_damage_is_named(store):
    path = store.open(TableKey("numbers"), numbers).path
    altered = bytearray(path.read_bytes())
    altered[4096 + 7] ^= 1
    path.write_bytes(altered)
    assert "is altered between bytes 4096 and 8095" in store.check(path)


def test_torn_file_is_built_anew(store):
    key = TableKey("numbers")
    path = store.open(key, numbers).path
    whole = path.read_bytes()
    for size in (0, 10, 100, 4096, len(whole) - 1):
        path.write_bytes(whole[:size])
        assert store.open(key, numbers).array(np.uint32)[-1] == 999
        assert path.read_bytes() == whole


def test_file_of_a_later_format_is_refused(store):
    path = store.open(TableKey("numbers"), numbers).path
    altered = bytearray(path.read_bytes())
    altered[8] = 99
    path.write_bytes(altered)
    with pytest.raises(FileFault, match="has format 99; expected 1"):
        table_file.read_header(path)


def test_killed_build_leaves_no_table_and_is_resumed(tmp_path):
    folder, log = tmp_path / "tables", tmp_path / "log"
    process = start_building(folder, log)
    wait_for(lambda: list(folder.glob("*.snapshot")) and len(steps_in(log)) > 20)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    done = len(steps_in(log))
    assert not list(folder.glob("*.table"))
    assert [entry.condition for entry in Store(folder).list()] == ["begun"]

    output, errors = start_building(folder, log).communicate(timeout=60)
    assert output.strip() == str(SUM), errors
    after = steps_in(log)[done:]
    assert after[0] > 0, "it began anew"
    assert after[-1] == STEPS - 1
    assert sorted(set(steps_in(log))) == list(range(STEPS))
    assert [path.suffix for path in folder.iterdir()] == [".table"]


def test_two_processes_build_one_table(tmp_path):
    folder, log = tmp_path / "tables", tmp_path / "log"
    processes = [start_building(folder, log) for _ in range(3)]
    outputs = [process.communicate(timeout=60)[0].strip() for process in processes]
    assert outputs == [str(SUM)] * 3
    assert steps_in(log) == list(range(STEPS))


def test_waiting_process_takes_over_from_a_killed_one(tmp_path):
    folder, log = tmp_path / "tables", tmp_path / "log"
    first = start_building(folder, log)
    wait_for(lambda: list(folder.glob("*.snapshot")))
    second = start_building(folder, log)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    assert second.communicate(timeout=60)[0].strip() == str(SUM)


def test_altered_snapshot_is_not_resumed(tmp_path):
    folder, log = tmp_path / "tables", tmp_path / "log"
    process = start_building(folder, log)
    wait_for(lambda: list(folder.glob("*.snapshot")))
    process.send_signal(signal.SIGKILL)
    process.communicate()
    (snapshot,) = folder.glob("*.snapshot")
    altered = bytearray(snapshot.read_bytes())
    altered[4096] ^= 255
    snapshot.write_bytes(altered)
    log.write_text("")
    assert start_building(folder, log).communicate(timeout=60)[0].strip() == str(SUM)
    assert steps_in(log) == list(range(STEPS))


def test_stopped_build_keeps_a_snapshot(store):
    from tests.tables.slow_table import KEY, SlowSquares

    def stop(report):
        if report.done >= 10:
            raise Stopped("enough")

    with pytest.raises(Stopped):
        store.open(KEY, lambda: SlowSquares(STEPS), progress=stop)
    seen = []
    store.open(KEY, lambda: SlowSquares(STEPS), progress=lambda report: seen.append(report.done))
    assert seen[0] > 10


def test_store_that_cannot_be_written_gives_a_table_in_memory(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.warns(UserWarning, match="kept in memory only"):
        table = Store(blocked / "tables").open(TableKey("numbers"), numbers)
    assert table.path is None
    assert table.array(np.uint32)[-1] == 999


def test_removed_table_is_gone(store):
    path = store.open(TableKey("numbers"), numbers).path
    assert store.remove(path) == 4096 + 4000 + 8
    assert store.list() == []
    with pytest.raises(NotFound, match="holds no table"):
        store.remove(path)
    with pytest.raises(NotFound, match="is not in the store"):
        store.remove(Path("/etc/passwd"))


def test_folder_is_where_the_environment_says(monkeypatch, tmp_path):
    monkeypatch.setenv("PUZZLERY_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "tables"
    monkeypatch.delenv("PUZZLERY_HOME")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    if sys.platform == "linux":
        assert default_folder() == tmp_path / "cache" / "puzzlery" / "tables"


@given(st.binary(min_size=1, max_size=300), st.data())
def test_one_changed_byte_changes_the_checksum(data, draw):
    at = draw.draw(st.integers(0, len(data) - 1))
    change = draw.draw(st.integers(1, 255))
    altered = bytearray(data)
    altered[at] ^= change
    sums = [_core.checksums(np.frombuffer(d, np.uint8), 64) for d in (data, bytes(altered))]
    differs = [sums[0][k : k + 8] != sums[1][k : k + 8] for k in range(0, len(sums[0]), 8)]
    assert differs == [chunk == at // 64 for chunk in range(len(differs))]


def test_swapped_chunks_and_added_zeros_change_checksums():
    data = np.zeros(4096, np.uint8)
    sums = _core.checksums(data, 1024)
    assert len({sums[k : k + 8] for k in range(0, 32, 8)}) == 4
    assert _core.checksums(data, 4096) != _core.checksums(data[:4095], 4096)


def test_kernel_refuses_files_that_end_early(tmp_path):
    path = tmp_path / "short"
    path.write_bytes(bytes(100))
    with pytest.raises(ValueError, match="shorter"):
        _core.load_huge(str(path), 0, 101, 64, 2)
    with pytest.raises(RuntimeError, match="nowhere"):
        _core.load_huge(str(tmp_path / "nowhere"), 0, 1, 64, 1)
    with pytest.raises(ValueError, match="chunk"):
        _core.load_huge(str(path), 0, 1, 0, 1)


def test_other_process_is_not_stopped_by_a_left_lock_file(store):
    store.folder.mkdir()
    key = TableKey("numbers")
    store.path(key).with_suffix(".lock").write_text("")
    assert store.open(key, numbers).path
    assert [path.name for path in store.folder.iterdir()] == [key.file_name]
