"""Restitution that follows a law or a model on the fast time scale, in runs and by itself."""

from __future__ import annotations

from math import pi
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw
from linkwork.base.errors import LinkworkError
from linkwork.elements.bounce_layout_kernel import GIVEN, MOBILITY
from linkwork.elements.restitution import FastScale
from linkwork.functions.sample_kernel import sample_rows
from linkwork.functions.writer import TableWriter
from linkwork.impacts import Beam, FlexibleBody, HalfPlate, Rod, Sphere, blow, fast_scale

BALL = Sphere(0.015, 210e9, 0.3, 7780)
ROD = Rod(0.010, 1.0, 70.5e9, 0.33, 2710)
BEAM = Beam(0.010, 0.9765, 67.7e9, 0.33, 2696)
STIFF = 9.6e9


def together(other: Any) -> float:
    return 1 / (1 / BALL.mass + 1 / other.mass)


def followed(model: dict[str, Any], speed: float, mass: float, until: float) -> tuple[float, float]:
    """Restitution and largest force by another program."""
    omega, shape = 2 * pi * np.array(model["frequencies"]), np.array(model["shapes"])
    ratio = model.get("damping_ratio", 0.0) + 0.5 * model.get("stiffness_share", 0.0) * omega
    force, n = model["force"], len(omega)

    def pressed(y: np.ndarray) -> float:
        depth, rate = y[0] - shape @ y[2 : 2 + n], y[1] - shape @ y[2 + n :]
        if depth <= 0:
            return 0.0
        power = force["stiffness"] * depth ** force.get("exponent", 1.5)
        damping = force.get("damping", 0.0)
        if force["type"] == "hunt-crossley":
            return max(0.0, power * (1 + damping / force["stiffness"] * rate))
        return max(0.0, power + damping * rate)

    def rate(_: float, y: np.ndarray) -> np.ndarray:
        f = pressed(y)
        q, v = y[2 : 2 + n], y[2 + n :]
        return np.concatenate([[y[1], -f / mass], v, shape * f - omega**2 * q - 2 * ratio * omega * v])

    start = np.concatenate([[0.0, speed], np.zeros(2 * n)])
    run = solve_ivp(rate, (0, until), start, "DOP853", rtol=1e-10, atol=1e-14, max_step=5e-7)
    return float(-run.y[1, -1] / speed), max(pressed(row) for row in run.y.T)


@pytest.mark.parametrize(
    ("force", "more", "within"),
    [
        ({"type": "hertz", "stiffness": STIFF}, {}, 2e-6),
        ({"type": "kelvin-voigt", "stiffness": 2e7, "damping": 200.0, "exponent": 1}, {"damping_ratio": 0.02}, 3e-4),
        ({"type": "hunt-crossley", "stiffness": STIFF, "damping": 2e9}, {"stiffness_share": 1e-6}, 5e-6),
    ],
)
def test_the_model_is_that_of_another_program(force: dict[str, Any], more: dict[str, Any], within: float) -> None:
    model: dict[str, Any] = {"force": force, **more}
    model |= {"frequencies": (1600.0, 4800.0), "shapes": (1.5, -1.2)}
    expected, _ = followed(model, 0.3, 0.1, 1e-3)
    assert FastScale(**model).restitution(0.3, 0.1) == pytest.approx(expected, abs=within)


def test_the_model_is_that_of_a_blow() -> None:
    """Which the compiled loop of mechanisms follows with another integrator, events and formulas."""
    rod = fast_scale(BALL, ROD, modes=60)
    assert rod.restitution(0.3, together(ROD)) == pytest.approx(blow(BALL, ROD, 0.3, modes=60).restitution, abs=1e-6)
    beam = fast_scale(BALL, BEAM, modes=44, hardening=1.7)
    twice = blow(BALL, BEAM, 0.3, modes=44, hardening=1.7).restitution
    assert beam.restitution(0.3, together(BEAM)) == pytest.approx(twice, abs=1e-4)


