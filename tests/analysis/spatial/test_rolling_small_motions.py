"""Small motions of what rolls, against closed forms and pushed simulations: at rest, straight on, in a circle."""

from __future__ import annotations

from math import cos, pi, sin, tan

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.optimize import fsolve

import linkwork as lw
from linkwork.analysis.linear.linear_model import LinearModel
from linkwork.base.errors import AnalysisError
from linkwork.run.run import Run
from published.mechanisms.bicycle import bicycle, exact_eigenvalues

both = pytest.mark.parametrize("formulation", ["cartesian", "joint"])
M, R, G = 1.7, 0.25, 9.81
A, C = M * R * R / 4, M * R * R / 2  # moments of a thin disc


def disc(tilt: float = pi / 2, inertia: tuple[float, float, float] = (A, A, C), tread: float = 0.0) -> lw.Spatial:
    """Its axis is z of the body; `tilt` is the angle of the axis to the vertical."""
    m = lw.Spatial("disc")
    body = m.body("disc", (0, 0, (R - tread) * sin(tilt) + tread), orientation={"axis": [1, 0, 0], "angle": tilt})
    m.mass(body, mass=M, inertia=list(inertia))
    m.set_gravity(0, 0, -G)
    plane, wheel = m.ground.frame(axis=(0, 0, 1)), body.frame(axis=(0, 0, 1))
    if tread:
        m.rolling_wheel("floor", plane, wheel, radius=R - tread, tread=tread)
    else:
        m.rolling_disc("floor", plane, wheel, radius=R)
    return m


def about(m: lw.Spatial, speeds: dict[str, float], formulation: str, **options) -> LinearModel:
    run = m.simulate(0.01, 2, speeds=speeds, progress=False)
    return m.linearise((run, 0.0), formulation=formulation, **options)


def turning(p: float, r: float) -> dict[str, float]:
    """Spin p along the steepest line of the disc and r about its axis."""
    return {"disc.omega.x": 0.0, "disc.omega.y": p, "disc.omega.z": r}


def squared_frequency(tilt: float, p: float, r: float) -> float:
    """Of the tilt, half the second derivative of its energy equation (see published/test_rolling_disc.py)."""
    dp, dr = C * r / A - p / tan(tilt), M * R * R * p / (C + M * R * R)
    rolling = (C + M * R * R) * (dp * r + p * dr)
    return (rolling - 2 * A * p * dp / tan(tilt) + A * p * p / sin(tilt) ** 2 - M * G * R * sin(tilt)) / (A + M * R * R)


def others(model: LinearModel) -> np.ndarray:
    """All eigenvalues that are not zero, in order."""
    return np.sort_complex(model.eigenvalues[model.neutral :])


def ball(law: str = "") -> lw.Spatial:
    """1 kg of radius 0.1 m and 0.004 kg m^2 between two springs along x, or under a law."""
    m = lw.Spatial("ball")
    m.parameters(k=10.0, c=1.5, w=4.0)
    m.set_gravity(0, 0, -G)
    body = m.body("b", (0, 0, 0.1), mass={"mass": 1, "inertia": [0.004] * 3})
    m.rolling_sphere("floor", m.ground.frame(axis=(0, 0, 1)), body.at(0, 0, 0), radius=0.1)
    if law:
        m.force("pull", body.at(0, 0, 0), x=law.replace("q", "x"), y="-2*k*b.y - c*b.vy")
    else:
        m.spring("right", m.ground.at(1, 0, 0.1), body.at(0, 0, 0), stiffness="k", free_length=0.5)
        m.spring("left", m.ground.at(-1, 0, 0.1), body.at(0, 0, 0), stiffness=10, free_length=0.5)
        m.force("push", body.at(0, 0, 0))
    return m


