"""Muscles of a mechanism round ellipsoids and rings, and round cylinders and spheres that follow each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork import biomechanics as bio
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.elements import muscle
from linkwork.places import layout_kernel as layout
from linkwork.signals.paths import way_layout_kernel as kernel
from linkwork.system.dynamics.dynamics import Dynamics
from linkwork.system.loop import path_flips
from linkwork.system.tables.compile import compile_system

STEP = 1e-30
RADII, TURNED = (0.05, 0.03, 0.04), (0.0, 0.0, 0.0)
HEAD = {"round": {"block": [0, 0.005, 0]}, "shape": "ellipsoid", "radii": list(RADII)}
BALL = {"round": {"block": [0, 0.005, 0]}, "shape": "sphere", "radius": 0.04}
ROLL = {"round": {"block": {"at": [0.12, 0.0, 0], "axis": [0, 0.1, 1]}}, "radius": 0.02, "side": "right"}
SIZE: dict[str, Any] = {"strength": 100, "optimal_length": 0.15, "tendon": "stiff", "activation": 0.4}
START, END = (-0.12, 0.01, 0.01), (0.0, 0.0, 0.0)
HOOP = {
    "round": {"block": {"at": [0.1, 0.055, 0], "axis": [1, 0.1, 0]}},
    "shape": "torus",
    "radius": 0.05,
    "tube": 0.02,
}
SMALL = {"round": {"block": [-0.03, 0.01, 0.005]}, "shape": "sphere", "radius": 0.02}
FAR_HOOP = HOOP | {"round": {"block": {"at": [0.16, 0.065, 0], "axis": [1, 0.1, 0]}}}
NEAR_HOOP = HOOP | {"round": {"block": {"at": [-0.05, 0.06, 0], "axis": [1, -0.1, 0.1]}}}
FAR_HEAD = HEAD | {"round": {"block": [0.08, 0.025, 0]}, "radii": [0.04, 0.03, 0.05]}
LAST_HEAD = HEAD | {"round": {"block": [0.2, 0.03, 0.01]}, "radii": [0.03, 0.02, 0.04]}
PATHS = {
    "ellipsoid": [HEAD],
    "rolls": [BALL, ROLL],
    "ring": [HOOP],
    "ellipsoid and roll": [HEAD, ROLL],
    "ball and ring": [SMALL, FAR_HOOP],
    "ring and ellipsoids": [NEAR_HOOP, FAR_HEAD, LAST_HEAD],
}


def strand(stations: list[Any]) -> lw.Spatial:
    """A path from ground to a body that moves freely, round surfaces on a third one."""
    m = lw.Spatial("strand")
    mass = {"mass": 1, "inertia": (0.01, 0.01, 0.01)}
    m.body("block", (0, 0, 0), mass=mass)
    hand = m.body("hand", (0.3, 0.03, 0.01), mass=mass)
    m.muscle("band", [m.ground.at(*START), *stations, hand.at(*END)], **SIZE)
    return m


class At:
    """A mechanism at any place: what its muscle tells, and what it does to the bodies."""

    def __init__(self, m: lw.Spatial, scalar: str = "real") -> None:
        self.system = compile_system(m, dynamics=True, scalar=scalar)
        self.dynamics = Dynamics(self.system)

    def put(self, shift: Any) -> At:
        start = self.system.start
        self.dynamics.place(start, 0.0, np.zeros(len(start)), self.dynamics.states(), shift)
        return self

    def told(self, name: str) -> Any:
        assert self.system.signals is not None
        return self.dynamics.memory_values()[self.system.signals.places[f"band.{name}"]]

    def loads(self) -> Any:
        return self.dynamics.w[self.system.k[layout.LOAD] :][: len(self.system.start)].copy()


def _as_skeleton(stations: list[str]) -> bio.Skeleton:
    """The same path of a skeleton whose hand moves along three axes."""
    surfaces = {
        "head": bio.Ellipsoid("ground", (0, 0.005, 0), RADII),
        "ball": bio.Sphere("ground", (0, 0.005, 0), 0.04),
        "roll": bio.Cylinder("ground", (0.12, 0, 0), (0, 0.1, 1), 0.02, -1),
        "hoop": bio.Torus("ground", (0.1, 0.055, 0), (1, 0.1, 0), 0.05, 0.02),
        "small": bio.Sphere("ground", (-0.03, 0.01, 0.005), 0.02),
        "far_hoop": bio.Torus("ground", (0.16, 0.065, 0), (1, 0.1, 0), 0.05, 0.02),
        "near_hoop": bio.Torus("ground", (-0.05, 0.06, 0), (1, -0.1, 0.1), 0.05, 0.02),
        "last_head": bio.Ellipsoid("ground", (0.2, 0.03, 0.01), (0.03, 0.02, 0.04)),
        "far_head": bio.Ellipsoid("ground", (0.08, 0.025, 0), (0.04, 0.03, 0.05)),
    }
    moves = tuple(bio.Move(tuple(np.eye(3)[i]), False, f"shift_{i}") for i in range(3))
    path = (bio.PathPoint("ground", START), *(surfaces[one] for one in stations), bio.PathPoint("hand", END))
    joint = bio.SkeletonJoint("free", "ground", "hand", moves)
    coordinates = tuple(bio.Coordinate(f"shift_{i}", False) for i in range(3))
    return bio.Skeleton(
        "strand", (bio.Segment("hand"),), (joint,), coordinates, muscles=(bio.PathMuscle("m", path, 1, 1, 1),)
    )


@pytest.mark.parametrize("name", PATHS)
def test_pulls_are_minus_the_gradient_of_a_length_that_a_skeleton_has_too(name: str) -> None:
    """By the complex step to rounding, and against differences; lengths are those of the human body's paths."""
    m = strand(PATHS[name])
    real, twin = At(m), At(m, "complex")
    words = {
        "ellipsoid": ["head"],
        "rolls": ["ball", "roll"],
        "ring": ["hoop"],
        "ellipsoid and roll": ["head", "roll"],
        "ball and ring": ["small", "far_hoop"],
        "ring and ellipsoids": ["near_hoop", "far_head", "last_head"],
    }[name]
    other, random, bent = _as_skeleton(words), np.random.default_rng(5), 0
    for _ in range(5):
        shift = np.zeros(len(real.system.start))
        at = len(shift) // 2  # where the coordinates of the second body begin
        shift[at : at + 3] = random.uniform(-0.03, 0.03, 3)
        length = real.put(shift).told("length")
        place = np.array((0.3, 0.03, 0.01)) + shift[at : at + 3]
        bent += length > np.linalg.norm(place - START) + 1e-9
        assert length == pytest.approx(bio.muscle_paths(other, place).lengths[0, 0], abs=1e-12)
        shift += 0.003 * random.normal(size=len(shift))  # and with the surfaces moved and turned
        load, force = real.put(shift).loads(), real.told("force")
        assert force > 1.0
        for column in range(len(shift)):
            one = np.eye(len(shift))[column]
            slope = twin.put(shift + 1j * STEP * one).told("length").imag / STEP
            assert load[column] == pytest.approx(-force * slope, abs=1e-10 * force)
            ends = [real.put(shift + side * 1e-6 * one).told("length") for side in (-1, 1)]
            assert slope == pytest.approx((ends[1] - ends[0]) / 2e-6, abs=1e-7)
    assert bent > 2


