"""Simulations in space that are cut, saved, loaded and continued equal those that never stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.simulation import time_loop
from spatial_models import slider_crank

METHODS: dict[str, dict[str, Any]] = {
    "dop853": {},
    "adams": {},
    "rk4": {"step": 0.004},
    "radau": {},
    "alpha": {"rtol": 1e-5},
    "midpoint": {"step": 0.004},
    "trapezoidal": {"step": 0.004},
    "backward-euler": {"step": 0.004},
}
each_method = pytest.mark.parametrize("method", METHODS)
CHANNELS = ("motor.integral", "smooth", "u", "laps", "S.angle", "O.angle", "energy.total", "energy.lost", "O.fx")


def machine() -> lw.Spatial:
    """A slider-crank with everything that a run remembers: turns, states, samples, flags, switches, a screw, a gear."""
    m = slider_crank()
    del m.drivers["motor"]
    m.body("nut", (-0.4, 0, 0), mass={"mass": 0.4, "inertia": [1e-3, 2e-3, 2e-3]})
    m.screw("S", "ground", "nut", at=(-0.4, 0, 0), axis=(1, 0, 0), x=(0, 1, 0), pitch="5 mm")
    m.gear("gear", "O", "S", ratio=0.5)
    m.end_stop("stop", "G", upper=0.08, stiffness=2000, damping=5)
    m.motor("motor", "O", speed=9, proportional=0.3, integral=0.5, limit=2)
    m.sampled("u", "8 - O.omega", period=0.0313, proportional=0.02)
    m.filter("smooth", "slider.vx", time_constant=0.05)
    m.flag("laps", 0)
    m.event("lap", "sin(O.angle)", direction="rising", put={"laps": 1})
    m.force("brake", "slider", x="-0.5*smooth - 0.1*u + 0.3*laps")
    return m


def start(method: str, until: float, points: int, **more: Any) -> lw.Run:
    options: dict[str, Any] = {"rtol": 1e-7, "atol": 1e-9} | METHODS[method] | more
    return machine().simulate(until, points, method=method, speeds={"O.omega": 8.0}, progress=False, **options)


def same(one: lw.Run, other: lw.Run) -> None:
    """Times to the rounding of the grids, states as they are at those times."""
    assert np.allclose(one.t, other.t, rtol=0, atol=1e-14)
    assert np.max(np.abs(one.system.difference(one.q, other.q))) < 1e-11
    assert np.max(np.abs(one.v - other.v)) < 1e-10
    for channel in CHANNELS:
        scale = max(1.0, float(np.max(np.abs(one[channel]))))
        assert np.allclose(one[channel], other[channel], rtol=0, atol=1e-9 * scale), channel
    assert [(event.kind, event.text) for event in one.events] == [(event.kind, event.text) for event in other.events]
    assert np.allclose([event.t for event in one.events], [event.t for event in other.events], rtol=0, atol=1e-12)


@each_method
def test_a_run_continued_equals_a_run_never_stopped(method: str, tmp_path: Path) -> None:
    whole, first = start(method, 1.0, 41), start(method, 0.475, 20)
    assert {event.name for event in whole.events} >= {"lap", "force 'stop'"} and whole["O.angle"][-1] > 7.0
    same(whole, first.go_on(1.0, 21, progress=False))
    first.save(tmp_path / "half.run")
    loaded = lw.load_run(tmp_path / "half.run")
    assert all(np.array_equal(first[name], loaded[name], equal_nan=True) for name in (*CHANNELS, "rod.rx", "rod.e0"))
    same(whole, loaded.go_on(1.0, 21, progress=False))


@pytest.mark.parametrize("formulation", ["projection", "canonical", "joint-canonical", "joint-partitioning"])
def test_going_on_in_other_formulations_is_the_same(formulation: str) -> None:
    whole, first = (
        start("dop853", until, points, formulation=formulation) for until, points in ((1.0, 41), (0.475, 20))
    )
    same(whole, first.go_on(1.0, 21, progress=False))


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_results_do_not_depend_on_how_often_the_loop_comes_back(
    formulation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = start("dop853", 0.6, 13, formulation=formulation)
    monkeypatch.setattr(time_loop, "_FIRST_BUDGET", 1)
    monkeypatch.setattr(time_loop, "_SLICE", 0.0)
    cut = start("dop853", 0.6, 13, formulation=formulation)
    assert np.array_equal(whole.q, cut.q) and np.array_equal(whole.v, cut.v) and whole.statistics == cut.statistics


def test_channels_of_space_go_to_tables_and_figures(tmp_path: Path) -> None:
    run = start("dop853", 0.2, 5)
    table = run.to_pandas("rod.rx", "rod.omega.x", "rod.wx", "O.angle", "B.fz")
    assert list(table.columns) == ["rod.rx", "rod.omega.x", "rod.wx", "O.angle", "B.fz"] and len(table) == 5
    assert len(run.to_pandas().columns) == len(run.channels())
    run.to_parquet(tmp_path / "run.parquet", "slider.x", "O.fx")
    assert (tmp_path / "run.parquet").stat().st_size > 0
    run.plot("rod.omega.*", path=tmp_path / "plot.svg")
    run.cross_plot("slider.x", "O.angle", path=tmp_path / "cross.svg")
    run.plot_energy(path=tmp_path / "energy.svg")
    assert all((tmp_path / name).stat().st_size > 0 for name in ("plot.svg", "cross.svg", "energy.svg"))


def test_the_error_of_a_channel_is_estimated_in_space() -> None:
    m = slider_crank()
    del m.drivers["motor"]
    options: dict[str, Any] = {"speeds": {"O.omega": 8.0}, "progress": False}
    run = m.simulate(1.0, 21, rtol=1e-6, atol=1e-8, estimate_error=True, **options)
    exact = m.simulate(1.0, 21, rtol=1e-12, atol=1e-14, **options)
    for name in ("slider.x", "rod.wy", "O.angle"):
        true = float(np.max(np.abs(run[name] - exact[name])))
        assert 0.5 * true < run.error(name) < 2.0 * true


def test_a_study_varies_a_parameter_of_a_mechanism_in_space() -> None:
    m = lw.Spatial("pendulum")
    m.parameters(l=1.0)
    m.body("bob", ("l", 0, 0), mass={"mass": 1.0, "inertia": [1e-9, 1e-9, 1e-9]})
    m.spherical("O", "ground", "bob", at=(0, 0, 0))
    m.set_gravity(0, 0, -9.81)
    found = m.overlay(until=0.1, points=3, analysis="simulate", l=[0.5, 2.0], progress=False)
    assert list(found) == ["l = 0.5", "l = 2.0"] and not found.failed
    for label, length in (("l = 0.5", 0.5), ("l = 2.0", 2.0)):
        assert found[label]["bob.z"][-1] == pytest.approx(-0.5 * 9.81 * 0.01, rel=1e-2)
        assert found[label]["bob.x"][0] == length
