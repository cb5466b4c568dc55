"""Laws of muscles in skeletons, limits, ligaments, feet on the ground, excitations, and costs over all muscles."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import linprog

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.biomechanics import (
    ContactSphere,
    Coordinate,
    JointLimit,
    Ligament,
    Millard,
    Motion,
    Move,
    OwnLaw,
    PathMuscle,
    PathPoint,
    Segment,
    Skeleton,
    SkeletonJoint,
    forward,
    frame,
    inverse_dynamics,
    joint_reactions,
    muscle_paths,
    passive_forces,
    resting_fibres,
    share_forces,
)
from linkwork.expression import parse
from linkwork.library.biomechanics.laws.rows import curve_of
from linkwork.muscles import AmbrosioSilva, DeGroote, Thelen

LAWS = {
    "thelen": Thelen(),
    "de groote": DeGroote(),
    "as in opensim": DeGroote.as_opensim(),
    "chapter": AmbrosioSilva(),
    "millard": Millard(),
}
PLACES = {
    "active": np.linspace(0.45, 1.55, 23),
    "passive": np.append(np.linspace(0.8, 1.6, 17), [1.63, 1.7]),
    "speed": np.linspace(-1.2, 1, 23),
}


@pytest.mark.parametrize("law", ["thelen", "de groote", "as in opensim", "chapter"])
@pytest.mark.parametrize("curve", ["active", "passive"])
def test_curves_in_skeletons_are_the_formulas_of_their_laws(law: str, curve: str) -> None:
    formula = parse(getattr(LAWS[law], curve)("x"))
    values, _ = curve_of(LAWS[law], curve, PLACES[curve])
    assert values == pytest.approx([formula.value({"x": x}) for x in PLACES[curve]], abs=1e-14)


def test_speeds_and_tendons_are_the_formulas_of_their_laws() -> None:
    x = PLACES["speed"]
    formula = parse(DeGroote().speed("x"))
    assert curve_of(DeGroote(), "speed", x)[0] == pytest.approx([formula.value({"x": one}) for one in x], abs=1e-14)
    speed = parse(Thelen().speed("a", "1", "f"))  # the other way round: speeds of forces
    for a in (0.05, 0.5, 1.0):
        forces = np.linspace(0.02, 1.75, 20)
        speeds = [speed.value({"a": a, "f": a * one}) for one in forces]
        assert curve_of(Thelen(), "speed", speeds, a)[0] == pytest.approx(forces, abs=1e-12)
    strains = np.linspace(-0.01, 0.06, 15)
    tendon = parse(Thelen().tendon("s"))
    ours = curve_of(Thelen(), "tendon", 1 + strains)[0]
    assert ours == pytest.approx([tendon.value({"s": one}) for one in strains], abs=1e-13)
    long = np.linspace(0.99, 1.06, 8)
    tendon = parse(DeGroote().tendon("l"))
    assert curve_of(DeGroote(), "tendon", long)[0] == pytest.approx([tendon.value({"l": x}) for x in long], abs=1e-13)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("curve", PLACES)
def test_slopes_of_all_curves_are_those_of_differences(law: str, curve: str) -> None:
    x = PLACES[curve] + 0.0013
    up, down = (curve_of(LAWS[law], curve, x + step)[0] for step in (1e-6, -1e-6))
    assert curve_of(LAWS[law], curve, x)[1] == pytest.approx((up - down) / 2e-6, abs=2e-8)


OWN = OwnLaw(
    active=((0.5, 0.0), (0.75, 0.8), (1.0, 1.0), (1.5, 0.2), (1.8, 0.0)),
    passive=((1.0, 0.0), (1.3, 0.3), (1.6, 1.0)),
    tendon=((1.0, 0.0), (1.02, 0.3), (1.05, 1.2)),
    speed=((-1.0, 0.0), (0.0, 1.0), (1.0, 1.4)),
)


def test_a_law_of_ones_own_goes_through_its_points_and_fibres_rest_by_it() -> None:
    for curve in ("active", "passive", "tendon", "speed"):
        x, y = np.array(getattr(OWN, curve)).T
        assert curve_of(OWN, curve, x)[0] == pytest.approx(y, abs=1e-14)
    for law in (OWN, Thelen(), DeGroote()):
        arm = _arm(law)
        lengths = muscle_paths(arm, [0.3]).lengths
        rest = resting_fibres(arm, lengths, 0.4)
        x = rest.lengths[0] / 0.1
        tendon = curve_of(law, "tendon", (lengths[0] - rest.lengths[0]) / 0.15)[0]
        assert tendon == pytest.approx(0.4 * curve_of(law, "active", x)[0] + curve_of(law, "passive", x)[0], abs=1e-9)
    with pytest.raises(AnalysisError, match="muscle 'flexor' has no tendon"):
        resting_fibres(_arm(AmbrosioSilva()), [[0.2, 0.2]], 0.4)
    with pytest.raises(MechanismError, match="tendon needs two points"):
        dataclasses.replace(OWN, tendon=((1.0, 0.0),))


def _arm(law: object = None, **more: object) -> Skeleton:
    """A forearm on a hinge with a flexor and an extensor."""
    given = {"law": law} if law is not None else {}
    points = (("flexor", 0.03), ("extensor", -0.03))
    muscles = tuple(
        PathMuscle(name, (PathPoint("ground", (x, 0.2, 0)), PathPoint("arm", (x, -0.06, 0))), 800, 0.1, 0.15, **given)
        for name, x in points
    )
    joint = SkeletonJoint("elbow", "ground", "arm", (Move((0, 0, 1), True, "angle"),))
    body = Segment("arm", 2.0, (0, -0.15, 0), (0.02, 0.003, 0.02, 0, 0, 0))
    return Skeleton("forearm", (body,), (joint,), (Coordinate("angle"),), (), muscles, **more)


def test_activations_follow_excitations_as_their_equation_says() -> None:
    def rate(t: float, a: np.ndarray) -> list[float]:
        lag = 0.5 + 1.5 * a[0]
        return [(0.8 - a[0]) / (0.01 * lag if a[0] < 0.8 else 0.04 / lag)]

    run = forward(_arm(), [0.2], [0.0], 0.05, 0.1, 21, excitation=0.8)
    exact = solve_ivp(rate, (0, 0.1), [0.05], t_eval=run.time, rtol=1e-11, atol=1e-12)
    assert run.activations[:, 0] == pytest.approx(exact.y[0], abs=1e-7)
    rows = np.array([[0.1, 0.1], [0.9, 0.1], [0.1, 0.1]])
    pushed = forward(_arm(), [0.2], [0.0], 0.1, 0.4, 41, excitation=rows)
    assert pushed["angle"].max() > forward(_arm(), [0.2], [0.0], 0.1, 0.4, 41, excitation=0.1)["angle"].max() + 0.05
    with pytest.raises(AnalysisError, match="excitations lie between 0 and 1"):
        forward(_arm(), [0.2], [0.0], 0.1, 0.4, excitation=1.5)


def test_stiff_tendons_are_the_limit_of_stiffer_ones() -> None:
    stiff = forward(_arm(), [0.3], [0.0], 0.3, 0.1, 11, stiff_tendons=True)["angle"][-1]
    wrong = []
    for strain in (0.02, 0.01, 0.005):
        run = forward(_arm(Millard(tendon_strain=strain)), [0.3], [0.0], 0.3, 0.1, 11, 1e-9)
        wrong.append(abs(run["angle"][-1] - stiff))
    assert wrong[2] < 0.6 * wrong[1] < 0.6 * 0.6 * wrong[0] * 1.2
    assert wrong[2] < 5e-3


def _pendulum(**more: object) -> Skeleton:
    return dataclasses.replace(_arm(), muscles=(), **more)


def test_a_limit_of_a_joint_returns_the_energy_that_it_takes() -> None:
    limit = JointLimit("angle", -0.5, 0.5, 200.0, transition=0.05)
    run = forward(_pendulum(limits=(limit,)), [0.0], [4.0], [], 0.5, 501, 1e-10)
    speeds = np.abs(run.speeds[:, 0])
    inside = np.abs(run["angle"]) < 0.5
    inertia = 0.02 + 2.0 * 0.15**2
    energy = 0.5 * inertia * speeds**2 - 2.0 * 9.80665 * 0.15 * np.cos(run["angle"])
    assert np.ptp(energy[inside]) < 1e-6 and 0.5 < run["angle"].max() < 0.75
    damped = dataclasses.replace(limit, damping=2.0)
    slow = forward(_pendulum(limits=(damped,)), [0.0], [4.0], [], 0.5, 501, 1e-8)
    left = 0.5 * inertia * slow.speeds[-1, 0] ** 2 - 2.0 * 9.80665 * 0.15 * np.cos(slow["angle"][-1])
    assert left < energy[0] - 0.05
    motion = Motion(_pendulum(limits=(limit,)), np.linspace(0, 1, 11), np.linspace(0, 0.7, 11)[:, None])
    assert passive_forces(motion).limits[-1, 0] == pytest.approx(-200 * 0.2)
    with pytest.raises(MechanismError, match="there is no coordinate 'knee'"):
        _pendulum(limits=(JointLimit("knee", -1, 1, 10.0),))


def test_a_ligament_pulls_when_it_is_longer_than_slack_and_its_work_is_the_area_under_its_curve() -> None:
    band = Ligament("band", (PathPoint("ground", (0.05, 0.1, 0)), PathPoint("arm", (0.05, -0.1, 0))), 0.2, 500.0)
    skeleton = _pendulum(ligaments=(band,))
    angles = np.linspace(-0.8, 0.0, 401)
    held = passive_forces(Motion(skeleton, np.linspace(0, 1, 401), angles[:, None]))
    assert held.tensions[-1, 0] == pytest.approx(0.0, abs=1e-9) and held.tensions[0, 0] > 50
    work = np.trapezoid(held.ligaments[:, 0], angles)
    far = np.array([0.05 * math.cos(-0.8) + 0.1 * math.sin(-0.8), 0.05 * math.sin(-0.8) - 0.1 * math.cos(-0.8)])
    longest = math.dist((0.05, 0.1), far)
    from linkwork.library.biomechanics.laws.curve_kernel import pieces_of

    x = np.linspace(1, longest / 0.2, 2001)
    area = 500.0 * 0.2 * np.trapezoid([pieces_of(skeleton.passive_tables[5][0], one)[0] for one in x], x)
    assert work == pytest.approx(area, rel=1e-4)


def test_a_ball_comes_to_rest_on_the_ground_where_stiffness_bears_its_weight() -> None:
    free = SkeletonJoint("free", "ground", "ball", (Move((1, 0, 0), False, "x"), Move((0, 1, 0), False, "y")))
    sphere = ContactSphere("ball", (0, 0, 0), 0.1, 1e5, 2.0, 0.6)
    ball = Skeleton(
        "ball", (Segment("ball", 5.0, (0, 0, 0), (0.02, 0.02, 0.02, 0, 0, 0)),), (free,),
        (Coordinate("x", False), Coordinate("y", False)), feet=(sphere,),
    )  # fmt: skip
    depth = (5.0 * 9.80665 / 1e5) ** (2 / 3)
    run = forward(ball, [0, 0.1 - depth], [0.5, 0], [], 0.3, 31, 1e-7)
    assert run["y"][-1] == pytest.approx(0.1 - depth, abs=1e-6)
    slide = 0.5**2 / (2 * 0.6 * 9.80665)  # friction stops it; near the end it creeps
    assert run["x"][-1] == pytest.approx(slide, rel=0.03)
    fall = forward(ball, [0, 0.3], [0, 0], [], 1.5, 301, 1e-7)
    deepest = (5.0 * 9.80665 * 0.2 / (0.4 * 1e5)) ** 0.4  # if nothing were lost, and less its weight
    assert 0.1 - deepest < fall["y"].min() < 0.1 - 2 * depth and fall["y"][-1] == pytest.approx(0.1 - depth, abs=1e-4)


def _leg() -> tuple[Skeleton, Motion]:
    """Two hinges and five muscles, two of them over both."""
    turn = Move((0, 0, 1), True, "hip"), Move((0, 0, 1), True, "knee")
    joints = (
        SkeletonJoint("hip", "ground", "thigh", turn[:1]),
        SkeletonJoint("knee", "thigh", "shank", turn[1:], frame((0, -0.4, 0))),
    )
    bodies = (
        Segment("thigh", 8.0, (0, -0.2, 0), (0.1, 0.02, 0.1, 0, 0, 0)),
        Segment("shank", 4.0, (0, -0.2, 0), (0.05, 0.01, 0.05, 0, 0, 0)),
    )

    def muscle(name: str, one: PathPoint, two: PathPoint, strength: float) -> PathMuscle:
        return PathMuscle(name, (one, two), strength, 0.1, 0.2, least_activation=0.0)

    front, back = PathPoint("ground", (0.06, 0.02, 0)), PathPoint("ground", (-0.06, 0.02, 0))
    muscles = (
        muscle("iliacus", front, PathPoint("thigh", (0.03, -0.1, 0)), 1500),
        muscle("gluteus", back, PathPoint("thigh", (-0.03, -0.1, 0)), 1800),
        muscle("rectus", front, PathPoint("shank", (0.04, -0.05, 0)), 1200),
        muscle("hamstrings", back, PathPoint("shank", (-0.04, -0.05, 0)), 1600),
        muscle("vastus", PathPoint("thigh", (0.04, -0.2, 0)), PathPoint("shank", (0.04, -0.06, 0)), 3000),
    )
    leg = Skeleton("leg", bodies, joints, (Coordinate("hip"), Coordinate("knee")), (), muscles)
    time = np.linspace(0, 1, 21)
    swing = np.column_stack([0.5 * np.sin(6 * time), -0.6 + 0.4 * np.cos(6 * time)])
    return leg, Motion(leg, time, swing)


RESERVES = {"hip": 20.0, "knee": 20.0}


def test_no_share_has_a_smaller_largest_activation_than_the_min_max_one() -> None:
    leg, motion = _leg()
    net = inverse_dynamics(motion)
    shared = share_forces(net, "min-max", RESERVES, False)
    assert shared.residuals.max() < 1e-8
    given = np.einsum("fmc,fm->fc", shared.paths.arms, shared.forces) + shared.reserves
    assert np.abs(given - net.values).max() < 1e-6
    strength = np.array([muscle.strength for muscle in leg.muscles])
    worst = np.maximum(shared.activations.max(axis=1), np.abs(shared.reserves / 20.0).max(axis=1))
    other = share_forces(net, "activation", RESERVES, False)
    hardest = np.maximum(other.activations.max(axis=1), np.abs(other.reserves / 20.0).max(axis=1))
    assert np.all(worst <= hardest + 1e-7) and np.any(worst < hardest - 1e-3)
    for f in range(0, 21, 5):  # the same programme, written once more
        rows = np.column_stack([shared.paths.arms[f].T * strength, 20.0 * np.eye(2)])
        one = linprog(
            [0] * 7 + [1],
            np.vstack([np.column_stack([np.eye(7), -np.ones(7)]), np.column_stack([-np.eye(7)[5:], -np.ones(2)])]),
            np.zeros(9), np.column_stack([rows, np.zeros(2)]), net.values[f],
            [(0, 1)] * 5 + [(None, None)] * 2 + [(0, None)],
        )  # fmt: skip
        assert worst[f] == pytest.approx(one.fun, abs=1e-6)


def test_the_cost_of_joint_load_gives_the_smallest_reactions() -> None:
    _, motion = _leg()
    net = inverse_dynamics(motion)
    load = {}
    for cost in ("activation", "stress", "min-max", "power", "joint load"):
        shared = share_forces(net, cost, RESERVES, False)
        assert shared.residuals.max() < 1e-8
        load[cost] = np.sum(joint_reactions(shared).force("knee") ** 2)
    assert all(load["joint load"] <= other + 1e-6 for other in load.values())
    assert load["joint load"] < 0.99 * load["activation"]


def test_measured_activations_that_can_be_are_found_again_and_others_approached() -> None:
    leg, motion = _leg()
    net = inverse_dynamics(motion)
    stressed = share_forces(net, "stress", RESERVES, False)
    true = {muscle.name: stressed.activation(muscle.name) for muscle in leg.muscles}
    near = share_forces(net, "activation", RESERVES, False, measured=true)
    assert near.residuals.max() < 1e-8
    plain = share_forces(net, "activation", RESERVES, False)
    assert (
        np.abs(near.activations - stressed.activations).max()
        < 0.3 * np.abs(plain.activations - stressed.activations).max()
    )
    given = np.einsum("fmc,fm->fc", near.paths.arms, near.forces) + near.reserves
    assert np.abs(given - net.values).max() < 1e-6
    with pytest.raises(AnalysisError, match="muscle 'rectus': measured activations are 21 numbers"):
        share_forces(net, "activation", RESERVES, False, measured={"rectus": [0.5]})
    with pytest.raises(AnalysisError, match="cost 'activation' only"):
        share_forces(net, "stress", RESERVES, False, measured=true)
