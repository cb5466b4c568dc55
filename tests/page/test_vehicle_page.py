"""Pages of vehicles: the road, forces of tyres, instruments, and a camera that goes behind a body as it turns."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from app_pages import open_static, settle

SHAPES = {"shapes": [], "complete": False, "points": {}}
LUMP = {"at": [0, 0, 0], "edges": [2.0, 1.0, 0.5], "axes": np.eye(3).tolist()}


def circling(frames: int = 41) -> dict[str, Any]:
    """A car on a circle of 20 m, a radian a second: closed forms of its place, of a tyre's force, of its steering."""
    t = np.linspace(0, 2, frames)
    poses = [
        [[0, 0, 0, 1, 0, 0, 0], [20 * math.sin(a), 20 * (1 - math.cos(a)), 0.5, math.cos(a / 2), 0, 0, math.sin(a / 2)]]
        for a in t
    ]
    arrow = {"name": "tyre load", "body": 1, "at": [1, 0.5, -0.5], "torque": [], "doubtful": False, "part": "load"}
    arrow["force"] = [[0.0] * frames, [0.0] * frames, [4000.0] * frames]
    other = {**arrow, "name": "hinge", "force": [[9000.0] * frames] + [[0.0] * frames] * 2}
    del other["part"]
    return {
        "linkwork_scene": 1,
        "world": "space",
        "name": "circling",
        "up": [0, 0, 1],
        "bodies": [{"name": "ground", "lump": None, **SHAPES}, {"name": "car", "lump": LUMP, **SHAPES}],
        "symbols": [],
        "poses": poses,
        "times": t.tolist(),
        "traces": [],
        "channels": {"car.x": [pose[1][0] for pose in poses]},
        "units": {"car.x": "m"},
        "shown": ["car.x"],
        "events": [],
        "notes": [],
        "forces": {"items": [arrow, other], "force": 9000.0, "torque": 0.0, "tyre": 4000.0},
        "roads": [
            {
                "body": 0,
                "at": [0, 0, 0],
                "axes": np.eye(3).tolist(),
                "even": False,
                "x": [-30.0, 0.0, 0.0, 30.0],
                "y": [-10.0, 50.0],
                "z": [[0.0], [0.0], [0.1], [0.1]],
                "patches": [{"x": [5.0, 10.0], "y": [-10.0, 50.0], "factor": 0.2}],
            }
        ],
        "controls": [
            {"name": "steering", "unit": "rad", "values": (0.5 * t).tolist()},
            {"name": "brake", "unit": "N m", "values": (100 * t - 100).tolist()},
        ],
        "chase": "car",
    }


def test_a_vehicle_has_its_road_its_tyre_forces_and_its_instruments(page: Any, tmp_path: Path, shot: Any) -> None:
    open_static(page, tmp_path, circling())
    page.evaluate("player.pause()")
    page.evaluate("player.seek(1)")
    settle(page)
    road = page.evaluate("player.stage.inside.roads[0].group.children[0].geometry.attributes.position.array.length")
    assert road == 18 * 5  # three pieces, of them one cut at both ends of a patch
    told = "player.stage.inside.forces.arrows.map(({ name, start, tip }) => [name, start[1] - tip[1]])"
    ((name, up),) = page.evaluate(told)
    assert name == "tyre load" and up > 50  # pixels
    rows = page.locator(".lw-instruments .row")
    assert [rows.nth(n).locator("output").text_content() for n in (0, 1)] == ["0.5 rad", "0 N m"]
    assert rows.nth(0).locator("svg").evaluate("one => one.style.transform").startswith("rotate(-28.6")
    page.evaluate("player.seek(2)")
    settle(page)
    assert rows.nth(1).locator(".fill").evaluate("one => [one.style.left, one.style.width]") == ["50%", "50%"]
    shot(page, "vehicle")
    page.locator('.lw-rail [data-key="show"]').click()
    page.get_by_label("Tyre forces").uncheck()
    page.get_by_label("Road").uncheck()
    settle(page)
    assert page.evaluate("player.stage.inside.roads[0].group.visible") is False


def test_a_chasing_camera_stays_behind_a_body_that_turns_until_it_is_let_go(page: Any, tmp_path: Path) -> None:
    open_static(page, tmp_path, circling())
    page.evaluate("player.pause()")
    seen = "(() => { const c = player.stage.inside.camera; return [c.rows()[2].toArray(), c.focus.toArray()]; })()"
    for time in (0.0, 1.5):
        page.evaluate(f"player.seek({time})")
        settle(page)
        towards, focus = page.evaluate(seen)
        assert abs(math.atan2(-towards[1], -towards[0]) - time) < 1e-4
        assert np.allclose(focus, [20 * math.sin(time), 20 * (1 - math.cos(time)), 0.0], atol=1e-3)
    page.locator('.lw-rail [data-key="show"]').click()
    page.get_by_label("Chase").select_option("")
    settle(page)
    before = page.evaluate(seen)[0]
    page.evaluate("player.seek(0.5)")
    settle(page)
    assert np.allclose(page.evaluate(seen)[0], before)
