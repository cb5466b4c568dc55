"""Every mechanism of the gallery checks, runs to its end, and has the number that examples/gallery.toml says.

What is measured stands here; what is expected, with its source, in the table. Numbers that no formula of the table can
say are computed here a second time by other means: circles cut one after the other, an elliptic integral, a root.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.interpolate import CubicHermiteSpline
from scipy.optimize import brentq
from scipy.special import ellipe, ellipk

import linkwork as lw
from linkwork.expression import parse
from linkwork.run.run import Run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TABLE = tomllib.loads((EXAMPLES / "gallery.toml").read_text(encoding="utf-8"))["mechanism"]
NAMES = [Path(entry["file"]).stem for entry in TABLE]
TURN = 2 * np.pi
Numbers = NDArray[np.float64]


@cache
def run_of(name: str) -> Run:
    return lw.load(EXAMPLES / TABLE[NAMES.index(name)]["file"]).run()


def span(channel: str) -> Callable[[Run], float]:
    """Largest less smallest value, at the extremes themselves."""

    def measure(run: Run) -> float:
        values = [found.value for found in run.extremes(channel)]
        return float(max(values) - min(values))

    return measure


def share_of_times(channel: str) -> Callable[[Run], float]:
    """Longer by shorter way between the two extremes, in a motion with the period of 1 s."""

    def measure(run: Run) -> float:
        first, second = (found.t for found in run.extremes(channel))
        return float(max(second - first, 1 - second + first) / min(second - first, 1 - second + first))

    return measure


WHEELS = [f"{axle}_{side}" for axle in ("front", "rear") for side in ("left", "right")]
CAR_MASS = 1200 + 3 + 4 * (15 + 18) + 4 * 4  # chassis, rack, carriers and wheels, arms


def first_top(run: Run) -> float:
    """The height of the ball with the formula where it turns back after its first bounce."""
    return max(found.value for found in run.extremes("formula.y") if 0.5 < found.t < 1.2)


def crash_energy(run: Run) -> float:
    """What cars had less what they have, what absorbers took for good and what they store as springs."""
    taken = sum(run[f"{name}.absorbed"][-1] for name in run.mechanism.forces)
    left = run["energy.kinetic"][-1] + run["energy.elastic"][-1] + taken
    return float(1 - left / run["energy.kinetic"][0])


def watt_curve(run: Run) -> Numbers:
    """The pivots lie at (-b, c) and (b, -c): the curve's axis is turned by minus atan(c/b)."""
    b, c = 0.13, 0.03
    a, x, y = np.hypot(b, c), run["link.pen.x"], run["link.pen.y"]
    r, w = np.hypot(x, y)[np.hypot(x, y) > 1e-3], np.arctan2(y, x)[np.hypot(x, y) > 1e-3] + np.arctan2(c, b)
    root = np.sqrt(c**2 - (a * np.cos(w)) ** 2)
    both = [r**2 - b**2 + (a * np.sin(w) + sign * root) ** 2 for sign in (1, -1)]
    return np.min(np.abs(both), axis=0)


def nine_points(run: Run) -> float:
    """Largest distance of the nine points from the curve, which is a cubic between the rows with their velocities."""
    points = [(0.25, 0), (0.52, 0.1), (0.8, 0.7), (1.2, 1), (1.4, 1.3), (1.1, 1.48), (0.7, 1.4), (0.2, 1), (0.02, 0.4)]
    curve = CubicHermiteSpline(
        run.t, *(np.stack([run[f"coupler.P.{k}"] for k in ks], -1) for ks in ("xy", ("vx", "vy")))
    )
    along, off = curve.derivative(), 0.0
    for point in points:
        row = int(np.argmin(np.linalg.norm(curve(run.t) - point, axis=1)))
        low, high = run.t[max(row - 1, 0)], run.t[min(row + 1, len(run.t) - 1)]
        ahead = lambda t, point=point: float((curve(t) - point) @ along(t))  # noqa: E731
        nearest = brentq(ahead, low, high, xtol=1e-14) if ahead(low) * ahead(high) < 0 else run.t[row]
        off = max(off, float(np.linalg.norm(curve(nearest) - point)))
    return off


