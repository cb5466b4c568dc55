"""A real browser for the tests of the page: Chromium without a window, its pictures drawn by software.

`page` is a fresh tab that fails its test on any error in the console; `open_page` makes more of them, `shot` keeps a
picture. A fresh tab compiles all that it draws with, which takes seconds where the processor draws: most tests share
one of four, with nothing but a stage, a page from disk, a page whose server is the test, and one with a real server.
Where no Chromium is installed these tests are skipped and say so.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from app_pages import crank_scene, open_live, open_static
from page_contexts import PATIENCE, SIZE, WIDE, shared, tabs

sync_api = pytest.importorskip("playwright.sync_api", reason="the tests of the page need the playwright package")

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SOFTWARE = ("--enable-unsafe-swiftshader", "--disable-gpu-watchdog")
PLAIN = ("--disable-dev-shm-usage", "--hide-scrollbars")
# Windows for an address that nobody types, one a context, and processes for pages that never come take a second each
UNSEEN = ("WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")
# The last list of features counts: these are those that playwright leaves out
LEFT_OUT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
FEATURES = f"--disable-features={','.join((*LEFT_OUT, *UNSEEN))}"


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
            options = [*SOFTWARE, *PLAIN, FEATURES, *sandbox, *more]
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


@pytest.fixture(scope="session")
def stage_tab(browser: Any) -> Iterator[Any]:
    """The tab with nothing but a stage."""
    with tabs(browser) as opened:
        yield opened()


@pytest.fixture
def shared_page(stage_tab: Any) -> Iterator[Any]:
    """One tab for all tests of the stage; each loads what it shows."""
    with shared(stage_tab) as tab:
        yield tab


@pytest.fixture(scope="session")
def static_tab(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The tab with a page from disk; `asked` has the addresses that it asked for."""
    with tabs(browser) as opened:
        tab = opened()
        tab.asked = []
        tab.on("request", lambda request: tab.asked.append(request.url))
        open_static(tab, tmp_path_factory.mktemp("page"), crank_scene())
        yield tab


@pytest.fixture
def static_page(static_tab: Any) -> Iterator[Any]:
    """One tab for all tests of pages from disk; each shows its own scene, with a fresh viewer."""
    with shared(static_tab, SIZE) as tab:
        yield tab


@pytest.fixture(scope="session")
def live_tab(browser: Any) -> Iterator[Any]:
    """The tab with a live page whose server is the test."""
    with tabs(browser) as opened:
        tab = opened(viewport=WIDE)
        open_live(tab)
        yield tab


@pytest.fixture
def live_page(live_tab: Any) -> Iterator[Any]:
    """One tab for all tests that play the server; each begins with a fresh viewer."""
    with shared(live_tab, WIDE) as tab:
        yield tab


@pytest.fixture(scope="session")
def served_tab(browser: Any) -> Iterator[Any]:
    """The tab with the page of a real server; `asked` has the addresses that it asked for."""
    with tabs(browser) as opened:
        tab = opened(viewport=WIDE)
        tab.asked = []
        tab.on("request", lambda request: tab.asked.append(request.url))
        yield tab


@pytest.fixture
def served_page(served_tab: Any) -> Iterator[Any]:
    """One tab for all tests with a real server; its viewer goes before the server does."""
    with shared(served_tab) as tab:
        yield tab
        tab.evaluate("() => window.LinkworkViewer && LinkworkViewer.player.dispose()")


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
