"""The build backend: scikit-build-core, with the tools it lacks added to the build requirements.

A fresh machine may have Python and nothing else. Where no C++ compiler is found, the wheel
`ziglang` brings one; scikit-build-core itself asks for `cmake` and `ninja` when they are missing.
The web pages are built by `frontend`, with Node from a wheel where the system has none.
"""

import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scikit_build_core import build as _core

import frontend

ConfigSettings = dict[str, list[str] | str] | None
COMPILERS = ("c++", "g++", "clang++", "cl")
ZIG_TOOLS = {"cc": "cc", "c++": "c++", "ar": "ar", "ranlib": "ranlib"}


def _compiler_is_missing() -> bool:
    """True where neither CXX nor any usual compiler can be run."""
    named = os.environ.get("CXX")
    if named:
        return shutil.which(named.split()[0]) is None
    return not any(shutil.which(name) for name in COMPILERS)


@contextmanager
def _compiler() -> Iterator[None]:
    """Put the compiler of the `ziglang` wheel on the PATH where the system has none."""
    if not _compiler_is_missing():
        yield
        return
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        for name, tool in ZIG_TOOLS.items():
            script = Path(folder, name)
            script.write_text(
                f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m ziglang {tool} "$@"\n'
            )
            script.chmod(0o755)
        os.environ["PATH"] = f"{folder}{os.pathsep}{before.get('PATH', '')}"
        os.environ["CC"], os.environ["CXX"] = f"{folder}/cc", f"{folder}/c++"
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def _with_tools(requirements: list[str]) -> list[str]:
    compiler = ["ziglang>=0.13"] if _compiler_is_missing() else []
    return [*requirements, *compiler, *frontend.requirements()]


def get_requires_for_build_wheel(config_settings: ConfigSettings = None) -> list[str]:
    return _with_tools(_core.get_requires_for_build_wheel(config_settings))


def get_requires_for_build_editable(config_settings: ConfigSettings = None) -> list[str]:
    return _with_tools(_core.get_requires_for_build_editable(config_settings))


def get_requires_for_build_sdist(config_settings: ConfigSettings = None) -> list[str]:
    return [*_core.get_requires_for_build_sdist(config_settings), *frontend.requirements()]


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: ConfigSettings = None
) -> str:
    return str(_core.prepare_metadata_for_build_wheel(metadata_directory, config_settings))


def prepare_metadata_for_build_editable(
    metadata_directory: str, config_settings: ConfigSettings = None
) -> str:
    return str(_core.prepare_metadata_for_build_editable(metadata_directory, config_settings))


def _built(build: Callable[..., str], *arguments: object) -> str:
    frontend.build()
    with _compiler():
        return str(build(*arguments))


def build_wheel(
    wheel_directory: str,
    config_settings: ConfigSettings = None,
    metadata_directory: str | None = None,
) -> str:
    return _built(_core.build_wheel, wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str,
    config_settings: ConfigSettings = None,
    metadata_directory: str | None = None,
) -> str:
    return _built(_core.build_editable, wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: ConfigSettings = None) -> str:
    frontend.build()
    return str(_core.build_sdist(sdist_directory, config_settings))