def motor_energy(run: Run) -> Numbers:
    """What the supply gave and nothing lost, less what moves and what the coil stores, by the first at the end."""
    stored = run["energy.kinetic"] + 0.01 * run["drive.M.current"] ** 2 / 2
    return np.asarray((run["kept"] - (stored - stored[0])) / run["kept"][-1])


def held_load(run: Run) -> float:
    """Moment of the ram about the pin by that of the weight, when all has come to rest."""
    angle = run["arm.angle"][-1]
    lug, foot = (0.6 - 0.05j) * np.exp(1j * angle), 0.1 - 0.5j
    along = (lug - foot) / abs(lug - foot)
    lever = (np.conj(lug) * along).imag
    push = 1.2e-3 * run["lift.chamber.pressure"][-1]
    return float(push * lever / (40 * 9.81 * 0.9 * np.cos(angle)))


def roller_gap(run: Run) -> list[float]:
    alpha = np.linspace(0.0, TURN, 20001)
    radius, gaps = 0.1 + 0.015 * np.cos(2 * alpha), []
    for frame in range(0, len(run.t), 60):
        turned = alpha + TURN * run.t[frame]
        away = (radius * np.cos(turned) - run["arm.axle.x"][frame], radius * np.sin(turned) - run["arm.axle.y"][frame])
        gaps.append(float(np.hypot(*away).min()))
    return gaps


def bennett(run: Run) -> Numbers:
    first, second = run["H1.angle"] / 2, run["H2.angle"] / 2
    steep = np.abs(np.cos(first) * np.cos(second)) > 0.1
    return np.tan(first[steep]) * np.tan(second[steep])


def foucault_turn(run: Run) -> float:
    """Turn of the outermost point in three swings, by the time of three swings."""
    radius, angle = np.hypot(run["bob.x"], run["bob.y"]), np.arctan2(run["bob.y"], run["bob.x"])
    top = [i for i in range(1, len(radius) - 1) if radius[i - 1] < radius[i] >= radius[i + 1]][1::2]
    bend = [(radius[i + 1] - radius[i - 1]) / (2 * radius[i] - radius[i + 1] - radius[i - 1]) / 2 for i in top]
    step = run.t[1] - run.t[0]
    return float((angle[top[3]] - angle[top[0]]) / (run.t[top[3]] - run.t[top[0]] + step * (bend[3] - bend[0])))


def flip_time(run: Run) -> float:
    """Time between two changes of sign of the spin."""
    spin = run["handle.omega.x"]
    at = [i for i in range(len(spin) - 1) if spin[i] * spin[i + 1] < 0]
    times = [run.t[i] - spin[i] * (run.t[i + 1] - run.t[i]) / (spin[i + 1] - spin[i]) for i in at]
    return float(times[1] - times[0])


def weave_frequency(run: Run) -> float:
    """Of the yaw rate, by its rising zeros in the second half of the run."""
    rate, first = run["frame.omega.z"], len(run.t) // 2
    at = [i for i in range(first, len(rate) - 1) if rate[i] < 0 <= rate[i + 1]]
    times = [run.t[i] - rate[i] * (run.t[i + 1] - run.t[i]) / (rate[i + 1] - rate[i]) for i in at]
    return float((len(times) - 1) / (times[-1] - times[0]))


def lifting_acceleration(run: Run) -> float:
    """Where the front tyre first leaves the road."""
    lifted = next(event.t for event in run.events if "'front_tyre': contact" in event.text)
    return float(np.interp(lifted, run.t, np.gradient(run["forward"], run.t)))


def lever_frequency(_: Run) -> float:
    m = lw.load(EXAMPLES / "gallery" / "double-pendulum.yaml")
    return float(m.linearise(m.equilibrium()).modes[0].hertz)


def coupler_length(run: Run) -> Numbers:
    theta, lean = np.pi * run.t, np.arctan2(run["rocker.z"], run["rocker.x"] + 4.0)
    pin = np.stack([0 * theta, -2 * np.sin(theta), 2 * np.cos(theta)])
    end = np.stack([-4 + 7.4 * np.cos(lean), 0 * lean - 8.5, 7.4 * np.sin(lean)])
    return np.asarray(np.linalg.norm(pin - end, axis=0))


