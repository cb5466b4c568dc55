"""The fit of a pose to markers: its derivatives against differences, and that it ends at the least sum of squares."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError, MechanismError, ModelFileError
from linkwork.biomechanics import (
    Coordinate,
    MarkerPlace,
    Markers,
    Move,
    PathPoint,
    Segment,
    Skeleton,
    SkeletonJoint,
    fit_markers,
    frame,
    read_osim,
)
from linkwork.library.biomechanics.marker_kernel import SUMS, misfit, newton_equations, sum_markers

LEG = read_osim(Path(__file__).parents[1] / "data" / "leg.osim")
COORDINATES, MARKERS = len(LEG.coordinates), len(LEG.markers)


class _Fit:
    """Places and weights by chance, one marker not seen, some coordinates held."""

    def __init__(self, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.q = LEG.start() + 0.4 * chance.standard_normal(COORDINATES)
        self.measured = chance.standard_normal((MARKERS, 3))
        self.measured[1] = np.nan
        self.weights = chance.uniform(0.5, 3.0, MARKERS)
        self.wanted, self.stiffness = chance.standard_normal(COORDINATES), chance.uniform(0.0, 2.0, COORDINATES)
        self.stiffness[0] = 0.0
        self.pose, self.screw = LEG.room()
        self.placed = np.empty((MARKERS, 3))
        self.bodies = np.array([LEG.body_number(one.body) for one in LEG.markers], dtype=np.int64)

    def value(self, q: np.ndarray) -> float:
        """The misfit."""
        places = np.array([one.location for one in LEG.markers], dtype=float)
        total = misfit(
            LEG.tables, self.bodies, places, self.weights, self.measured, self.wanted, self.stiffness, q, self.pose,
            self.screw, self.placed,
        )  # fmt: skip
        return float(total)

    def equations(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """J^T W J, half the second derivatives, minus half the gradient."""
        self.value(q)
        sums, gauss, newton = np.empty((len(self.pose), SUMS)), *np.empty((2, COORDINATES, COORDINATES))
        right = np.empty(COORDINATES)
        sum_markers(LEG.tables[0], self.bodies, self.weights, self.measured, self.placed, sums)
        newton_equations(LEG.tables, sums, self.wanted, self.stiffness, q, self.screw, gauss, newton, right)
        whole = [np.tril(one) + np.tril(one, -1).T for one in (gauss, newton)]
        return whole[0], whole[1], right


@pytest.mark.parametrize("seed", range(6))
def test_gradient_and_second_derivatives_are_those_of_differences(seed: int) -> None:
    fit = _Fit(seed)
    _, newton, right = fit.equations(fit.q)
    step = 1e-5
    for c in range(COORDINATES):
        change = step * np.eye(COORDINATES)[c]
        slope = (fit.value(fit.q + change) - fit.value(fit.q - change)) / (2 * step)
        assert -2 * right[c] == pytest.approx(slope, rel=1e-7, abs=1e-8)
        bend = -(fit.equations(fit.q + change)[2] - fit.equations(fit.q - change)[2]) / (2 * step)
        assert newton[c] == pytest.approx(bend, rel=1e-7, abs=1e-7)


def test_first_derivatives_make_the_matrix_of_gauss() -> None:
    fit, step = _Fit(1), 1e-6
    gauss, _, _ = fit.equations(fit.q)
    seen = np.isfinite(fit.measured[:, 0])
    columns = []
    for c in range(COORDINATES):
        places = []
        for sign in (1, -1):
            fit.value(fit.q + sign * step * np.eye(COORDINATES)[c])
            places.append(fit.placed[seen].copy())
        columns.append(((places[0] - places[1]) / (2 * step) * np.sqrt(fit.weights[seen])[:, None]).ravel())
    jacobian = np.column_stack(columns)
    assert gauss - np.diag(fit.stiffness) == pytest.approx(jacobian.T @ jacobian, rel=1e-8, abs=1e-8)


def test_the_gradient_is_zero_where_a_fit_ends_even_of_markers_that_fit_badly() -> None:
    chance, frames = np.random.default_rng(3), 40
    fit = _Fit(4)
    places = np.empty((frames, MARKERS, 3))
    for i in range(frames):
        fit.value(LEG.start() + 0.3 * np.sin(0.1 * i + np.arange(COORDINATES)))
        places[i] = fit.placed
    places += 0.03 * chance.standard_normal(places.shape)
    found = fit_markers(LEG, Markers(np.arange(frames) / 60, tuple(one.name for one in LEG.markers), places))
    fit.weights[:], fit.stiffness[:] = 1.0, 0.0
    for i in range(frames):
        fit.measured = places[i]
        _, newton, right = fit.equations(found.motion.values[i])
        # what a further step would change
        assert np.abs(np.linalg.solve(newton, right)).max() < 1e-11
        assert np.linalg.eigvalsh(newton).min() > 0


PLACES = MarkerPlace("a", "b", (0.2, 0, 0)), MarkerPlace("c", "b", (0, 0.2, 0))


def turning(marks: tuple[MarkerPlace, ...] = PLACES[:1]) -> Skeleton:
    """A body that turns about the origin."""
    joint = SkeletonJoint("hip", "ground", "b", (Move((0, 0, 1.0), True, "q"),))
    return Skeleton("turn", (Segment("b", 1.0),), (joint,), (Coordinate("q"),), marks)


def straight(knee: tuple[float, float] = (-np.inf, np.inf)) -> Skeleton:
    """Two links of 0.4 m that start straight, with a marker at the foot."""
    joints = (
        SkeletonJoint("hip", "ground", "b", (Move((0, 0, 1.0), True, "hip"),)),
        SkeletonJoint("knee", "b", "c", (Move((0, 0, 1.0), True, "knee"),), frame((0.4, 0, 0))),
    )
    coordinates = Coordinate("hip"), Coordinate("knee", range=knee)
    marks = (MarkerPlace("a", "c", (0.4, 0, 0)),)
    return Skeleton("leg", (Segment("b", 1.0), Segment("c", 1.0)), joints, coordinates, marks)


def measured(*rows: list[list[float]], names: tuple[str, ...] = ("a",)) -> Markers:
    return Markers(0.01 * np.arange(len(rows)), names, np.array(rows, dtype=float))


def test_a_fit_does_not_end_at_a_maximum() -> None:
    fit = fit_markers(turning(), measured([[-0.2, 0, 0]], [[-0.2, 0, 0]], [[0, 0.2, 0]]))
    assert np.abs(fit.motion.values[:2]) == pytest.approx(np.pi)
    assert fit.distances.max() < 1e-10
    assert len(fit.notes) == 1 and fit.notes[0].startswith("frame 1: the markers lead two ways that are as good")


@pytest.mark.parametrize(("ends", "side"), [((-2.5, 0.0), -1), ((0.0, 2.5), 1)])
def test_a_straight_leg_bends_to_the_side_of_its_range(ends: tuple[float, float], side: int) -> None:
    """By the law of cosines; at the first frame it is straight, and rightly so."""
    away = 0.8 - 0.03 * np.arange(11)
    fit = fit_markers(straight(ends), measured(*([[x, 0, 0]] for x in away)))
    expected = side * 2 * np.arccos(away / 0.8)
    assert fit.motion.values[:, 1] == pytest.approx(expected, abs=1e-6)
    assert fit.distances.max() < 1e-10 and fit.notes == ()


def test_a_choice_between_two_sides_is_told() -> None:
    fit = fit_markers(straight(), measured(*([[0.8 - 0.03 * i, 0, 0]] for i in range(11))))
    assert fit.distances.max() < 1e-10
    assert fit.notes[0].startswith("frame 2: the markers lead two ways")


def test_a_marker_that_is_out_of_reach_leaves_the_leg_straight() -> None:
    fit = fit_markers(straight(), measured([[0.83, 0, 0]], [[0.85, 0, 0]]))
    assert np.abs(fit.motion.values).max() < 1e-9
    assert fit.distances[:, 0] == pytest.approx([0.03, 0.05]) and fit.notes == ()


def test_weights_of_which_none_counts_are_refused() -> None:
    markers = measured([[0.2, 0, 0], [0, 0.2, 0]], names=("a", "c"))
    with pytest.raises(AnalysisError, match="no marker has a weight: all are 0"):
        fit_markers(turning(PLACES), markers, weights={"a": 0, "c": 0})
    with pytest.raises(AnalysisError, match="no marker has a weight: weights are empty"):
        fit_markers(turning(PLACES), markers, weights={})


@pytest.mark.parametrize(
    ("time", "names", "told"),
    [
        ([0.0, 0.1], ("a", "a"), "marker 'a' stands there twice"),
        ([1.0, 0.0], ("a", "c"), "frame 2: times rise, not from 1 to 0 s"),
        ([np.nan, 0.0], ("a", "c"), "frame 1: its time is nan"),
    ],
)
def test_markers_have_names_of_their_own_and_times_that_rise(
    time: list[float], names: tuple[str, ...], told: str
) -> None:
    with pytest.raises(AnalysisError, match=told):
        Markers(np.array(time), names, np.zeros((2, 2, 3)))


def test_ranges_rise(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "data" / "leg.osim").read_text()
    (tmp_path / "bad.osim").write_text(text.replace("<range>-1.5 1.5<", "<range>1.5 -1.5<"))
    with pytest.raises(ModelFileError, match=r"bad\.osim:15: its range goes from 1\.5 to -1\.5; it must rise"):
        read_osim(tmp_path / "bad.osim")
    with pytest.raises(MechanismError, match="coordinate 'q': a range rises, not from 1 to -1"):
        Coordinate("q", range=(1, -1))
    with pytest.raises(MechanismError, match="point on 'b': a range rises, not from 1 to -1"):
        PathPoint("b", (0, 0, 0), within=("knee", 1, -1))
