"""Draw the pictures of the app in docs/app anew, with the system's chromium."""

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.chromium import BROWSERS, FLAGS
from tests.web.server import running

FOLDER = Path(__file__).parent / "app"
SIZE = {"width": 1180, "height": 720}
# A corner of a cube that is twisted: no moves lead there.
TWISTED = "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
PAGES = {
    "play": "play/megaminx?setup=R+++D--+R++&alg=U+R+U%27+R%27+F",
    "check": "check/3x3x3",
    "pieces": "pieces/5x5x5",
}


def main() -> None:
    """Take a picture of each page."""
    FOLDER.mkdir(exist_ok=True)
    found = next(filter(None, map(shutil.which, BROWSERS)))
    with (
        tempfile.TemporaryDirectory() as home,
        running(Path(home)) as server,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=found, args=[*FLAGS])
        for name, place in PAGES.items():
            page = browser.new_page(viewport=SIZE, reduced_motion="reduce")
            page.goto(f"{server.address}#/{place}")
            page.wait_for_selector(".puzzlery-canvas")
            if name == "check":
                page.locator("summary", has_text="Paste facelets").click()
                page.fill("details textarea", TWISTED)
                page.get_by_role("button", name="Take it over").click()
                page.locator("summary", has_text="Paste facelets").click()
                page.wait_for_selector(".verdict.bad")
            page.wait_for_timeout(1500)
            page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=86)
        browser.close()


if __name__ == "__main__":
    main()
