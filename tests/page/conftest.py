"""A real browser for the tests of the page: Chromium without a window, its pictures drawn by software.

`page` is a fresh tab that fails its test on any error in the console; `open_page` makes more of them, `shot` keeps a
picture. Where no Chromium is installed these tests are skipped and say so.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from page_contexts import PATIENCE, tabs

sync_api = pytest.importorskip("playwright.sync_api", reason="the tests of the page need the playwright package")

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SOFTWARE = ("--enable-unsafe-swiftshader", "--disable-gpu-watchdog")
PLAIN = ("--disable-dev-shm-usage", "--hide-scrollbars")


@pytest.fixture(scope="session")
def launch() -> Iterator[Callable[..., Any]]:
    """Start a Chromium, with further options if they are asked for."""
    with sync_api.sync_playwright() as playwright:
        found = next((path for path in map(shutil.which, NAMES) if path), None)
        own = playwright.chromium.executable_path
        if found is None and not os.path.exists(own):
            pytest.skip("no Chromium here; get one by `apt-get install chromium` or `playwright install chromium`")
        sandbox = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()

        def started(*more: str) -> Any:
            options = [*SOFTWARE, *PLAIN, *sandbox, *more]
            return playwright.chromium.launch(executable_path=found or own, args=options, timeout=1000 * PATIENCE)

        yield started


@pytest.fixture(scope="session")
def browser(launch: Callable[..., Any]) -> Iterator[Any]:
    """One Chromium for all tests of a session."""
    started = launch()
    yield started
    started.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Make tabs for one test, which fails on any error in their consoles."""
    with tabs(browser) as opened:
        yield opened


@pytest.fixture
def page(open_page: Callable[..., Any]) -> Any:
    """A fresh tab of 960 by 640 pixels."""
    return open_page()


@pytest.fixture(scope="module")
def shared_page(browser: Any) -> Iterator[Any]:
    """One tab for all tests of a file."""
    with tabs(browser) as opened:
        yield opened()


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of pictures: that named by LINKWORK_SHOTS, so that they can be looked at, else one that goes away."""
    kept = os.environ.get("LINKWORK_SHOTS")
    folder = Path(kept) if kept else tmp_path_factory.mktemp("shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def shot(shots: Path) -> Callable[[Any, str], bytes]:
    """Keep a picture of a tab under a name; its bytes come back."""
    return lambda tab, name: bytes(tab.screenshot(path=str(shots / f"{name}.png")))
