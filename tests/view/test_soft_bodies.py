"""What bends, as pages show it: skins follow the run's own deflection and its nodes, stress is that of the channels."""

from __future__ import annotations

from base64 import b64decode
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.flexible.deformed import Deformed
from linkwork.view.page import payload
from linkwork.view.scene import build_scene
from linkwork.view.soft.packed import magnified, packed_soft
from linkwork.view.soft.soft import Soft, softs_of


def every_frame(run: lw.Run) -> list[int]:
    return list(range(len(run.t)))


def skins(run: lw.Run) -> list[Soft]:
    return softs_of(run, every_frame(run))


def displaced(soft: Soft) -> Any:
    return soft.base + np.einsum("fk,knd->fnd", soft.amplitudes, soft.shapes)


def strip(kind: dict[str, Any]) -> lw.Run:
    m = lw.Planar("strip")
    body = m.flexible(
        "rod", shape=kind, material="steel", interfaces={"a": {"at": [0, 0]}, "b": {"at": [0.4, 0]}}, modes=3
    )
    m.set_gravity(0, -9.81)
    m.fixed("wall", m.ground.at(0, 0), body.interface("a"))
    return m.simulate(until=0.01, points=11, method="radau")


@pytest.fixture(scope="module")
def sheet() -> lw.Run:
    return strip({"type": "rectangle", "size": [0.4, 0.006], "origin": [0, -0.003], "divisions": [8, 1]})


def test_the_skin_of_a_mesh_is_where_its_nodes_are(sheet: lw.Run) -> None:
    (soft,) = skins(sheet)
    deformed = Deformed(sheet, "rod")
    assert displaced(soft)[:, :, :2] == pytest.approx((deformed.points + deformed.deflection)[:, soft.skin.nodes])
    assert soft.stress is not None and soft.stress.max() == pytest.approx(deformed.peak()[0])


def test_skins_are_closed(sheet: lw.Run) -> None:
    for soft in (
        *skins(sheet),
        *skins(strip({"type": "beam", "length": 0.4, "section": {"height": 0.01, "width": 0.01}})),
    ):
        edges = [(a, b) for t in soft.skin.triangles.tolist() for a, b in pairwise([*t, t[0]])]
        assert sorted(edges) == sorted((b, a) for a, b in edges)  # every edge is gone along once in each direction


def test_corners_of_a_beam_turn_with_its_sections() -> None:
    run = strip({"type": "beam", "length": 0.4, "section": {"height": 0.01, "width": 0.01}, "elements": 6})
    (soft,) = skins(run)
    corners = displaced(soft)[:, :14, :2]
    low, high = corners[:, :7], corners[:, 7:]
    assert 0.5 * (low + high) == pytest.approx(Deformed(run, "rod").points + Deformed(run, "rod").deflection)
    assert np.linalg.norm(high - low, axis=2) == pytest.approx(0.01, rel=1e-4)


def cantilever(world: Any, tip: tuple[float, ...]) -> lw.Run:
    m = world("cantilever")
    beam = m.beam(
        "arm",
        tuple(0 * x for x in tip),
        tip,
        section={"type": "rectangle", "width": 0.02, "height": 0.004},
        E=2e9,
        rho=2000,
    )
    m.set_gravity(*[0] * (len(tip) - 1), -9.81)
    m.fixed("wall", m.ground, beam.node("root"))
    return m.simulate(until=0.2, points=21, method="alpha", rtol=1e-4)


@pytest.mark.parametrize(("world", "tip"), [(lw.Planar, (0.5, 0)), (lw.Spatial, (0.5, 0, 0))])
def test_beams_that_bend_far_go_through_their_nodes(world: Any, tip: tuple[float, ...]) -> None:
    run = cantilever(world, tip)
    (soft,) = skins(run)
    count = int(soft.skin.nodes.max()) + 1
    middle = np.stack([displaced(soft)[:, soft.skin.nodes == place].mean(axis=1) for place in range(count)], axis=1)
    if len(tip) == 3:  # the root's y points up
        middle = middle @ np.array(run.mechanism.scope().drawn_frame("arm_root")[1], float).T
    axes = "xy" if len(tip) == 2 else "xyz"
    end = np.stack([run[f"arm_tip.{axis}"] for axis in axes], axis=1)
    assert middle[:, -1, : len(tip)] == pytest.approx(end, abs=2e-4)
    assert np.abs(end[-1] - tip).max() > 0.02  # it bends far
    clamped = soft.stress[:, 0].max() if soft.stress is not None else 0.0
    assert soft.stress is not None and clamped == pytest.approx(soft.stress.max())


