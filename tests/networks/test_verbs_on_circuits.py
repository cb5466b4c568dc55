"""Verbs on circuits: steady state, small motions, root loci, periodic motion, sensitivities, and verify."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.networks.decays import fastest_decay

R, L, C, MAINS = 2.0, 0.1, 1e-3, 20.0


def resonant(source: str) -> lw.Planar:
    m = lw.Planar("resonant circuit")
    m.parameters(R=R, L=L, C=C)
    if source == "u":
        m.input_signal("u", start=1.0)
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", source)
    c.resistor("R1", "a", "b", "R")
    c.inductor("L1", "b", "d", "L")
    c.capacitor("C1", "d", "ground", "C")
    return m


def fed() -> lw.Planar:
    return resonant(f"10*sin(2*pi*{MAINS}*t)")


def ram() -> lw.Planar:
    """A piston between two orifices pushes a mass on a spring; its supply opens and closes a little."""
    m = lw.Planar("ram")
    m.parameters(A=5e-6)
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=50)
    m.add_point("ground", "foot", (-0.5, 0))
    m.joint_spring("k", "arm_rail", stiffness=1e5, damping=500)
    h = m.circuit("h")
    h.pressure_source("P", "p", "150 bar")
    h.orifice("V", "p", "a", "A*(1 + 0.5*sin(20*t))")
    h.orifice("out", "a", "ground", 3e-6)
    geometry = {"area_a": 1e-3, "closed_length": 0.4, "stroke": 0.3, "dead_volume": 1e-4}
    h.cylinder("ram", "ground.foot", "arm", chamber_a="a", start_a="30 bar", **geometry)
    return m


def test_the_steady_alternating_current_is_that_of_the_phasor() -> None:
    w = 2 * np.pi * MAINS
    phasor = 10 / (R + 1j * w * L + 1 / (1j * w * C))
    cycle = fed().periodic(period=1 / MAINS, points=201)
    expected = np.imag(phasor * np.exp(1j * w * cycle.run.t))
    assert cycle.run["c.L1.current"] == pytest.approx(expected, abs=1e-8)


def test_bode_and_root_locus_of_a_circuit_have_their_closed_forms() -> None:
    m = resonant("u")
    model = m.linearise(m.equilibrium(), inputs=["u"], outputs=["c.d.voltage"])
    w = np.array([10.0, 100.0, 1000.0])
    _, gain = model.frequency_response("u", "c.d.voltage", w / (2 * np.pi))
    assert gain == pytest.approx(1 / (1 - w**2 * L * C + 1j * w * R * C), rel=1e-9)
    locus = model.root_locus("R", [1.0, 10.0, 30.0])
    for value, roots in zip((1.0, 10.0, 30.0), locus.eigenvalues, strict=True):
        assert np.sort_complex(roots) == pytest.approx(np.sort_complex(np.roots([L, value, 1 / C])), rel=1e-9)


@pytest.mark.parametrize("method", ["direct", "adjoint", "complex"])
def test_a_peak_of_a_circuit_alone_has_its_derivatives(method: str) -> None:
    options = {"analysis": "simulate", "until": 0.1, "points": 101, "rtol": 1e-10, "atol": 1e-12}
    told = fed().sensitivity("max(c.L1.current)", ["R", "L"], method=method, **options)
    step = {"R": 1e-2, "L": 1e-4}
    for name, value in (("R", R), ("L", L)):
        peaks = []
        for sign in (1, -1):
            m = fed()
            m.set(**{name: value + sign * step[name]})
            peaks.append(m.simulate(until=0.1, points=20001, rtol=1e-11, atol=1e-13)["c.L1.current"].max())
        assert told["max(c.L1.current)", name] == pytest.approx((peaks[0] - peaks[1]) / (2 * step[name]), rel=1e-4)


def test_verify_compares_the_states_of_circuits_with_bodies_and_alone() -> None:
    """Without bodies it was refused, and currents were compared with nothing."""
    told = fed().verify(until=0.1, points=21, formulations=["projection"], methods=["dop853", "adams", "radau"])
    assert told.ok and all(trial.digits["states"] > 6.5 for trial in told.trials)
    assert "states" in str(told)
    told = ram().verify(until=0.05, points=11, formulations=["projection", "joint"], methods=["radau"])
    assert told.ok and all(trial.digits["states"] > 6 for trial in told.trials)


def test_a_piston_at_rest_has_the_pressure_between_its_orifices() -> None:
    """Pressures of 1e7 Pa: what is left of the equations is rounding, which was taken for a force."""
    rest = ram().equilibrium()
    share = (5 / 3) ** 2 / (1 + (5 / 3) ** 2)
    assert rest["h.a.pressure"] == pytest.approx(150e5 * share, rel=1e-6)
    assert rest["arm.x"] == pytest.approx(1e-3 * 150e5 * share / 1e5, rel=1e-6)
    assert rest.stability == "stable"


def test_small_motions_with_pressures_are_not_taken_for_neutral() -> None:
    """A state in Pa beside a position in m: the slow motion was told to be none, and the others were wrong."""
    model = ram().linearise()
    sizes = np.diag([1.0, 100.0, 1e9])
    expected = np.linalg.eigvals(np.linalg.inv(sizes) @ model.A @ sizes)
    assert np.sort_complex(model.eigenvalues) == pytest.approx(np.sort_complex(expected), rel=1e-9)
    assert model.neutral == 0 and model.stable


def test_a_piston_driven_to_and_fro_repeats_itself() -> None:
    cycle = ram().periodic(period=np.pi / 10, points=51)
    run = cycle.run
    assert run["h.a.pressure"][-1] == pytest.approx(run["h.a.pressure"][0], rel=1e-8)
    assert np.ptp(run["arm.x"]) > 1e-3


def rectified() -> lw.Planar:
    m = lw.Planar("rectified")
    m.parameters(R=2.0)
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "5*sin(50*t)")
    c.diode("D", "a", "b", ideal=True)
    c.resistor("R1", "b", "d", "R")
    c.capacitor("C", "d", "ground", 1e-3)
    return m


def test_a_diode_that_changes_at_the_very_start_is_named_and_a_moment_later_it_is_differentiated() -> None:
    asked: dict[str, Any] = {"until": 0.05, "points": 21, "analysis": "simulate"}
    with pytest.raises(lw.AnalysisError, match=r"'c.D': conducts begins at the very start of the run.*start=1e-6"):
        rectified().sensitivity("c.d.voltage", ["R"], **asked)
    later = rectified().sensitivity("max(c.d.voltage)", ["R"], start=1e-6, **asked)
    other = rectified().sensitivity("max(c.d.voltage)", ["R"], method="differences", **asked)
    one, two = (float(np.real(result["max(c.d.voltage)", "R"])) for result in (later, other))
    assert one == pytest.approx(two, rel=1e-4) and one < -0.01


def test_a_circuit_without_bodies_has_no_modes_and_is_sent_to_its_eigenvalues() -> None:
    with pytest.raises(lw.AnalysisError, match=r"no modes.*eigenvalues of linearise"):
        rectified().sensitivity("frequency(1)", ["R"], analysis="linearise")


def test_the_fastest_decay_of_a_circuit_is_that_of_its_linear_model() -> None:
    m = lw.Planar("filters")
    c = m.circuit("c")
    c.voltage_source("E", "n0", "ground", "sin(t)")
    for n in range(4):
        c.resistor(f"R{n}", f"n{n}", f"n{n + 1}", 0.1)
        c.capacitor(f"C{n}", f"n{n + 1}", "ground", 1e-3 * (1 + n))
    c.inductor("L", "n4", "e", 1e-3)
    c.resistor("load", "e", "ground", 5)
    scope = m.system(dynamics=True).signals.scope
    fastest = fastest_decay(m.together().circuits["c"].network, scope)
    assert fastest == pytest.approx(-m.linearise().eigenvalues.real.min(), rel=1e-9)
    notes = m.simulate(until=0.6, points=2, rtol=1e-4).notes
    assert any(f"dies out in {1 / fastest:.3g} s" in note for note in notes)