def sleigh() -> lw.Spatial:
    """Chaplygin's: 2 kg and 0.04 kg m^2 with the mass centre 0.1 m ahead of its blade."""
    m = lw.Spatial("sleigh")
    body = m.body("b", (0, 0, 0.1), mass={"mass": 2, "inertia": [0.02, 0.03, 0.04], "center": (0.1, 0, 0)})
    m.planar("floor", m.ground.frame(at=(0, 0, 0.1), axis=(0, 0, 1)), body.frame(axis=(0, 0, 1)))
    m.knife_edge("blade", m.ground.frame(axis=(0, 0, 1)), body.frame(at=(0, 0, -0.1), axis=(1, 0, 0)))
    return m


# ------------------------------------------------------------------------------------------------ at rest


@both
def test_a_disc_that_stands_upright_falls_with_its_closed_form(formulation):
    model = disc().linearise(0.0, formulation=formulation)
    falls = np.sqrt(M * G * R / (A + M * R * R))
    assert others(model) == pytest.approx([-falls, falls], rel=1e-12)
    assert len(model.states) == 8 and model.neutral == 6 and not model.stable
    assert "5 positions, 3 speeds: what rolls ('floor') has fewer speeds than positions" in model.text()


@both
def test_a_body_on_a_skate_falls_to_its_side_about_the_blade_and_over_about_its_centre(formulation):
    """The blade gives way along itself: over, the mass centre goes straight down."""
    m, h = lw.Spatial("skate"), 0.4
    body = m.body("b", (0, 0, h), mass={"mass": 2, "inertia": [0.05, 0.06, 0.07]})
    m.set_gravity(0, 0, -G)
    m.skate("blade", m.ground.frame(axis=(0, 0, 1)), body.frame(at=(0, 0, -h), axis=(1, 0, 0)))
    model = m.linearise(0.0, formulation=formulation)
    aside, over = np.sqrt(2 * G * h / (0.05 + 2 * h * h)), np.sqrt(2 * G * h / 0.06)
    assert others(model).real == pytest.approx([-over, -aside, aside, over], rel=1e-11)
    assert (model.chart.freedoms, model.chart.speeds, model.neutral) == (5, 4, 5)


@both
def test_a_ball_between_springs_swings_and_answers_a_push(formulation):
    m = ball()
    model = m.linearise(0.0, inputs=["push.x"], outputs=["b.x", "floor.fx"], formulation=formulation)
    along, across = np.sqrt(20 / 1.4), np.sqrt(10 / 1.4)
    assert np.sort(others(model).imag) == pytest.approx([-along, -across, across, along], rel=1e-12)
    assert model.neutral == 4 and model.stable
    f, response = model.frequency_response("push.x", "b.x", [0.1, 1.0])
    s = 2j * pi * f
    assert response == pytest.approx(1 / (1.4 * s * s + 20), rel=1e-11)
    _, grip = model.frequency_response("push.x", "floor.fx", f)
    assert np.abs(grip) == pytest.approx(np.abs(0.4 * s * s * response), rel=1e-11)
    shown = model.mode_run(len(model.modes), amplitude=0.05, points=9)
    assert np.max(shown.violation()) < 1e-12 and np.ptp(shown["b.x"]) == pytest.approx(0.01, rel=1e-9)


def test_an_equilibrium_of_what_rolls_is_one_of_a_family_and_listing_all_is_refused():
    m = ball()
    m.set(k=20.0)
    rest = m.equilibrium()
    assert rest["b.x"] == pytest.approx(1 / 6, abs=1e-12) and rest["b.y"] == pytest.approx(0.0, abs=1e-12)
    assert rest.stability == "neutral" and "positions of rest come in families" in rest.text()
    assert set(rest.held()) == {"b.x", "b.y", "b.rx", "b.ry", "b.rz"}
    with pytest.raises(AnalysisError, match="'floor' rolls or slides along a blade"):
        m.equilibria()
    upright = disc().equilibrium("equations")
    assert upright.stability == "unstable" and np.max(upright.eigenvalues.real) > 5.0


# ------------------------------------------------------------------------------------------------ steady motion


