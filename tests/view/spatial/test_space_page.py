"""Runs in space: figures, page and GIF through the verbs of a run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import space_models as models
from PIL import Image

import linkwork as lw
from linkwork.base.errors import LinkworkError
from linkwork.elements.spatial import catalogue as lib
from linkwork.view.page import page_text
from linkwork.view.show import draw_position
from linkwork.view.spatial.force_arrows import forces_at

HOSTILE = "</script><img src=x onerror=alert(1)><!-- \u2028 {{viewer}} & \"'"


def payload(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="linkwork-payload">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found.group(1))


@pytest.fixture(scope="module")
def run() -> Any:
    m = lw.Spatial("pendulum")
    m.set_gravity(0, 0, -9.81)
    m.body("arm", (0.5, 0, 0), points={"tip": (0.5, 0, 0)}, mass={"mass": 2, "inertia": [0.01, 0.2, 0.2]})
    m.joint("A", lib.Revolute, between=["ground", "arm"], at=[0, 0, 0], axis=[0, 1, 0])
    return m.simulate(until=0.5, points=11, progress=False)


def test_a_run_in_space_is_drawn_from_any_side(run: Any, tmp_path: Path) -> None:
    for view in (None, "iso", "front", "top", "right", (20, 30)):
        run.draw(at=0.25, path=tmp_path / "a.png", view=view)
    run.draw(path=tmp_path / "ghosts.svg", ghosts=3)
    with pytest.raises(LinkworkError, match="view 'left' is not known; views are: iso, front, right, top"):
        run.draw(view="left")


def test_a_planar_drawing_has_no_view() -> None:
    m = lw.Planar("pendulum")
    arm = m.body("arm", (0.5, 0, 0))
    m.revolute("A", m.ground.at(0, 0), arm.at(-0.5, 0))
    system = m.system()
    with pytest.raises(LinkworkError, match="a planar mechanism is drawn in its plane"):
        draw_position(system, system.start, view="iso")


def test_forces_are_drawn_at_their_joints(run: Any) -> None:
    figure = run.draw(at=0.0, forces=True)
    ((name, at, force, torque),) = forces_at(run, 0)
    assert name == "A" and at == pytest.approx([0, 0, 0], abs=1e-12)
    # level and at rest the mass centre falls with g r^2/(r^2 + k^2), r = 0.5 and k^2 = 0.1
    lift = 2 * 9.81 * (1 - 0.25 / 0.35)
    assert force == pytest.approx([0, 0, lift], abs=1e-6)
    assert torque == pytest.approx([0, 0, 0], abs=1e-6)
    assert [text.get_text() for text in figure.axes[0].texts if text.get_text().endswith("N")] == [f"A {lift:.3g} N"]


def test_the_page_holds_poses_parts_and_camera(run: Any, tmp_path: Path) -> None:
    run.animate(tmp_path / "page.html", traces=["arm.tip"], view="front")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    given = payload(text)
    assert np.array(given["scene"]["poses"]).shape == (11, 2, 7)
    assert given["scene"]["traces"] == [{"name": "arm.tip", "body": 1, "point": [0.5, 0.0, 0.0]}]
    assert given["scene"]["bodies"] == [{"name": "ground"}, {"name": "arm"}]
    assert np.array(given["display"]["camera"]) == pytest.approx(np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]]), abs=1e-9)
    assert {part["kind"] for part in given["display"]["parts"]} >= {"hinge", "link", "support"}
    assert "arm.z" in given["scene"]["channels"]


def test_hostile_names_are_inert() -> None:
    scene = models.scene_of(models.crank())
    scene["name"] = scene["bodies"][1]["name"] = scene["symbols"][0]["name"] = HOSTILE
    given = payload(page_text(scene))
    assert given["scene"]["name"] == given["scene"]["bodies"][1]["name"] == HOSTILE


def test_the_page_does_not_tell_where_meshes_lie(tmp_path: Path) -> None:
    (tmp_path / "part.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    m = lw.Spatial("meshed")
    m.body("part", (0, 0, 0), geometry=[{"type": "mesh", "file": str(tmp_path / "part.obj"), "scale": 0.1}])
    m.joint("A", lib.Spherical, between=["ground", "part"], at=[0, 0, 0])
    text = page_text(models.scene_of(m))
    assert str(tmp_path) not in text
    (shape,) = [part for part in payload(text)["display"]["parts"] if part["kind"] == "shape"]
    assert np.array(shape["corners"]).max() == pytest.approx(0.1)


def test_a_gif_moves(run: Any, tmp_path: Path) -> None:
    run.animate(tmp_path / "a.gif", traces=["arm.tip"])
    with Image.open(tmp_path / "a.gif") as picture:
        assert getattr(picture, "n_frames", 1) == 11


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_scripts_of_the_page_are_good_javascript(tmp_path: Path) -> None:
    found = re.findall(r"<script>(.*?)</script>", page_text(models.scene_of(models.crank())), re.DOTALL)
    (tmp_path / "page.js").write_text(found[0], encoding="utf-8")
    done = subprocess.run(["node", "--check", str(tmp_path / "page.js")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
