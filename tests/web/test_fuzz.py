"""Schemathesis against the OpenAPI description: whatever is asked, the server has an answer."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks
from tests.web.server import Server, running

CHECKS = [
    not_a_server_error,
    checks.response_schema_conformance,
    checks.status_code_conformance,
]
# Names that lead further than chance would; and some that nearly do.
LIKELY = {
    "name": ("2x2x2", "pyraminx", "clock", "bandaged cube", "c f 0.3", "my:1", "gear cube", "c"),
    "puzzle": ("2x2x2", "Square-1", "my:1", "nothing"),
    "set": ("soma", "pentominoes", "iq", "calendar"),
    "board": ("3x3x3", "3x20", "pyramid5", "calendar:2-30", "0x0", "9999x9999"),
    "alg": ("R U", "(1, 0) /", "[R, U]99999", "UR3+", "R Q", "(((((((("),
    "text": ("R U", "U" * 24, "WWWW", "\x00"),
    "kind": ("puzzle", "solve", "count", "fill", "solutions", "challenge"),
    "piece": ("A", "V", "L"),
    "content": ("", "moves = 3", "[puzzle]\nname = 'x'", "cuts = 'c f 0.3'"),
}
FITTING, UNFIT = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE
LATEST = 15.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(
        tmp_path_factory.mktemp("home"), "--job-seconds", "1", "--workers", "1"
    ) as started:
        yield started


def operations(server: Server) -> Iterator[Any]:
    """Every operation that the server describes."""
    schema = schemathesis.openapi.from_url(f"{server.address}api/openapi.json")
    for found in schema.get_all_operations():
        yield found.ok()


@st.composite
def cases(draw: st.DrawFn, operation: Any, mode: Any) -> Any:
    """Calls of an operation as its description has them, some fields filled in with meaning."""
    case = draw(operation.as_strategy(mode))
    for fields in (case.path_parameters, case.query, case.body, _asked(case.body)):
        if isinstance(fields, dict):
            for field in sorted(fields.keys() & LIKELY.keys()):
                if draw(st.booleans()):
                    fields[field] = draw(st.sampled_from(LIKELY[field]))
    return case


def _asked(body: Any) -> Any:
    return body.get("request") if isinstance(body, dict) else None


def fuzz(server: Server, examples: int) -> None:
    """Ask each operation so many things that fit its description, and as many that do not."""
    for operation in operations(server):
        _fuzz_one(server, operation, FITTING, examples)
        # Any text fits as a part of the path, so there must be more for something not to fit.
        if list(operation.body) or list(operation.query):
            _fuzz_one(server, operation, UNFIT, examples)


def _fuzz_one(server: Server, operation: Any, mode: Any, examples: int) -> None:
    @seed(len(operation.label))
    @settings(max_examples=examples, phases=[Phase.generate], deadline=None, database=None,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(case=cases(operation, mode))
    def ask(case: Any) -> None:
        answer = case.call(base_url=server.address.rstrip("/"), timeout=LATEST)
        case.validate_response(answer, checks=CHECKS)

    ask()


def test_no_question_is_a_server_error(server: Server) -> None:
    fuzz(server, 4)


@pytest.mark.slow
def test_many_questions_are_no_server_error(server: Server) -> None:
    fuzz(server, 100)
