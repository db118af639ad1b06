"""Run as a program: import everything and build a table without what only Unix has."""

import asyncio  # noqa: F401 - the modules of Python itself may use what is hidden below
import builtins
import importlib
import multiprocessing.popen_spawn_posix  # noqa: F401
import os
import pkgutil
import signal
import tempfile
from pathlib import Path
from typing import Any

UNIX_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
UNIX_NAMES = {
    os: ("O_CLOEXEC", "fork", "getuid", "nice", "sched_getaffinity", "wait4"),
    signal: ("SIGALRM", "SIGHUP", "SIGKILL", "SIGUSR1", "alarm", "setitimer"),
}
real_import, real_open = builtins.__import__, os.open


def import_as_on_windows(name: str, space: Any = None, *rest: Any, **options: Any) -> Any:
    owner = (space or {}).get("__name__", "").partition(".")[0]
    if name in UNIX_MODULES and owner in ("puzzlery", "filelock"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return real_import(name, space, *rest, **options)


def open_as_on_windows(path: Any, *rest: Any, **options: Any) -> int:
    if Path(path).is_dir():
        raise PermissionError(13, "Permission denied")
    return real_open(path, *rest, **options)


def hide_unix() -> None:
    builtins.__import__ = import_as_on_windows
    os.open = open_as_on_windows
    for module, names in UNIX_NAMES.items():
        for name in names:
            delattr(module, name)


def import_everything() -> None:
    import puzzlery

    for found in pkgutil.walk_packages(puzzlery.__path__, "puzzlery."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)


def build_a_table() -> None:
    from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    from puzzlery.solve.coordinates.pruning_table import pruning_table
    from puzzlery.tables.store import Store
    from puzzlery.twisty.geometry import cube

    store = Store(Path(tempfile.mkdtemp()) / "tables", snapshot_seconds=0.0)
    print(pruning_table(named_coordinate(cube(3), "eo-fb"), store=store).counts)
    print([path.suffix for path in store.folder.iterdir()])


def wait_for_a_lock() -> None:
    from puzzlery.core.progress import Clock
    from puzzlery.errors import TimedOut
    from puzzlery.tables.lock import lock

    name = Path(tempfile.mkdtemp()) / "a.lock"
    with lock(name):
        try:
            lock(name, timeout=Clock(0.1))
        except TimedOut as fault:
            print(fault)
    with lock(name, timeout=Clock(0.1)):
        print("free")


if __name__ == "__main__":
    hide_unix()
    import_everything()
    build_a_table()
    wait_for_a_lock()
