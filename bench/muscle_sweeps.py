"""Random sweeps of the end of a muscle past surfaces of a mechanism: does its length go on, and is its rate right.

A hand flies past one surface or two with any velocity and spin; forces are too small to matter.
What ends early has to have a cause that is seen without its path: an end of it comes into a surface.
`python -m bench.muscle_sweeps 1000 torus pair` makes as many of each shape that is named, of all where none is, and
tells the numbers of those that stop without a cause or jump; 10 where no number is given. With `skeletons` before the
number the same flights are motions of skeletons (`bench/skeleton_sweeps.py`).
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

import linkwork as lw
from linkwork.elements.muscle import TORUS
from linkwork.signals.paths.way_layout_kernel import STATE_NUMBERS, TWICE

CHAINS = {
    "pair": ("sphere", "cylinder"),
    "spheres": ("sphere", "sphere"),
    "three": ("sphere", "cylinder", "sphere"),
    "egg and roll": ("ellipsoid", "cylinder"),
    "eggs": ("ellipsoid", "ellipsoid"),
    "ring and ball": ("torus", "sphere"),
    "all": ("sphere", "ellipsoid", "cylinder"),
}
"""Surfaces that follow each other between two points."""
SHAPES = ("cylinder", "sphere", "ellipsoid", "torus", *CHAINS)
APART = 0.14  # m: from one centre to the next
POINTS, UNTIL = 241, 0.24
FINER, RIGHT = (1, 10, 100, 1000), 1e-7  # frames so many times as near where the rate is not right to so much
GOES_ON = 1e-6  # m: what a length may change beside its rate; the bend of a rate at a surface is this at near frames
AROUND, BETWEEN = 60, 1e-3  # points round a surface, and how far from another they lie at least where the two are apart
NEAR = 1e-5  # m: an end so near to a surface has come into it
AWAY = 5e-3  # s from an event, or a bend: frames whose rates are not compared; where the side changes lengths neither


@dataclass(frozen=True)
class Sweep:
    """What one sweep has seen."""

    shape: str
    completed: bool
    on_surface: bool
    flips: int
    jump: float
    """The largest change of length over two frames beside what the rate tells, also where surfaces are reached, m."""
    rate: float
    """The largest difference of the rate from that of the length away from all events and bends, m/s at 1 m/s."""
    frame: float
    """Time between two frames, s."""
    clearance: float = math.inf
    """Where it stopped: how far the ends of the path are from the surfaces, or these from each other, m."""
    text: str = ""


def surface(kind: str, at: Any, random: Any) -> dict[str, Any]:
    """A surface of any size and axis on the block."""
    axis = [float(one) for one in random.normal(size=3)]
    x = [float(one) for one in np.cross(axis, random.normal(size=3))]
    place = {"block": {"at": [float(one) for one in at], "axis": axis, "x": x}}
    if kind == "cylinder":
        return {"round": place, "radius": random.uniform(0.02, 0.05), "side": str(random.choice(["left", "right"]))}
    if kind == "sphere":
        return {"round": place, "shape": "sphere", "radius": random.uniform(0.02, 0.05)}
    if kind == "ellipsoid":
        return {"round": place, "shape": "ellipsoid", "radii": [random.uniform(0.02, 0.05) for _ in range(3)]}
    along = {"at": place["block"]["at"], "axis": [1.0, *(random.uniform(-0.3, 0.3) for _ in range(2))]}
    return {"round": {"block": along}, "shape": "torus", "radius": random.uniform(0.05, 0.08), "tube": 0.02}


@dataclass(frozen=True)
class Flight:
    """What one sweep is of: surfaces of the block, and how the hand flies and the block turns."""

    shape: str
    hand: Any
    velocity: Any
    stations: list[dict[str, Any]]
    begin: Any
    spin: Any


def flight(shape: str, random: Any) -> Flight:
    """A flight of the hand past surfaces."""
    hand, velocity = np.array((0.3, 0, 0)) + random.uniform(-0.1, 0.1, 3), random.normal(size=3)
    velocity /= np.linalg.norm(velocity)
    kinds = CHAINS.get(shape, (shape,))
    hand[0] += APART * max(0, len(kinds) - 2)
    stations = [
        surface(kind, (APART * number, *random.uniform(-0.03, 0.03, 2)), random) for number, kind in enumerate(kinds)
    ]
    begin, spin = np.array((-0.15, *random.uniform(-0.05, 0.05, 2))), 2 * random.normal(size=3)
    return Flight(shape, hand, velocity, stations, begin, spin)


def flown(one: Flight) -> Sweep:
    """What its path does."""
    m = lw.Spatial("sweep")
    mass = {"mass": 1, "inertia": (0.01, 0.01, 0.01)}
    m.body("block", (0, 0, 0), mass=mass)
    held = m.body("hand", tuple(one.hand), mass=mass)
    path = [m.ground.at(*one.begin), *one.stations, held.at(0, 0, 0)]
    m.muscle("band", path, strength=1e-9, optimal_length=1, tendon="stiff")
    rates = {f"hand.{name}": float(rate) for name, rate in zip(("vx", "vy", "vz"), one.velocity, strict=True)}
    rates |= {f"block.{name}": float(rate) for name, rate in zip(("wx", "wy", "wz"), one.spin, strict=True)}
    told = None
    for finer in FINER:
        run = m.simulate(until=UNTIL, points=finer * (POINTS - 1) + 1, speeds=rates, progress=False)
        nearer = seen(one.shape, run)
        if told is not None:  # a jump stays one between near frames, where bends are small and rates are rounding
            nearer = replace(nearer, jump=min(told.jump, nearer.jump), rate=min(told.rate, nearer.rate))
        told = nearer
        if told.rate < RIGHT and told.jump < GOES_ON:
            break
    gone = run.t[~np.isfinite(run["band.length"])]
    if run.completed and not len(gone):
        return told
    t = float(gone[0]) if run.completed else run.events[-1].t  # a step may lead over a moment without a path
    back = Rotation.from_rotvec(-one.spin * t)  # nothing turns the block but its own spin
    ends = back.apply([one.begin, one.hand + one.velocity * t])
    return replace(told, completed=False, clearance=clearance(one.stations, ends))


def clearance(stations: list[dict[str, Any]], ends: Any) -> float:
    """The least distance of points from surfaces of the block, and of surfaces from each other, in its frame."""
    gaps = [outside(one, end) for one in stations for end in ends]
    for one, two in pairwise(stations):
        if "sphere" in (one.get("shape"), two.get("shape")):
            ball, other = (one, two) if one.get("shape") == "sphere" else (two, one)
            gaps.append(outside(other, np.array(ball["round"]["block"]["at"])) - ball["radius"])
        else:
            bounded, other = (two, one) if "shape" not in one else (one, two)
            near = min(outside(other, point) for point in points_of(bounded))
            gaps.append(near if near > BETWEEN else 0.0)
    return float(min(gaps))


def points_of(station: dict[str, Any]) -> list[Any]:
    """Points all over an ellipsoid or a ring."""
    frame, turn = station["round"]["block"], 2 * np.pi / AROUND * np.arange(AROUND)
    z = np.array(frame["axis"]) / np.linalg.norm(frame["axis"])
    x = np.array(frame.get("x", np.cross(z, (z[1], z[2], z[0]))), dtype=float)
    x = x / np.linalg.norm(x)
    axes, points = np.array((x, np.cross(z, x), z)), []
    for one in turn:
        for two in turn:
            if station["shape"] == "torus":
                out = station["radius"] + station["tube"] * np.cos(two)
                own = np.array((out * np.cos(one), out * np.sin(one), station["tube"] * np.sin(two)))
            else:
                own = np.array((np.sin(two) * np.cos(one), np.sin(two) * np.sin(one), np.cos(two))) * station["radii"]
            points.append(frame["at"] + own @ axes)
    return points


def outside(station: dict[str, Any], point: Any) -> float:
    """How far a point is from a surface; for an ellipsoid to the first order."""
    frame = station["round"]["block"]
    axis, gap = np.array(frame["axis"]) / np.linalg.norm(frame["axis"]), point - frame["at"]
    along = float(gap @ axis)
    shape, across = station.get("shape", "cylinder"), float(np.linalg.norm(gap - along * axis))
    if shape == "sphere":
        return float(np.linalg.norm(gap)) - float(station["radius"])
    if shape == "torus":
        return math.hypot(across - station["radius"], along) - float(station["tube"])
    if shape == "ellipsoid":
        x = np.array(frame["x"]) / np.linalg.norm(frame["x"])
        own, radii = np.array((gap @ x, gap @ np.cross(axis, x), along)), np.array(station["radii"])
        return float((np.sum((own / radii) ** 2) - 1) / (2 * np.linalg.norm(own / radii**2)))
    return across - float(station["radius"])


def seen(shape: str, run: Any) -> Sweep:
    """What the length does from frame to frame: Simpson's rule of its rate."""
    there = np.isfinite(run["band.length"])  # up to where there is none
    many = len(run.t) if there.all() else int(np.argmin(there))
    t, length, rate = run.t[:many], run["band.length"][:many], run["band.speed"][:many]
    h = UNTIL / POINTS if len(t) < 2 else float(t[1] - t[0])
    smooth, same = np.ones(len(t), bool), np.ones(len(t), bool)
    flips = [event for event in run.events if "another side" in event.text]
    for bend in [*(event.t for event in run.events), *changes_of_touch(run)]:
        smooth &= np.abs(t - bend) > AWAY
    for event in flips if run.completed else [*flips, run.events[-1]]:  # an end that comes into a surface stops the run
        same &= np.abs(t - event.t) > AWAY
    gap = np.abs(length[2:] - length[:-2] - h / 3 * (rate[2:] + 4 * rate[1:-1] + rate[:-2]))
    jump, wrong = (float(gap[one[2:] & one[1:-1] & one[:-2]].max(initial=0.0)) for one in (same, smooth))
    jump, wrong = (one if math.isfinite(one) else math.inf for one in (jump, wrong))
    reached = any("touches" in event.text for event in run.events)
    why = "" if run.completed else run.events[-1].text
    return Sweep(shape, run.completed, reached, len(flips), jump, wrong / (2 * h), h, text=why)


