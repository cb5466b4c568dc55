"""Muscles as elements: lengths and gradients of paths, curves, balance of energy, and the human body as another way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork import biomechanics as bio
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.muscles import AmbrosioSilva, DeGroote, Thelen, at_rest
from linkwork.places import layout_kernel as layout
from linkwork.system.dynamics.dynamics import Dynamics
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system

STEP = 1e-30
ELBOW = {"round": {"upper": [0.3, 0]}, "radius": 0.02, "side": "left"}


def arm(**fields: Any) -> lw.Planar:
    """Two bodies, three muscles: over a point of a third body, round the elbow, straight."""
    m = lw.Planar("arm")
    upper = m.body("upper", estimate=(0, 0, -1.4), mass={"mass": 2, "center": (0.14, 0), "inertia": 0.02})
    m.body("fore", estimate=(0.051, -0.2956, -0.8), mass={"mass": 1.5, "center": (0.14, 0), "inertia": 0.015})
    m.set_gravity(0, -9.80665)
    m.revolute("shoulder", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("elbow", upper.at(0.3, 0), {"fore": [0, 0]})
    m.muscle(
        "biceps",
        [m.ground.at(0.03, 0.04), upper.at(0.15, 0.03), {"fore": [0.045, 0.008]}],
        **{"strength": 500, "optimal_length": 0.2, "tendon_length": 0.14, "excitation": "0.05 + 0.5*t"} | fields,
    )
    m.muscle(
        "triceps",
        [upper.at(0.05, -0.03), ELBOW, {"fore": [0.02, -0.021]}],
        **{"strength": 500, "optimal_length": 0.12, "tendon_length": 0.14, "excitation": 0.05, "pennation": 0.2}
        | fields,
    )
    return m


def shoulder() -> lw.Spatial:
    """The same in space, round a cylinder with a skew axis and a sphere, on a joint with three freedoms."""
    m = lw.Spatial("shoulder")
    upper = m.body("upper", (0, 0, 0), mass={"mass": 2, "center": (0.14, 0, 0), "inertia": (0.002, 0.02, 0.02)})
    fore = m.body("fore", (0.3, 0, 0), mass={"mass": 1.5, "center": (0.14, 0, 0), "inertia": (0.001, 0.015, 0.015)})
    m.set_gravity(0, -9.81, 0)
    m.spherical("shoulder", m.ground.at(0, 0, 0), upper.at(0, 0, 0))
    m.revolute("elbow", upper, fore, at=(0.3, 0, 0), axis=(0, 0, 1))
    ball = {"round": m.ground.at(0.01, 0.01, 0.0), "radius": 0.03, "shape": "sphere"}
    axle = {"round": {"upper": {"at": [0.3, 0, 0], "axis": [0.1, 0, 1]}}, "radius": 0.02, "side": "left"}
    size: dict[str, Any] = {"strength": 500, "tendon_length": 0.14}
    over = [m.ground.at(0.03, 0.04, 0.01), ball, upper.at(0.15, 0.03, 0.02), fore.at(0.045, 0.008, 0)]
    m.muscle("biceps", over, **size, optimal_length=0.2, excitation="0.05 + 0.5*t", law={"type": "de_groote"})
    under = [upper.at(0.05, -0.03, 0.01), axle, fore.at(0.02, -0.021, -0.02)]
    reflex = "0.05 + 0.1*(biceps.length - 0.3)"
    m.muscle("triceps", under, **size, optimal_length=0.12, excitation=reflex, pennation=0.2)
    return m


class At:
    """A mechanism at any state: what its muscles tell, generalised forces, energies, rates of states."""

    def __init__(self, m: Any, scalar: str = "real") -> None:
        self.system: System = compile_system(m, dynamics=True, scalar=scalar)
        self.dynamics = Dynamics(self.system)
        self.start, self.states = self.system.start, self.dynamics.states()

    def put(self, v: Any = 0.0, states: Any = None, shift: Any = None) -> At:
        n = len(self.start)
        v = np.zeros(n) + v
        self.dynamics.place(self.start, 0.2, v, self.states if states is None else states, shift)
        return self

    def told(self, name: str) -> Any:
        assert self.system.signals is not None
        return self.dynamics.memory_values()[self.system.signals.places[name]]

    def loads(self) -> Any:
        k, n = self.system.k, len(self.start)
        return self.dynamics.w[k[layout.LOAD] :][:n].copy()


@pytest.mark.parametrize("make", [arm, shoulder])
def test_pulls_are_minus_the_gradient_of_the_length_by_the_complex_step(make: Any) -> None:
    m = make()
    m.gravity = None
    m._changed()
    real, twin = At(m), At(m, "complex")
    n, random = len(real.start), np.random.default_rng(3)
    names = real.dynamics.state_names()
    for name in ("biceps", "triceps"):
        for _ in range(4):
            states = np.array([0.4 if one.endswith("activation") else 0.0 for one in names])
            states[names.index(f"{name}.strain")] = 0.02
            shift = 0.05 * random.normal(size=n)
            load, force = real.put(states=states, shift=shift).loads(), real.told(f"{name}.force")
            assert force > 50.0
            for column in range(n):
                twin.put(states=states, shift=shift + 1j * STEP * np.eye(n)[column])
                slope = twin.told(f"{name}.length").imag / STEP
                assert load[column] == pytest.approx(-force * slope, abs=1e-11 * force)


@pytest.mark.parametrize("make", [arm, shoulder])
def test_stored_energy_and_power_given_add_up_to_what_the_bodies_get(make: Any) -> None:
    """-Q'v = dU/dt - given along the motion of bodies, tendons and activations, by the complex step."""
    m = make()
    m.gravity = None
    m._changed()
    real, twin, random = At(m), At(m, "complex"), np.random.default_rng(4)
    names = real.dynamics.state_names()
    for _ in range(6):
        states = np.array(
            [0.1 + 0.5 * random.random() if one.endswith("ion") else 0.025 * random.random() for one in names]
        )
        v = random.normal(size=len(real.start))
        alone = real.put(v).loads()  # of mass centres off the origin: without strain muscles do not pull
        taken = -(real.put(v, states).loads() - alone) @ v
        rates, given = real.dynamics.state_rates(), real.dynamics.energies()[4]
        length, speed = real.told("triceps.length"), real.told("triceps.speed")
        twin.put(v.astype(complex), states + 1j * STEP * rates, 1j * STEP * v)
        stored = twin.dynamics.energies()[2].imag / STEP
        assert taken == pytest.approx(stored - given, rel=1e-10, abs=1e-9)
        assert speed == pytest.approx(twin.told("triceps.length").imag / STEP, abs=1e-12)
        assert length == pytest.approx(twin.told("triceps.length").real, abs=1e-15)


