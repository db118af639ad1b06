"""Files are written wholly or not at all."""

import os
import signal
import subprocess
import sys
import time

import pytest

from puzzlery.core.files import write_atomically


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
