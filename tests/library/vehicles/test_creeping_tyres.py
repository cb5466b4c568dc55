"""Tyres that have to hold at rest without a relaxation length creep, and the run says so."""

import pytest

import linkwork as lw


def stood(pull: float, **more):
    """A wheel that does not turn, on a road that falls off."""
    m = lw.Spatial("locked wheel on a slope")
    carrier, wheel = m.body("carrier", estimate=(0, 0, 0.29)), m.body("wheel", estimate=(0, 0, 0.29))
    m.mass(carrier, mass=5, inertia=(1, 1, 1))
    m.mass(wheel, mass=200, inertia=(1, 1, 1))
    m.translational("along", m.ground, carrier, at=(0, 0, 0.29), axis=(1, 0, 0))
    m.translational("lift", carrier, wheel, at=(0, 0, 0.29), axis=(0, 0, 1))
    rubber = {"radius": 0.3, "stiffness": 2e5, "damping": 4000, "friction": 1.0, "model": "hsri"}
    rubber |= {"slip_stiffness": 5e4, "cornering_stiffness": 5e4, **more}
    m.tyre("tyre", m.ground.frame((0, 0, 0), axis=(0, 0, 1)), wheel.frame((0, 0, 0), axis=(0, 1, 0)), **rubber)
    m.set_gravity(-pull, 0, -9.81)
    run = m.simulate(2, 11, method="radau", rtol=1e-5, atol=1e-7)
    return run, [note for note in run.notes if "creeps" in note]


def test_a_tyre_without_a_relaxation_length_is_told_to_creep_with_the_speed_it_has():
    run, (note,) = stood(1.0)
    assert note.startswith("tyre 'tyre': ") and "relaxation_along" in note
    speed = abs(float(run["wheel.vx"][-1]))
    assert 1e-4 < speed < 0.05
    assert f"creeps with {speed:.3g} m/s" in note
    assert f"{abs(float(run['tyre.along'][-1])):.3g} N" in note
    assert float(run["tyre.along"][-1]) == pytest.approx(205.0, rel=1e-3)


def test_nothing_is_told_where_the_tyre_is_a_spring_at_rest_or_holds_nothing():
    assert stood(1.0, relaxation_along=0.2, relaxation_across=0.4)[1] == []
    assert stood(0.0)[1] == []