def test_a_simulation_keeps_the_balance_of_energy() -> None:
    for m in (arm(), arm(tendon="stiff"), shoulder()):
        run = m.simulate(until=0.3, points=31)
        assert np.ptp(run["energy.balance"]) < 1e-9
        assert run.unit("biceps.force") == "N" and run.unit("biceps.power") == "W" and run.unit("biceps.length") == "m"
        rate = np.gradient(run["biceps.length"], run.t, edge_order=2)
        assert np.abs(rate - run["biceps.speed"])[1:-1].max() < 1e-3
        assert np.allclose(run["biceps.power"], -run["biceps.force"] * run["biceps.speed"])


LAWS = {"thelen": Thelen(tendon_strain=0.04, lengthening_limit=1.4), "de_groote": DeGroote.as_opensim()}


@pytest.mark.parametrize("law", ["thelen", "de_groote", "ambrosio_silva"])
def test_a_stiff_muscle_pulls_as_the_formulas_of_its_law(law: str) -> None:
    from linkwork.expression import parse

    curves: Any = AmbrosioSilva() if law == "ambrosio_silva" else LAWS[law]
    at = At(arm(tendon="stiff", law={"type": law}))
    names = at.dynamics.state_names()
    for activation, turn in ((0.3, -6.0), (0.7, -0.5), (1.0, 0.4), (0.5, 5.0)):
        states = np.full(len(names), activation)
        at.put(np.array([0, 0, 0, 0, 0, turn]), states)
        x, speed = at.told("biceps.fibre"), at.told("biceps.speed") / (10 * 0.2)
        values = {"x": x, "v": speed, "a": activation}
        if law == "thelen":  # the formula gives the speed for a force
            lack = parse(f"{curves.speed('a', curves.active('x'), 'f')} - v")
            active = _root(lack, values)
        else:
            active = parse(f"a*{curves.active('x')}*{curves.speed('v')}").value(values)
        expected = 500 * (active + parse(curves.passive("x")).value(values))
        assert at.told("biceps.force") == pytest.approx(expected, rel=1e-10)


