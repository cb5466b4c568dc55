"""Trace: circuits, limits of the input, closure, and what is read off the curve."""

from __future__ import annotations

from collections.abc import Callable
from math import acos, asin, cos, hypot, pi, sin, sqrt
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import four_bar, parallelogram, slider_crank
from linkwork.analysis.kinematics.turns import Turns, wrapped
from linkwork.analysis.trace.trace import Circuit, Trace
from linkwork.base.errors import AnalysisError
from linkwork.elements.planar.catalogue import AbsoluteDistance
from linkwork.places.places import Point
from linkwork.system.tables.compile import compile_system


def test_a_grashof_four_bar_has_two_circuits_without_limits() -> None:
    trace = four_bar(3.0).trace(progress=False)
    assert len(trace.circuits) == 2
    assert all(circuit.closed and not circuit.limits for circuit in trace.circuits)
    assert "it can go round" in trace.text()


def test_limits_of_a_crank_that_cannot_go_round_are_exact() -> None:
    trace = slider_crank(1.9).trace(progress=False)
    limit = np.arcsin(0.95)
    found = sorted(limit.value for circuit in trace.circuits for limit in circuit.limits)
    assert len(trace.circuits) == 2
    expected = sorted([-limit, limit, np.pi - limit, np.pi + limit])
    assert np.allclose(np.mod(found, 2 * np.pi), np.mod(expected, 2 * np.pi), atol=1e-10) or np.allclose(
        np.sort(np.mod(found, 2 * np.pi)), np.sort(np.mod(expected, 2 * np.pi)), atol=1e-10
    )


def test_the_curve_lies_on_the_constraints_and_its_derivatives_are_those_of_the_curve() -> None:
    (run, *_) = (circuit.run for circuit in four_bar(1.9).trace(progress=False).circuits)
    assert np.max(run.violation()) < 1e-12
    speeds = np.linalg.norm(run.v / run.system.column_scale, axis=1)
    assert np.allclose(speeds, 1.0, atol=1e-10)
    from linkwork.analysis.trace.arc import Continuation

    continuation = Continuation(run.system, run.q[5])
    tangent, step = run.v[5] / run.system.column_scale, 1e-3
    points = [continuation.onto(run.q[5] + s * step * run.v[5]) for s in (-1, 1)]
    tangents = [continuation.tangent(point, tangent) for point in points if point is not None]
    curvature = (tangents[1] - tangents[0]) / (2 * step)
    assert np.allclose(curvature, run.a[5] / run.system.column_scale, atol=1e-5)


def test_it_agrees_with_the_kinematic_run() -> None:
    circuit = four_bar(3.0).trace(progress=False).circuits[0].run
    run = four_bar(3.0).kinematics(1.0, 2001, progress=False)
    angles = np.mod(run["crank.angle"], 2 * np.pi)
    order = np.argsort(angles)
    expected = np.interp(np.mod(circuit["crank.angle"], 2 * np.pi), angles[order], run["follower.angle"][order])
    assert np.max(np.abs(expected - circuit["follower.angle"])) < 1e-4


def test_transmission_angle_of_the_four_bar_is_the_angle_in_the_triangle() -> None:
    run = four_bar(3.0).kinematics(1.0, 101, progress=False)
    pin = np.stack([2 * np.cos(run["crank.angle"]), 2 * np.sin(run["crank.angle"])], axis=-1)
    diagonal = np.linalg.norm(pin - np.array([4.0, -1.0]), axis=1)
    cosine = (4.0**2 + 3.0**2 - diagonal**2) / (2 * 4.0 * 3.0)
    angle = np.arccos(cosine)
    assert np.allclose(run["transmission(C)"], np.minimum(angle, np.pi - angle), atol=1e-10)
    assert np.allclose(run["pressure(C)"], np.pi / 2 - run["transmission(C)"])


