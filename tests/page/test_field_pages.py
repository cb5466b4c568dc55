"""Pages of fields: forces along the path of a belt, stiffness over a workspace; what is pointed at is read."""

from __future__ import annotations

from math import radians
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.hexapod import hexact
from linkwork.library.cvt.path import ReferencePath
from linkwork.library.cvt.steady import SteadyState

STATIONS = 40


def state(load: float) -> SteadyState:
    """A belt on two pulleys with made-up forces, the axial one greatest at one place."""
    path = ReferencePath(0.05, 0.06, 0.16)
    place = np.linspace(0.0, path.length, STATIONS, endpoint=False)
    part = np.searchsorted(np.cumsum(path.parts)[:3], place)
    on = (part % 2 == 0).astype(float)
    axial = load * on * (1.0 + (np.arange(STATIONS) == 5))
    sliding = np.where(on > 0, 0.3, np.nan)
    fields = (
        place,
        np.full(STATIONS, path.length / STATIONS),
        part,
        -load * on,
        load + 0 * on,
        np.ones((STATIONS, 2)),
        axial,
        0.1 * axial,
        0.02 * axial,
    )
    rest = (0.05 + 0 * on, 0 * on, sliding, 0 * on)
    return SteadyState(*fields, *rest, (100.0, 80.0), (50.0, 60.0), (2e4, 2e4), (1.0, 1.0), 3, path)


def text_of(tab: Any) -> str:
    return str(tab.evaluate("() => document.querySelector('main').innerText")).replace("\u2212", "-")


def test_forces_stand_along_the_belt_and_one_place_is_read(page: Any, tmp_path: Path) -> None:
    page.goto(state(3e5).page(tmp_path / "belt.html", further=[state(1.5e5)]).as_uri())
    told = text_of(page)
    assert "600 kN/m" in told and "driving pulley" in told and "0.96" in told
    on_pulleys = np.count_nonzero(state(1.0).axial)
    assert page.locator("svg polygon").count() == STATIONS
    walls = page.evaluate("() => data.states[0].values.axial.filter((v) => v > 0).length")
    assert walls == on_pulleys
    page.locator("select").select_option(label="sliding angle")
    assert page.locator("svg polygon").count() < STATIONS, "no wall where nothing touches"
    page.locator("input[type=range]").fill("1")
    assert "300 kN/m" in text_of(page)
    box = page.locator("svg").first.bounding_box()
    page.mouse.move(box["x"] + 0.45 * box["width"], box["y"] + 0.2 * box["height"])
    assert "no contact" in text_of(page), "a place of the span"


def test_a_stiffness_map_shows_numbers_and_the_machine_where_one_points(page: Any, tmp_path: Path) -> None:
    steps = np.linspace(-0.2, 0.2, 5)
    plane = hexact("I", radians(13.2)).stiffness_map(steps, steps, "xz", at=0.05)
    page.goto(plane.page(tmp_path / "map.html").as_uri())
    softest = plane.measure("softest")
    told = text_of(page)
    assert f"{float(f'{softest[2, 2]:.4g}'):g}" in told.replace("e3", "")
    assert page.locator("svg[aria-label=softest] rect").count() == 25 + page.evaluate("() => data.shades.length")
    box = page.locator("svg[aria-label=softest]").bounding_box()
    page.mouse.move(box["x"] + 0.13 * box["width"], box["y"] + 0.03 * box["width"])
    length = 1000 * hexact("I", radians(13.2)).struts([-0.2, 0.05, 0.2])[0][0]
    assert page.evaluate("() => at") == [0, 4]
    assert f"{float(f'{length:.5g}'):g} mm" in text_of(page)
    page.locator("select").select_option("condition")
    assert page.locator("svg[aria-label=condition]").count() == 1


def test_a_map_over_one_parameter_has_a_page(page: Any, tmp_path: Path) -> None:
    m = lw.Planar("sprung")
    m.parameters(k=100.0)
    m.body("a", mass={"mass": 1.0, "inertia": 1.0})
    m.bushing("b", m.ground, "a", at=(0, 0), along=(1, 0), stiffness=("k", "2*k", "3*k"))
    shown = m.stiffness_map("a", {"k": [100.0, 200.0]}, progress=False)
    page.goto(shown.page(tmp_path / "one.html").as_uri())
    told = text_of(page)
    assert f"{shown.measure('softest')[1]:g} N m" in told, told
    assert f"{shown.measure('isotropy')[1]:.4g}" in told