@both
@pytest.mark.parametrize("spin", [-3.0, -6.0])
def test_a_disc_that_rolls_straight_on_is_held_up_by_its_spin(spin, formulation):
    model = about(disc(), turning(0.0, spin), formulation)
    expected = np.emath.sqrt(-squared_frequency(pi / 2, 0.0, spin))
    assert others(model) == pytest.approx(np.sort_complex([-expected, expected]), abs=1e-10)
    assert model.neutral == 6 and model.stable == (spin == -6.0) and not model.moving


@both
@pytest.mark.parametrize("p", [1.0, 2.5])
def test_a_disc_in_a_circle_swings_about_its_tilt(p, formulation):
    tilt = 1.2
    r = (A * p * p / tan(tilt) - M * G * R * cos(tilt)) / ((C + M * R * R) * p)
    model = about(disc(tilt), turning(p, r), formulation)
    swing, round_ = np.sqrt(squared_frequency(tilt, p, r)), p / sin(tilt)
    assert np.sort(others(model).imag) == pytest.approx(np.sort([-swing, -round_, round_, swing]), rel=1e-9)
    assert model.neutral == 4 and model.stable and f"turns with {round_:.6g} rad/s" in model.text()


@both
def test_a_wheel_that_is_not_round_in_its_inertia_is_not_seen_as_steady(formulation):
    model = about(disc(inertia=(A, 1.3 * A, C)), turning(0.0, -6.0), formulation)
    assert model.moving and "time is frozen" in model.text() and "no verdict on the motion" in model.text()


@both
@pytest.mark.parametrize("speed", [3.0, -3.0])
def test_a_sleigh_runs_stably_with_its_weight_ahead_and_turns_round_with_it_behind(speed, formulation):
    model = about(sleigh(), {"b.vx": speed, "b.omega.z": 0}, formulation)
    assert others(model) == pytest.approx([-2 * 0.1 * speed / (0.04 + 2 * 0.1**2)], rel=1e-11)
    assert len(model.states) == 5 and model.stable == (speed > 0)


@both
def test_a_wheel_with_a_tread_moves_as_the_linear_model_says(formulation):
    """Pushed to both sides, half the difference: to 1e-6 of the motion over half a second."""
    m, outputs = disc(tread=0.05), ["disc.wx", "disc.wz"]
    runs = []
    for side in (1e-4, -1e-4):
        speeds = {"disc.omega.x": side, "disc.omega.y": 0.5 * side, "disc.omega.z": -6.0}
        runs.append(m.simulate(0.5, 6, speeds=speeds, rtol=1e-13, atol=1e-15, progress=False))
    moved = np.array([0.5 * (runs[0][name] - runs[1][name]) for name in outputs])
    model = about(m, turning(0.0, -6.0), formulation, outputs=outputs)
    x, positions = np.zeros(8), model.chart.freedoms
    x[positions:] = np.linalg.lstsq(model.C[:, positions:], moved[:, 0], rcond=1e-12)[0]
    for t, values in zip(runs[0].t, moved.T, strict=True):
        assert model.C @ expm(model.A * t) @ x == pytest.approx(values, abs=1e-6 * np.max(np.abs(moved)))


@both
def test_a_ball_on_a_turntable_goes_in_circles_of_two_sevenths_of_its_turn(formulation):
    """The observer turns with the table: he sees 2/7 - 1 of its turn, and what stands still in the world go round."""
    m = lw.Spatial("turntable")
    m.set_gravity(0, 0, -G)
    table = m.body("table", (0, 0, 0), mass={"mass": 1, "inertia": [0.1, 0.1, 0.1]})
    body = m.body("b", (0, 0, 0.1), mass={"mass": 1, "inertia": [0.004] * 3})
    m.revolute("O", m.ground, table, at=(0, 0, 0), axis=(0, 0, 1))
    m.drive("motor", joint="O", angle="3*t")
    m.rolling_sphere("top", table.frame(axis=(0, 0, 1)), body.at(0, 0, 0), radius=0.1)
    model = m.linearise(0.0, formulation=formulation)
    expected = [-3.0, -3.0, -15 / 7, 15 / 7, 3.0, 3.0]
    assert np.sort(others(model).imag) == pytest.approx(expected, abs=1e-6)  # those of 3 merge: half the digits
    assert not np.any(others(model).real) and model.stable and not model.moving