def _root(lack: Any, values: dict[str, float]) -> float:
    from scipy.optimize import brentq

    return float(brentq(lambda f: lack.value(values | {"f": f}), 0.0, 1.6, xtol=1e-15, rtol=1e-14))


@pytest.mark.parametrize("law", ["thelen", "de_groote", "millard"])
def test_the_same_arm_as_a_skeleton_moves_alike(law: str) -> None:
    """Another program of ours: joint coordinates by kernels of their own, curves as tables, paths by other formulas."""
    body: Any = bio.Segment
    turn, down = (0.0, 0.0, 1.0), 0.01
    own = Thelen(tendon_strain=0.04, lengthening_limit=1.4, activation_time=0.015, deactivation_time=0.05)
    curves: Any = {"thelen": own, "de_groote": DeGroote.as_opensim(), "millard": bio.Millard()}[law]
    muscles = (
        bio.PathMuscle(
            "biceps",
            (
                bio.PathPoint("chest", (0.03, 0.04, 0)),
                bio.PathPoint("upper", (0.15, 0.03, 0)),
                bio.PathPoint("fore", (0.045, 0.008, 0)),
            ),
            500, 0.2, 0.14, law=curves, least_activation=down,
        ),
        bio.PathMuscle(
            "triceps",
            (
                bio.PathPoint("upper", (0.05, -0.03, 0)),
                bio.Cylinder("upper", (0.3, 0, 0), turn, 0.02, 1),
                bio.PathPoint("fore", (0.02, -0.021, 0)),
            ),
            500, 0.12, 0.14, 0.2, law=curves, least_activation=down,
        ),
    )  # fmt: skip
    skeleton = bio.Skeleton(
        "arm",
        (
            body("chest"),
            body("upper", 2.0, (0.14, 0, 0), (0.02,) * 3 + (0.0,) * 3),
            body("fore", 1.5, (0.14, 0, 0), (0.015,) * 3 + (0.0,) * 3),
        ),
        (
            bio.SkeletonJoint("fixed", "ground", "chest"),
            bio.SkeletonJoint("shoulder", "chest", "upper", (bio.Move(turn, True, "s"),)),
            bio.SkeletonJoint("elbow", "upper", "fore", (bio.Move(turn, True, "e"),), bio.frame((0.3, 0, 0))),
        ),
        (bio.Coordinate("s"), bio.Coordinate("e")),
        (),
        muscles,
    )
    fields: dict[str, Any] = {"law": {"type": law}, "activation": 0.2, "excitation": 0.2}
    m = arm(**fields)
    strains = at_rest(m)
    run = m.simulate(until=0.2, points=11, rtol=1e-10)
    start = [run["upper.angle"][0], run["fore.angle"][0] - run["upper.angle"][0]]
    other = bio.forward(skeleton, start, [0, 0], activation=0.2, until=0.2, points=11, tolerance=1e-10)
    assert set(strains) == {"biceps", "triceps"}
    assert np.abs(run["upper.angle"] - other["s"]).max() < 2e-8
    assert np.abs(run["fore.angle"] - run["upper.angle"] - other["e"]).max() < 2e-8


def line(angle: float, **fields: Any) -> lw.Planar:
    """One pennated muscle along a line, 0.2 m long where its tendon alone is 0.25 m; a weight that slides is moved."""
    m = lw.Planar("line")
    m.carriage("load", at=(0.2, 0), along=(1, 0), mass=1)
    size: dict[str, Any] = {"strength": 3000, "optimal_length": 0.1, "tendon_length": 0.25, "activation": 1}
    path = [m.ground.at(0, 0), {"load": [0, 0]}]
    m.muscle("pull", path, **size | {"pennation": f"{angle} deg", "excitation": 1} | fields)
    return m


