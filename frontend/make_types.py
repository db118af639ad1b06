"""Write the TypeScript types of the web API; with --check, fail if they are not up to date."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from puzzlery.web.web_app import create_app

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "build_backend"))
import frontend  # noqa: E402

TYPES = ROOT / "frontend" / "api" / "schema.d.ts"
OPTIONS = ("--immutable", "--root-types", "--root-types-no-schema-prefix",
           "--default-non-nullable=false")  # fmt: skip
HEADER = "// Written by `make types` from the server's OpenAPI description; do not edit.\n"


def openapi(folder: Path) -> dict[str, Any]:
    """The description of the API, without the titles that repeat the names of fields."""
    app = create_app(folder / "library.sqlite", workers=0)
    untitled: dict[str, Any] = _untitled(app.openapi())
    return untitled


def _untitled(value: Any) -> Any:
    if isinstance(value, list):
        return [_untitled(each) for each in value]
    if isinstance(value, dict):
        return {
            name: _untitled(each)
            for name, each in value.items()
            if name != "title" or not isinstance(each, str)
        }
    return value


def types() -> str:
    """The types that openapi-typescript makes of the description."""
    with tempfile.TemporaryDirectory() as folder:
        described, written = Path(folder, "openapi.json"), Path(folder, "schema.d.ts")
        described.write_text(json.dumps(openapi(Path(folder))))
        frontend.run_package("openapi-typescript", str(described), "-o", str(written), *OPTIONS)
        return HEADER + written.read_text()


def main() -> None:
    """Write the types, or compare them."""
    with frontend.checking():
        made = types()
        if "--check" not in sys.argv:
            TYPES.parent.mkdir(exist_ok=True)
            TYPES.write_text(made)
        elif not TYPES.is_file() or TYPES.read_text() != made:
            sys.exit(f"{TYPES.relative_to(ROOT)} is out of date; run `make types`")


if __name__ == "__main__":
    main()