def test_more_than_one_freedom_is_not_a_curve() -> None:
    m = four_bar()
    m.drivers.clear()
    extra = m.body("extra", estimate=(0, 0, 0))
    m.revolute("E", m.ground.at(0, 0), extra.at(0, 0))
    m._changed()
    with pytest.raises(AnalysisError, match="one freedom"):
        m.trace(progress=False)


def test_an_unknown_driver_is_refused() -> None:
    with pytest.raises(AnalysisError, match="there is no driver 'x'; drivers are: motor"):
        four_bar().trace("x")


# ---------------------------------------------------------------------- values of limits, in each driver's own terms

ARM, PIVOT, START = 1.7, (0.5, -0.5), 0.3
TIP = (ARM * cos(START), ARM * sin(START))
REACH = (ARM - sqrt(0.5), ARM + sqrt(0.5))  # of the tip from a pivot sqrt(0.5) away from the arm's own


def arm(drive: Callable[[lw.Planar, Any], None]) -> lw.Planar:
    """An arm of 1.7 m pinned at the origin: its tip goes round a circle."""
    m = lw.Planar("arm")
    boom = m.body("boom", estimate=(0, 0, START))
    m.revolute("O", m.ground.at(0, 0), boom.at(0, 0))
    drive(m, boom)
    return m


def _absolute_distance(m: lw.Planar, boom: Any) -> None:
    tip = Point(body="boom", coordinates=(ARM, 0))
    m.add_driver("d", AbsoluteDistance(on=tip, center=PIVOT, value="1.8 + t/5"))


def _slot(m: lw.Planar, boom: Any) -> None:
    bar = m.body("bar", estimate=(*PIVOT, float(np.arctan2(TIP[1] + 0.5, TIP[0] - 0.5))))
    m.revolute("P", m.ground.at(*PIVOT), bar.at(0, 0))
    m.revolute_translational("S", bar.line((0.25, 0), (1, 0)), boom.at(ARM, 0))
    m.drive("d", joint="S", position=f"{hypot(TIP[0] - 0.5, TIP[1] + 0.5) - 0.25} + t")


CIRCLE: dict[str, tuple[Callable[[lw.Planar, Any], None], tuple[float, float]]] = {
    "strut": (lambda m, b: m.drive("d", between=(m.ground.at(*PIVOT), b.at(ARM, 0)), strut="1.8 + t/5"), REACH),
    "distance": (lambda m, b: m.drive("d", between=(b.at(ARM, 0), m.ground.at(*PIVOT)), distance="1.2 - t"), REACH),
    "absolute distance": (_absolute_distance, REACH),
    "x": (lambda m, b: m.drive("d", on=b.at(ARM, 0), x="1.5 + t"), (-ARM, ARM)),
    "y": (lambda m, b: m.drive("d", on=b.at(ARM, 0), y="0.5 + t"), (-ARM, ARM)),
    "relative x": (
        lambda m, b: m.drive("d", between=(m.ground.at(*PIVOT), b.at(ARM, 0)), x="1 + t"),
        (-ARM - 0.5, ARM - 0.5),
    ),
    "relative y": (
        lambda m, b: m.drive("d", between=(m.ground.at(*PIVOT), b.at(ARM, 0)), y="1 + t"),
        (-ARM + 0.5, ARM + 0.5),
    ),
    "position in a slot": (_slot, (REACH[0] - 0.25, REACH[1] - 0.25)),
}


@pytest.mark.parametrize("kind", CIRCLE)
def test_limits_of_drivers_on_a_circle_are_in_their_own_terms(kind: str) -> None:
    drive, expected = CIRCLE[kind]
    (circuit, *others) = arm(drive).trace(progress=False).circuits
    assert circuit.closed and len(others) == (kind == "position in a slot")  # the other way along the slot
    assert {limit.kind: limit.value for limit in circuit.limits} == pytest.approx(
        {"smallest": expected[0], "largest": expected[1]}, abs=1e-12
    )


