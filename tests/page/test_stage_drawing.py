"""Mechanisms on the stage: they are seen, they move, in the plane, in several planes and in space, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from stage_pages import changed, open_stage, payload_of, picture, run_of, settle, show, where

KINDS = ["slider-crank", "cardan-gear", "excavator", "two-planes", "spatial-slider-crank"]


@pytest.mark.parametrize("name", KINDS)
def test_a_mechanism_is_seen_and_moves_with_the_time(shared_page: Any, name: str) -> None:
    open_stage(shared_page, payload_of(name))
    show(shared_page, {"layers": {"names": False, "traces": False, "grid": False}})
    first = picture(shared_page)
    assert np.count_nonzero(np.abs(first - 255).max(axis=2) > 40) > 1200
    show(shared_page, {"time": 0.37 * float(run_of(name).t[-1])})
    assert changed(first, picture(shared_page)) > 600


def test_joints_are_where_the_run_says(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    run = run_of("slider-crank")
    scale = shared_page.evaluate("() => 400 / stage.camera().height")
    start = where(shared_page, "B")
    for share in (0.25, 0.5):
        frame = round(share * (len(run.t) - 1))
        show(shared_page, {"time": float(run.t[frame])})
        travel = float(run["slider.x"][frame] - run["slider.x"][0])
        assert where(shared_page, "B")[0] - start[0] == pytest.approx(travel * scale, abs=0.1)


def test_poses_of_a_drag_are_shown_until_the_time_is_shown_again(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    before = where(shared_page, "B")
    shared_page.evaluate("() => stage.showPoses(stage.inside.scene.poses[20])")
    settle(shared_page)
    assert abs(where(shared_page, "B")[0] - before[0]) > 10
    shared_page.evaluate("() => stage.showPoses(null)")
    settle(shared_page)
    assert where(shared_page, "B") == pytest.approx(before)


def test_a_mechanism_that_drives_away_stays_in_the_picture(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("vehicle", 20, 0.8))
    for time in (0.0, float(run_of("vehicle", 20, 0.8).t[-1])):
        show(shared_page, {"time": time})
        x, y = where(shared_page, "chassis")
        assert 180 < x < 420 and 90 < y < 310


def test_a_path_is_drawn_as_far_as_it_has_gone(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("four-bar"))
    run = run_of("four-bar")
    gone = "() => stage.inside.traces.paths.map(({gone}) => gone.geometry.drawRange.count / gone.geometry.index.count)"
    for share in (0.0, 0.5, 1.0):
        show(shared_page, {"time": float(run.t[0] + share * (run.t[-1] - run.t[0]))})
        assert shared_page.evaluate(gone) == [pytest.approx(share, abs=0.02)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_themes_have_their_paper(shared_page: Any, shot: Callable[..., bytes], scheme: str) -> None:
    tab = shared_page
    tab.emulate_media(color_scheme=scheme)
    open_stage(tab, payload_of("four-bar"))
    shot(tab, f"stage-four-bar-{scheme}")
    corner = picture(tab)[30, 440].mean()
    assert corner > 230 if scheme == "light" else corner < 50
    tab.emulate_media(color_scheme="dark" if scheme == "light" else "light")
    settle(tab)
    other = picture(tab)[30, 440].mean()
    assert other < 50 if scheme == "light" else other > 230
