"""Circuits in space, in included files, in copies, in other coordinates, and through events that begin at zero."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from networks.circuit_cases import wheel


def motor(m: lw.Planar | lw.Spatial) -> None:
    c = m.circuit("drive")
    c.voltage_source("E", "a", "ground", 24)
    c.dc_motor("M", "a", "ground", joint="O", constant=0.1, resistance=2, inductance=0.05, gear=3)


def test_a_motor_turns_a_wheel_in_space_as_in_the_plane() -> None:
    flat, space = wheel(), lw.Spatial("wheel")
    body = space.body("wheel")
    space.revolute("O", space.ground.frame(), body.frame())
    space.mass("wheel", mass=1, inertia=(0.2, 0.2, 0.2))
    motor(flat)
    motor(space)
    plane = flat.simulate(until=0.5, points=6, rtol=1e-10, atol=1e-10)
    found = space.simulate(until=0.5, points=6, rtol=1e-10, atol=1e-10)
    assert found["O.omega"] == pytest.approx(plane["O.omega"], abs=1e-8)
    assert plane["O.omega"][-1] > 8


def test_every_channel_that_a_run_lists_is_found_and_the_page_is_written(tmp_path: Path) -> None:
    m = wheel()
    motor(m)
    run = m.simulate(until=0.2, points=3)
    for name in run.channels():
        assert len(run[name]) == 3, name
    assert run["drive.M.omega"] == pytest.approx(run["O.omega"])  # what the motor's torque acts on
    run.animate(tmp_path / "wheel.html")
    assert "drive.M.omega" in (tmp_path / "wheel.html").read_text(encoding="utf-8")


def test_a_copy_has_the_circuit_and_a_pickle_too() -> None:
    m = wheel()
    motor(m)
    first = m.simulate(until=0.2, points=3)["wheel.omega"]
    again = pickle.loads(pickle.dumps(m))
    assert again.circuits == m.circuits
    assert again.simulate(until=0.2, points=3)["wheel.omega"] == pytest.approx(first, abs=0)


def test_an_included_file_brings_its_circuit_and_a_placed_planar_one_says_that_it_cannot(tmp_path: Path) -> None:
    part = lw.Spatial("wheel")
    body = part.body("wheel")
    part.revolute("O", part.ground.frame(), body.frame())
    part.mass("wheel", mass=1, inertia=(0.2, 0.2, 0.2))
    motor(part)
    part.save(tmp_path / "part.yaml")
    (tmp_path / "whole.yaml").write_text("linkwork: 1\nworld: space\ninclude: {model: part.yaml}\n")
    assert lw.load(tmp_path / "whole.yaml").circuits == part.circuits
    flat = wheel()
    motor(flat)
    flat.save(tmp_path / "flat.yaml")
    text = "linkwork: 1\nworld: space\ninclude: {planar: flat.yaml, origin: [0, 0, 0], x: [1, 0, 0], y: [0, 1, 0]}\n"
    (tmp_path / "placed.yaml").write_text(text)
    with pytest.raises(lw.LinkworkError, match="circuit 'drive': circuits are not placed in space"):
        lw.load(tmp_path / "placed.yaml")


@pytest.mark.parametrize("formulation", ["joint", "null-space"])
def test_other_coordinates_feel_the_same_motor(formulation: str) -> None:
    m = lw.load(Path(__file__).resolve().parents[2] / "examples" / "gallery" / "motor-crank.yaml")
    given = {"until": 0.3, "points": 7, "rtol": 1e-10, "atol": 1e-10}
    usual = m.simulate(**given)
    other = m.simulate(formulation=formulation, **given)
    assert other["drive.M.current"] == pytest.approx(usual["drive.M.current"], abs=1e-7)
    assert other["crank.omega"] == pytest.approx(usual["crank.omega"], abs=1e-7)


@pytest.mark.parametrize("method", ["dop853", "adams", "radau"])
def test_a_diode_whose_source_begins_at_zero_conducts_from_the_first_moment(method: str) -> None:
    """While it blocks nothing moves, so that one step may go over a whole period of the source, from zero to zero."""
    m = wheel()
    c = m.circuit("c")
    c.voltage_source("E", "s", "ground", "16.25*sin(2*pi*50*t)")
    c.resistor("winding", "s", "a", 0.5)
    c.diode("D", "a", "out", forward=0.05)
    c.capacitor("C", "out", "ground", 4e-3)
    c.resistor("load", "out", "ground", 20)
    run = m.simulate(until=0.02, points=9, method=method, rtol=1e-9, atol=1e-9)
    assert [event.text.rpartition(" ")[2] for event in run.events] == ["begins", "ends"]
    assert run.events[0].t == pytest.approx(0, abs=1e-9)
    assert run["c.out.voltage"].max() == pytest.approx(13.314, abs=2e-3)
    charge = 16.25 * np.sin(2 * np.pi * 50 * run.t[1]) - run["c.out.voltage"][1]
    assert run["c.D.current"][1] == pytest.approx(charge / 0.55, rel=1e-9)