@pytest.mark.parametrize("law", ["thelen", "de_groote", "ambrosio_silva", "millard"])
@pytest.mark.parametrize("angle", [0, 10, 20, 30])
def test_a_stiff_muscle_whose_path_is_shorter_than_its_tendon_does_not_pull(angle: float, law: str) -> None:
    """However steep its fibres are; pennated ones pull as much less as they lie across, without a jump."""
    at = At(line(angle, tendon="stiff", law={"type": law}))
    shift, across = np.zeros(len(at.start)), np.sin(np.radians(angle))

    def pulls(length: float, speed: float = 0.0) -> float:
        shift[0] = length - 0.2
        v = np.zeros(len(at.start))
        v[0] = speed
        force: float = at.put(v, np.ones(1), shift).told("pull.force")
        return force

    for length, speed in ((0.2, 0.0), (0.2, 0.3), (0.249, -0.3), (0.25, 0.0)):
        assert pulls(length, speed) == at.dynamics.energies()[4] == 0.0
    if across > 0.2:
        near = [pulls(0.25 + along) / along for along in (1e-7, 1e-6)]
        assert near[0] > 0.0 and near[1] == pytest.approx(near[0], rel=1e-4)
    assert pulls(0.34) > 1000.0


@pytest.mark.parametrize("law", ["thelen", "de_groote"])
@pytest.mark.parametrize("angle", [0, 10, 20, 30, 60])
def test_fibres_on_a_slack_tendon_stop_before_they_lie_across(angle: float, law: str) -> None:
    """The path is let go faster than fibres shorten: they end 0.2 long, or at a cosine of 0.1 where that is longer."""
    m = line(angle, law={"type": law}, tendon="elastic")
    m.drive("let go", joint="load_rail", position="0.15 - 0.4*t")
    run = m.inverse_dynamics(until=0.5, points=251)
    along = run["pull.length"] - 0.25 * (1.0 + run["pull.strain"])
    across = 0.1 * np.sin(np.radians(angle))
    least = np.sqrt(max(0.02**2 - across**2, across**2 / 99.0))
    assert run["pull.length"][-1] < 0.25
    assert along.min() > least - 1e-7
    assert along[-1] < least + 0.005
    assert np.allclose(run["pull.fibre"], np.hypot(along, across) / 0.1, rtol=1e-9)


@pytest.mark.parametrize("tendon", ["elastic", "stiff"])
@pytest.mark.parametrize("angle", [0, 10, 20, 30])
def test_nearly_slack_fibres_keep_the_balance_of_energy(angle: float, tendon: str) -> None:
    """-Q'v = dU/dt - given by the complex step, and rates of states by differences, where fibres slow down or hang."""
    m = line(angle, tendon=tendon, law={"type": "de_groote"})
    real, twin = At(m), At(m, "complex")
    n, tendons = len(real.start), [0.01] if tendon == "elastic" else []
    across = 0.1 * np.sin(np.radians(angle))
    least = np.sqrt(max(0.02**2 - across**2, across**2 / 99.0))
    for along in (least + 0.002, least + 0.007, least + 0.012):
        shift, v = np.zeros(n), np.zeros(n)
        shift[0], v[0] = along + 0.25 * (1.0 + sum(tendons)) - 0.2, -0.3
        states = np.array([0.6, *tendons])
        taken = -real.put(v, states, shift).loads() @ v
        rates, given = real.dynamics.state_rates(), real.dynamics.energies()[4]
        twin.put(v.astype(complex), states + 1j * STEP * rates, shift + 1j * STEP * v)
        assert taken == pytest.approx(twin.dynamics.energies()[2].imag / STEP - given, rel=1e-10, abs=1e-9)
        moved = np.eye(n)[0]
        slopes = twin.put(v.astype(complex), states + 0j, shift + 1j * STEP * moved).dynamics.state_rates().imag / STEP
        ends = [real.put(v, states, shift + side * 1e-7 * moved).dynamics.state_rates() for side in (1, -1)]
        assert slopes == pytest.approx((ends[0] - ends[1]) / 2e-7, rel=1e-5, abs=1e-4)


