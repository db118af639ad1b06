"""The gallery: its page and its pictures belong together."""

import importlib.util
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def gallery():
    spec = importlib.util.spec_from_file_location("make_gallery", DOCS / "make_gallery.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_gallery"] = module
    spec.loader.exec_module(module)
    return module


def exhibits(gallery):
    return [exhibit for hall in gallery.HALLS.values() for exhibit in hall]


def test_the_page_is_the_one_that_is_generated(gallery):
    assert (DOCS / "gallery.md").read_text(encoding="utf-8") == gallery.page()


def test_every_picture_is_there_and_none_besides(gallery):
    files = [exhibit.file for exhibit in exhibits(gallery)]
    assert len(set(files)) == len(files)
    assert {path.name for path in (DOCS / "gallery").iterdir()} == set(files)
    for file in files:
        ElementTree.parse(DOCS / "gallery" / file)


def test_at_least_twenty_kinds_of_puzzles_are_shown(gallery):
    assert len({exhibit.name for exhibit in exhibits(gallery)}) >= 20


@pytest.mark.slow
def test_the_pictures_are_those_that_are_drawn_today(gallery):
    def fills(picture):
        return re.findall(r'data-place="(\d+)" fill="(#\w+)"', picture)

    for exhibit in exhibits(gallery):
        stored = (DOCS / "gallery" / exhibit.file).read_text(encoding="utf-8")
        assert fills(stored) == fills(exhibit.draw()), exhibit.title
