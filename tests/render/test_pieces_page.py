"""The essay on pieces: the pictures that it shows are there, and are those of its script."""

import importlib.util
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_and_its_script_name_the_same_pictures():
    spec = importlib.util.spec_from_file_location("make_pieces", DOCS / "make_pieces.py")
    script = importlib.util.module_from_spec(spec)
    sys.modules["make_pieces"] = script
    spec.loader.exec_module(script)
    drawn = {*script.PICTURES, *script.RULES}
    page = (DOCS / "pieces.md").read_text(encoding="utf-8")
    assert set(re.findall(r'src="pieces/([\w-]+)\.svg"', page)) == drawn
    assert {path.stem for path in (DOCS / "pieces").iterdir()} == drawn
    for path in (DOCS / "pieces").iterdir():
        ElementTree.parse(path)
    assert script.draw("skewb") == (DOCS / "pieces" / "skewb.svg").read_text(encoding="utf-8")