def blocked_force(run: Run) -> Numbers:
    blocked = run.t < 0.015
    return np.min([run["hold[1].force"][blocked], run["hold[2].force"][blocked]], axis=0)


def stretch(run: Run) -> float:
    """How much farther than 10 m the tip of a blade is from its root, along the root, once it turns evenly."""
    x, y, angle = run["blade@tip.x"], run["blade@tip.y"], run["blade@root.angle"]
    return float(np.mean((x * np.cos(angle) + y * np.sin(angle) - 10)[run.t >= 15]))


def leaf_period(run: Run) -> float:
    """Mean time between passages of the middle to the right."""
    x, t = run["table.x"] - 0.1, run.t
    up = np.flatnonzero((x[:-1] < 0) & (x[1:] >= 0))
    return float(np.mean(np.diff(t[up] - x[up] * (t[up + 1] - t[up]) / (x[up + 1] - x[up]))))


def muscle_work(run: Run) -> float:
    """How far energies and works, of muscles, load and weight, are off their sum at the start."""
    return float(np.ptp(run["energy.balance"]))


def fall_in_flight(run: Run) -> float:
    """Acceleration of the center of mass of a jumper between two times after his feet have left the floor."""
    masses = {"foot": 2.2, "shank": 7, "thigh": 15, "trunk": 50.8}
    first, last = np.searchsorted(run.t, (0.42, 0.68))
    assert max(run["ball.force"][first], run["heel.force"][first]) == 0.0
    speed = sum(mass * run[f"{body}.center.vy"] for body, mass in masses.items()) / sum(masses.values())
    return float((speed[last] - speed[first]) / (run.t[last] - run.t[first]))


