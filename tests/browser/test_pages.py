"""The pages: play, check, pieces, as a person goes through them."""

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import OpenPage
from tests.browser.hands import (
    lens_of,
    middle,
    noted,
    scene_of,
    solve_two_moves,
    wait_for_alg,
    wait_until,
)

from puzzlery.twisty.catalog import puzzle

PHONE = {"width": 360, "height": 740}
MAGIC = {"png": b"\x89PNG", "svg": b"<svg", "glb": b"glTF"}


def count(page: Any) -> int:
    return int(page.locator(".count").inner_text())


def test_moves_are_read_while_one_types_and_faults_are_pointed_at(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3")
    page.fill(".notation textarea", "[R, U] Rw2")
    wait_for_alg(page, "R U R' U' Rw2")
    page.fill(".notation textarea", "R U Q F")
    page.wait_for_selector(".notation-fault:not([hidden])")
    said = page.locator(".notation-fault").inner_text()
    assert 'unknown move "Q"' in said
    line, caret = page.locator(".notation-fault pre").inner_text().splitlines()[:2]
    assert line[len(caret) - 1] == "Q"


def test_a_link_brings_back_puzzle_moves_and_view(open_page: OpenPage) -> None:
    page = open_page("play/pyraminx?setup=R+L&alg=U+u%27&view=10,20,1.5")
    page.wait_for_function("() => document.querySelector('.count').textContent === '2'")
    assert page.locator(".setup").inner_text() == "R L"
    wait_until(page, "view", "noted === '10,20,1.5'")


def test_a_scramble_arms_the_clock_and_its_inverse_stops_it(open_page: OpenPage) -> None:
    page = open_page("play/2x2x2?setup=R+U")
    page.get_by_role("button", name="Scramble").click()
    page.wait_for_selector('.clock[data-state="armed"]')
    assert len(page.locator(".setup").inner_text().split()) > 5
    page.locator(".keys .key").first.click()
    page.wait_for_selector('.clock[data-state="running"]')
    assert count(page) == 1
    page.get_by_role("button", name="Reset", exact=True).click()
    page.wait_for_selector('.clock[data-state="done"], .clock[data-state="idle"]')
    assert count(page) == 0


def test_solving_by_hand_is_noticed(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3", reduced_motion="reduce")
    solve_two_moves(page)
    assert "with 2 moves" in page.locator(".toast").inner_text()


def test_the_timeline_steps_plays_and_is_dragged(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3?alg=R+U+F")
    place = page.locator(".place")
    page.wait_for_function("() => document.querySelector('.place').textContent === '3 / 3'")
    page.get_by_role("button", name="Step back").click()
    assert place.inner_text() == "2 / 3"
    page.get_by_role("button", name="To the start").click()
    assert place.inner_text() == "0 / 3"
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => document.querySelector('.place').textContent === '3 / 3'")
    page.locator(".scrub").fill("1.5")
    assert place.inner_text().startswith(("1 /", "2 /"))
    assert noted(page, "alg") == "R U F"


@pytest.mark.parametrize(
    "kind", ["stl", *(pytest.param(kind, marks=pytest.mark.slow) for kind in MAGIC)]
)
def test_what_is_shown_is_saved(open_page: OpenPage, tmp_path: Path, kind: str) -> None:
    page = open_page("play/2x2x2?alg=R")
    page.locator(".menu summary").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name=kind.upper(), exact=True).click()
    file = tmp_path / f"puzzle.{kind}"
    saved.value.save_as(file)
    content = file.read_bytes()
    assert content.startswith(MAGIC.get(kind, b""))
    if kind == "stl":
        triangles = int.from_bytes(content[80:84], "little")
        assert len(content) == 84 + 50 * triangles
        # Eight cubes of six sides, each two triangles.
        assert triangles == 8 * 6 * 2


def chunks(png: bytes) -> Iterator[tuple[str, bytes]]:
    """The chunks of a PNG file, each with the right checksum."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        (check,) = struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        assert check == zlib.crc32(kind + body)
        yield kind.decode(), body
        at += 12 + length


@pytest.mark.parametrize("alg", ["R+U", pytest.param("", marks=pytest.mark.slow)])
def test_moves_are_saved_as_a_film_that_loops(
    open_page: OpenPage, tmp_path: Path, alg: str
) -> None:
    page = open_page(f"play/2x2x2?alg={alg}")
    wait_for_alg(page, alg.replace("+", " "))
    page.locator(".menu summary").click()
    with page.expect_download(timeout=90_000) as saved:
        page.get_by_role("button", name="Animation", exact=True).click()
    file = tmp_path / "film.png"
    saved.value.save_as(file)
    found = list(chunks(file.read_bytes()))
    named = dict(found)
    count, plays = struct.unpack(">II", named["acTL"])
    wide, high, depth, color = struct.unpack(">IIBB", named["IHDR"][:10])
    assert (plays, depth, color) == (0, 8, 6)
    frames: list[bytes] = []
    for kind, body in found:
        if kind == "fcTL":
            frames.append(b"")
        elif kind in ("IDAT", "fdAT"):
            frames[-1] += body[4 if kind == "fdAT" else 0 :]
    assert len(frames) == count
    # Each row has four bytes a pixel, and one that tells how it was packed.
    assert {len(zlib.decompress(frame)) for frame in frames} == {high * (4 * wide + 1)}
    assert len(set(frames)) > count / 2
    numbers = [struct.unpack(">I", body[:4])[0] for kind, body in found if kind in ("fcTL", "fdAT")]
    assert numbers == list(range(len(numbers)))
    # What was shown before is shown again.
    assert noted(page, "alg") == alg.replace("+", " ")


def test_the_chooser_finds_a_puzzle_by_a_few_letters(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3")
    page.keyboard.press("Control+k")
    page.keyboard.type("gear ultimate")
    page.wait_for_function("() => [1, 2].includes(document.querySelectorAll('.tile b').length)")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.querySelector('.puzzle-name').textContent === 'gear cube ultimate'"
    )


def test_the_chooser_obeys_one_who_types_before_the_list_has_come(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3")
    page.route("**/api/puzzles", lambda route: (page.wait_for_timeout(700), route.continue_()))
    page.keyboard.press("Control+k")
    page.keyboard.type("gear ultimate")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.querySelector('.puzzle-name').textContent === 'gear cube ultimate'"
    )


def test_painting_tells_what_is_wrong_and_repairs_it(open_page: OpenPage) -> None:
    page = open_page("check/3x3x3")
    page.locator("summary", has_text="Paste facelets").click()
    page.fill("details textarea", "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")
    page.get_by_role("button", name="Take it over").click()
    page.wait_for_selector(".verdict.bad")
    assert "corner" in page.locator(".reasons").inner_text()
    page.get_by_role("button", name="Repair it").click()
    page.wait_for_selector(".verdict.good")


def test_pieces_are_counted_and_two_stickers_told_apart(open_page: OpenPage) -> None:
    page = open_page("pieces/3x3x3")
    page.wait_for_selector(".orbits")
    assert page.locator(".panel").inner_text().count("26") >= 1
    rows = page.locator(".orbits tbody tr").all_inner_texts()
    assert [row.split() for row in rows] == [
        ["corners", "8", "3"], ["edges", "12", "2"], ["centers", "6", "1"],
    ]  # fmt: skip
    page.get_by_role("checkbox", name="Show corners").uncheck()
    page.wait_for_selector(".figure")
    assert "4.32 × 10¹⁹" in page.locator(".figures-card").inner_text()


def test_the_sequence_that_parts_two_stickers_is_offered_by_name(open_page: OpenPage) -> None:
    page = open_page("pieces/3x3x3")
    page.wait_for_selector(".orbits")
    seen, lens = scene_of("3x3x3"), lens_of(page, "3x3x3")
    p, q = [place for place in range(54) if seen.face_names[seen.faces[place]] == "F"][:2]
    for place in (p, q):
        page.mouse.click(*lens.pixel(middle(seen, place)))
    why = puzzle("3x3x3").why_apart(p, q)
    assert why is not None
    link = page.get_by_role("link", name=f"Watch {why.witness}", exact=True)
    link.click()
    wait_for_alg(page, str(why.witness))


def test_orbits_keep_their_colors_when_pieces_are_drawn_apart(open_page: OpenPage) -> None:
    page = open_page("pieces/2x2x2")
    page.wait_for_selector(".orbits")
    page.wait_for_timeout(300)
    box = page.locator(".puzzlery-canvas").bounding_box()
    clip = {**box, "width": box["width"] / 2, "height": box["height"] / 2}
    before = page.screenshot(clip=clip)
    page.get_by_role("button", name="How it looks").click()
    for part in ("0.6", "0"):
        page.get_by_label("Explode").fill(part)
    page.get_by_role("button", name="How it looks").click()
    # It takes a few frames to be drawn anew.
    assert any(page.screenshot(clip=clip) == before for _ in range(40))


@pytest.mark.parametrize(
    "place",
    [
        "play/megaminx",
        pytest.param("check/3x3x3", marks=pytest.mark.slow),
        pytest.param("pieces/skewb", marks=pytest.mark.slow),
        pytest.param("solve/3x3x3", marks=pytest.mark.slow),
        pytest.param("design/d f 0.7", marks=pytest.mark.slow),
    ],
)
def test_pages_fit_a_phone(open_page: OpenPage, place: str) -> None:
    page = open_page(place, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    box = page.locator(".puzzlery-canvas").bounding_box()
    assert box["width"] > 300
    assert box["height"] > 220


@pytest.mark.slow
def test_every_puzzle_of_the_catalogue_opens(open_page: OpenPage) -> None:
    from puzzlery.twisty.catalog import names

    page = open_page("play/2x2x2")
    for name in names():
        if name in ("30x30x30", "40x40x40"):
            continue
        page.evaluate("name => { location.hash = '#/play/' + encodeURIComponent(name); }", name)
        page.wait_for_function(
            "name => document.querySelector('.puzzle-name').textContent === name"
            " && !document.querySelector('.stage-host').classList.contains('loading')",
            arg=name,
            timeout=60000,
        )
        assert page.locator(".fault").count() == 0, name
        page.locator(".keys .key").first.evaluate("key => key.click()")
