"""Take the picture of `linkwork view` for the site; needs playwright and Chromium."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).resolve().parent / "images"
SIZE = {"width": 1280, "height": 760}
DRAWN_BY_SOFTWARE = ("--enable-unsafe-swiftshader", "--no-sandbox")
TIME = 0.62


def take(address: str, path: Path) -> None:
    """The page at an address, once its mechanism is there, at one time of its motion."""
    with sync_playwright() as playwright:
        found = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=found, args=list(DRAWN_BY_SOFTWARE))
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce", color_scheme="light")
        page.goto(address)
        page.locator(".lw-legend output").first.wait_for()
        page.evaluate(f"LinkworkViewer.player.seek({TIME})")
        page.wait_for_timeout(1500)
        page.screenshot(path=path)
        browser.close()


def main() -> None:
    """Show the four-bar of the examples and take its picture."""
    with TemporaryDirectory() as folder:
        model = Path(folder) / "four-bar.yaml"
        model.write_text(files("linkwork.examples").joinpath(model.name).read_text(encoding="utf-8"), encoding="utf-8")
        command = [sys.executable, "-m", "linkwork.cli.main", "view", str(model), "--no-browser"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                address = re.search(r"http://\S+", server.stdout.readline())
                assert address is not None
                take(address[0], IMAGES / "view.png")
            finally:
                server.send_signal(signal.SIGINT)


if __name__ == "__main__":
    main()
