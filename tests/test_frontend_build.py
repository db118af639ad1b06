"""The front end is built when its sources changed, once, with whatever Node there is."""

import importlib.util
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROGRAMS = ROOT / "build_backend"


def load(name):
    spec = importlib.util.spec_from_file_location(name, PROGRAMS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


frontend = load("frontend")


@pytest.fixture
def project(tmp_path):
    """A small front end, and where its output goes."""
    sources, output = tmp_path / "frontend", tmp_path / "static"
    sources.mkdir()
    (sources / "package.json").write_text("{}")
    (sources / "main.ts").write_text("1")
    return sources, output


@pytest.fixture
def tools(tmp_path, monkeypatch):
    """A folder that is all of PATH, to put a Node and an npm of one's own into."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv(frontend.SKIP, raising=False)
    return folder


def put(folder, name, script):
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def put_node(folder, version, npm):
    put(folder, "node", f"echo {version}")
    put(folder, "npm", npm)


def test_the_fingerprint_sees_contents_and_names(project):
    sources, _ = project
    first = frontend.fingerprint(sources)
    (sources / "main.ts").write_text("2")
    second = frontend.fingerprint(sources)
    (sources / "main.ts").rename(sources / "other.ts")
    third = frontend.fingerprint(sources)
    assert len({first, second, third}) == 3


def test_the_fingerprint_does_not_see_what_npm_brings(project):
    sources, _ = project
    before = frontend.fingerprint(sources)
    (sources / "node_modules" / "three").mkdir(parents=True)
    (sources / "node_modules" / "three" / "index.js").write_text("big")
    assert frontend.fingerprint(sources) == before


def test_it_is_built_once_and_again_after_a_change(project, tools):
    sources, output = project
    log = sources.parent / "log"
    put_node(tools, "v22.1.0", f'echo "$@" >> {log}\nPATH=/bin:/usr/bin mkdir -p {output}')
    assert frontend.requirements(sources, output) == []
    assert frontend.build(sources, output)
    assert not frontend.build(sources, output)
    assert log.read_text() == "ci --no-audit --no-fund\nrun build\n"
    (sources / "main.ts").write_text("changed")
    assert frontend.build(sources, output)


@pytest.mark.parametrize("version", ["v18.20.0", "v20.18.1", "nonsense"])
def test_an_old_node_is_not_used(project, tools, version):
    put_node(tools, version, "exit 1")
    assert frontend.requirements(*project) == [frontend.NODE_WHEEL]


def test_without_node_it_is_asked_for_only_when_needed(project, tools):
    sources, output = project
    assert frontend.requirements(sources, output) == [frontend.NODE_WHEEL]
    output.mkdir()
    (output / frontend.STAMP).write_text(frontend.fingerprint(sources))
    assert frontend.requirements(sources, output) == []


def test_without_sources_there_is_nothing_to_build(tmp_path, tools):
    assert not frontend.build(tmp_path / "none", tmp_path / "static")


def test_it_can_be_left_out(project, tools, monkeypatch):
    monkeypatch.setenv(frontend.SKIP, "1")
    assert frontend.requirements(*project) == []
    assert not frontend.build(*project)


def test_without_any_node_the_message_says_what_is_missing(project, tools, monkeypatch):
    monkeypatch.setattr(frontend, "find_spec", lambda name: None)
    with pytest.raises(
        frontend.FrontendError, match=r"Node.js 20\.19 or later.*PUZZLERY_NO_FRONTEND"
    ):
        frontend.build(*project)


def test_an_unreachable_registry_is_told(project, tools):
    put_node(tools, "v22.1.0", "echo npm error code ENOTFOUND; exit 1")
    with pytest.raises(frontend.FrontendError, match="cannot reach its package registry"):
        frontend.build(*project)


def test_another_failure_shows_what_npm_said(project, tools):
    put_node(tools, "v22.1.0", "echo main.ts has a type fault; exit 2")
    with pytest.raises(frontend.FrontendError, match="has a type fault"):
        frontend.build(*project)


def test_a_failed_build_leaves_no_stamp(project, tools):
    sources, output = project
    output.mkdir()
    put_node(tools, "v22.1.0", "exit 1")
    with pytest.raises(frontend.FrontendError):
        frontend.build(sources, output)
    assert frontend.is_stale(sources, output)


def test_the_wheel_of_node_lies_otherwise_on_windows(tmp_path):
    node, npm = frontend.wheel_npm(tmp_path)
    assert node == tmp_path / "bin" / "node"
    assert npm.parts[-5:] == ("lib", "node_modules", "npm", "bin", "npm-cli.js")[-5:]
    (tmp_path / "node.exe").touch()
    assert frontend.wheel_npm(tmp_path)[0] == tmp_path / "node.exe"


def test_the_lock_names_no_host_to_download_from():
    text = (ROOT / "frontend" / "package-lock.json").read_text()
    assert '"resolved"' not in text
    assert '"integrity"' in text


@pytest.fixture
def packages():
    """The packages of the front end, which its own tests need."""
    if not (ROOT / "frontend" / "node_modules").is_dir():
        pytest.skip("the packages of the front end are not installed")


def test_units_of_the_front_end(packages):
    frontend.run_script("test")


def test_the_types_of_the_front_end_are_those_of_the_server(packages):
    command = [sys.executable, "frontend/make_types.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_without_node_the_front_end_is_not_checked_which_fails_in_ci(
    project, tools, monkeypatch, capsys
):
    monkeypatch.setattr(frontend, "SOURCES", project[0])
    monkeypatch.setattr(frontend, "has_packages", lambda: True)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(frontend, "find_spec", lambda _: None)
    with frontend.checking():
        frontend.run_script("lint", project[0])
    assert "the front end is not checked" in capsys.readouterr().out
    monkeypatch.setenv("CI", "1")
    with pytest.raises(SystemExit, match="the front end is not checked"), frontend.checking():
        frontend.run_script("lint", project[0])


SDIST = (
    "import sys; sys.path.insert(0, sys.argv[1])\n"
    "import backend; print(backend.build_sdist(sys.argv[2]))"
)


@pytest.mark.slow
def test_an_sdist_needs_no_node(tmp_path):
    made = subprocess.run(
        [sys.executable, "-c", SDIST, str(PROGRAMS), str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    with tarfile.open(tmp_path / made.stdout.split()[-1]) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    static = folder / "src" / "puzzlery" / "web" / "static"
    assert (static / "index.html").is_file()
    assert not (folder / "frontend" / "node_modules").exists()
    asked = (
        "import sys; sys.path.insert(0, sys.argv[1]); import frontend; print(frontend.is_stale())"
    )
    told = subprocess.run(
        [sys.executable, "-c", asked, str(folder / "build_backend")],
        env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout == "False\n"