def test_its_derivative_is_the_slope() -> None:
    """Complex step of the kernel in speed and in mobility against differences."""
    model = fast_scale(BALL, ROD, modes=8)

    def at(speed: complex, mobility: complex) -> complex:
        packed, writer = model.pack(_Plain()), TableWriter()
        block = writer.function(packed, "complex")
        work, rows = np.zeros(GIVEN + packed.scratch, complex), np.empty((1, 1), complex)
        work[MOBILITY] = mobility
        p, k = np.array(writer.floats, complex), np.array(writer.ints, np.int64)
        sample_rows(np.array([speed], complex), p, k, block, work, rows)
        return complex(rows[0, 0])

    for one, other in ((1.0, 0.0), (0.0, 1.0)):
        carried = at(0.3 + 1e-30j * one, 10 + 1e-30j * other).imag / 1e-30
        step = 1e-4
        slope = (at(0.3 + step * one, 10 + step * other) - at(0.3 - step * one, 10 - step * other)).real / (2 * step)
        assert carried == pytest.approx(slope, rel=2e-3, abs=1e-4)


class _Plain:
    @staticmethod
    def number(value: Any) -> Any:
        return value.value({})

    def not_negative(self, value: Any, *_: str) -> Any:
        return self.number(value)

    above_zero = not_negative


def dropped(restitution: Any, height: float = 0.1, **more: Any) -> Any:
    m = lw.Planar("ball on a floor")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    ball = m.body("ball", estimate=(0, height, 0))
    m.mass("ball", mass=BALL.mass, inertia=1e-5)
    ball.profile("rim", lw.circle(0.015))
    m.contact("C", "ground.floor", "ball.rim", restitution=restitution, **more)
    return m


def test_every_impact_of_a_run_has_the_restitution_of_its_speed() -> None:
    model = fast_scale(BALL, ROD, modes=50, stiffness_share=2e-6)
    run = dropped(model).simulate(until=0.5, points=51, progress=False)
    assert len(run.impacts) > 3
    for impact in run.impacts[:3]:  # later ones follow so fast that the rod still vibrates
        speed = -impact.before
        assert impact.after / speed == pytest.approx(model.restitution(speed, BALL.mass), abs=2e-4)
    assert run["C.restitution"][-1] == pytest.approx(run.impacts[-1].after / -run.impacts[-1].before, rel=1e-9)
    assert not any("audit" in note for note in run.notes)


def test_the_effective_mass_is_that_of_the_mechanism() -> None:
    """A lever strikes with J/r^2."""
    model = fast_scale(BALL, ROD, modes=30, stiffness_share=2e-6)
    m = lw.Planar("hammer")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    arm = m.body("arm", estimate=(0, 0.1, 0))
    m.mass("arm", mass=0.3, center=(0.1, 0), inertia=2e-3)
    m.revolute("O", m.ground.at(0, 0.1), arm.at(0, 0))
    arm.profile("head", lw.circle(0.015, center=(0.2, 0)))
    m.contact("C", "ground.floor", "arm.head", restitution=model)
    run = m.simulate(until=0.3, points=31, progress=False)
    hit = run.impacts[0]
    inertia = 2e-3 + 0.3 * 0.1**2
    lever = float(np.interp(hit.t, run.t, 0.2 * np.cos(run["arm.angle"])))
    assert hit.after / -hit.before == pytest.approx(model.restitution(-hit.before, inertia / lever**2), abs=1e-3)
    assert hit.after / -hit.before != pytest.approx(model.restitution(-hit.before, 0.3), abs=1e-2)


