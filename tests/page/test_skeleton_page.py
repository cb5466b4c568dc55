"""`linkwork view` of a skeleton in a real browser: what it shows, and a slider that changes the shared forces."""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from page_contexts import eventually

pytest.importorskip("starlette", reason="the server needs the extra 'page'")

from served_pages import opened, served

from linkwork.biomechanics import Motion, read_osim
from linkwork.serve.body.session import BodySession
from linkwork.serve.body.trial import Trial
from serve.running import Running

LEG = Path(__file__).parents[1] / "data" / "leg.osim"
MOVE = "(input, value) => { input.value = value; input.dispatchEvent(new Event('input', {bubbles: true})); }"
LET_GO = "(input) => input.dispatchEvent(new Event('change', {bubbles: true}))"


@pytest.fixture
def running(tmp_path: Path, served_tab: Any) -> Iterator[Running]:
    """A server that shows a measured swing of a leg with its muscles."""
    model = Path(shutil.copy(LEG, tmp_path / "leg.osim"))
    leg, time = read_osim(model), np.linspace(0.0, 1.0, 41)
    w = 2 * math.pi * time
    columns = [0.1 * np.sin(w), 0.4 * time, 0.95 + 0.02 * np.cos(2 * w), 0.4 * np.sin(w), -0.7 + 0.5 * np.cos(w)]
    Motion(leg, time, np.column_stack(columns)).table().write(tmp_path / "swing.mot")
    reserves = {"hip_flexion": 1.0, "knee_angle": 1.0}
    session = BodySession(Trial(str(model), motion=str(tmp_path / "swing.mot"), reserves=reserves), None)
    with served(served_tab, model, session) as started:
        yield started


def test_a_skeleton_is_seen_and_its_sliders_change_what_its_muscles_do(
    running: Running, served_page: Any, tmp_path: Path
) -> None:
    tab = opened(served_page, running)
    rows = tab.locator(".lw-parameter")
    eventually(tab, lambda: rows.count() > 0, "sliders")
    names = [text.split("\n")[0] for text in rows.all_inner_texts()]
    told = tab.locator("body").inner_text()
    assert "leg.osim" in told and all(kind in told for kind in ("kinematics", "inverse_dynamics", "simulate"))
    assert "iliopsoas.activation\n0.2" in told  # shared forces: what the swing needs at its start
    canvas = tab.locator(".lw-canvas")
    before = canvas.screenshot(path=str(tmp_path / "before.png"))
    assert len(before) > 10_000, names
    slider = rows.first.locator("[type=range]")
    low, high = (float(slider.get_attribute(end) or 0) for end in ("min", "max"))
    slider.evaluate(MOVE, low + 0.8 * (high - low))
    slider.evaluate(LET_GO)
    eventually(tab, lambda: canvas.screenshot() != before, "the picture follows the slider")
    tab.screenshot(path=str(tmp_path / "after.png"))
