"""Take the pictures of pages for the site: `linkwork view`, a push belt, a stiffness map; needs Chromium."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from importlib.resources import files
from math import radians
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from playwright.sync_api import sync_playwright

import linkwork as lw
from linkwork.biomechanics import Motion, read_osim
from linkwork.cvt import PushBeltDrive
from linkwork.hexapod import hexact

IMAGES = Path(__file__).resolve().parent / "images"
SIZE = {"width": 1280, "height": 760}
DRAWN_BY_SOFTWARE = ("--enable-unsafe-swiftshader", "--no-sandbox")
TIME = 0.62


def take(address: str, path: Path, time: float = TIME) -> None:
    """The page at an address, once its mechanism is there, at one time of its motion."""
    with sync_playwright() as playwright:
        found = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=found, args=list(DRAWN_BY_SOFTWARE))
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce", color_scheme="light")
        page.goto(address, timeout=200_000)
        page.locator(".lw-legend output").first.wait_for()
        page.evaluate(f"LinkworkViewer.player.seek({time})")
        page.wait_for_timeout(1500)
        page.screenshot(path=path)
        browser.close()


def take_fields() -> None:
    """Pages of what is spread over a place: forces along a belt, stiffness over a workspace."""
    steps = np.linspace(-0.2, 0.2, 41)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        belt = PushBeltDrive().steady(ratio=1.0, torque_ratio=0.77).page(Path(folder) / "belt.html")
        workspace = hexact("I", zeta=radians(13.2)).stiffness_map(steps, steps, "xy").page(Path(folder) / "map.html")
        program = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=program, args=list(DRAWN_BY_SOFTWARE))
        for written, name in ((belt, "push-belt-page.png"), (workspace, "stiffness-page.png")):
            page = browser.new_page(viewport={"width": 1180, "height": 790})
            page.goto(written.as_uri())
            page.screenshot(path=IMAGES / name)
        browser.close()


def take_vehicle() -> None:
    """The page of a car from behind: road, forces of tyres, instruments."""
    model = Path(__file__).resolve().parent.parent / "examples" / "gallery" / "car.yaml"
    with TemporaryDirectory() as folder:
        written = Path(folder) / "car.html"
        lw.load(str(model)).run().animate(written)
        take(written.as_uri(), IMAGES / "view-vehicle.png", 1.6)


def take_live(model: Path, image: str, *options: str) -> None:
    """The live page of a model."""
    command = [sys.executable, "-m", "linkwork.cli.main", "view", str(model), "--no-browser", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address is not None
            take(address[0], IMAGES / image)
        finally:
            server.send_signal(signal.SIGINT)


def take_skeleton() -> None:
    """The live page of a leg that swings."""
    model, time = Path(__file__).resolve().parent.parent / "tests" / "data" / "leg.osim", np.linspace(0, 1, 61)
    w = 2 * np.pi * time
    columns = [0.1 * np.sin(w), 0.4 * time, 0.95 + 0.02 * np.cos(2 * w), 0.4 * np.sin(w), -0.7 + 0.5 * np.cos(w)]
    with TemporaryDirectory() as folder:
        swing = Path(folder) / "swing.mot"
        Motion(read_osim(model), time, np.column_stack(columns)).table().write(swing)
        reserves = ("--reserve", "hip_flexion=1", "--reserve", "knee_angle=1")
        take_live(model, "view-skeleton.png", "--motion", str(swing), "--cutoff", "8", *reserves)


def main() -> None:
    """Show the four-bar of the examples and take its picture; then the pages of fields, of a car and of a leg."""
    take_fields()
    take_vehicle()
    take_skeleton()
    with TemporaryDirectory() as folder:
        model = Path(folder) / "four-bar.yaml"
        model.write_text(files("linkwork.examples").joinpath(model.name).read_text(encoding="utf-8"), encoding="utf-8")
        take_live(model, "view.png")


if __name__ == "__main__":
    main()