def turning_bicycle(lean: float, hub: float, push: float, until: float, **options) -> Run:
    """Steered by 0.1 rad; a push changes the rates of steer and lean."""
    hold = {"rear.rx": lean, "rear.rz": 0.0, "steer.angle": 0.1, "rear.x": 0, "rear.y": 0}
    speeds = {"front hub.omega": hub, "steer.omega": push, "rear.vz": 0.5 * push}
    return bicycle().simulate(until, 6, hold=hold, speeds=speeds, progress=False, **options)


def test_a_bicycle_in_a_steady_turn_moves_as_the_linear_model_says():
    """Lean and speed of a steady turn are sought first; then half the difference of two pushes, to 1e-6 of it."""

    def unsteady(x: np.ndarray) -> list[float]:
        run = turning_bicycle(*x, 0.0, 0.001)
        return [float(run["steer.alpha"][0]), float(run["rear.az"][0])]

    (lean, hub), told, *_ = fsolve(unsteady, (0.3064573, -16.356716), xtol=1e-12, full_output=True)
    assert np.max(np.abs(told["fvec"])) < 1e-12  # where rounding ends the search before its own test does
    outputs = ["rear.z", "frame.z", "steer.angle", "steer.omega", "rear.vz", "front hub.omega"]
    runs = [turning_bicycle(lean, hub, push, 0.5, rtol=1e-13, atol=1e-15) for push in (1e-4, -1e-4)]
    moved = np.array([0.5 * (runs[0][name] - runs[1][name]) for name in outputs])
    steady = turning_bicycle(lean, hub, 0.0, 0.001)
    for formulation in ("cartesian", "joint"):
        model = bicycle().linearise((steady, 0.0), outputs=outputs, formulation=formulation)
        assert not model.moving and "turns with 0.558456 rad/s" in model.text()
        x = np.zeros(10)
        x[7:] = np.linalg.lstsq(model.C[:, 7:], moved[:, 0], rcond=1e-12)[0]
        sizes = np.max(np.abs(moved), axis=1)
        for t, values in zip(runs[0].t, moved.T, strict=True):
            assert model.C @ expm(model.A * t) @ x / sizes == pytest.approx(values / sizes, abs=1e-6)


# ------------------------------------------------------------------------------------------------ with parameters


def test_the_root_locus_of_a_driven_bicycle_is_the_published_one():
    m = bicycle(5.0)
    locus = m.linearise(0.0).root_locus("speed", [0.0, 3.0, 5.0, 8.0])
    for speed, roots in zip(locus.values, locus.eigenvalues, strict=True):
        assert np.sort_complex(roots[np.abs(roots) > 0.0]) == pytest.approx(exact_eigenvalues(speed), abs=1e-9)
    assert list(locus.stable()) == [False, False, True, False]
    free = bicycle()
    free.parameters(unused=1)
    run = free.simulate(0.01, 2, speeds={"frame.vx": 5.0}, progress=False)
    with pytest.raises(AnalysisError, match="about a point of a run"):
        free.linearise((run, 0.0)).root_locus("unused", [1, 2])


@pytest.mark.parametrize(
    ("method", "formulation"), [("direct", "cartesian"), ("direct", "joint"), ("differences", "joint")]
)
def test_the_weave_of_a_bicycle_changes_with_speed_as_the_published_one(method, formulation):
    def weave(speed: float) -> float:
        return float(abs(next(value for value in exact_eigenvalues(speed) if value.imag > 1.0)))

    h = 1e-3
    slope = (8 * (weave(5 + h) - weave(5 - h)) - (weave(5 + 2 * h) - weave(5 - 2 * h))) / (12 * h)
    m = bicycle(5.0)
    found = m.sensitivity("frequency(5)", "speed", analysis="linearise", at=0.0, method=method, formulation=formulation)
    assert found["frequency(5)", "speed"] == pytest.approx(slope, rel=1e-9)
    assert not found.notes


