"""Gears and racks roll without slip, outside and inside, with their marks where the reference angles say."""

from __future__ import annotations

import numpy as np
import pytest
from loop import Moved, move

from linkwork.mechanism.planar import Planar
from linkwork.places import layout_kernel as layout
from linkwork.places.layout_kernel import MOTION
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system

pytestmark = pytest.mark.both_coordinates

BIG, SMALL = 2.0, 0.8
TIMES = np.linspace(0.0, 4.0, 41)


def on_an_arm(internal: bool, arm_angle: str, big_angle: str, start: tuple[float, ...]) -> Planar:
    """A gear on ground's origin, a second one on an arm about the same centre; `start`: arm, big, small."""
    distance = BIG - SMALL if internal else BIG + SMALL
    m = Planar("planet")
    arm = m.body("arm", estimate=(0, 0, start[0]))
    big = m.body("big", estimate=(0, 0, start[1]))
    small = m.body("small", estimate=(distance * np.cos(start[0]), distance * np.sin(start[0]), start[2]))
    m.revolute("A", m.ground.at(0, 0), arm.at(0, 0))
    m.revolute("B", m.ground.at(0, 0), big.at(0, 0))
    m.revolute("C", arm.at(distance, 0), small.at(0, 0))
    m.drive("arm drive", joint="A", angle=arm_angle)
    m.drive("big drive", joint="B", angle=big_angle)
    return m


def moved_planet(internal: bool, arm: float, big: float, **gear: object) -> Moved:
    m = on_an_arm(internal, f"0.4 + {arm}*t", f"{big}*t", (0.4, 0.0, -0.9))
    m.gear("mesh", "big", "small", radii=(BIG, SMALL), internal=internal, **gear)  # type: ignore[arg-type]
    return move(compile_system(m), TIMES)


@pytest.mark.parametrize(("internal", "sense"), [(False, -1.0), (True, 1.0)])
def test_gears_on_fixed_centres_turn_in_the_ratio_of_their_radii(internal: bool, sense: float) -> None:
    moved = moved_planet(internal, arm=0.0, big=1.0)
    assert np.allclose(SMALL * moved.turned("small.angle"), sense * BIG * moved.turned("big.angle"), atol=1e-11)
    assert moved.turned("small.angle")[-1] == pytest.approx(sense * 10.0)


@pytest.mark.parametrize(("internal", "sense"), [(False, -1.0), (True, 1.0)])
@pytest.mark.parametrize(("arm", "big"), [(1.0, 0.0), (0.7, -0.5), (1.0, 1.0)])
def test_arcs_rolled_off_both_gears_are_equal_as_seen_from_the_arm(
    internal: bool, sense: float, arm: float, big: float
) -> None:
    moved = moved_planet(internal, arm, big)
    seen_big = moved.turned("big.angle") - moved.turned("arm.angle")
    seen_small = moved.turned("small.angle") - moved.turned("arm.angle")
    assert np.allclose(SMALL * seen_small, sense * BIG * seen_big, atol=1e-11)


@pytest.mark.parametrize("internal", [False, True])
def test_marks_at_the_reference_angles_meet_on_the_line_of_centres(internal: bool) -> None:
    """With the gears turned so that both marks are at the contact, nothing is left to correct."""
    mark_big, mark_small, arm, big = 0.3, 0.7, 0.9, 0.6
    assert arm == pytest.approx(big + mark_big)
    small = arm - mark_small + (0.0 if internal else np.pi)
    m = on_an_arm(internal, f"{arm} + t", f"{big}", (arm, big, small))
    m.gear("mesh", "big", "small", radii=(BIG, SMALL), internal=internal, reference=(mark_big, mark_small))
    moved = move(compile_system(m), TIMES)
    assert moved.of("small.angle")[0] == pytest.approx(small, abs=1e-12)
    # a whole circumference of the small gear further on the big one, its mark is at the contact again
    again = 2 * np.pi * SMALL / BIG
    sense = 1.0 if internal else -1.0
    turned = np.interp(again, moved.turned("arm.angle"), moved.turned("small.angle"))
    assert turned == pytest.approx(again - sense * 2 * np.pi, abs=1e-9)


def mesh_error(system: System) -> float:
    """Phi of the gear at the estimates."""
    k, w = system.k, system.workspace()
    evaluate(k, system.p, w, MOTION, 0.0)
    record = k[layout.ELEMENT_AT] + layout.RECORD * [p.name for p in system.elements].index("mesh")
    return float(w[k[layout.OUT] + k[record + layout.OUT_AT]])


