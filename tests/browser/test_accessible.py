"""Pages that everyone can use, as far as axe-core can tell."""

from pathlib import Path

import pytest
from tests.browser.conftest import OpenPage

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.skipif(not AXE.is_file(), reason="the packages of the front end are not installed")
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "place",
    [
        "",
        "play/3x3x3",
        "times/2x2x2",
        "fewest",
        "check/3x3x3",
        "solve/3x3x3",
        "pieces/3x3x3",
        "design/c f 0.4",
        "pack/pentominoes 3x20",
        "pack/soma 3x3x3",
    ],
)
def test_axe_finds_nothing_serious(open_page: OpenPage, place: str, scheme: str) -> None:
    shows = {
        "": ".picture-tile",
        "pack": ".pack-choice",
        "times": ".scramble",
        "fewest": ".fewest-net",
    }.get(place.split("/")[0], ".puzzlery-canvas")
    page = open_page(place, color_scheme=scheme, bypass_csp=True, shows=shows)
    page.wait_for_timeout(300)
    for menu in page.get_by_role("button", name="How it looks").all():
        menu.click()
    if place.startswith("design"):
        page.get_by_role("radio", name="Draw").click()
        page.get_by_role("button", name="+ Point").click()
    page.add_script_tag(path=str(AXE))
    found = page.evaluate("axe.run()")["violations"]
    serious = {
        (one["id"], node["html"][:120])
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    }
    assert serious == set()
