"""Every route describes its response down to the last field."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from puzzlery.web.web_app import create_app

PLAIN = {"string", "number", "integer", "boolean", "null"}


def undescribed(schema: dict[str, Any], place: str) -> Iterator[str]:
    """The places in a schema at which anything may stand."""
    if "$ref" in schema or "const" in schema or schema.get("type") in PLAIN:
        return
    for word in ("anyOf", "oneOf", "allOf"):
        for number, each in enumerate(schema.get(word, ())):
            yield from undescribed(each, f"{place}.{number}")
    if schema.get("type") == "array":
        for item in schema.get("prefixItems", [schema.get("items", {})]):
            yield from undescribed(item, f"{place}[]")
    elif schema.get("type") == "object":
        for name, field in schema.get("properties", {}).items():
            yield from undescribed(field, f"{place}.{name}")
        more = schema.get("additionalProperties", False)
        if more is True or ("properties" not in schema and more is False):
            yield place
        elif more:
            yield from undescribed(more, f"{place}{{}}")
    elif not {"anyOf", "oneOf", "allOf"} & schema.keys():
        yield place


def test_no_response_may_hold_anything(tmp_path: Path) -> None:
    described = create_app(tmp_path / "library.sqlite", workers=0).openapi()
    faults = []
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            for status, response in operation["responses"].items():
                if status == "204":
                    continue
                for kind, content in response["content"].items():
                    place = f"{method} {path} {status} {kind}"
                    faults += undescribed(content.get("schema", {}), place)
    for name, schema in described["components"]["schemas"].items():
        faults += undescribed(schema, name)
    assert faults == []


def test_loose_descriptions_are_found() -> None:
    loose = {
        "type": "object",
        "properties": {"a": {}, "b": {"type": "array"}, "c": {"type": "null"}},
    }
    assert list(undescribed(loose, "x")) == ["x.a", "x.b[]"]
    assert list(undescribed({"type": "object", "additionalProperties": True}, "x")) == ["x"]