def test_limits_of_a_slide_are_in_the_terms_of_its_lines() -> None:
    m = lw.Planar("slider-crank")
    crank, rod = m.body("crank", estimate=(0, 0, 0.7)), m.body("rod", estimate=(1.5, 1.3, -0.4))
    slider = m.body("slider", estimate=(4.8, 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(2, 0), rod.at(0, 0))
    m.revolute("B", rod.at(3.5, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0.25, 0), (1, 0)), slider.line((0.5, 0), (1, 0)))
    m.drive("piston", joint="guide", position="5 + t")
    (circuit, *_) = m.trace(progress=False).circuits
    assert sorted(limit.value for limit in circuit.limits) == pytest.approx([1.75, 5.75], abs=1e-12)


ANGLES: dict[str, tuple[dict[str, Any], float]] = {
    "joint": ({"joint": "O", "angle": "pi/4 + t"}, 0.0),
    "joint with mounting angles": ({"joint": "O", "angle": "pi/4 + 0.25 + t", "mounting": (0.1, 0.35)}, 0.25),
    "absolute": ({"on": "crank", "angle": "pi/4 + t"}, 0.0),
    "relative": ({"between": ("slider", "crank"), "angle": "pi/4 + t"}, 0.0),
}


@pytest.mark.parametrize("kind", ANGLES)
def test_limits_of_angles_are_in_the_drivers_own_terms(kind: str) -> None:
    fields, mounted = ANGLES[kind]
    m = slider_crank(1.9)
    del m.drivers["motor"]
    m.drive("motor", **fields)
    circuit = m.trace(progress=False).circuits[0]
    values = [asin(0.95) + mounted, -asin(0.95) + mounted]
    assert sorted(limit.value for limit in circuit.limits) == pytest.approx(sorted(values), abs=1e-12)


# ---------------------------------------------------------------------- nothing is lost where a circuit closes


def double_rocker(start: float) -> tuple[lw.Planar, float]:
    """Crank 0.2, coupler 0.16, follower 0.24, pivots 0.38 apart; and the largest angle of the crank."""
    a, b, c, d = 0.2, 0.16, 0.24, 0.38
    limit = acos((a * a + d * d - (b + c) ** 2) / (2 * a * d))
    angle = limit + start
    pin = a * np.exp(1j * angle)
    diagonal = d - pin
    inner = acos(min(1.0, (b * b + abs(diagonal) ** 2 - c * c) / (2 * b * abs(diagonal))))
    turned = float(np.angle(diagonal)) + inner
    end = pin + b * np.exp(1j * turned) - d
    m = lw.Planar("double rocker")
    crank = m.body("crank", estimate=(0, 0, angle))
    coupler = m.body("coupler", estimate=(float(pin.real), float(pin.imag), turned))
    continuation = m.body("follower", estimate=(d, 0, float(np.angle(end))))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(a, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(b, 0), continuation.at(c, 0))
    m.revolute("D", m.ground.at(d, 0), continuation.at(0, 0))
    m.drive("motor", joint="A", angle=f"{angle!r} + t")
    return m, limit


@pytest.mark.parametrize("start", [-1e-7, -1e-5, -1e-3, -0.1, -1.0])
def test_limits_next_to_the_start_are_found(start: float) -> None:
    m, limit = double_rocker(start)
    (circuit,) = m.trace(progress=False).circuits
    assert circuit.closed
    assert sorted(found.value for found in circuit.limits) == pytest.approx([-limit, limit], abs=1e-9)
    assert all(0.0 <= found.arc <= circuit.run.t[-1] for found in circuit.limits)


def test_a_closed_circuit_ends_where_it_began() -> None:
    for circuit in four_bar(3.0).trace(progress=False).circuits:
        run = circuit.run
        assert np.max(np.abs(wrapped(run.system, run.q[-1], run.q[0]))) < 1e-12
        assert np.allclose(run.v[-1], run.v[0])
        steps = np.linalg.norm(np.diff(run.q, axis=0) / run.system.column_scale, axis=1)
        assert np.all(np.diff(run.t) > 0.0) and run.t[-1] == pytest.approx(np.sum(steps), rel=1e-2)


