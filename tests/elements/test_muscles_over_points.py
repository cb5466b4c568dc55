"""Points of a muscle's path that count within a range of a freedom only: lengths, events, energy, files, refusals."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork import biomechanics as bio
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.muscles import at_rest
from linkwork.system.tables.compile import compile_system

ENDS: tuple[tuple[float, float], ...] = ((0.05, 0.02), (0.03, -0.25), (0.04, -0.05))
SIZE: dict[str, Any] = {"strength": 300, "optimal_length": 0.15, "tendon_length": 0.2}


def leg(dimensions: int = 2, within: Any = (-2.6, -1.0), tendon: str = "elastic", **fields: Any) -> Any:
    """A shank that hangs on a thigh that stands still; a muscle that goes over a point near the bent knee."""
    if dimensions == 2:
        m: Any = lw.Planar("leg")
        shank = m.body("shank", (0, -0.4, 0), mass={"mass": 3, "center": (0, -0.18), "inertia": 0.1})
        m.revolute("knee", m.ground.at(0, -0.4), shank.at(0, 0))
        origin, middle, end = m.ground.at(*ENDS[0]), m.ground.at(*ENDS[1]), shank.at(*ENDS[2])
        m.set_gravity(0, -9.81)
    else:
        m = lw.Spatial("leg")
        mass = {"mass": 3, "center": (0, -0.18, 0), "inertia": (0.1, 0.01, 0.1)}
        shank = m.body("shank", (0, -0.4, 0), mass=mass)
        m.revolute("knee", m.ground, shank, at=(0, -0.4, 0), axis=(0, 0, 1))
        origin, middle, end = m.ground.at(*ENDS[0], 0), m.ground.at(*ENDS[1], 0), shank.at(*ENDS[2], 0)
        m.set_gravity(0, -9.81, 0)
    size = SIZE | ({"optimal_length": 0.3} if tendon == "stiff" else {})
    over = {"point": middle, "joint": "knee", "within": within, **fields}
    m.muscle("rectus", [origin, over, end], excitation=0.1, activation=0.1, tendon=tendon, **size)
    return m


def length_at(angle: float, over: bool) -> float:
    """The length of the path by hand."""
    c, s = np.cos(angle), np.sin(angle)
    end = np.array([0, -0.4]) + np.array([[c, -s], [s, c]]) @ ENDS[2]
    points = [np.array(ENDS[0]), *([np.array(ENDS[1])] if over else []), end]
    return float(sum(np.linalg.norm(b - a) for a, b in pairwise(points)))


@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("tendon", ["elastic", "stiff"])
def test_a_point_counts_within_its_range_and_its_jumps_are_told(dimensions: int, tendon: str) -> None:
    m = leg(dimensions, tendon=tendon)
    run = m.simulate(until=0.3, points=301, speeds={"knee.omega": -16.0}, progress=False)
    angle = run["knee.angle"]
    assert run.completed and angle.min() < -1.1 < angle.max()
    expected = [length_at(q, -2.6 <= q <= -1.0) for q in angle]
    assert run["rectus.length"] == pytest.approx(expected, abs=1e-8)
    told = [event for event in run.events if "goes over the point at station 2" in event.text]
    assert len(told) >= 2 and "begins" in told[0].text and "ends" in told[1].text
    for event in told:
        at = float(np.interp(event.t, run.t, angle))
        border = -1.0 if abs(at + 1.0) < 0.1 else -2.6
        jump = (length_at(border, True) - length_at(border, False)) * (1 if "begins" in event.text else -1)
        assert at == pytest.approx(border, abs=2e-2)
        assert f"its length jumps by {1000 * jump:.4g} mm and the energy stored by " in event.text
    assert np.ptp(run["energy.balance"]) < 2e-6


@pytest.mark.parametrize("speed", [-16.0, -20.0])
def test_fibres_stay_as_they_are_where_the_length_jumps(speed: float, tmp_path: Path) -> None:
    """The tendon takes the jump, as in a skeleton, whose state is the length of the fibres: both move alike beyond it.

    While the tendon kept its strain they were 1.4e-3 rad apart after two jumps.
    """
    m = leg()
    m.save(tmp_path / "leg.yaml")
    law = (tmp_path / "leg.yaml").read_text().replace("  rectus:", "  rectus:\n    law: {type: millard}")
    (tmp_path / "leg.yaml").write_text(law)
    m = lw.load(tmp_path / "leg.yaml")
    at_rest(m)
    knee = bio.SkeletonJoint("knee", "ground", "shank", (bio.Move((0, 0, 1.0), True, "knee"),), bio.frame((0, -0.4, 0)))
    path = (
        bio.PathPoint("ground", (*ENDS[0], 0)),
        bio.PathPoint("ground", (*ENDS[1], 0), within=("knee", -2.6, -1.0)),
        bio.PathPoint("shank", (*ENDS[2], 0)),
    )
    shank = bio.Segment("shank", 3.0, (0, -0.18, 0), (0.01, 0.01, 0.1, 0, 0, 0))
    muscle = bio.PathMuscle("rectus", path, 300, 0.15, 0.2, law=bio.Millard())
    coordinates = (bio.Coordinate("knee"),)
    skeleton = bio.Skeleton("leg", (shank,), (knee,), coordinates, (), (muscle,), gravity=(0, -9.81, 0))
    run = m.simulate(until=0.3, points=301, speeds={"knee.omega": speed}, rtol=1e-10, progress=False)
    other = bio.forward(skeleton, [0.0], [speed], 0.1, 0.3, 301, 1e-10)
    assert len([event for event in run.events if "goes over the point" in event.text]) == 2
    assert np.abs(run["knee.angle"] - other["knee"]).max() < 1e-5  # it has no events: steps go across the jumps
    assert np.abs(0.15 * run["rectus.fibre"] - other.fibres[:, 0]).max() < 1e-5
    assert np.ptp(run["energy.balance"]) < 1e-5


@pytest.mark.parametrize("method", ["dop853", "radau"])
def test_a_point_that_ends_to_count_is_told_once_where_rounding_has_it_on_either_side(method: str) -> None:
    """Two joints in space: the start anew at the event goes from coordinates of bodies to those of the joints."""
    m = lw.Spatial("arm")
    upper = m.body("upper", (0, 0, 0), mass={"mass": 2, "center": (0, -0.15, 0), "inertia": [0.02] * 3})
    lower = m.body("lower", (0, -0.3, 0), mass={"mass": 1.5, "center": (0.13, 0, 0), "inertia": [0.02] * 3})
    m.revolute("shoulder", m.ground, upper, at=(0, 0, 0), axis=(0, 0, 1))
    m.revolute("elbow", upper, lower, at=(0, -0.3, 0), axis=(0, 0, 1))
    m.set_gravity(0, -9.81, 0)
    over = {"point": upper.at(-0.035, -0.2, 0), "joint": "elbow", "within": (-1.0, 0.3)}
    path = [m.ground.at(-0.03, 0.03, 0), upper.at(-0.03, -0.12, 0), over, lower.at(0.02, -0.021, 0)]
    m.muscle("triceps", path, strength=500, optimal_length=0.13, tendon_length=0.2, excitation=0.05)
    for speed in np.linspace(-15, 15, 60)[[5, 23, 40, 43]]:  # of all these it was told twice here at one end or other
        run = m.simulate(0.5, 26, method=method, rtol=1e-8, speeds={"elbow.omega": speed}, progress=False)
        told = ["begins" in event.text for event in run.events if "goes over the point" in event.text]
        assert told and all(one != two for one, two in pairwise(told)), speed
        assert np.ptp(run["energy.balance"]) < 1e-4


def test_the_length_is_that_of_the_skeleton() -> None:
    turn = bio.SkeletonJoint("knee", "ground", "shank", (bio.Move((0, 0, 1.0), True, "knee"),), bio.frame((0, -0.4, 0)))
    path = (
        bio.PathPoint("ground", (*ENDS[0], 0)),
        bio.PathPoint("ground", (*ENDS[1], 0), within=("knee", -2.6, -1.0)),
        bio.PathPoint("shank", (*ENDS[2], 0)),
    )
    muscle = bio.PathMuscle("rectus", path, 300, 0.15, 0.2)
    skeleton = bio.Skeleton("leg", (bio.Segment("shank", 3.0),), (turn,), (bio.Coordinate("knee"),), (), (muscle,))
    angles = np.linspace(-2.0, 0.5, 11)
    theirs = bio.muscle_paths(skeleton, angles[:, None]).length("rectus")
    assert theirs == pytest.approx([length_at(q, -2.6 <= q <= -1.0) for q in angles], abs=1e-14)


def test_a_point_may_stand_between_surfaces() -> None:
    """Where it does not count the path goes over both circles as if it were not there."""
    lengths = []
    for point in (False, True):
        m = lw.Planar("rolls")
        bob = m.body("bob", (1.0, 0.3, 0), mass={"mass": 1, "inertia": 0.01})
        m.translational("rail", m.ground.line((1, 0), (1, 1)), bob.line((0, 0), (0, 1)))
        rolls = [{"round": m.ground.at(x, 0), "radius": 0.1, "side": "right"} for x in (0.3, 0.7)]
        over = {"point": m.ground.at(0.5, 0.4), "joint": "rail", "within": (0.5, 2.0)}
        path = [m.ground.at(0, -0.05), rolls[0], *([over] if point else []), rolls[1], bob.at(0, -0.4)]
        m.muscle("band", path, strength=5, optimal_length=1.0, tendon="stiff", excitation=0.2)
        run = m.simulate(until=0.1, points=5, progress=False)
        lengths.append(run["band.length"])
    assert lengths[0] == pytest.approx(lengths[1], abs=1e-10)


def test_no_derivatives_go_through_a_point_that_begins_to_count() -> None:
    m = leg()
    m.parameters(w=-16.0)
    with pytest.raises(AnalysisError, match="rectus' begins or ceases to go over a point at t = "):
        m.sensitivity(
            "final(rectus.length)", ["w"], analysis="simulate", until=0.3, points=5, speeds={"knee.omega": "w"},
            method="direct", progress=False,
        )  # fmt: skip


def test_files_keep_such_points(tmp_path: Path) -> None:
    for dimensions in (2, 3):
        m = leg(dimensions, within=("-150 deg", "-60 deg"))
        m.save(tmp_path / "leg.yaml")
        again = lw.load(tmp_path / "leg.yaml")
        assert "joint: knee" in (tmp_path / "leg.yaml").read_text()
        one, two = (
            each.simulate(until=0.2, points=5, speeds={"knee.omega": -16.0}, progress=False)["rectus.length"]
            for each in (m, again)
        )
        assert np.array_equal(one, two)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"within": (1.0, -1.0)}, "counts within a range that rises, not from 1 to -1"),
        ({"joint": "hip"}, "hip"),
        ({"freedom": "position"}, "has no freedom 'position'"),
    ],
)
def test_what_cannot_count_is_refused_by_name(change: dict[str, Any], told: str) -> None:
    fields = {"within": (-2.6, -1.0)} | change
    with pytest.raises(MechanismError) as refused:
        compile_system(leg(2, **fields), dynamics=True)
    assert told in str(refused.value) and "rectus" in str(refused.value)


@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"within": None}, "'within': expected a list; found nothing"),
        ({"within": (1, 2, 3)}, "'within': expected at most 2 items; found 3"),
        ({"within": (np.nan, 1)}, "'within[0]': a number must be finite, not nan"),
        ({"within": (-1, np.inf)}, "'within[1]': a number must be finite, not inf"),
        ({"joint": None}, "'joint': expected text; found nothing"),
        ({"withn": (1, 2)}, "'withn' is not known here; did you mean 'within'?"),
    ],
)
def test_what_is_wrong_with_a_point_is_told_of_the_point(dimensions: int, change: dict[str, Any], told: str) -> None:
    with pytest.raises(MechanismError) as refused:
        leg(dimensions, **change)
    assert str(refused.value) == f"force 'rectus': {told}"


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_range_has_the_unit_of_its_freedom(dimensions: int) -> None:
    m = leg(dimensions, within=("-2.6 m", "-1 m"))
    for call in (m.check, lambda: m.simulate(until=0.01, points=2, progress=False)):
        with pytest.raises(MechanismError, match=r"rectus.*within\[0\]: '-2.6 m' is a length, but an angle"):
            call()


def test_a_path_does_not_end_at_such_a_point() -> None:
    m = leg()
    shank = {"point": {"shank": [0.04, -0.05]}, "joint": "knee", "within": (-2.6, -1.0)}
    m.muscle("bad", [m.ground.at(0, 0), shank], excitation=0.1, **SIZE)
    with pytest.raises(MechanismError, match="begins and ends at points that always count"):
        compile_system(m, dynamics=True)