def changes_of_touch(run: Any) -> list[float]:
    """Times of rows behind which a ring is touched at one place more or less: no event, but the rate bends there."""
    changes: list[float] = []
    for surface in run.system.signals.surfaces:
        if surface.kind == TORUS:
            two = np.real(run.loads.memory[:, surface.kept + STATE_NUMBERS + TWICE + 7]) > 0
            changes += [float(t) for t in run.t[:-1][two[1:] != two[:-1]]]
    return changes


def flights(count: int, seed: int = 1) -> list[Flight]:
    """As many flights, shape after shape; one of a number is the same whatever the count."""
    random = np.random.default_rng(seed)
    return [flight(SHAPES[number % len(SHAPES)], random) for number in range(count)]


def sweeps(count: int, seed: int = 1) -> list[Sweep]:
    """As many sweeps."""
    return [flown(one) for one in flights(count, seed)]


def of_shape(shape: str, count: int, seed: int = 1) -> list[Flight]:
    """As many flights past surfaces of one kind; the same whatever the count."""
    random = np.random.default_rng((seed, (*SHAPES,).index(shape)))
    return [flight(shape, random) for _ in range(count)]


def summary(shape: str, made: list[Sweep]) -> str:
    """What sweeps of a shape have seen, in one line; numbers begin with 0."""
    stopped = [number for number, one in enumerate(made) if not one.completed and one.clearance > NEAR]
    jumped = [number for number, one in enumerate(made) if not one.jump < GOES_ON]
    return (
        f"{shape}: {len(made)} sweeps, {sum(one.on_surface for one in made)} come to a surface or leave it, "
        f"{sum(one.flips for one in made)} flips told, {sum(not one.completed for one in made)} stopped, "
        f"of them without a cause {stopped or 'none'}; jumped without a word {jumped or 'none'}, "
        f"length to {max(one.jump for one in made):.1e} m"
    )


def main(words: list[str]) -> None:
    """What sweeps of the shapes that are named have seen, in mechanisms or skeletons."""
    fly, rates = flown, True
    if words[:1] == ["skeletons"]:
        from bench.skeleton_sweeps import followed

        fly, rates, words = followed, False, words[1:]
    count = int(words[0]) if words else 10
    for shape in words[1:] or SHAPES:
        made = [fly(one) for one in of_shape(shape, count)]
        rate = f", rate to {max(one.rate for one in made):.1e} m/s" if rates else ""
        print(summary(shape, made) + rate, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
