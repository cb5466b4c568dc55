"""The panel of circuits: a diagram whose values and colours follow the time, and whose parts are plotted by a press."""

from __future__ import annotations

from typing import Any

import pytest
from app_pages import settle, show

import linkwork as lw
from linkwork.view.scene import build_scene


@pytest.fixture(scope="module")
def divider() -> dict[str, Any]:
    m = lw.Planar("divider")
    net = m.circuit("net")
    net.voltage_source("V", "a", "ground", "12 - 4*t")
    net.resistor("R1", "a", "b", 1000)
    net.resistor("R2", "b", "ground", 2000)
    net.resistor("R3", "a", "ground", 500)
    return build_scene(m.simulate(until=2, points=21))


@pytest.fixture
def page(static_page: Any) -> Any:
    """The tab for all pages from disk."""
    return static_page


def test_values_follow_the_time(page: Any, divider: dict[str, Any]) -> None:
    show(page, divider)
    shown = page.locator(".lw-diagram")
    assert page.locator(".lw").get_attribute("data-panel") == "circuit"
    page.evaluate("player.seek(0)")
    settle(page)
    assert shown.locator('[data-name="a"] .value').text_content() == "12 V"
    assert shown.locator('[data-name="net.R1"] .value').text_content() == "4 mA"
    page.evaluate("player.seek(1)")
    settle(page)
    assert shown.locator('[data-name="b"] .value').text_content() == "5.33 V"
    wire = shown.locator(".wire").first
    warm = wire.evaluate("one => one.style.stroke")
    page.evaluate("player.seek(2)")
    settle(page)
    assert wire.evaluate("one => one.style.stroke") != warm


def test_a_press_on_a_part_plots_what_goes_through_it(page: Any, divider: dict[str, Any]) -> None:
    show(page, divider)
    page.locator('.lw-diagram [data-name="net.R2"]').click()
    settle(page)
    assert "net.R2.current" in page.locator(".lw-side").inner_text()


def test_pages_without_circuits_have_no_such_tab(page: Any, divider: dict[str, Any]) -> None:
    show(page, {key: value for key, value in divider.items() if key != "circuits"})
    assert not page.locator('.lw-rail [data-key="circuit"]').is_visible()