# ---------------------------------------------------------------------- gears count turns


def gear_pair(first: float, second: float) -> lw.Planar:
    """Two gears on fixed pivots."""
    m = lw.Planar("gears")
    one = m.body("one", estimate=(0, 0, 0.3))
    other = m.body("other", estimate=(first + second, 0, -0.1))
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("B", m.ground.at(first + second, 0), other.at(0, 0))
    m.gear("G", one.at(0, 0), other.at(0, 0), radii=(first, second))
    m.drive("motor", joint="A", angle="0.3 + t")
    return m


@pytest.mark.parametrize("teeth", [(1, 1), (1, 2), (3, 5), (20, 17)])
def test_a_gear_pair_closes_when_its_marks_meet_again(teeth: tuple[int, int]) -> None:
    (circuit,) = gear_pair(*(0.1 * count for count in teeth)).trace(progress=False).circuits
    first, second = (circuit.run[f"{name}.angle"][-1] - circuit.run[f"{name}.angle"][0] for name in ("one", "other"))
    assert circuit.closed and not circuit.limits
    assert abs(first) == pytest.approx(2 * pi * teeth[1], abs=1e-9)
    assert second == pytest.approx(-first * teeth[0] / teeth[1], abs=1e-9)


def test_gears_without_a_common_period_never_close() -> None:
    (circuit,) = gear_pair(1.0, sqrt(2.0)).trace(progress=False, points=400).circuits[:1]
    assert not circuit.closed


def test_a_planet_on_a_fixed_sun_closes_after_whole_turns_of_the_arm() -> None:
    m = lw.Planar("planet")
    carrier, planet = m.body("arm", estimate=(0, 0, 0)), m.body("planet", estimate=(0.5, 0, 0))
    m.revolute("A", m.ground.at(0, 0), carrier.at(0, 0))
    m.revolute("B", carrier.at(0.5, 0), planet.at(0, 0))
    m.gear("G", m.ground.at(0, 0), planet.at(0, 0), radii=(0.2, 0.3))
    m.drive("motor", joint="A", angle="t")
    (circuit,) = m.trace(progress=False).circuits
    turned = {
        name: abs(circuit.run[f"{name}.angle"][-1] - circuit.run[f"{name}.angle"][0]) for name in ("arm", "planet")
    }
    assert circuit.closed
    assert turned == pytest.approx({"arm": 6 * pi, "planet": 10 * pi}, abs=1e-9)  # 1 + 0.2/0.3 turns a turn


def test_only_whole_turns_after_which_the_marks_meet_are_taken_out() -> None:
    m = gear_pair(1.0, 2.0)
    q = m.assemble().q
    turns = Turns(compile_system(m, drivers=False), q)
    shift = np.zeros((3, len(q)))
    shift[:, 2], shift[:, 5] = [2 * pi, 2 * pi, -4 * pi], [0.0, 2 * pi, 2 * pi]
    assert np.allclose(np.linalg.norm(turns.offset(q + shift), axis=1), [2 * pi, 0.0, 0.0], atol=1e-12)


def test_a_rack_never_closes() -> None:
    m = lw.Planar("rack")
    rack, pinion = m.body("rack", estimate=(0, -0.1, 0)), m.body("pinion", estimate=(0, 0, 0))
    m.revolute("A", m.ground.at(0, 0), pinion.at(0, 0))
    m.translational("guide", m.ground.line((0, -0.1), (1, -0.1)), rack.line((0, 0), (1, 0)))
    m.rack_pinion("R", rack.line((0, 0), (1, 0)), pinion.at(0, 0), radius=0.1)
    m.drive("motor", joint="A", angle="t")
    (circuit, *_) = m.trace(progress=False, points=300).circuits
    assert not circuit.closed and np.ptp(circuit.run["pinion.angle"]) > 4 * pi


# ---------------------------------------------------------------------- crossings


