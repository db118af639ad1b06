"""Files are written wholly or not at all."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import platformdirs
import pytest

from puzzlery.core.files import data_folder, replacing, write_atomically


def test_new_and_old_files_are_written(tmp_path):
    path = tmp_path / "a.txt"
    write_atomically(path, b"one")
    assert path.read_bytes() == b"one"
    path.chmod(0o640)
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def test_a_missing_folder_is_an_error_that_leaves_nothing(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "none" / "a.txt", b"")
    assert list(tmp_path.iterdir()) == []


def test_a_fault_while_writing_keeps_the_old_file(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    with pytest.raises(TypeError):
        write_atomically(path, "not bytes")  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def test_kill_leaves_the_old_file_or_the_whole_new_one(tmp_path):
    path = tmp_path / "a.bin"
    size = 1 << 20
    program = (
        "import sys; from pathlib import Path; from puzzlery.core.files import write_atomically\n"
        "n = 0\n"
        "while True:\n"
        "    n = (n + 1) % 256\n"
        f"    write_atomically(Path(sys.argv[1]), bytes([n]) * {size})\n"
        "    print(n, flush=True)\n"
    )
    for _ in range(5):
        child = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(0.03)
        os.kill(child.pid, signal.SIGKILL)
        child.communicate()
        data = path.read_bytes()
        assert len(data) == size
        assert len(set(data)) == 1


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_mode_that_the_mask_leaves(tmp_path, mask, mode):
    before = os.umask(mask)
    try:
        write_atomically(tmp_path / "a.txt", b"one")
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == mode


@pytest.mark.parametrize("mode", [0o600, 0o755, 0o444, 0o777])
def test_a_replaced_file_keeps_its_mode(tmp_path, mode):
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_atomically(path, b"new")
    assert path.stat().st_mode & 0o777 == mode


def test_until_all_is_written_the_old_file_is_there(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
        (part,) = set(tmp_path.iterdir()) - {path}
        assert part.name.startswith(".a.txt.")
        assert part.suffix == ".part"
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_things_are_kept_where_the_user_says_or_the_system_wants(tmp_path, monkeypatch):
    monkeypatch.setenv("PUZZLERY_HOME", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.setenv("PUZZLERY_HOME", "~/puzzles")
    assert data_folder() == Path.home() / "puzzles"
    for unset in ("", None):
        if unset is None:
            monkeypatch.delenv("PUZZLERY_HOME")
        else:
            monkeypatch.setenv("PUZZLERY_HOME", unset)
        assert data_folder() == platformdirs.user_data_path("puzzlery")