def test_stress_of_a_beam_at_rest_is_that_of_the_books() -> None:
    m = lw.Planar("tip load")
    beam = m.beam(
        "arm",
        (0, 0),
        (1, 0),
        section={"type": "rectangle", "width": 0.02, "height": 0.01},
        E=210e9,
        rho=1e-3,
        elements=40,
    )
    m.fixed("wall", m.ground, beam.node("root"))
    m.force("F", beam.at("tip"), y="-t")
    (soft,) = skins(m.load_path(until=1, progress=False).run)
    assert soft.stress is not None
    assert soft.stress.max() == pytest.approx(
        6 * 1 * 1 / (0.02 * 0.01**2), rel=0.02
    )  # M/W, at the middle of an element


def test_a_ritz_beam_shortens_as_it_bends() -> None:
    m = lw.Planar("ritz")
    section = {"type": "rectangle", "width": 0.02, "height": 0.002}
    beam = m.ritz_beam("arm", length=0.5, section=section, E=70e9, rho=2700, start=[2.0, 0, 0, 0])
    m.fixed("wall", m.ground, beam.interface("root"))
    run = m.simulate(until=0.01, points=3, method="radau")
    (soft,) = skins(run)
    tip = displaced(soft)[:, soft.skin.nodes == soft.skin.nodes.max(), :2].mean(axis=1)
    assert tip == pytest.approx(np.stack([run["arm@tip.x"], run["arm@tip.y"]], axis=1), abs=1e-9)
    assert tip[0, 0] < 0.5 - 1e-3


def test_rigid_ends_of_a_ritz_beam_are_drawn_and_have_no_stress() -> None:
    m = lw.Planar("ritz")
    section = {"type": "rectangle", "width": 0.02, "height": 0.002}
    ends = {"rigid_root": 0.15, "rigid_tip": 0.1}
    beam = m.ritz_beam("arm", length=0.5, section=section, E=70e9, rho=2700, start=[0.4, 0, 0, 0], **ends)
    m.fixed("wall", m.ground, beam.interface("root"))
    run = m.simulate(until=0.01, points=3, method="radau")
    (soft,) = skins(run)
    axis = [displaced(soft)[:, soft.skin.nodes == node, :2].mean(axis=1) for node in range(soft.skin.nodes.max() + 1)]
    assert axis[0] == pytest.approx(np.zeros((3, 2)), abs=1e-12)  # the joint, not the clamp at 0.15 m
    assert axis[-1] == pytest.approx(np.stack([run["arm@tip.x"], run["arm@tip.y"]], axis=1), abs=1e-9)
    assert np.hypot(*(axis[-1] - axis[-2]).T) == pytest.approx(0.1, rel=0.02)  # straight, along the turned end
    assert soft.stress is not None and soft.stress.shape[1] == len(axis)
    assert np.all(soft.stress[:, [0, 1, -2, -1]] == 0.0) and np.all(soft.stress[0, 2:-2] > 0.0)


def test_pages_get_bytes_and_lose_the_rods(sheet: lw.Run) -> None:
    scene = build_scene(sheet)
    shown = payload(scene)
    (soft,) = shown["scene"]["soft"]
    assert len(b64decode(soft["amplitudes"]["bytes"])) == 4 * 11 * soft["shapes"]["shape"][0]
    assert [link["name"] for link in scene["connectors"]] == ["rod"] and shown["display"]["connections"] == []
    share = np.frombuffer(b64decode(soft["stress"]["bytes"]), np.uint8)
    assert share.max() == 255 and soft["peak"] == pytest.approx(Deformed(sheet, "rod").peak()[0], rel=1e-3)


def test_magnification_is_a_round_number(sheet: lw.Run) -> None:
    (soft,) = skins(sheet)
    times, largest = magnified(soft), np.abs(displaced(soft) - soft.base).max()
    assert 0.02 <= times * largest / 0.4 <= 0.1
    assert packed_soft(soft, every_frame(sheet))["auto"] == times
