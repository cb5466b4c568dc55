"""Belts on the stage lie on their pulleys, each at its own depth, and couplings go through both planes."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from stage_pages import open_stage, payload_of, settle, show

import linkwork as lw
from linkwork.view.glyphs.belts import strand_ends, wraps
from linkwork.view.page import payload
from linkwork.view.scene import build_scene

CENTRES = {"motor pulley": (0.0, 0.0), "middle pulley": (0.22, 0.06), "last pulley": (0.43, 0.0)}
BELTS = {
    "first belt": (("motor pulley", "middle pulley"), (0.03, 0.09)),
    "second belt": (("middle pulley", "last pulley"), (0.04, -0.06)),
}
STRAPS = """() => stage.inside.actors.filter(({carrier}) => carrier.span).map(({carrier, group, mesh, things}) => {
  const {position} = mesh.geometry.attributes, points = [];
  for (let i = 0; i < position.count; i += 1)
    points.push(new THREE.Vector3().fromBufferAttribute(position, i).applyMatrix4(group.matrixWorld).toArray());
  return {name: things[0].thing.name, anchor: carrier.anchor, side: carrier.span.strand[2], points}; })"""
RANGES = "names => names.map((name) => stage.inside.model.heights.trainOf(name).range)"


@pytest.mark.parametrize("time", [0.0, 1.3])
def test_a_belt_lies_along_the_tangents_and_round_the_pulleys(shared_page: Any, time: float) -> None:
    open_stage(shared_page, payload_of("gallery/belt-drive"))
    show(shared_page, {"time": time})
    straps = shared_page.evaluate(STRAPS)
    half = min(0.17 * shared_page.evaluate("() => stage.inside.model.unit"), 0.2 * 0.03)
    assert len(straps) == 12
    for strap in straps:
        (first, second), radii = BELTS[strap["name"]]
        centres = [np.array(CENTRES[body]) for body in (first, second)]
        points = np.array(strap["points"])[:, :2]
        if strap["anchor"] == "stretch":
            start, end = strand_ends(centres[0], centres[1], radii, strap["side"])
            along = (end - start) / np.hypot(*(end - start))
            off = (points - start) @ np.array([-along[1], along[0]])
            assert np.abs(off) == pytest.approx(half, rel=1e-4)
            way = (points - start) @ along
            assert [way.min(), way.max()] == pytest.approx([0.0, np.hypot(*(end - start))], abs=1e-6)
        else:
            centre, radius = (centres[0], radii[0]) if strap["anchor"] == "from" else (centres[1], abs(radii[1]))
            off = np.hypot(*(points - centre).T) - radius
            assert np.abs(off) == pytest.approx(half, rel=2e-3)


def test_arcs_of_both_strands_meet_behind_the_pulley(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("gallery/belt-drive"))
    for strap in shared_page.evaluate(STRAPS):
        (first, second), radii = BELTS[strap["name"]]
        centre = np.array(CENTRES[first if strap["anchor"] == "from" else second])
        if strap["anchor"] == "stretch":
            continue
        line = np.array(CENTRES[second]) - np.array(CENTRES[first])
        back = np.arctan2(*(line if strap["anchor"] == "to" else -line)[::-1])
        x, y = (np.array(strap["points"])[:, :2] - centre).T
        from_back = (np.arctan2(y, x) - back + np.pi) % (2 * np.pi) - np.pi
        wrap = wraps(float(np.hypot(*line)), radii)[0 if strap["anchor"] == "from" else 1]
        assert np.ptp(from_back) == pytest.approx(float(wrap) / 2, abs=0.02)
        assert np.abs(from_back).min() == pytest.approx(0.0, abs=0.02)


def test_belts_of_a_stepped_pulley_lie_at_different_depths_over_their_discs(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("gallery/belt-drive"))
    (low_one, high_one), (low_two, high_two) = shared_page.evaluate(RANGES, list(BELTS))
    assert high_one < low_two
    for strap in shared_page.evaluate(STRAPS):
        heights = np.array(strap["points"])[:, 2]
        low, high = (low_one, high_one) if strap["name"] == "first belt" else (low_two, high_two)
        assert heights.min() < low and heights.max() > high


def test_hovering_a_belt_tells_its_whole_length(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("gallery/belt-drive"))
    x, y = shared_page.evaluate(
        """() => { const {actors, places, poses, camera} = stage.inside;
          const {span} = actors.find(({carrier}) => carrier.span).carrier;
          const [a, b] = places.ends(span, poses).map((end) => camera.project(end));
          return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]; }"""
    )
    shared_page.mouse.move(x, y)
    settle(shared_page)
    thing = shared_page.evaluate("() => told.hover.at(-1)[0]")
    distance, radii = float(np.hypot(0.22, 0.06)), (0.03, 0.09)
    one, two = (float(wrap) for wrap in wraps(distance, radii))
    length = 2 * np.sqrt(distance**2 - 0.06**2) + radii[0] * one + radii[1] * two
    assert thing["name"] == "first belt" and thing["text"] == f"belt, {length:.5g} m long"


def test_the_pin_of_a_coupling_goes_through_both_planes(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("two-planes"))
    show(shared_page, {"time": 0.2})
    reach = """([body, at]) => { const {actors, places, poses, scene, model} = stage.inside;
      const number = scene.bodies.findIndex(({name}) => name === body), plane = scene.bodies[number].plane;
      const common = places.point({body: number, plane}, [...at, 0], poses);
      const own = actors.find(({carrier}) => carrier.body === number);
      const {position} = own.mesh.geometry.attributes;
      let nearest = Infinity;
      for (let i = 0; i < position.count; i += 1)
        nearest = Math.min(nearest, common.distanceTo(
          new THREE.Vector3().fromBufferAttribute(position, i).applyMatrix4(own.group.matrixWorld)));
      return [common.toArray(), nearest / model.unit]; }"""
    (one, on_rod), (two, on_slider) = (
        shared_page.evaluate(reach, [body, at]) for body, at in (("rod", [1.0, 0.0]), ("slider", [0.0, 0.0]))
    )
    assert one == pytest.approx(two, abs=1e-3)
    assert max(on_rod, on_slider) <= 0.51


def test_a_muscle_crosses_between_circles_on_its_two_sides_and_tells_its_straight_piece(shared_page: Any) -> None:
    """An inner tangent, on the stage as on paper; of a belt the length would be that of the whole loop."""
    m = lw.Planar("two circles")
    m.carriage("weight", at=(0.4, 0.0), along=(0, 1), mass=1)
    circles = [((0.0, 0.0), 0.05, "right"), ((0.2, 0.0), 0.03, "left")]
    rounds = [{"round": {"ground": list(at)}, "radius": radius, "side": side} for at, radius, side in circles]
    path = [m.ground.at(-0.2, 0.0), *rounds, {"weight": [0, 0]}]
    m.muscle("band", path, strength=5, optimal_length=0.5, tendon="stiff", activation=0.3, excitation=0.3)
    run = m.simulate(until=0.02, points=3, progress=False)
    open_stage(shared_page, json.dumps(payload(build_scene(run, ()))))
    show(shared_page, {"time": 0.0})
    pieces = shared_page.evaluate(
        """() => { const {actors, places, poses} = stage.inside;
          const spans = actors.filter(({carrier}) => carrier.span?.strand && carrier.anchor === "stretch");
          return spans.map(({carrier: {span}}) => ({
            ends: places.ends(span, poses).map((end) => end.toArray().slice(0, 2)),
            length: places.length(span, poses) })); }"""
    )
    first, second = (np.array(at) for at, _, _ in circles)
    (start, end), told = next(
        (np.array(piece["ends"]), piece["length"])
        for piece in pieces
        if abs(np.mean(piece["ends"], axis=0)[0] - 0.1) < 0.05
    )
    assert [np.hypot(*(start - first)), np.hypot(*(end - second))] == pytest.approx([0.05, 0.03], rel=1e-6)
    assert start[1] > 0.0 > end[1]
    assert told == pytest.approx(np.sqrt(0.2**2 - 0.08**2), rel=1e-6)
