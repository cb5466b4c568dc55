"""Load cases of bodies in space are in balance, and their files say so on their own."""

from __future__ import annotations

import csv
import functools
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.bodies.spatial.inertia import of_point
from linkwork.run.run import Run
from spatial_models import slider_crank


@functools.cache
def cranking() -> Run:
    """A slider-crank with a rod whose mass lies off its line, and a force that follows it."""
    m = slider_crank()
    inertia = {"xx": 4e-4, "yy": 4e-3, "zz": 4.2e-3, "xy": 1e-4, "zx": -2e-4}
    m.mass("rod", mass=0.5, center=(0.02, 0.01, -0.03), inertia=inertia)
    m.force("push", {"rod": (0.05, 0, 0.02)}, x=3, z="2*sin(9*t)", torque=(0, 0.4, 0), follows=True)
    return m.inverse_dynamics(1.0, 21, progress=False)


def test_every_case_is_in_balance(tmp_path: Path) -> None:
    for body in ("crank", "rod", "slider"):
        cases = cranking().to_load_case(body, tmp_path / f"{body}.json")
        assert len(cases) >= 2 and all(case.imbalance() < 1e-10 for case in cases)


def test_the_imbalance_of_a_wrong_set_is_seen(tmp_path: Path) -> None:
    case = cranking().to_load_case("rod", tmp_path / "rod.json", times=0.4)[0]
    assert replace(case, loads=case.loads[:-1]).imbalance() > 1e-3
    assert replace(case, omega=(0.0, 0.0, 0.0)).imbalance() > 1e-3
    assert replace(case, alpha=case.omega).imbalance() > 1e-3


def test_the_deck_alone_is_in_balance_with_the_mass_of_the_body(tmp_path: Path) -> None:
    """Read the deck as a finite-element program would and add up its loads."""
    run = cranking()
    run.to_load_case("rod", tmp_path / "rod.inp", times=[0.35])
    free = run.free_body("rod")
    m, c = free.mass, free.centre
    about = free.inertia + of_point(m, c)
    force, moment, places, kinds = np.zeros(3), np.zeros(3), {}, set()
    for line in (tmp_path / "rod.inp").read_text().splitlines():
        words = [word.strip() for word in line.split(",")]
        if line.startswith("**   ROD_") and " at " in line:
            name, _, where = line[2:].strip().partition(" at ")
            places[name] = np.array([float(word) for word in where.split(",")])
        elif line.startswith("ROD_"):
            value = float(words[2]) * np.eye(6)[int(words[1]) - 1]
            force += value[:3]
            moment += value[3:] + np.cross(places[words[0]], value[:3])
        elif line.startswith("ROD, "):
            kinds.add(words[1])
            size, axis = float(words[2]), np.array([float(word) for word in words[-3:]])
            if words[1] == "GRAV":
                force += m * size * axis
                moment += m * np.cross(c, size * axis)
            elif words[1] == "CENTRIF":
                force -= m * size * np.cross(axis, np.cross(axis, c))
                moment -= size * np.cross(axis, about @ axis)
            else:
                force -= m * np.cross(size * axis, c)
                moment -= about @ (size * axis)
    assert kinds == {"GRAV", "CENTRIF", "ROTA"} and set(places) == {"ROD_B", "ROD_C", "ROD_PUSH"}
    assert np.max(np.abs([force, moment])) < 1e-9 * free.largest_force()


def test_table_and_json_hold_the_forces_in_the_frame_of_the_body(tmp_path: Path) -> None:
    run = cranking()
    cases = run.to_load_case("rod", tmp_path / "rod.csv", times=[0.5, 1.0])
    run.to_load_case("rod", tmp_path / "rod.json", times=[0.5, 1.0])
    with (tmp_path / "rod.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6 and {row["case"] for row in rows} == {"1", "2"}
    first = next(row for row in rows if row["what"] == "B")
    frame = int(np.argmin(np.abs(run.t - 0.5)))
    assert float(first["fz (N)"]) == pytest.approx(run["reaction(B, rod).fz"][frame], rel=1e-10)
    assert float(first["omega y (rad/s)"]) == run["rod.omega.y"][frame]
    push = next(row for row in rows if row["what"] == "push")
    assert [float(push[name]) for name in ("fx (N)", "my (N m)")] == pytest.approx([3.0, 0.4], rel=1e-9)
    data = json.loads((tmp_path / "rod.json").read_text())
    assert data["cases"][1]["t"] == cases[1].t and data["cases"][1]["imbalance"] < 1e-10
    assert data["cases"][0]["loads"][0]["force"] == list(cases[0].loads[0].force)


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    run = cranking()
    with pytest.raises(lw.AnalysisError, match=r"use .csv, .json or .inp"):
        run.to_load_case("rod", tmp_path / "rod.xls")
    with pytest.raises(lw.AnalysisError, match="outside the run"):
        run.to_load_case("rod", tmp_path / "rod.inp", times=7.0)
    with pytest.raises(lw.AnalysisError, match="or 'worst'"):
        run.to_load_case("rod", tmp_path / "rod.inp", times="best")