def test_a_body_that_still_vibrates_strikes_as_it_vibrates() -> None:
    """Against the same ball and mode in one run with a force: the second impact finds the body moving."""
    mode = {"frequencies": (150.0,), "shapes": (1.2,), "damping_ratio": 0.002}
    force = {"type": "hertz", "stiffness": STIFF}
    model = FastScale(force=force, **mode, within=0.1)
    two_scales = dropped(model, height=0.02).simulate(until=0.12, points=13, progress=False)
    m = lw.Planar("all at once")
    m.set_gravity(0, -9.81)
    m.carriage("ball", at=(0, 0), along=(0, 1), mass=BALL.mass)
    omega = 2 * pi * 150
    m.state("q", acceleration=f"1.2*force - {omega**2!r}*q - {2 * 0.002 * omega!r}*q.rate", start=0, speed=0)
    m.signal("depth", "-ball.y - 1.2*q", unit="m")
    m.signal("force", f"if(depth > 0, {STIFF!r}*(depth^2)^0.75, 0)", unit="N")
    m.force("lift", "ball", y="force")
    m.event("touch", "depth")
    drop = 0.02 - 0.015
    run = m.simulate(until=0.12, points=1201, hold={"ball.y": drop}, rtol=1e-9, atol=1e-12, progress=False)
    first, second = two_scales.impacts[:2]
    touches = np.array([float(event.t) for event in run.events if event.name == "touch"])
    last = touches[np.append(np.diff(touches) > 1e-3, True)]  # of each group, after which the ball flies
    after = [float(np.interp(t + 1e-3, run.t, run["ball.vy"])) + 9.81 * 1e-3 for t in last[:2]]
    assert first.after == pytest.approx(after[0], abs=0.01 * abs(first.before))
    assert second.after == pytest.approx(after[1], abs=0.05 * abs(first.before))
    quiet = model.restitution(-second.before, BALL.mass)
    assert abs(second.after / -second.before - quiet) > 0.1  # one at rest would have sent it elsewhere


def test_formulas_and_tables_of_the_speed() -> None:
    run = dropped("0.9 - 0.1*speed").simulate(until=0.5, points=11, progress=False)
    for impact in run.impacts:
        assert impact.after == pytest.approx(-impact.before * (0.9 + 0.1 * impact.before), rel=1e-9)
    m = dropped({"type": "table", "points": [(0.5, 0.9), (1.5, 0.6)]})
    run = m.simulate(until=0.5, points=11, progress=False)
    for impact in run.impacts:
        share = np.interp(-impact.before, [0.5, 1.5], [0.9, 0.6])
        assert impact.after == pytest.approx(-impact.before * share, rel=1e-9)


def test_a_model_file_holds_them(tmp_path: Path) -> None:
    for given in (fast_scale(BALL, ROD, modes=3), {"type": "table", "points": [(0.5, 0.9), (1.5, 0.6)]}):
        m = dropped(given)
        m.save(tmp_path / "model.yaml")
        assert lw.load(tmp_path / "model.yaml").contacts["C"].restitution == m.contacts["C"].restitution


def test_what_is_refused() -> None:
    with pytest.raises(LinkworkError, match="takes a number for restitution"):
        dropped("0.9 - 0.1*speed").simulate(until=0.1, method="moreau", step=1e-3, progress=False)
    stopped = dropped("0.5 - speed").simulate(until=0.5, points=11, progress=False)
    assert not stopped.completed and "law of restitution gives none" in stopped.events[-1].text
    with pytest.raises(LinkworkError, match="frequencies and 1 shapes"):
        FastScale(force={"type": "hertz", "stiffness": 1e9}, shapes=(1.0,)).restitution(1.0, 1.0)
    with pytest.raises(LinkworkError, match="own damping"):
        FastScale(force={"type": "flores", "stiffness": 1e9, "restitution": 0.5}).restitution(1.0, 1.0)
    with pytest.raises(LinkworkError, match="must rise"):
        dropped({"type": "table", "points": [(1.5, 0.9), (0.5, 0.6)]}).simulate(until=0.1, progress=False)
    with pytest.raises(LinkworkError, match="may still meet again"):
        fast_scale(BALL, BEAM, modes=20, within=1e-4).restitution(0.3, together(BEAM))


def test_modes_of_finite_elements() -> None:
    plate = HalfPlate(0.2, 0.0051, 72.55e9, 0.33, 2710, cell=0.02)
    assert plate.mass == pytest.approx(0.8684, rel=2e-2)
    beam = FlexibleBody(
        {
            "shape": {"type": "beam", "length": 1.0, "section": {"radius": 0.01}, "elements": 40},
            "material": {"youngs_modulus": 70.5e9, "poissons_ratio": 0.33, "density": 2710},
        },
        at=(0, 0, 0),
        direction=(1, 0, 0),
    )
    frequencies, shapes = beam.vibrations(60)
    moved = np.abs(shapes) > 1e-3  # those along the axis
    expected, share = ROD.vibrations(3)
    assert frequencies[moved][:3] == pytest.approx(expected, rel=5e-3)
    assert np.abs(shapes[moved][:3]) == pytest.approx(share, rel=5e-3)


