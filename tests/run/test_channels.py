"""Channels: every name gives the number it says, with its derivatives."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from analysis.builders import four_bar, slider_crank
from linkwork.base.errors import AnalysisError
from linkwork.run.run import Run


@pytest.fixture(scope="module")
def run() -> Run:
    return four_bar().kinematics(1.0, 2001, progress=False)


def _slope(run: Run, values: np.ndarray) -> np.ndarray:
    """Fourth-order central differences, without two points at either end."""
    h = run.t[1] - run.t[0]
    return (values[:-4] - 8 * values[1:-3] + 8 * values[3:-1] - values[4:]) / (12 * h)


@pytest.mark.parametrize(
    ("value", "rate", "second"),
    [
        ("coupler.x", "coupler.vx", "coupler.ax"),
        ("coupler.middle.y", "coupler.middle.vy", "coupler.middle.ay"),
        ("follower.angle", "follower.omega", "follower.alpha"),
        ("C.angle", "C.omega", "C.alpha"),
        ("distance(coupler.middle, follower)", "distance(coupler.middle, follower).rate", None),
        ("distance(crank, follower)", "distance(crank, follower).rate", "distance(crank, follower).acceleration"),
        ("angle(crank, follower)", "angle(crank, follower).rate", "angle(crank, follower).acceleration"),
    ],
)
def test_rates_are_the_derivatives_of_their_channels(run: Run, value: str, rate: str, second: str | None) -> None:
    inside = slice(2, -2)
    assert np.allclose(_slope(run, run[value]), run[rate][inside], atol=2e-6 * np.max(np.abs(run[rate])))
    if second:
        assert np.allclose(_slope(run, run[rate]), run[second][inside], atol=2e-6 * np.max(np.abs(run[second])))


def test_every_listed_channel_exists_and_has_a_unit(run: Run) -> None:
    assert len(run.channels()) > 30
    for name in run.channels():
        assert run[name].shape == run.t.shape and run.unit(name)


def test_the_instant_centre_is_where_the_body_does_not_move(run: Run) -> None:
    x, y = run["centre(coupler).x"], run["centre(coupler).y"]
    vx = run["coupler.vx"] - run["coupler.omega"] * (y - run["coupler.y"])
    vy = run["coupler.vy"] + run["coupler.omega"] * (x - run["coupler.x"])
    finite = np.abs(run["coupler.omega"]) > 1e-3
    assert np.max(np.abs(vx[finite])) < 1e-9 and np.max(np.abs(vy[finite])) < 1e-9
    pin = run["crank.y"] + np.sin(run["crank.angle"])
    assert np.allclose(run["centre(coupler, crank).y"], pin, atol=1e-9)


def test_advantage_is_the_ratio_of_rates(run: Run) -> None:
    assert np.allclose(run["advantage(A, D)"], run["A.omega"] / run["D.omega"])


def test_curvature_of_a_circle_is_one_over_its_radius() -> None:
    wheel = four_bar().kinematics(1.0, 51, progress=False)
    assert np.allclose(wheel["curvature(crank)"], 1.0, atol=1e-10)


def test_dead_centres_of_the_slider_are_found_between_grid_points() -> None:
    extremes = slider_crank().kinematics(1.0, 48, progress=False).extremes("slider.x")
    assert [round(e.t, 7) for e in extremes] == [0.375, 0.875]
    assert np.allclose([e.value for e in extremes], [1.5, 5.5], atol=1e-8)
    assert [e.kind for e in extremes] == ["smallest", "largest"]


def test_a_cusp_is_found_where_the_point_stops() -> None:
    """A point on the rim of a wheel that rolls on a rack: its path, the cycloid, has a cusp at every turn."""
    import linkwork as lw

    m = lw.Planar("rolling wheel")
    wheel = m.body("wheel", estimate=(0, 1, 0), points={"rim": (0, -1), "half": (0, -0.5)})
    m.rack_pinion("road", m.ground.line((0, 0), (1, 0)), wheel.at(0, 0), radius=1)
    m.drive("motor", on=wheel, angle="-2*pi*t")
    run = m.kinematics(2.2, 101, start=0.2, progress=False)
    assert np.allclose(run.cusps("wheel.rim"), [1.0, 2.0], atol=1e-6)
    assert run.cusps("wheel.half") == []
    assert np.allclose(run["wheel.vx"], 2 * np.pi, atol=1e-9)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("coupler.q", "there is no channel 'coupler.q'"),
        ("nobody.x", "there is no channel 'nobody.x'"),
        ("distance(coupler.middle)", "not known"),
        ("distance(coupler.tip, ground)", "has no point 'tip'"),
        ("size(coupler)", "not known"),
    ],
)
def test_unknown_channels_are_refused_with_advice(run: Run, name: str, said: str) -> None:
    with pytest.raises(AnalysisError, match=said.replace("(", r"\(").replace(")", r"\)")):
        run[name]


def test_tables_hold_the_channels(run: Run, tmp_path: Path) -> None:
    frame = run.to_pandas("coupler.x", "D.angle")
    assert list(frame.columns) == ["coupler.x", "D.angle"] and frame.index.name == "t"
    run.to_csv(tmp_path / "run.csv", "coupler.x")
    with (tmp_path / "run.csv").open() as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["t (s)", "coupler.x (m)"]
    assert float(rows[-1][1]) == run["coupler.x"][-1]
    import pandas

    run.to_parquet(tmp_path / "run.parquet", "coupler.x")
    assert np.array_equal(pandas.read_parquet(tmp_path / "run.parquet")["coupler.x"], run["coupler.x"])
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