def test_muscles_at_rest_do_not_move_inside() -> None:
    for m in (arm(), shoulder()):
        strains = at_rest(m)
        assert all(0 < strain < 0.05 for strain in strains.values())
        at = At(m)
        at.start = m.assemble().q
        at.put()
        rates = dict(zip(at.dynamics.state_names(), at.dynamics.state_rates(), strict=True))
        assert max(abs(rate) for name, rate in rates.items() if name.endswith("strain")) < 1e-12


def test_a_path_is_followed_beyond_half_a_turn_and_its_touch_is_told() -> None:
    m = lw.Planar("winch")
    drum = m.body("drum", estimate=(0, 0, 0), mass={"mass": 1, "inertia": 0.01})
    m.revolute("O", m.ground.at(0, 0), drum.at(0, 0))
    m.drive("turn", joint="O", angle="6*t")
    around = {"round": m.ground.at(0, 0), "radius": 0.05, "side": "left"}
    path = [m.ground.at(-0.3, -0.1), around, drum.at(0.06, -0.06)]
    m.muscle("band", path, strength=10, optimal_length=0.3, tendon="stiff")
    run = m.inverse_dynamics(until=1.4, points=281)
    length, angle = run["band.length"], run["drum.angle"]
    touching = angle > 1.5
    slope = np.diff(length)[touching[1:]] / np.diff(angle)[touching[1:]]
    assert np.allclose(slope, 0.05, atol=1e-12)  # the band winds up, over more than a turn
    assert angle[-1] > 2 * np.pi


def test_a_path_may_come_back_to_the_body_that_it_began_on() -> None:
    """Over a pulley on a weight and back to the ceiling: the weight feels twice the tension."""
    m = lw.Planar("hoist")
    m.carriage("load", at=(0, -1), along=(0, 1), mass=5)
    pulley = {"round": {"load": [0, 0]}, "radius": 0.05, "side": "left"}
    m.muscle(
        "rope", [m.ground.at(-0.05, 0), pulley, m.ground.at(0.05, 0)], strength=30, optimal_length=2.1, tendon="stiff"
    )
    at = At(m)
    states = np.full(1, 0.7)
    length, force = at.put(states=states).told("rope.length"), at.told("rope.force")
    assert length == pytest.approx(2.0 + 0.05 * np.pi, abs=1e-14)
    assert at.loads()[1] == pytest.approx(2 * force, rel=1e-14)


def test_bad_muscles_are_refused_by_name(tmp_path: Path) -> None:
    size = {"strength": 10, "optimal_length": 0.1, "tendon_length": 0.1}

    def refused(path: list[Any], **fields: Any) -> str:
        m = arm()
        m.muscle("bad", path, **size | fields)
        with pytest.raises(MechanismError) as caught:
            compile_system(m, dynamics=True)
        return str(caught.value)

    points = [{"upper": [0.1, 0]}, {"fore": [0.1, 0]}]
    assert "two surfaces that follow each other are the same" in refused([points[0], ELBOW, ELBOW, points[1]])
    assert "begins and ends at a point" in refused([ELBOW, points[1]])
    assert "lies on body 'fore' alone" in refused([points[1], {"fore": [0.2, 0]}])
    assert "are the same" in refused([points[0], points[0], points[1]])
    assert "strength must be greater than zero" in refused(points, strength=0)
    assert "needs its tendon_length" in refused(points, tendon_length=0)
    assert "pennation" in refused(points, pennation=2)
    assert "least_activation" in refused(points, least_activation=0)
    assert "has no tendon" in refused(points, tendon="elastic", law={"type": "ambrosio_silva"})
    with pytest.raises(AnalysisError, match="muscle 'biceps' pulls along a path"):
        arm().simulate(until=0.1, points=3, method="midpoint", step=1e-3)


def test_files_keep_muscles_and_their_pulls_are_made_anew(tmp_path: Path) -> None:
    for m in (arm(), shoulder()):
        m.save(tmp_path / "arm.yaml")
        again = lw.load(tmp_path / "arm.yaml")
        assert "pull" not in (tmp_path / "arm.yaml").read_text(encoding="utf8")
        one, two = (each.simulate(until=0.05, points=3)["biceps.force"] for each in (m, again))
        assert np.array_equal(one, two)