MEASURES: dict[str, Callable[[Run], Any]] = {
    "flexible-slider-crank": lambda run: np.max(np.abs(run["energy.balance"])) / np.max(run["energy.kinetic"]),
    "spun-up-blade": stretch,
    "flexible-four-bar": lambda run: run["bar 1.angle"][100],
    "paid-out-cable": lambda run: np.mean(run["ring.position"][-80:]),
    "leaf-spring-guide": leaf_period,
    "strain-feedback": lambda run: run["energy.total"][0],
    "four-bar": span("rocker.angle"),
    "drag-link": lambda run: np.min(run["transmission(B)"]),
    "cognates": lambda run: run["arm 3.angle"] - run["rocker.angle"],
    "nine-points": nine_points,
    "slider-crank": lambda run: np.ptp(run["slider.x"]),
    "offset-slider-crank": span("slider.x"),
    "redundant-parallelogram": lambda run: run["coupler.angle"],
    "spatial-four-bar": coupler_length,
    "peaucellier": lambda run: run["side4.pen.x"],
    "hart-inversor": lambda run: run["long 2.pen.x"],
    "scott-russell": lambda run: run["rod.pen.x"],
    "chebyshev-line": lambda run: max(found.value for found in run.extremes("coupler.pen.y")),
    "roberts-line": lambda run: np.hypot(run["triangle.pen.x"][90] - 0.1, run["triangle.pen.y"][90]),
    "watt-line": watt_curve,
    "watt-engine": lambda run: (
        np.hypot(run["piston link.piston.x"], run["piston link.piston.y"])
        / np.hypot(run["back link.pump.x"], run["back link.pump.y"])
    ),
    "cardan-gear": lambda run: run["planet.rim.y"],
    "sarrus": lambda run: np.max(run["table.z"]),
    "stephenson-dwell": lambda run: np.ptp(run["lever.angle"]),
    "jansen-leg": lambda run: np.ptp(run["foot.toe.x"]),
    "klann-leg": lambda run: np.ptp(run["leg.foot.y"]),
    "quick-return": share_of_times("rocker.angle"),
    "whitworth": share_of_times("ram.x"),
    "scotch-yoke": lambda run: np.max(run["yoke.ax"]),
    "geneva-wheel": lambda run: np.max(np.abs(run["wheel.omega"])) / TURN,
    "ratchet": lambda run: run["wheel.angle"][-1],
    "trigger": blocked_force,
    "three-followers": lambda run: np.max(run["knife.ay"]),
    "roller-cam": roller_gap,
    "pin-in-curved-slot": lambda run: np.max(run["slider.ax"]),
    "valve-lifter": lambda run: np.ptp(run["valve.y"]),
    "jumping-cam": lambda run: run.touches.of_kind("opens")[0].t,
    "planetary-gear": lambda run: run["carrier.omega"] / run["sun.omega"],
    "ravigneaux": lambda run: run["ring.omega"] / run["small sun.omega"],
    "spirograph": lambda run: np.hypot(np.diff(run["wheel.pen.x"][[0, -1]]), np.diff(run["wheel.pen.y"][[0, -1]])),
    "gear-slider": lambda run: run["slider.x"][0],
    "rack-lift": lambda run: run["rack.y"][-1],
    "belt-drive": lambda run: run["last pulley.omega"] / run["motor pulley.omega"],
    "push-belt-variator": lambda run: run["driven belt.x"][60] - run["driving belt.x"][60],
    "oldham": lambda run: np.hypot(run["disc.x"] - 0.015, run["disc.y"]),
    "universal-joint": lambda run: np.max(run["B.omega"] / run["A.omega"]),
    "double-cardan": lambda run: run["B.omega"] / run["A.omega"],
    "differential": lambda run: (run["left shaft.wx"] + run["right shaft.wx"]) / run["cage.wx"],
    "two-planes": lambda run: np.ptp(run["slider.x"]),
    "excavator": lambda run: run["boom.angle"][-1],
    "scissor-lift": lambda run: np.max(run["platform.y"]),
    "toggle-press": lambda run: min(found.value for found in run.extremes("ram.y")),
    "pantograph": lambda run: (
        np.hypot(run["long 2.pen.x"], run["long 2.pen.y"]) / np.hypot(run["short 1.tracer.x"], run["short 1.tracer.y"])
    ),
    "wiper": span("right arm.angle"),
    "compressor": lambda run: run["crank.omega"][-1],
    "squeezer": lambda run: run["K1.angle"][-1],
    "governor": lambda run: run["spindle.wy"][run.t <= 1.0],
    "stewart-platform": lambda run: np.hypot(run["platform.x"], run["platform.y"]),
    "delta-robot": lambda run: np.hypot(np.hypot(run["hand.rx"], run["hand.ry"]), run["hand.rz"]),
    "bennett": bennett,
    "bricard": lambda run: (1 - np.sin(run["H1.angle"])) * (1 - np.sin(run["H2.angle"])) - 1,
    "double-wishbone": lambda run: run["carrier.top.y"][30],
    "mcpherson-strut": lambda run: run["strut.position"][30],
    "self-stable-bicycle": lambda run: np.max(np.abs(run["energy.balance"])) / np.max(run["energy.kinetic"]),
    "kerb": lambda run: run["carrier.z"][-1],
    "truck-on-a-bump": lambda run: sum(
        run[f"trailer_{side}_{place}_tyre.load"][0] for side in ("left", "right") for place in ("inner", "outer")
    ),
    "motorcycle-weave": weave_frequency,
    "wheelie-limit": lifting_acceleration,
    "vehicle": lambda run: sum(run[f"tyre {number}.load"][0] for number in (2, 3, 4, 5)),
    "double-pendulum": lever_frequency,
    "foucault-pendulum": foucault_turn,
    "heavy-top": lambda run: run["top.omega.z"],
    "t-handle": flip_time,
    "rolling-coin": lambda run: run["coin.z"],
    "newtons-cradle": lambda run: -run.impacts[0].before,
    "woodpecker": lambda run: np.min(run["sleeve.angle"]),
    "trebuchet": lambda run: np.max(np.abs(run["energy.balance"])) / np.max(run["energy.kinetic"]),
    "bouncing-block": lambda run: run.impacts[0].t,
    "loose-slider-crank": lambda run: 0.0005 * np.max(run.orbit("B").eccentricity),
    "motor-crank": motor_energy,
    "hydraulic-arm": held_load,
    "buckling-arch": lambda run: float(run["spindle.force"][-1]),
    "arm-with-muscles": lambda run: float(run["biceps.activation"][-1]),
    "leg-with-35-muscles": lambda run: float(run["vastus_lateralis.activation"][-1]),
    "cycling": muscle_work,
    "jumping": fall_in_flight,
    "car": lambda run: sum(run[f"{place}_tyre.load"][-1] for place in WHEELS) / (9.80665 * CAR_MASS),
    "hard-and-soft-bounces": first_top,
    "where-a-beam-is-struck": lambda run: run["middle.restitution"][-1],
    "train-crash": crash_energy,
    "folding-member": lambda run: run["energy.balance"][-1] / run["energy.kinetic"][0],
    "hexapod-machine": lambda run: run["energy.balance"] / np.max(np.abs(run["energy.given"])),
}