@pytest.mark.parametrize("method", ["direct", "complex", "differences"])
def test_rest_and_frequency_of_a_rolling_ball_change_with_a_spring(method):
    """x = (k - 10) / (k + 10) / 2; along x the frequency is the root of (k + 10) / 1.4."""
    m = ball()
    found = m.sensitivity("b.x", "k", analysis="equilibrium", method=method)
    assert found["b.x", "k"] == pytest.approx(10 / 20**2, rel=1e-9)
    if method != "complex":
        found = m.sensitivity("frequency(5)", "k", analysis="linearise", method=method)
        assert found["frequency(5)", "k"] == pytest.approx(0.5 / np.sqrt(1.4 * 20), rel=1e-9)


def test_a_ball_under_a_force_that_repeats_itself_is_found_periodic():
    m = ball("-2*k*b.x - c*b.vx + 3*sin(w*t)")
    period = 2 * pi / 4.0
    cycle = m.periodic(period=period, points=37)
    response = 3 / (20 - 1.4 * 16 + 1j * 1.5 * 4)
    assert cycle.run["b.x"] == pytest.approx((response * np.exp(4j * cycle.run.t)).imag, abs=1e-8)
    damped = np.exp(np.roots([1.4, 1.5, 20]) * period)
    swinging = sorted((value for value in cycle.multipliers if abs(value.imag) > 0.01), key=lambda value: value.imag)
    assert swinging == pytest.approx(sorted([*damped, *damped], key=lambda value: value.imag), abs=1e-6)
    assert cycle.stability == "neutral"


@pytest.mark.parametrize("wheels", [1, 2])
def test_an_edge_mill_whose_rolling_rows_are_redundant_is_found_periodic(wheels):
    """Wheels on an arm, 1 m out: J w' + c w = 2 sin(3 t) about the post; they cannot slip sideways anyway."""
    m = lw.Spatial("mill")
    arm = m.body("arm", (0, 0, 0.3), mass={"mass": 2, "inertia": [0.1, 0.1, 0.5]})
    m.revolute("post", m.ground, arm, at=(0, 0, 0.3), axis=(0, 0, 1))
    for name, x in (("east", 1.0), ("west", -1.0))[:wheels]:
        wheel = m.body(name, (x, 0, 0.3), mass={"mass": 5, "inertia": [0.225, 0.12, 0.12]})
        m.revolute(f"axle {name}", arm, wheel, at=(x, 0, 0.3), axis=(1, 0, 0))
        m.rolling_disc(f"under {name}", m.ground.frame(axis=(0, 0, 1)), wheel.frame(axis=(1, 0, 0)), radius=0.3)
    m.torque("drive", m.ground.frame(axis=(0, 0, 1)), arm, "2*sin(3*t) - 0.8*post.omega")
    inertia = 0.5 + wheels * (0.12 + 5 + 0.225 / 0.09)
    cycle = m.periodic(period=2 * pi / 3, points=13)
    answer = 2 / (3j * inertia + 0.8)
    assert cycle.run["post.omega"] == pytest.approx((answer * np.exp(3j * cycle.run.t)).imag, abs=1e-8)
    assert np.min(np.abs(cycle.multipliers)) == pytest.approx(np.exp(-0.8 / inertia * 2 * pi / 3), rel=1e-6)
    model = m.linearise(0.0)
    assert others(model) == pytest.approx([-0.8 / inertia], rel=1e-9)


@both
def test_with_coordinates_of_your_own_nobody_goes_along_and_the_text_says_so(formulation):
    named = about(sleigh(), {"b.vx": 3.0, "b.omega.z": 0}, formulation, coordinates=["b.x", "b.y", "floor.angle"])
    assert named.moving and "without them it is tried whether it is steady" in named.text()
    assert "without them" not in about(sleigh(), {"b.vx": 3.0, "b.omega.z": 0}, formulation).text()
