"""Scenes that the tests of the viewer use are those that Python sends."""

import json
import os
from pathlib import Path

import pytest

from puzzlery.render import live_scene
from puzzlery.twisty.catalog import puzzle

FOLDER = Path(__file__).parents[2] / "frontend" / "viewer" / "testing"


@pytest.mark.parametrize("name", ["2x2x2", "gear cube", "Square-1"])
def test_the_viewer_is_tested_with_what_it_will_get(name):
    file = FOLDER / f"{name.lower().replace(' ', '-')}.json"
    sent = json.loads(json.dumps(live_scene(puzzle(name)).to_dict()))
    if os.environ.get("PUZZLERY_REWRITE"):
        file.write_text(json.dumps(sent, separators=(",", ":")) + "\n")
    kept = json.loads(file.read_text())
    assert kept.keys() == sent.keys()
    for field, value in sent.items():
        assert kept[field] == value, f"{field} changed: run this test with PUZZLERY_REWRITE=1"


def test_glued_bodies_keep_their_walls_and_their_piece():
    seen = live_scene(puzzle("bicube"))
    assert len(seen.bodies) == 26
    assert all(len(body.places) == 6 for body in seen.bodies)
    for body in seen.bodies:
        own = {seen.pieces[place] for place in body.places if place >= 0}
        assert own == {body.piece}