@pytest.mark.parametrize(("ring", "error"), [(1.6, 0.0), (2.0, 1.2 * np.sqrt(3) / 2)])
def test_printed_minus_pi_of_internal_gears_is_wrong(ring: float, error: float) -> None:
    """Haug (3.4.7) prints theta_j = bar theta_j - pi; only + pi turns the external formula into (3.4.6).

    With the marks in mesh the contact angle comes out wrong by 2 pi R_j / (R_i - R_j): a whole turn at radii 2:1, which
    hides it, 240 degrees at 2:0.8, where the equation is violated by |sin 240 deg| times the centre distance.
    """
    m = Planar("ring gear in mesh")
    m.body("big", estimate=(0, 0, 0.6))
    m.body("small", estimate=((ring - SMALL) * np.cos(0.9), (ring - SMALL) * np.sin(0.9), 0.2))
    m.gear("mesh", "big", "small", radii=(ring, SMALL), internal=True, reference=(0.3, 0.7))
    system = compile_system(m)
    assert mesh_error(system) == pytest.approx(0.0, abs=1e-14)
    printed = system.p.copy()
    printed[system.elements[0].floats_at + 6] -= 2 * np.pi * SMALL / (SMALL - ring)
    assert abs(mesh_error(system.replaced(p=printed))) == pytest.approx(error, abs=1e-14)


@pytest.mark.parametrize(("side", "sense"), [("left", 1.0), ("right", -1.0)])
def test_pinion_on_a_fixed_centre_turns_with_the_moving_rack(side: str, sense: float) -> None:
    m = Planar("rack and pinion")
    rack = m.body("rack", estimate=(0.1, 0, 0.3))
    pinion = m.body("pinion", estimate=(-sense * SMALL * np.sin(0.3), sense * SMALL * np.cos(0.3), 0))
    m.translational("guide", m.ground.line((0, 0), (np.cos(0.3), np.sin(0.3))), rack.line((0, 0), (1, 0)))
    m.revolute("C", m.ground.at(-sense * SMALL * np.sin(0.3), sense * SMALL * np.cos(0.3)), pinion.at(0, 0))
    m.rack_pinion("mesh", rack.line((0, 0), (1, 0)), pinion.at(0, 0), radius=SMALL, side=side)
    m.drive("motor", joint="guide", position="0.1 + 0.5*t")
    moved = move(compile_system(m), TIMES)
    assert np.allclose(SMALL * moved.turned("pinion.angle"), sense * 0.5 * TIMES, atol=1e-11)


@pytest.mark.parametrize(("side", "sense"), [("left", 1.0), ("right", -1.0)])
def test_pinion_rolls_on_a_fixed_rack_from_its_mark(side: str, sense: float) -> None:
    """The mark at the reference angle meets the end point of the rack line, at x = 1."""
    mark = 0.25
    quarter = 1.5 * np.pi if side == "left" else 0.5 * np.pi
    m = Planar("rolling pinion")
    m.body("pinion", estimate=(1, sense * SMALL, quarter - mark))
    m.rack_pinion(
        "mesh",
        m.ground.line((0, 0), (1, 0)),
        "pinion",
        radius=SMALL,
        side=side,
        reference=mark,
    )
    m.drive("motor", on="pinion", x="1 + t")
    moved = move(compile_system(m), TIMES)
    assert moved.of("pinion.angle")[0] == pytest.approx(quarter - mark, abs=1e-13)
    assert np.allclose(moved.turned("pinion.angle"), -sense * TIMES / SMALL, atol=1e-11)


def test_rack_and_pinion_of_haug_example_3_4_2() -> None:
    """R = 0.2, x1 = 0.8, dx1 = 0.3: phi1 = -0.252680, dphi1 = 0.096825, dphi2 = -1.452369 (book: 0.0968, -1.4524)."""
    m = Planar("Example 3.4.2")
    rack = m.body("rack", estimate=(0.8, 0, -0.25))
    pinion = m.body("pinion", estimate=(0, 0, 0))
    m.absolute_y("on axis", rack.at(0, 0), 0)
    m.revolute("C", m.ground.at(0, 0), pinion.at(0, 0))
    m.rack_pinion("mesh", rack.line((0, 0), (-1, 0)), pinion.at(0, 0), radius=0.2)
    m.drive("motor", on=rack.at(0, 0), x="0.8 + 0.3*t")
    moved = move(compile_system(m), [0.0])
    speeds = dict(zip(moved.system.coordinates, moved.v[0], strict=True))
    assert moved.of("rack.angle")[0] == pytest.approx(-0.252680, abs=5e-7)
    assert speeds["rack.angle"] == pytest.approx(0.096825, abs=5e-7)
    assert speeds["pinion.angle"] == pytest.approx(-1.452369, abs=5e-7)