@pytest.mark.parametrize("entry", TABLE, ids=NAMES)
def test_it_runs_and_has_its_number(entry: dict[str, Any]) -> None:
    name = Path(entry["file"]).stem
    m = lw.load(EXAMPLES / entry["file"])
    report = m.check()
    assert report.ok and not report.warnings, report.text()
    run = run_of(name)
    assert run.completed, run.events
    assert run.violation().max() < 1e-11
    for channel in (channel for group in (*m.output.plots, *m.output.cross_plots) for channel in group):
        assert np.isfinite(run[channel]).all()
    off = np.abs(np.asarray(MEASURES[name](run), float) - parse(entry["value"]).value({}))
    assert np.max(off) < entry["tolerance"]


# ------------------------------------------------------------------------------------- numbers computed a second time


def cut(p: Any, q: Any, from_p: float, from_q: float, side: int) -> Any:
    """The point at two distances from two points, on the left (1) or the right (-1) of the way from p to q."""
    away = np.abs(q - p)
    along = (from_p**2 - from_q**2 + away**2) / (2 * away)
    return p + (q - p) / away * (along + side * 1j * np.sqrt(from_p**2 - along**2))


def jansen() -> Any:
    """The toe for every degree of the crank, by seven pairs of circles; millimetres, crank's axle at (38, 7.8)."""
    pin = 38 + 7.8j + 15 * np.exp(-1j * np.radians(np.arange(361)))
    shoulder, hip = cut(pin, 0j, 50, 41.5, -1), cut(pin, 0j, 61.9, 39.3, 1)
    corner = cut(shoulder, 0j, 55.8, 40.1, -1)
    knee = cut(corner, hip, 39.4, 36.7, -1)
    return np.ptp(cut(knee, hip, 65.7, 49, -1).real) * 1e-3


def klann() -> Any:
    pin, low, high = 17.5 * np.exp(1j * np.radians(np.arange(361))), -38.8 - 12.5j, -14.6 + 41.9j
    middle = cut(pin, low, 38.8, 23.7, -1)
    end = cut(pin, middle, 73.4, 35.2, -1)
    knee = cut(end, high, 57.7, 34.1, 1)
    return np.ptp(cut(knee, end, 111.7, 59, 1).imag) * 1e-3


def stephenson() -> Any:
    pin = 0.1 * np.exp(1j * np.radians(90 + np.arange(361)))
    end = cut(pin, 0.3 + 0j, 0.28, 0.22, 1)
    point = pin + (0.1 + 0.06j) * (end - pin) / 0.28
    pivot = 0.0775 + 0.0669j + 0.15 * np.exp(1j * np.radians(50))
    return np.ptp(np.unwrap(np.angle(cut(point, pivot, 0.1295, 0.15, -1) - pivot)))


def wishbone() -> Any:
    ball = 0.35 + np.sqrt(0.36**2 - 0.08**2) + 0.28j
    return cut(ball, 0.42 + 0.45j, np.hypot(0.04, 0.25), 0.25, -1).real


