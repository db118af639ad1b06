"""The build backend: scikit-build-core, with the tools it lacks added to the build requirements.

A fresh machine may have Python and nothing else. Where no C++ compiler is found, the wheel
`ziglang` brings one; scikit-build-core itself asks for `cmake` and `ninja` when they are missing.
"""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from scikit_build_core import build as _core

ConfigSettings = Mapping[str, Any] | None
COMPILERS = ("c++", "g++", "clang++", "cl")


def _compiler_is_missing() -> bool:
    """True where neither CXX nor any usual compiler can be run."""
    named = os.environ.get("CXX")
    if named:
        return shutil.which(named.split()[0]) is None
    return not any(shutil.which(name) for name in COMPILERS)


@contextmanager
def _compiler() -> Iterator[None]:
    """Let CMake use the compiler of the `ziglang` wheel where the system has none."""
    if _compiler_is_missing():
        os.environ["CXX"] = f"{sys.executable} -m ziglang c++"
        os.environ["CC"] = f"{sys.executable} -m ziglang cc"
    yield


def _with_compiler(requirements: list[str]) -> list[str]:
    return [*requirements, "ziglang>=0.13"] if _compiler_is_missing() else requirements


def get_requires_for_build_wheel(config_settings: ConfigSettings = None) -> list[str]:
    return _with_compiler(_core.get_requires_for_build_wheel(config_settings))


def get_requires_for_build_editable(config_settings: ConfigSettings = None) -> list[str]:
    return _with_compiler(_core.get_requires_for_build_editable(config_settings))


def get_requires_for_build_sdist(config_settings: ConfigSettings = None) -> list[str]:
    return list(_core.get_requires_for_build_sdist(config_settings))


def build_wheel(
    wheel_directory: str,
    config_settings: ConfigSettings = None,
    metadata_directory: str | None = None,
) -> str:
    with _compiler():
        return str(_core.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_editable(
    wheel_directory: str,
    config_settings: ConfigSettings = None,
    metadata_directory: str | None = None,
) -> str:
    with _compiler():
        return str(_core.build_editable(wheel_directory, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: ConfigSettings = None) -> str:
    return str(_core.build_sdist(sdist_directory, config_settings))
