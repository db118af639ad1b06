"""Take the picture of docs/notebook.md anew: JupyterLab in the system's chromium."""

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.browser.hands import drag, drags
from tests.chromium import BROWSERS, FLAGS
from tests.notebook.lab import Notebook, lab, write_notebook

PICTURE = Path(__file__).parent / "app" / "notebook.jpg"
CELLS = (
    "from puzzlery import puzzle\n\ncube = puzzle('3x3x3')\n"
    'view = cube.widget(alg="[R, U] F")\nview',
    "view.alg, view.state.permutation.order",
)


def main() -> None:
    """Run a notebook, turn a layer by hand, ask what was turned."""
    found = next(filter(None, map(shutil.which, BROWSERS)))
    with tempfile.TemporaryDirectory() as home, sync_playwright() as driver:
        write_notebook(Path(home, "cube.ipynb"), CELLS)
        browser = driver.chromium.launch(executable_path=found, args=[*FLAGS])
        with lab(Path(home)) as address:
            page = browser.new_page(
                viewport={"width": 1100, "height": 720}, reduced_motion="reduce"
            )
            notebook = Notebook(page, address, "cube.ipynb")
            notebook.run(0)
            page.wait_for_selector(".puzzlery-canvas")
            drag(page, next(iter(drags(page, "3x3x3", 0.9))).path)
            page.wait_for_timeout(1000)
            notebook.run(1)
            page.wait_for_timeout(500)
            page.screenshot(path=PICTURE, type="jpeg", quality=86)
        browser.close()


if __name__ == "__main__":
    main()