def flips() -> Any:
    """Euler's equations with moments a < b < c, turned about the middle axis (Landau and Lifshitz, 37)."""
    a, b, c, spin, other = 1.5e-4, 2e-4, 3e-4, 8.0, 0.4
    energy, square = b * spin**2 + a * other**2, (b * spin) ** 2 + (a * other) ** 2
    modulus = (b - c) * (energy * a - square) / ((a - b) * (square - energy * c))
    return 2 * ellipk(modulus) * np.sqrt(a * b * c / ((a - b) * (square - energy * c)))


def first_impact() -> Any:
    return brentq(lambda t: 1 - 4.905 * t**2 - 0.2 * np.sin(0.4 + 2 * t) - 0.1 * np.cos(0.4 + 2 * t), 0.2, 0.41)


def elastica() -> float:
    """The thrust of a pinned strip whose ends have come nearer by a tenth of its length."""
    k = brentq(lambda k: 2 - 2 * ellipe(k**2) / ellipk(k**2) - 0.1, 0.01, 0.9)
    return float(4 * ellipk(k**2) ** 2 * 210e9 * 0.02 * 0.001**3 / 12 / 0.5**2)


def struck_middle() -> float:
    """Ball, contact of Hertz and the three vibrations that move the middle of the beam, in one integration."""
    w, s, share = 2 * np.pi * np.array([93.4586, 502.45, 1229.58]), np.array([-1.336, -1.562, -1.549]), 0.02
    speed, mass = np.sqrt(2 * 9.81 * 0.1), 1 / (1 / 0.11 + 1 / 0.8271)

    def rate(_: float, y: Any) -> Any:
        force = 1.284e10 * max(0.0, y[0] - s @ y[2:5]) ** 1.5
        return np.concatenate([[y[1], -force / mass], y[5:], s * force - w**2 * y[2:5] - 2 * share * w * y[5:]])

    start = np.array([0.0, speed, *[0.0] * 6])
    run = solve_ivp(rate, (0, 0.02), start, "DOP853", rtol=1e-9, atol=1e-12, max_step=5e-6)
    return float(-run.y[1, -1] / speed)


SECOND = {
    "where-a-beam-is-struck": struck_middle,
    "jansen-leg": jansen,
    "klann-leg": klann,
    "stephenson-dwell": stephenson,
    "double-wishbone": wishbone,
    "t-handle": flips,
    "bouncing-block": first_impact,
    "buckling-arch": elastica,
}


@pytest.mark.parametrize("name", SECOND)
def test_the_number_of_the_table_comes_from_another_computation(name: str) -> None:
    entry = TABLE[NAMES.index(name)]
    assert parse(entry["value"]).value({}) == pytest.approx(SECOND[name](), abs=0.1 * entry["tolerance"])


def test_the_belt_of_the_variator_keeps_its_length() -> None:
    """Its radii are read from where the sheaves have gone to; strands and arcs make 660 mm at every ratio."""
    run = run_of("push-belt-variator")
    steep, level, apart = 2 * np.tan(np.radians(11)), (0.660 - 2 * 0.155) / (2 * np.pi), 0.155
    driving, driven = level - run["driving sheave.x"] / steep, level + run["driven sheave.x"] / steep
    lean = np.arcsin((driven - driving) / apart)
    length = 2 * apart * np.cos(lean) + np.pi * (driving + driven) + 2 * (driven - driving) * lean
    assert np.ptp(driven - driving) == pytest.approx(0.1, rel=1e-4)
    assert np.abs(length - 0.660).max() < 1e-12


def test_the_table_is_whole() -> None:
    """Every file of the folder is in it, every entry is measured, and none twice."""
    assert {f"gallery/{path.name}" for path in (EXAMPLES / "gallery").iterdir()} <= {entry["file"] for entry in TABLE}
    assert len(set(NAMES)) == len(NAMES) >= 36
    assert set(MEASURES) == set(NAMES)


@pytest.mark.parametrize(("name", "count", "rank"), [("bennett", -2, 1), ("bricard", 0, 1), ("cognates", -1, 1)])
def test_linkages_that_should_not_move_do(name: str, count: int, rank: int) -> None:
    report = lw.load(EXAMPLES / "gallery" / f"{name}.yaml").check()
    assert (report.count_mobility, report.mobility) == (count, rank)