def test_a_ball_on_the_path_is_swung_past_with_the_balance_of_energy() -> None:
    """A weight on a rope winds onto an ellipsoid and off again: both are events, and no length jumps."""
    m = lw.Spatial("rope")
    bob = m.body("bob", (0.12, -0.3, 0.004), mass={"mass": 1, "inertia": (1e-3, 1e-3, 1e-3)})
    m.set_gravity(0, -9.81, 0)
    post = {"round": {"ground": [0, -0.12, 0]}, "shape": "ellipsoid", "radii": [0.02, 0.03, 0.2]}
    m.muscle(
        "rope",
        [m.ground.at(-0.03, 0, 0), post, bob.at(0, 0, 0)],
        strength=60,
        optimal_length=0.35,
        tendon="stiff",
        activation=0.5,
        excitation=0.5,
    )
    run = m.simulate(until=0.5, points=101, progress=False)
    told = [event.text for event in run.events if "touches" in event.text]
    assert run.completed and [text.split()[-1] for text in told] == ["begins", "ends"]
    assert np.ptp(run["energy.balance"]) < 1e-8
    jump = np.diff(run["rope.length"]) - 0.5 * (run["rope.speed"][1:] + run["rope.speed"][:-1]) * np.diff(run.t)
    assert np.abs(jump).max() < 1e-4