def test_a_formula_that_makes_energy_ends_the_run_by_name() -> None:
    run = dropped("1.2 - 0.01*speed").simulate(until=0.5, points=11, progress=False)
    assert not run.completed and any("a formula must lie between 0 and 1" in event.text for event in run.events)


def test_every_point_of_a_contact_has_a_model_of_its_own() -> None:
    """A block that lands flat strikes with two corners at once and does not begin to turn."""
    m = lw.Planar("block on a floor")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    block = m.body("block", estimate=(0, 0.15, 0))
    m.mass("block", mass=0.2, inertia=3e-4)
    block.profile("skin", lw.polygon([(-0.1, -0.05), (0.1, -0.05), (0.1, 0.05), (-0.1, 0.05)]))
    model = FastScale(
        force={"type": "hertz", "stiffness": STIFF},
        frequencies=(150.0,),
        shapes=(1.2,),
        damping_ratio=0.002,
        within=0.1,
    )
    m.contact("C", "ground.floor", "block.skin", restitution=model)
    run = m.simulate(until=0.25, points=51, progress=False)
    first = [impact for impact in run.impacts if impact.t == run.impacts[0].t]
    assert len(first) == 2 and first[0].after == pytest.approx(first[1].after, rel=1e-9)
    assert np.max(np.abs(run["block.omega"])) < 1e-6


def test_what_lies_still_is_not_asked_when_another_strikes() -> None:
    """A ball at rest on a fast-scale contact, a second one that falls beside it on the same floor."""
    m = dropped(fast_scale(BALL, ROD, modes=10, stiffness_share=2e-6), height=0.015)
    other = m.body("other", estimate=(0.3, 0.2, 0))
    m.mass("other", mass=0.1, inertia=1e-5)
    other.profile("rim", lw.circle(0.015))
    m.contact("D", "ground.floor", "other.rim", restitution=0.5)
    run = m.simulate(until=0.4, points=21, progress=False)
    assert run.completed and run["ball.y"] == pytest.approx(np.full(21, 0.015), abs=1e-9)


def test_balls_in_space_bounce_together_as_one_in_the_plane_and_go_on_from_a_file(tmp_path: Path) -> None:
    """What vibrates and what is remembered goes with the run."""
    model = fast_scale(BALL, ROD, modes=30, stiffness_share=2e-6)
    m = lw.Spatial("balls on a floor")
    m.set_gravity(0, 0, -9.81)
    m.add_solid("ground", "floor", {"type": "plane", "normal": (0, 0, 1)})
    for number in range(2):
        ball = m.body(f"ball{number}", estimate=(0.1 * number, 0, 0.1), mass={"mass": BALL.mass, "inertia": [1e-5] * 3})
        ball.solid("rim", {"type": "sphere", "radius": 0.015})
        m.contact(f"C{number}", "ground.floor", f"ball{number}.rim", restitution=model)
    plane = dropped(model).simulate(until=0.45, points=46, progress=False)
    m.simulate(until=0.2, points=21, progress=False).save(tmp_path / "run.lwr")
    run = lw.load_run(tmp_path / "run.lwr").go_on(0.45, 25)
    for number in range(2):
        np.testing.assert_allclose(run[f"ball{number}.z"], plane["ball.y"], atol=1e-9)
        assert run[f"C{number}.restitution"][-1] == pytest.approx(plane["C.restitution"][-1], abs=1e-6)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"type": "table", "points": [[0.5, 0.9]]}, "expected at least 2 items; found 1"),
        ({"type": "tabel", "points": [[0.5, 0.9]]}, "there is no type 'tabel'; did you mean 'table'"),
        ({"type": "fast-scale", "shapes": [1.5]}, "'force' is missing"),
    ],
)
def test_what_is_wrong_in_a_law_is_said_not_that_it_is_no_number(given: dict[str, Any], words: str) -> None:
    with pytest.raises(LinkworkError, match=words):
        dropped(given)