def two_bars(start: float = 1.0) -> lw.Planar:
    """A parallelogram of bars 1 m and 2 m: its two curves cross in the two flat positions."""
    m = lw.Planar("parallelogram")
    one, other = m.body("one", estimate=(0, 0, start)), m.body("other", estimate=(2, 0, start))
    coupler = m.body("coupler", estimate=(cos(start), sin(start), 0))
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("B", m.ground.at(2, 0), other.at(0, 0))
    m.revolute("C", one.at(1, 0), coupler.at(0, 0))
    m.revolute("D", other.at(1, 0), coupler.at(2, 0))
    m.drive("motor", joint="A", angle=f"{start} + t")
    return m


def _flat(circuit: Circuit, bar: str) -> list[float]:
    """Angles of a bar at the crossings, between 0 and pi."""
    angles = np.interp(circuit.crossings, circuit.run.t, circuit.run[f"{bar}.angle"])
    return sorted(float(value) for value in np.arccos(np.cos(angles)))


@pytest.mark.parametrize("start", [1.0, 2.5, -0.003, 0.003])
def test_both_curves_of_a_parallelogram_cross_in_its_flat_positions(start: float) -> None:
    circuits = two_bars(start).trace(progress=False).circuits
    assert len(circuits) == 2
    for circuit in circuits:
        assert circuit.closed
        assert _flat(circuit, "one") == pytest.approx([0.0, pi], abs=1e-3)
        assert np.sign(circuit.run.sigma[0]) == np.sign(circuit.run.sigma[-1])


def test_an_open_curve_keeps_the_sign_of_its_singular_value() -> None:
    whole = two_bars().trace(progress=False).circuits[0]
    count = int(0.4 * len(whole.run.t))
    part = two_bars().trace(progress=False, points=count, starts=0).circuits[0]
    assert not part.closed
    assert _flat(part, "one") == pytest.approx(_flat(whole, "one")[: len(part.crossings)], abs=1e-3)
    assert part.crossings and np.min(part.run.sigma) < 0.0 < np.max(part.run.sigma)
    assert np.all(np.diff(part.run.t) > 0.0)


def test_a_redundant_parallelogram_has_one_circuit() -> None:
    (circuit,) = parallelogram().trace(progress=False).circuits
    assert circuit.closed and _flat(circuit, "bar0") == pytest.approx([0.0, pi], abs=1e-3)


# ---------------------------------------------------------------------- words


def test_one_circuit_and_one_point_are_written_so() -> None:
    trace = arm(CIRCLE["strut"][0]).trace(progress=False, starts=0)
    assert repr(trace) == "<Trace of 'arm': 1 circuit found>"
    assert trace.text().startswith("arm: 1 circuit from 1 start (not proven complete)")
    run = trace.circuits[0].run
    run.t, run.q, run.v, run.a = run.t[:1], run.q[:1], run.v[:1], run.a[:1]
    short = Trace(trace.mechanism, "d", [trace.circuits[0]] * 2, 2)
    assert "circuit 2: closed, 1 point, length 0" in short.text()
    assert repr(short) == "<Trace of 'arm': 2 circuits found>"


def test_other_drivers_stand_where_they_are_at_the_time_asked_for() -> None:
    """A slider-crank on a base that is lifted: the crank is free, the base stands at its height at that time."""
    m = lw.Planar("lifted")
    base = m.body("base", estimate=(0, 1, 0))
    crank = m.body("crank", estimate=(0, 1, 0.7))
    m.translational("lift", m.ground.line((0, 0), (0, 1)), base.line((0, 0), (0, 1)))
    m.revolute("O", base.at(0, 0), crank.at(0, 0))
    m.drive("motor", joint="O", angle="0.7 + t")
    m.drive("jack", joint="lift", position="1 + 0.5*t")
    (circuit,) = m.trace("motor", at=2.0, progress=False).circuits
    assert circuit.closed and np.allclose(circuit.run["base.y"], 2.0, atol=1e-12)
