"""Magnetic circuits beside closed forms: inductance, force, transformer, leakage, magnet; energy and what goes in."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.functions.splines.quintic import quintic_spline
from linkwork.view.circuits.figure import scaled

MU_0 = 1.25663706127e-6


def fed(turns: float = 100, voltage: str = "10") -> tuple[lw.Planar, Any]:
    m = lw.Planar("coil")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", voltage)
    c.resistor("R", "a", "b", 2)
    c.winding("W", "b", "ground", ("p", "ground"), turns)
    return m, c


def test_a_winding_on_a_tube_is_an_inductor_of_turns_squared_over_reluctance() -> None:
    m, c = fed()
    c.reluctance("gap", "p", "q", length=1e-3, area=1e-4)
    c.reluctance("yoke", "q", "ground", length=0.3, area=1e-4, permeability=1000)
    inductance = 100**2 * MU_0 * 1e-4 / (1e-3 + 0.3e-3)
    run = m.simulate(until=0.01, points=11, rtol=1e-11, atol=1e-14)
    current = 5 * (1 - np.exp(-run.t * 2 / inductance))
    assert run["c.W.current"] == pytest.approx(current, abs=1e-8)
    assert run["c.W.core.flux"] == pytest.approx(inductance * current / 100, abs=1e-12)
    assert run["c.gap.energy"] + run["c.yoke.energy"] == pytest.approx(inductance * current**2 / 2, abs=1e-9)
    assert m.linearise().eigenvalues[0].real == pytest.approx(-2 / inductance, rel=1e-9)
    assert float(m.equilibrium()["c.W.current"]) == pytest.approx(5)


def test_iron_and_gap_as_a_network_move_an_armature_as_the_solenoid_does() -> None:
    runs = []
    for network in (False, True):
        m = lw.Planar("solenoid")
        m.carriage("arm", at=(0, 0), along=(1, 0), mass=0.04)
        m.joint_spring("returns", "arm_rail", stiffness=60000, damping=20)
        c = m.circuit("c")
        c.voltage_source("E", "a", "ground", 8)
        c.resistor("R", "a", "b", 4)
        if network:
            c.winding("S", "b", "ground", ("p", "ground"), 600)
            c.air_gap("G", "p", "q", joint="arm_rail", gap="2 mm", area="2 cm^2")
            c.core("I", "q", "ground", length="0.2 m", area="2 cm^2", permeability=2000)
        else:
            c.solenoid("S", "b", "ground", joint="arm_rail", turns=600, area="2 cm^2", gap="2 mm", iron="0.1 mm")
        hold = {"arm_rail.position": 0}
        runs.append(m.simulate(until=0.03, points=31, method="radau", rtol=1e-9, atol=1e-12, hold=hold))
    one, other = runs
    assert other["c.S.current"] == pytest.approx(one["c.S.current"], abs=1e-7)
    assert other["arm_rail.position"] == pytest.approx(one["arm_rail.position"], abs=1e-10)
    assert other["c.G.force"] == pytest.approx(one["c.S.force"], abs=1e-5)
    assert one["arm_rail.position"].min() < -1e-4


def test_windings_that_share_their_flux_have_one_state_and_the_ratio_of_a_transformer() -> None:
    m = lw.Planar("transformer")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "10*sin(300*t)")
    c.resistor("R", "a", "b", 2)
    c.winding("W1", "b", "ground", ("p", "q"), 100)
    c.winding("W2", "s", "ground", ("q", "ground"), 50)
    c.core("iron", "p", "ground", length=0.2, area=1e-4)
    c.resistor("load", "s", "ground", 3)
    counts = m.topology().circuits["c"]
    assert counts["states"] == ["c.W1.core.flux"] and counts["dependent"] == ["W2.core"]
    run = m.simulate(until=0.03, points=61, rtol=1e-9, atol=1e-12)
    assert run["c.W1.voltage"] == pytest.approx(2 * run["c.W2.voltage"], abs=1e-12)
    # what both currents drive is what the iron takes, which saturates: flux goes back through it
    density = run["c.W1.core.flux"] / 1e-4
    takes = 0.2 * density / (MU_0 * 2000) * (1 + (density / 1.5) ** 6)
    assert 100 * run["c.W1.current"] + 50 * run["c.W2.current"] == pytest.approx(takes, abs=1e-8)
    assert np.abs(density).max() > 1.5


def test_coupled_coils_with_leakage_have_the_inductances_of_their_reluctances() -> None:
    """Three legs: a winding on each of the outer ones, R1, R2, and leakage R3 through the middle."""
    r1, r2, r3 = 1e6, 2e6, 5e6
    m = lw.Planar("legs")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 10)
    c.resistor("R", "a", "b", 2)
    c.winding("W1", "b", "ground", ("ground", "x"), 100)
    c.reluctance("leg1", "x", "top", r1)
    c.reluctance("leg2", "top", "y", r2)
    c.winding("W2", "s", "ground", ("y", "ground"), 40)
    c.reluctance("leg3", "top", "ground", r3)
    c.resistor("load", "s", "ground", 5)
    run = m.simulate(until=0.02, points=21, method="radau", rtol=1e-10, atol=1e-12)
    other = lw.Planar("matrix")
    c = other.circuit("c")
    c.voltage_source("E", "a", "ground", 10)
    c.resistor("R", "a", "b", 2)
    whole = r1 * r2 + r1 * r3 + r2 * r3
    own1, own2, both = 100**2 * (r2 + r3) / whole, 40**2 * (r1 + r3) / whole, 100 * 40 * r3 / whole
    c.coupled_inductors("K", (("b", "ground"), ("s", "ground")), ((own1, both), (both, own2)))
    c.resistor("load", "s", "ground", 5)
    again = other.simulate(until=0.02, points=21, method="radau", rtol=1e-10, atol=1e-12)
    assert run["c.R.current"] == pytest.approx(again["c.R.current"], abs=1e-7)
    assert run["c.load.current"] == pytest.approx(again["c.load.current"], abs=1e-7)
    assert np.abs(again["c.load.current"]).max() > 0.01


def holding(**more: Any) -> lw.Planar:
    m = lw.Planar("holding magnet")
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=0.05)
    m.joint_spring("opens", "arm_rail", stiffness=40000, damping=40)
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "6*sin(400*t)")
    c.resistor("R", "a", "b", 4)
    c.winding("W", "b", "ground", ("n", "y"), 250, **more)
    c.magnet("PM", "ground", "n", remanence=1.2, length=5e-3, area=1e-4)
    c.reluctance("leak", "n", "ground", 8e6)
    c.core("yoke", "y", "z", length=0.12, area=1e-4)
    c.air_gap("gap", "z", "ground", joint="arm_rail", gap="1 mm", area="1 cm^2")
    c.air_gap("fringe", "z", "ground", joint="arm_rail", reluctance="1e7*(1 + 100*x + 4000*x^2)")
    return m


def test_a_magnet_drives_the_flux_of_its_straight_line_and_draws_the_armature() -> None:
    m = lw.Planar("magnet")
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=0.05)
    m.joint_spring("opens", "arm_rail", stiffness=200000)
    c = m.circuit("c")
    c.magnet("PM", "ground", "n", remanence=1.2, length=5e-3, area=1e-4)
    c.air_gap("gap", "n", "ground", joint="arm_rail", gap="1 mm", area="1 cm^2")
    rest = m.equilibrium()

    def pull(x: float) -> float:  # B = Br l/(l + mu (g + x)), and B^2 A/(2 mu0) pulls
        density = 1.2 * 5e-3 / (5e-3 + 1.05 * (1e-3 + x))
        return float(density**2 * 1e-4 / (2 * MU_0))

    closed = brentq(lambda x: 200000 * x + pull(x), -5e-4, 0.0, xtol=1e-16)
    assert float(rest["arm_rail.position"]) == pytest.approx(closed, rel=1e-7)
    assert float(rest["c.gap.force"]) == pytest.approx(-pull(closed), rel=1e-7)
    assert pull(closed) > 30


def test_energies_of_all_parts_change_by_what_goes_in_at_windings_less_what_gaps_give() -> None:
    m = holding(start=8e-5)
    assert m.topology().circuits["c"]["algebraic"]  # two gaps beside each other: how the flux divides is found
    m.state("inside", rate="c.stored_power")
    run = m.simulate(until=0.02, points=41, rtol=1e-10, atol=1e-12, hold={"arm_rail.position": 0})
    energy = sum(run[f"c.{name}.energy"] for name in ("PM", "leak", "yoke", "gap", "fringe"))
    assert run["inside"] == pytest.approx(energy - energy[0], abs=1e-9 * np.abs(energy).max())
    assert np.ptp(energy) > 1e-3 and np.ptp(run["arm_rail.position"]) > 1e-5
    largest = np.abs(run["c.stored_power"]).max()
    assert np.abs(run["c.balance"]).max() < 1e-9 * largest


def test_a_rotor_of_a_formula_feels_the_torque_of_its_reluctance() -> None:
    m = lw.Planar("reluctance motor")
    rotor = m.body("rotor", estimate=(0, 0, 0.3))
    m.revolute("O", m.ground.at(0, 0), rotor.at(0, 0))
    m.mass("rotor", inertia=1e-4)
    m.joint_spring("holds", "O", stiffness=0.5)
    c = m.circuit("c")
    c.current_source("I", "ground", "b", 2)
    c.resistor("R", "b", "ground", 5)
    c.winding("W", "b", "ground", ("p", "ground"), 200)
    c.air_gap("gap", "p", "ground", joint="O", reluctance="1e6*(2 - cos(2*x))")
    run = m.simulate(until=0.05, points=11, hold={"O.angle": 0.3})
    flux, angle = run["c.gap.flux"], run["O.angle"]
    assert run["c.gap.force"] == pytest.approx(-(flux**2) / 2 * 1e6 * 2 * np.sin(2 * angle), rel=1e-9)
    assert run["c.gap.mmf"] == pytest.approx(1e6 * (2 - np.cos(2 * angle)) * flux, rel=1e-9)


def test_a_gap_between_two_points_pulls_them_together() -> None:
    m = lw.Planar("clapper")
    clapper = m.body("clapper", estimate=(0, 0, 0), points={"tip": (0.05, 0)})
    m.add_point("ground", "pole", (0.05, -0.002))
    m.revolute("O", m.ground.at(0, 0), clapper.at(0, 0))
    m.mass("clapper", mass=0.02, center=(0.03, 0), inertia=1e-5)
    m.joint_spring("returns", "O", stiffness=5)
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 5)
    c.resistor("R", "a", "b", 10)
    c.winding("W", "b", "ground", ("p", "ground"), 300)
    c.air_gap("gap", "p", "ground", points=("ground.pole", "clapper.tip"), gap=0, area="1 cm^2")
    rest = m.equilibrium()
    angle, distance = float(rest["O.angle"]), float(rest["c.gap.distance"])
    force = 0.5 * (300 * 0.5) ** 2 * MU_0 * 1e-4 / distance**2
    assert float(rest["c.gap.force"]) == pytest.approx(-force, rel=1e-6)
    assert distance == pytest.approx(0.002 + 0.05 * np.sin(angle), rel=1e-3)
    assert 5 * -angle == pytest.approx(force * 0.05, rel=1e-3)


def test_iron_by_a_table_or_a_formula_of_its_flux_density_is_that_of_its_numbers() -> None:
    densities = np.linspace(-2.4, 2.4, 49)
    points = [(float(b), float(b / (MU_0 * 2000) * (1 + (b / 1.5) ** 6))) for b in densities]
    ways: list[dict[str, Any]] = [
        {},
        {"field": f"flux_density/({MU_0}*2000)*(1 + (flux_density/1.5)^6)"},
        {"field": {"type": "table", "points": points}},
    ]
    runs = []
    for way in ways:
        m, c = fed(voltage="20*sin(300*t)")
        c.core("iron", "p", "ground", length=0.2, area=1e-4, **way)
        runs.append(m.simulate(until=0.02, points=41, method="radau", rtol=1e-8, atol=1e-12))
    first, formula, table = (run["c.W.current"] for run in runs)
    assert formula == pytest.approx(first, abs=1e-7)
    assert table == pytest.approx(first, abs=1e-4 * np.abs(first).max())
    assert np.abs(runs[0]["c.iron.flux_density"]).max() > 1.5


def iron(c: Any, field: Any) -> None:
    c.core("iron", "p", "ground", length=0.2, area=1e-4, field=field)


def test_a_table_of_iron_that_begins_at_zero_is_that_of_both_sides() -> None:
    densities = np.linspace(0.0, 2.4, 25)
    half = [(float(b), float(b / (MU_0 * 2000) * (1 + (b / 1.5) ** 6))) for b in densities]
    currents = []
    for points in (half, [(-b, -h) for b, h in half[:0:-1]] + half):
        m, c = fed(voltage="20*sin(300*t)")
        iron(c, {"type": "table", "points": points})
        run = m.simulate(until=0.02, points=21, method="radau")
        assert run["c.iron.flux_density"].min() < -1 and not any("leaves the table" in note for note in run.notes)
        currents.append(run["c.W.current"])
    assert np.array_equal(*currents)


SHEET = [(0, 0), (0.6, 100), (1.2, 180), (1.4, 600), (1.5, 2500), (1.7, 12000), (1.9, 45000)]
"""Points as a data sheet has them, with the sharp bend of saturation: a spline through them falls before it."""


def test_the_field_of_iron_never_falls_between_points_that_rise() -> None:
    m, c = fed(voltage="60*sin(300*t)")
    iron(c, {"type": "table", "points": SHEET})
    run = m.simulate(until=0.02, points=4001, method="radau", rtol=1e-8, atol=1e-12)
    density, field = run["c.iron.flux_density"], run["c.iron.field"]
    order = np.argsort(density)
    assert 1.7 < density.max() < 1.9
    assert np.diff(field[order]).min() > -1e-6 * field.max()
    for low, high in pairwise(SHEET):
        inside = field[(density > low[0]) & (density < high[0])]
        assert inside.size > 5
        assert np.all((inside >= low[1]) & (inside <= high[1]))
    both = np.array([(-b, -h) for b, h in SHEET[:0:-1]] + SHEET, float)
    spline = quintic_spline(both[:, 0].tolist(), both[:, 1].tolist(), "natural").real
    middle = np.diff(both[:, 0]) / 2
    slope = sum(power * spline[:, power] * middle ** (power - 1) for power in range(1, 6))
    assert slope.min() < 0.0  # through these points the spline of other tables falls


@pytest.mark.parametrize(
    ("voltage", "points"),
    [("1200*sin(300*t)", SHEET), ("60*cos(300*t)", [(-1, -100), (-0.5, -90), (0.6, 100), (1.4, 5000)])],
)
def test_the_field_of_iron_goes_on_straight_beyond_its_points(voltage: str, points: list[tuple[float, float]]) -> None:
    m, c = fed(voltage=voltage)
    iron(c, {"type": "table", "points": points})
    run = m.simulate(until=0.02, points=2001, method="radau", rtol=1e-8, atol=1e-12)
    assert run.t[-1] == 0.02 and any("leaves the table" in note for note in run.notes)
    order = np.argsort(run["c.iron.flux_density"])
    density, field = run["c.iron.flux_density"][order], run["c.iron.field"][order]
    assert np.diff(field).min() > -1e-6 * field.max()
    least = -points[-1][0] if points[0][0] == 0 else points[0][0]
    for outside in (density < least, density > points[-1][0]):
        assert outside.sum() > 20 and np.ptp(density[outside]) > 0.2
        line = np.polyval(np.polyfit(density[outside], field[outside], 1), density[outside])
        assert field[outside] == pytest.approx(line, abs=1e-6 * np.abs(field).max())
        assert np.all(np.diff(line) > 0.0)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([(0, 0), (0.5, "h"), (1.0, 80)], r"'c.iron': field: H must rise.*falls from -80 A/m at -1 T to -100 at -0.5"),
        ([(0, "h"), (0.5, 120), (1.0, 180)], r"'c.iron': field: at B = 0 it is zero, not 100 A/m"),
    ],
)
def test_a_parameter_that_makes_the_field_fall_is_refused(points: list[Any], words: str) -> None:
    m, c = fed()
    m.parameters(h=0)
    iron(c, {"type": "table", "points": points})
    m.simulate(until=1e-4, points=2)
    with pytest.raises(MechanismError, match=words):
        m.set(h=100)


def test_a_field_that_falls_is_refused() -> None:
    m, c = fed()
    iron(c, {"type": "table", "points": [(0, 0), (0.5, 100), (1.0, 80)]})
    with pytest.raises(MechanismError, match=r"'c.iron': field: H must rise.*falls from 100 A/m at 0.5 T to 80 at 1"):
        m.validate()


def test_iron_beyond_its_table_is_told_with_the_time() -> None:
    m, c = fed()
    m.parameters(most=0.4)
    iron(c, {"type": "table", "of": "flux_density", "points": [(0, 0), (0.2, 50), ("most", 100)]})
    run = m.simulate(until=0.01, points=101)
    first = run.t[run["c.iron.flux_density"] < -0.4][0]
    assert any(f"leaves the table of its field, -0.4 to 0.4 T, at t = {first:.4g} s" in note for note in run.notes)


def armature(**gap: Any) -> tuple[lw.Planar, Any]:
    m = lw.Planar("armature")
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=0.04)
    m.joint_spring("returns", "arm_rail", stiffness=100, damping=2)
    c = m.circuit("c")
    c.magnet("PM", "ground", "n", remanence=1.2, length=5e-3, area=1e-4)
    if gap:
        c.air_gap("G", "n", "ground", joint="arm_rail", **gap)
    return m, c


@pytest.mark.parametrize(
    ("gap", "words"),
    [
        ({"gap": "1 mm", "area": "1 cm^2"}, "'c.G': its gap is closed"),
        ({"reluctance": "8e9*(0.001 + x)"}, "'c.G': its reluctance is not above zero"),
    ],
)
def test_a_gap_that_has_closed_is_told_by_runs_and_by_equilibrium(gap: dict[str, Any], words: str) -> None:
    m, _ = armature(**gap)
    hold = {"arm_rail.position": 0}
    run = m.simulate(until=0.02, points=21, method="radau", hold=hold)
    assert any(words in note for note in run.notes)
    if "gap" in gap:  # it rests beyond, held by its spring; the other one never rests
        rest = m.equilibrium()
        assert float(rest["c.G.gap"]) < 0.0 and any(words in note for note in rest.notes)


@pytest.mark.parametrize(
    ("fill", "words"),
    [
        (
            lambda c: c.reluctance("X", "n", "ground", length="1e-3 + arm_rail.position", area=1e-4),
            "its length depends",
        ),
        (lambda c: c.reluctance("X", "n", "ground", "1e9*place"), "its reluctance depends on a position by 'place'"),
        (lambda c: c.core("X", "n", "ground", length=0.1, area="1e-4*(1 + arm.x)"), "its area depends.*air_gap"),
        (
            lambda c: c.core("X", "n", "ground", length=0.1, area=1e-4, field="1e3*flux_density*(1 + arm.x)"),
            "its field depends on a position by 'arm.x'",
        ),
        (
            lambda c: c.air_gap("X", "n", "ground", joint="arm_rail", reluctance="1e9*(1e-3 + x) + 1e9*arm.x"),
            "its reluctance depends on a position by 'arm.x'.*how far it is open is x",
        ),
        (
            lambda c: c.magnet("X", "n", "ground", remanence="1 + arm.x", length=1e-3, area=1e-4),
            "its remanence depends",
        ),
    ],
)
def test_sizes_that_positions_change_are_refused_where_no_force_would_follow(fill: Any, words: str) -> None:
    m, c = armature()
    m.signal("place", "0.001 + arm_rail.position")
    with pytest.raises(MechanismError, match=words):
        fill(c)
        m.simulate(until=0.01, points=2)


def test_sizes_may_follow_time_and_states_of_the_circuit() -> None:
    m, c = fed()
    m.state("warm", rate="1", start=1)
    c.reluctance("X", "p", "ground", "1e6*(1 + t)*warm")
    run = m.simulate(until=0.1, points=3)
    assert run["c.X.mmf"] == pytest.approx(1e6 * (1 + run.t) ** 2 * run["c.X.flux"])


@pytest.mark.parametrize("word", ["flux_density", "x"])
def test_a_parameter_does_not_take_the_name_of_a_word_of_the_part(word: str) -> None:
    m, c = armature()
    m.parameters(**{word: 1.0})
    if word == "x":
        c.air_gap("G", "n", "ground", joint="arm_rail", gap=1e-3, area=1e-4)
    else:
        c.core("G", "n", "ground", length=0.1, area=1e-4, field="1000*flux_density")
    with pytest.raises(MechanismError, match=f"'{word}' is .*a parameter has the same name"):
        m.simulate(until=0.01, points=2)


@pytest.mark.parametrize(
    ("fill", "words"),
    [
        (lambda c: c.reluctance("X", "p", "ground"), "give its reluctance, or its length and its area"),
        (lambda c: c.reluctance("X", "p", "ground", 0), "reluctance must be greater than zero"),
        (lambda c: c.reluctance("X", "p", "ground", length=1e-3, area=-1), "area must be greater than zero"),
        (lambda c: c.air_gap("X", "p", "ground", gap=1e-3, area=1e-4), "a gap that stays is a reluctance"),
        (lambda c: c.air_gap("X", "p", "ground", joint="O", reluctance=1e6), "'x' does not stand in its reluctance"),
        (lambda c: c.air_gap("X", "p", "ground", joint="O", gap=1e-3), "give its gap and its area, or its reluctance"),
        (
            lambda c: c.core("X", "p", "ground", length=0.2, area="small"),
            "area must be greater than zero; it is -0.0001",
        ),
        (
            lambda c: c.magnet("X", "p", "ground", remanence=1, length="small", area=1),
            "length must be greater than zero",
        ),
        (lambda c: c.winding("X", "a", "ground", ("p", "ground"), "small"), "turns must be greater than zero"),
        (lambda c: c.air_gap("X", "p", "ground", joint="O", gap=1, area="small"), "area must be greater than zero"),
        (lambda c: iron(c, "1000"), "give a formula of flux_density.* does not stand in '1000'"),
        (lambda c: iron(c, {"type": "harmonic", "amplitude": 1, "frequency": 5}), "give a formula of flux_density"),
        (lambda c: iron(c, {"type": "table", "of": "t", "points": [(0, 0), (1, 5), (2, 9)]}), "or a table over it"),
        (lambda c: iron(c, {"type": "table", "points": [(0, 3), (1, 5), (2, 9)]}), "at B = 0 it is zero, not 3"),
        (lambda c: c.reluctance("X", "b", "ground", 1e6), "its port is magnetic, but node 'b' is electrical"),
        (lambda c: c.reluctance("X", "u", "v", 1e6), "to 'ground'"),
    ],
)
def test_what_is_wrong_with_a_magnetic_part_is_said(fill: Any, words: str) -> None:
    m, c = fed()
    m.parameters(small=-1e-4)
    body = m.body("wheel", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), body.at(0, 0))
    m.mass("wheel", inertia=1)
    with pytest.raises(MechanismError, match=words):
        fill(c)
        m.simulate(until=0.01, points=2)


def test_a_current_that_is_a_state_and_iron_that_saturates_are_refused_with_a_way_out() -> None:
    m = lw.Planar("two states")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 10)
    c.inductor("L", "a", "b", 1e-3)
    c.winding("W", "b", "ground", ("p", "ground"), 100)
    c.core("iron", "p", "ground", length=0.2, area=1e-4)
    with pytest.raises(MechanismError, match="leakage as a reluctance beside the winding"):
        m.simulate(until=0.01, points=2)
    both = lw.Planar("two voltages")
    c = both.circuit("c")
    for label in "ab":
        c.voltage_source(f"E{label}", label, "ground", 10)
    c.winding("W1", "a", "ground", ("p", "q"), 100)
    c.winding("W2", "b", "ground", ("q", "ground"), 50)
    c.reluctance("X", "p", "ground", 1e6)
    with pytest.raises(MechanismError, match="put a resistance in series with one of them"):
        both.simulate(until=0.01, points=2)


def test_a_tube_behind_an_inductor_follows_its_current() -> None:
    """With a constant reluctance the flux follows from the current: L + N^2/R together."""
    m = lw.Planar("in series")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 10)
    c.resistor("R", "a", "d", 2)
    c.inductor("L", "d", "b", 2e-3)
    c.winding("W", "b", "ground", ("p", "ground"), 100)
    c.reluctance("X", "p", "ground", 2e6)
    run = m.simulate(until=0.02, points=11, rtol=1e-10, atol=1e-12)
    whole = 2e-3 + 100**2 / 2e6
    assert run["c.L.current"] == pytest.approx(5 * (1 - np.exp(-run.t * 2 / whole)), abs=1e-8)
    assert m.topology().circuits["c"]["states"] == ["c.L.current"]


def test_derivatives_by_turns_and_remanence_are_those_of_differences() -> None:
    m = lw.Planar("electromagnet")
    m.parameters(N=250.0, Br=0.4)
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=0.05)
    m.joint_spring("opens", "arm_rail", stiffness=40000, damping=40)
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 6)
    c.resistor("R", "a", "b", 4)
    c.winding("W", "b", "ground", ("n", "y"), "N")
    c.magnet("PM", "ground", "n", remanence="Br", length=5e-3, area=1e-4)
    c.core("yoke", "y", "z", length=0.12, area=1e-4)
    c.air_gap("gap", "z", "ground", joint="arm_rail", gap="1 mm", area="1 cm^2")
    asked: dict[str, Any] = {"until": 0.005, "points": 3, "analysis": "simulate", "hold": {"arm_rail.position": 0}}
    exact, rough = (m.sensitivity("max(arm.vx)", method=way, **asked) for way in ("direct", "differences"))
    for name in ("N", "Br"):
        one, other = (float(np.real(result["max(arm.vx)", name])) for result in (exact, rough))
        assert one == pytest.approx(other, rel=1e-4) and one != 0.0


def test_the_diagram_shows_flux_with_a_prefix() -> None:
    assert scaled(9.1e-5, "Wb", 1e-4) == "91 µWb"
    m, c = fed()
    c.core("iron", "p", "ground", length=0.2, area=1e-4)
    picture = m.simulate(until=0.01, points=3).draw_circuit("c", at=0.01)
    words = [text.get_text() for text in picture.axes[0].texts]
    assert {"iron", "W", "E", "R"} <= set(words) and any(word.endswith("µWb") for word in words)