def _jumps(run: Any, name: str) -> float:
    """The largest change of a length that its speed does not tell."""
    speed = run[f"{name}.speed"]
    return float(np.abs(np.diff(run[f"{name}.length"]) - 0.5 * (speed[1:] + speed[:-1]) * np.diff(run.t)).max())


def _arm(**parameters: float) -> lw.Spatial:
    """An arm that falls while its muscle lies on an ellipsoid on the bone."""
    m = lw.Spatial("arm")
    m.body("upper", (0, 0, 0), mass={"mass": 2, "center": (0.14, 0, 0), "inertia": (0.002, 0.02, 0.02)})
    fore = m.body("fore", (0.3, 0, 0), mass={"mass": 1.5, "center": (0.14, 0, 0), "inertia": (0.001, 0.015, 0.015)})
    m.set_gravity(0, -9.81, 0)
    m.spherical("shoulder", m.ground, "upper", at=(0, 0, 0))
    m.revolute("elbow", "upper", "fore", at=(0.3, 0, 0), axis=(0, 0, 1))
    head = {"at": [0.02, 0.005, 0], "axis": [0.1, 0.2, 1], "x": [1, 0.1, 0]}
    surface = {"round": {"upper": head}, "shape": "ellipsoid", "radii": [0.05, 0.03, 0.04]}
    path = [m.ground.at(-0.06, 0.03, 0.01), surface, fore.at(0.045, 0.08, 0)]
    m.parameters(**parameters)
    size = {
        "strength": "F" if parameters else 500,
        "tendon_length": 0.14,
        "optimal_length": 0.2,
        "law": {"type": "de_groote"},
    }
    m.muscle("biceps", path, excitation="0.05 + 0.5*t", **size)
    return m


@pytest.mark.parametrize("method", ["dop853", "radau", "adams"])
def test_a_way_that_ends_snaps_to_another_side_as_an_event_that_tells_what_jumps(method: str) -> None:
    """The path is 9.3 mm shorter from one moment to the next, and 0.014 J are gone: both are told, and the run goes on.

    Before and after it no length jumps, and with what the event took the energy adds up.
    """
    run = _arm().simulate(until=0.2, points=201, progress=False, method=method)
    flip = next(event for event in run.events if "another side" in event.text)
    assert run.completed and flip.t == pytest.approx(0.13355182, abs=2e-8) and flip.name == "force 'biceps'"
    assert "surface at station 2 on another side; its length jumps by -9.302 mm" in flip.text
    assert np.ptp(run["energy.balance"]) < 1e-6 and np.abs(run["energy.lost"][133]) < 1e-12
    assert f"the energy stored by {-run['energy.lost'][134]:.3g} J" in flip.text
    speed, length = run["biceps.speed"], run["biceps.length"]
    jumps = np.abs(np.diff(length) - 0.5 * (speed[1:] + speed[:-1]) * np.diff(run.t))
    assert np.argmax(jumps) == 133 and jumps[133] == pytest.approx(0.0093, abs=3e-4)
    assert np.delete(jumps, 133).max() < 1e-5


