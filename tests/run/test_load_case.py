"""Load cases for finite-element programs are in balance, and their files say so on their own."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError
from linkwork.run.run import Run
from run.load_builders import inclined_slider

pytestmark = pytest.mark.both_coordinates


@pytest.fixture(scope="module")
def run() -> Run:
    return inclined_slider().inverse_dynamics(1.5, 31, progress=False)


def test_every_case_is_in_balance(run: Run, tmp_path: Path) -> None:
    for body in ("crank", "rod", "slider"):
        cases = run.to_load_case(body, tmp_path / f"{body}.json")
        assert len(cases) >= 2 and all(case.imbalance() < 1e-9 for case in cases)


def test_the_imbalance_of_a_wrong_set_is_seen(run: Run, tmp_path: Path) -> None:
    from dataclasses import replace

    case = run.to_load_case("rod", tmp_path / "rod.json", times=0.5)[0]
    assert replace(case, loads=case.loads[:-1]).imbalance() > 1e-3
    assert replace(case, alpha=-case.alpha).imbalance() > 1e-3
    assert replace(case, omega=0.0).imbalance() > 1e-3


def test_the_worst_times_are_those_of_the_largest_forces(run: Run, tmp_path: Path) -> None:
    cases = run.to_load_case("rod", tmp_path / "rod.csv")
    worst = float(run.t[np.argmax(run["B.force"])])
    assert any(case.t == worst and "largest force of B" in case.why for case in cases)


def test_the_deck_alone_is_in_balance_with_the_mass_of_the_body(run: Run, tmp_path: Path) -> None:
    """Read the deck as a finite-element program would and add up its loads."""
    run.to_load_case("rod", tmp_path / "rod.inp", times=[0.75])
    total, places = np.zeros(3), {}
    mass = run.mechanism.mass_properties("rod")
    m, c, inertia = mass.mass, np.array([mass.x, mass.y]), mass.about(0.0, 0.0)
    largest = 0.0
    for line in (tmp_path / "rod.inp").read_text().splitlines():
        words = [word.strip() for word in line.split(",")]
        if line.startswith("**   ROD_") and " at " in line:
            name, _, where = line[2:].strip().partition(" at ")
            places[name] = np.array([float(word) for word in where.split(",")])
        elif line.startswith("ROD_"):
            at, value = places[words[0]], float(words[2])
            force = {"1": (value, 0.0, 0.0), "2": (0.0, value, 0.0), "6": (0.0, 0.0, value)}[words[1]]
            total += [force[0], force[1], force[2] + at[0] * force[1] - at[1] * force[0]]
            largest = max(largest, abs(value))
        elif line.startswith("ROD, GRAV"):
            g = float(words[2]) * np.array([float(words[3]), float(words[4])])
            total += [*(m * g), m * (c[0] * g[1] - c[1] * g[0])]
        elif line.startswith("ROD, CENTRIF"):
            total[:2] += m * float(words[2]) * c
        elif line.startswith("ROD, ROTA"):
            alpha = float(words[2])
            total += [m * alpha * c[1], -m * alpha * c[0], -alpha * inertia]
    assert largest > 10.0 and set(places) == {"ROD_A", "ROD_B", "ROD_SPRING", "ROD_COIL"}
    assert np.max(np.abs(total)) < 1e-9 * largest


def test_table_and_json_hold_the_forces_in_the_frame_of_the_body(run: Run, tmp_path: Path) -> None:
    cases = run.to_load_case("rod", tmp_path / "rod.csv", times=[0.5, 1.0])
    run.to_load_case("rod", tmp_path / "rod.json", times=[0.5, 1.0])
    with (tmp_path / "rod.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 8 and {row["case"] for row in rows} == {"1", "2"}
    first = next(row for row in rows if row["what"] == "A")
    frame = int(np.argmin(np.abs(run.t - 0.5)))
    assert float(first["fx (N)"]) == pytest.approx(run["reaction(A, rod).x"][frame], rel=1e-12)
    assert float(first["omega (rad/s)"]) == run["rod.omega"][frame]
    data = json.loads((tmp_path / "rod.json").read_text())
    assert data["cases"][1]["t"] == cases[1].t and data["cases"][1]["imbalance"] < 1e-9
    assert data["cases"][0]["loads"][0]["fx"] == cases[0].loads[0].fx


def test_what_cannot_be_written_is_refused(run: Run, tmp_path: Path) -> None:
    with pytest.raises(AnalysisError, match=r"use .csv, .json or .inp"):
        run.to_load_case("rod", tmp_path / "rod.xls")
    with pytest.raises(AnalysisError, match="outside the run"):
        run.to_load_case("rod", tmp_path / "rod.inp", times=7.0)
    with pytest.raises(AnalysisError, match="or 'worst'"):
        run.to_load_case("rod", tmp_path / "rod.inp", times="best")
