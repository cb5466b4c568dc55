"""What bends on the stage: laid anew for every time, magnified on request, coloured by stress."""

from __future__ import annotations

from typing import Any

import pytest
from app_pages import settle, show

import linkwork as lw
from linkwork.view.scene import build_scene

CORNERS = "Array.from(player.stage.inside.softs[0].now)"


@pytest.fixture(scope="module")
def strip() -> dict[str, Any]:
    m = lw.Planar("strip")
    shape = {"type": "rectangle", "size": [0.4, 0.006], "origin": [0, -0.003], "divisions": [8, 1]}
    ends = {"a": {"at": [0, 0]}, "b": {"at": [0.4, 0]}}
    body = m.flexible("rod", shape=shape, material="steel", interfaces=ends, modes=3)
    m.set_gravity(0, -9.81)
    m.fixed("wall", m.ground.at(0, 0), body.interface("a"))
    return build_scene(m.simulate(until=0.01, points=11, method="radau"))


@pytest.fixture
def page(static_page: Any) -> Any:
    """The tab for all pages from disk."""
    return static_page


def test_bodies_bend_with_the_time_and_as_far_as_asked(page: Any, strip: dict[str, Any]) -> None:
    show(page, strip)
    page.evaluate("player.seek(0.01)")
    settle(page)
    (soft,) = strip["soft"]
    moved = soft.amplitudes[-1] @ soft.shapes.reshape(len(soft.shapes), -1)
    base = page.evaluate("Array.from(player.stage.inside.softs[0].base)")
    true = page.evaluate(CORNERS)
    assert [a - b for a, b in zip(true, base, strict=True)] == pytest.approx(moved.tolist(), abs=1e-7)
    page.evaluate("player.stage.show({layers: {magnify: 50}})")
    settle(page)
    far = page.evaluate(CORNERS)
    assert [a - b for a, b in zip(far, base, strict=True)] == pytest.approx((50 * moved).tolist(), abs=5e-7)


def test_the_panel_magnifies_and_shows_the_scale(page: Any, strip: dict[str, Any]) -> None:
    show(page, strip)
    scale = page.locator(".lw-stress-scale")
    assert "Pa" in scale.inner_text()
    page.locator('.lw-rail [data-key="show"]').click()
    page.locator(".lw-bending button", has_text="Fit").click()
    assert "deflection ×" in scale.inner_text()
    page.locator(".lw-bending button", has_text="True").click()
    assert "deflection" not in scale.inner_text()


def test_scales_of_stress_and_of_activation_lie_one_below_the_other(page: Any, strip: dict[str, Any]) -> None:
    shares = [0.5] * 11
    tint = {
        "name": "rod",
        "channel": "rod.y",
        "tells": "activation",
        "shares": shares,
        "colours": ["#7C9CC9", "#C2202B"],
    }
    show(page, {**strip, "tints": [tint]})
    boxes = [page.locator(scale).bounding_box() for scale in (".lw-stress-scale", ".lw-tint-scale")]
    high, low = sorted(boxes, key=lambda box: box["y"])
    assert high["y"] + high["height"] <= low["y"] and high["x"] == low["x"]
    page.locator(".lw-stress-scale").evaluate("(scale) => { scale.hidden = true; }")
    assert page.locator(".lw-tint-scale").bounding_box()["y"] == pytest.approx(high["y"])