def test_a_way_laid_anew_that_fails_leaves_nothing_to_the_next_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tendon had taken the jump twice: the second try began from strains of the first."""
    plain = _arm().simulate(until=0.14, points=15, progress=False)
    begin, tries = path_flips._go_on, list[float]()

    def fails_first(moment: Any, flips: Any, energy: Any) -> bool:
        tries.append(float(energy.real))
        done = begin(moment, flips, energy)
        return done and len(tries) > 1

    monkeypatch.setattr(path_flips, "_go_on", fails_first)
    run = _arm().simulate(until=0.14, points=15, progress=False)
    assert len(tries) == 2 and tries[1] == pytest.approx(tries[0], rel=1e-6)
    assert run["biceps.force"][-1] == pytest.approx(plain["biceps.force"][-1], rel=1e-6)
    assert run["energy.lost"][-1] == pytest.approx(plain["energy.lost"][-1], rel=1e-6)


def test_no_derivatives_go_through_a_path_that_snaps() -> None:
    """The moment at which a way ends carries none: the length at the end was 6 % off, without a word."""
    m, name = _arm(F=500.0), "final(biceps.length)"
    asked: dict[str, Any] = {"analysis": "simulate", "points": 17, "progress": False}
    for method in ("direct", "adjoint"):
        with pytest.raises(AnalysisError) as refused:
            m.sensitivity(name, ["F"], until=0.16, method=method, **asked)
        assert "arm: the path of muscle 'biceps' snaps to another side of a surface at t = 0.1335" in str(refused.value)
        assert "end the run before, or use method='differences'" in str(refused.value)
    plain = m.sensitivity(name, ["F"], until=0.16, method="differences", **asked)
    best = m.sensitivity(name, ["F"], until=0.16, **asked)
    assert best.notes[0].startswith("by differences: arm: the path of muscle 'biceps' snaps")
    lengths = [_arm(F=force).simulate(0.16, 17, progress=False)["biceps.length"][-1] for force in (499.0, 501.0)]
    for one in (plain, best):
        assert one[name, "F"] == pytest.approx((lengths[1] - lengths[0]) / 2.0, rel=1e-3)
    before = [m.sensitivity(name, ["F"], until=0.13, method=method, **asked) for method in ("direct", "differences")]
    assert before[0][name, "F"] == pytest.approx(before[1][name, "F"], rel=1e-4) and not before[0].notes


def test_a_step_that_is_too_long_for_a_tendon_names_the_muscle() -> None:
    """Steps of a fixed length: f is finite where the step begins, and was blamed on nothing."""
    run = _arm().simulate(until=0.01, points=2, progress=False, method="rk4", step=1e-4)
    assert not run.completed and "force 'biceps' is not finite within the step that begins" in run.events[-1].text
    assert "give a step shorter than 0.0001 s" in run.events[-1].text


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_path_that_swings_past_the_wrong_side_of_a_circle_tells_what_jumps(dimensions: int) -> None:
    """At the tangent from the other side it goes all the way round: R (2 pi - 2 acos(R/p) - 2 acos(R/q)) longer."""
    size: dict[str, Any] = {"strength": 20, "optimal_length": 0.3, "tendon": "stiff", "activation": 0.2}
    if dimensions == 2:
        m: Any = lw.Planar("swing")
        arm = m.body("arm", (0, 0, 0), mass={"mass": 1, "center": (0.1, 0), "inertia": 0.02})
        m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
        ends, circle, rate = [m.ground.at(-0.2, 0), arm.at(0.15, 0)], m.ground.at(0, 0), "O.omega"
    else:
        m = lw.Spatial("swing")
        arm = m.body("arm", (0, 0, 0), mass={"mass": 1, "center": (0.1, 0, 0), "inertia": (0.02, 0.02, 0.02)})
        m.revolute("O", m.ground, arm, at=(0, 0, 0), axis=(0, 0, 1))
        ends, circle, rate = [m.ground.at(-0.2, 0, 0), arm.at(0.15, 0, 0)], m.ground.at(0, 0, 0), "O.omega"
    path = [ends[0], {"round": circle, "radius": 0.03, "side": "left"}, ends[1]]
    m.muscle("band", path, excitation=0.2, **size)
    run = m.simulate(until=0.7, points=71, speeds={rate: -12}, progress=False)
    told = [event.text for event in run.events if "another side" in event.text]
    by = 0.03 * (2 * np.pi - 2 * np.arccos(0.03 / 0.2) - 2 * np.arccos(0.03 / 0.15))
    assert run.completed and len(told) == 1
    assert f"its length jumps by {1000 * by:.4g} mm and the energy stored by 0.0" in told[0]
    assert run["energy.lost"][-1] < -0.005 and np.ptp(run["energy.balance"]) < 1e-6
    m.parameters(w=-12.0)
    asked: dict[str, Any] = {"analysis": "simulate", "until": 0.7, "points": 3, "speeds": {rate: "w"}}
    for method in ("direct", "adjoint"):  # what jumps in energy.lost was not carried
        with pytest.raises(AnalysisError, match="the path of muscle 'band' snaps to another side of a surface at t = "):
            m.sensitivity("final(energy.lost)", ["w"], method=method, progress=False, **asked)


def _passing(height: float = -0.06, **more: Any) -> lw.Spatial:
    """A rope whose end moves up on a rail, to an ellipsoid that it grazes from below."""
    m = lw.Spatial("rope")
    bob = m.body("bob", (0.1, height, 0), mass={"mass": 1, "inertia": (1e-3, 1e-3, 1e-3)})
    m.translational("rail", m.ground, bob, at=(0.1, height, 0), axis=(0, 1, 0))
    post = {"round": m.ground.at(0, 0, 0), "shape": "ellipsoid", "radii": [0.02, 0.03, 0.4], **more}
    path = [m.ground.at(-0.1, height, 0), post, bob.at(0, 0, 0)]
    m.muscle("rope", path, strength=5, optimal_length=0.2, tendon="stiff", activation=0.3, excitation=0.3)
    return m


def test_an_ellipsoid_reached_in_a_run_is_gone_round_on_the_side_that_is_grazed() -> None:
    """Also where `towards` says the other one for a start; and the way stays where the line passes the middle."""
    runs = [
        _passing(**more).simulate(until=0.2, points=201, speeds={"rail.speed": 1.0}, progress=False)
        for more in ({}, {"towards": [0, 1, 0]})
    ]
    for run in runs:
        assert run.completed and _jumps(run, "rope") < 1e-6 and np.ptp(run["energy.balance"]) < 1e-8
        straight = np.hypot(0.2, run["bob.y"] + 0.06)
        assert run["rope.length"][-1] > straight[-1] + 0.01
    assert np.array_equal(runs[0]["rope.length"], runs[1]["rope.length"])


def test_a_path_starts_round_an_ellipsoid_on_the_side_asked_for_and_stays_there() -> None:
    lengths = []
    for side in (1, -1):
        m = _passing(height=0.005, towards=[0, side, 0])
        run = m.simulate(until=0.05, points=26, progress=False)
        assert run.completed and _jumps(run, "rope") < 1e-8
        lengths.append(run["rope.length"])
    assert np.all(lengths[1] > lengths[0] + 0.005)


def test_a_point_of_the_path_inside_a_surface_is_told() -> None:
    inside = _passing(radii=[0.2, 0.2, 0.2])
    run = inside.simulate(until=0.01, points=3, progress=False)
    assert not run.completed and "t = 0 s" in run.events[-1].text
    assert "station 1 lies inside the ellipsoid at station 2 or touches it" in run.events[-1].text
    for analysis in (inside.equilibrium, inside.linearise):
        with pytest.raises(AnalysisError, match="force 'rope' is not finite; its path has no way on"):
            analysis()


def test_what_a_surface_lacks_or_has_no_use_for_is_refused_by_name() -> None:
    def refused(**changed: Any) -> str:
        with pytest.raises(MechanismError) as caught:
            compile_system(strand([HEAD | changed]), dynamics=True)
        return str(caught.value)

    assert "an ellipsoid needs its radii" in refused(radii=None)
    assert "an ellipsoid has no radius" in refused(radius=0.1)
    assert "a torus needs its tube" in refused(shape="torus", radii=None, radius=0.1)
    assert "its tube (0.2 m) is smaller than its radius (0.1 m)" in refused(
        shape="torus", radii=None, radius=0.1, tube=0.2
    )
    assert "an ellipsoid has no tube" in refused(tube=0.1)
    assert "a sphere has no radii" in refused(shape="sphere", radius=0.1)
    assert "is zero; give a direction" in refused(towards=[0, 0, 0])
    with pytest.raises(MechanismError, match="two surfaces that follow each other are the same"):
        compile_system(strand([HEAD, HEAD]), dynamics=True)
    with pytest.raises(AnalysisError, match="force 'band' finds its way round surfaces by iteration"):
        strand([HEAD]).program()
    assert muscle.KEPT_NUMBERS == kernel.KEPT_NUMBERS and (muscle.ELLIPSOID, muscle.TORUS) == (
        kernel.ELLIPSOID,
        kernel.TORUS,
    )


def test_files_keep_surfaces(tmp_path: Path) -> None:
    m = strand([HEAD | {"towards": [0, 1, 0]}])
    m.save(tmp_path / "strand.yaml")
    again = lw.load(tmp_path / "strand.yaml")
    shift = np.zeros(len(At(m).system.start))
    assert At(m).put(shift).told("length") == At(again).put(shift).told("length")
