"""Random mechanisms whose bodies touch, each by its seed, in the plane and in space; and how each is simulated."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.bodies.profiles import Profile

FORMULATIONS = ("auto", "projection", "null-space", "joint", "joint-null-space")
METHODS: dict[str, dict[str, float]] = {
    "dop853": {},
    "adams": {},
    "rk4": {"step": 5e-4},
    "radau": {},
    "moreau": {"step": 1e-3},
}
UNTIL, POINTS = 0.5, 26
APART = 0.02  # between bodies at the start, m


@dataclass(frozen=True)
class Scene:
    """A mechanism and how it is to be simulated."""

    seed: int
    mechanism: Any
    speeds: dict[str, float]
    method: str
    formulation: str

    def run(self, **changed: Any) -> Any:
        """Simulate it, with other options where they are given."""
        options = {"method": self.method, "formulation": self.formulation, **METHODS[self.method], **changed}
        return self.mechanism.simulate(UNTIL, POINTS, speeds=self.speeds, progress=False, **options)


def _drawn(rng: np.random.Generator) -> tuple[str, str]:
    """Method and formulation; time-stepping holds the constraints itself."""
    method, formulation = str(rng.choice(list(METHODS))), str(rng.choice(FORMULATIONS))
    return method, "auto" if method == "moreau" else formulation


def _between(rng: np.random.Generator, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def _add_contacts(m: Any, rng: np.random.Generator, names: list[str], apart: set[frozenset[str]]) -> None:
    """Contacts of any two bodies that no joint holds together."""
    restitution, friction = float(rng.choice((0.0, 0.3, 0.8))), float(rng.choice((0.0, 0.3, 0.6)))
    for place, second in enumerate(names):
        for first in names[:place]:
            if frozenset((first, second)) not in apart:
                m.contact(f"C{first}{second}", first, second, restitution=restitution, friction=friction)


# ---------------------------------------------------------------------- in the plane


def _round_polygon(rng: np.random.Generator, corners: int, size: float) -> Profile:
    """A convex polygon: corners on an ellipse."""
    angles = np.sort((np.arange(corners) + rng.uniform(-0.3, 0.3, corners)) * 2 * math.pi / corners)
    flat = _between(rng, 0.5, 1.0)
    return lw.polygon([(float(size * math.cos(a)), float(flat * size * math.sin(a))) for a in angles])


def _stadium(size: float, radius: float) -> Profile:
    """Two half circles and two straight sides."""
    long = size - radius
    return Profile.model_validate(
        {
            "elements": [
                {"type": "segment", "start": (-long, -radius), "end": (long, -radius)},
                {"type": "arc", "center": (long, 0), "end": (long, radius)},
                {"type": "segment", "end": (-long, radius)},
                {"type": "arc", "center": (-long, 0), "end": (-long, -radius)},
            ]
        }
    )


def _blob(rng: np.random.Generator, size: float) -> Profile:
    """A smooth outline with two or three bulges, by a spline."""
    waves, depth = int(rng.integers(2, 4)), _between(rng, 0.05, 0.15)
    angles = np.arange(12) * math.pi / 6
    radii = size / (1 + depth) * (1 + depth * np.cos(waves * angles))
    points = [(float(r * math.cos(a)), float(r * math.sin(a))) for a, r in zip(angles, radii, strict=True)]
    return Profile.model_validate({"elements": [{"type": "spline", "points": points}], "closed": True})


def outline(rng: np.random.Generator, size: float) -> Profile:
    """A random outline inside a circle of this radius."""
    kind = int(rng.integers(6))
    if kind == 0:
        return _round_polygon(rng, int(rng.integers(3, 9)), size)
    if kind == 1:
        width, height = 0.85 * size, size * _between(rng, 0.2, 0.5)
        return lw.polygon([(-width, -height), (width, -height), (width, height), (-width, height)])
    if kind == 2:
        return lw.circle(size)
    if kind == 3:  # an L, with an inward corner
        corners = ((-0.6, -0.6), (0.7, -0.6), (0.7, -0.2), (-0.1, -0.2), (-0.1, 0.7), (-0.6, 0.7))
        return lw.polygon([(size * x, size * y) for x, y in corners])
    return _stadium(size, size * _between(rng, 0.2, 0.5)) if kind == 4 else _blob(rng, size)


def _floor(m: Any, rng: np.random.Generator) -> None:
    """A floor, a table, or a round hill, with its top at the origin."""
    slope, kind = float(rng.choice((0.0, 0.2))), int(rng.integers(3))
    if kind == 0:
        m.ground.profile("floor", lw.wall((0, 0), (-math.cos(slope), -math.sin(slope))))
    elif kind == 1:
        m.ground.profile("floor", lw.polygon([(-0.6, -0.2), (0.6, -0.2), (0.6, 0), (-0.6, 0)]))
    else:
        m.ground.profile("floor", lw.circle(1.0, center=(0, -1)))


def planar_scene(seed: int) -> Scene:
    """A random scene in the plane: a heap, or a driven cam under an arm."""
    rng = np.random.default_rng([2, seed])
    m = lw.Planar(f"plane scene {seed}")
    m.set_gravity(0, -9.81)
    return _cam(m, rng, seed) if rng.uniform() < 0.2 else _planar_heap(m, rng, seed)


def _cam(m: Any, rng: np.random.Generator, seed: int) -> Scene:
    """A driven outline that lifts a pinned bar."""
    size, speed = _between(rng, 0.06, 0.12), _between(rng, 3, 12)
    cam = m.body("cam", estimate=(0, 0, 0))
    cam.profile("edge", outline(rng, size))
    m.revolute("axle", m.ground, cam, at=(0, 0))
    m.drive("motor", joint="axle", angle=f"{speed}*t")
    thick = _between(rng, 0.01, 0.03)
    arm = m.body("arm", estimate=(-0.3, size + thick + APART, 0))
    ends = [(-0.05, -thick), (0.5, -thick), (0.5, thick), (-0.05, thick)]
    arm.profile("side", lw.polygon(ends) if rng.uniform() < 0.7 else _stadium(0.5, thick))
    m.mass("arm", mass=_between(rng, 0.5, 2), center=(0.2, 0), inertia=0.02)
    m.revolute("pin", m.ground, arm, at=(-0.3, size + thick + APART))
    _add_contacts(m, rng, ["cam", "arm"], set())
    return Scene(seed, m, {}, *_drawn(rng))


def _planar_heap(m: Any, rng: np.random.Generator, seed: int) -> Scene:
    """Bodies above each other that fall, some of them in joints."""
    _floor(m, rng)
    names, height = ["ground"], 0.05
    speeds: dict[str, float] = {}
    apart: set[frozenset[str]] = set()
    for number in range(int(rng.integers(1, 4))):
        name, size, x = f"b{number}", _between(rng, 0.06, 0.15), _between(rng, -0.1, 0.1)
        height += size + APART
        body = m.body(name, estimate=(x, height, _between(rng, -3, 3)))
        m.mass(name, mass=_between(rng, 0.5, 2), inertia=_between(rng, 0.3, 0.6) * size**2)
        body.profile("skin", outline(rng, size))
        speeds |= {f"{name}.vx": _between(rng, -1, 1), f"{name}.vy": _between(rng, -1, 0)}
        speeds[f"{name}.omega"] = _between(rng, -5, 5)
        drawn, below = rng.uniform(), names[-1]
        if drawn < 0.15:
            m.revolute(f"pin{number}", m.ground, body, at=(x, height))
            apart.add(frozenset(("ground", name)))
            speeds = {key: value for key, value in speeds.items() if key.partition(".v")[0] != name}
        elif drawn < 0.35 and number > 0 and frozenset(("ground", below)) not in apart:
            m.revolute(f"pin{number}", below, body, at=(x, height - size - 0.5 * APART))
            apart.add(frozenset((below, name)))
            speeds = {key: value for key, value in speeds.items() if key.partition(".v")[0] != name}
        height += size
        names.append(name)
    _add_contacts(m, rng, names, apart)
    return Scene(seed, m, speeds, *_drawn(rng))


# ---------------------------------------------------------------------- in space


def solid(rng: np.random.Generator, size: float) -> dict[str, Any]:
    """A random solid inside a ball of this radius."""
    kind = int(rng.integers(5))
    if kind == 0:
        return {"type": "sphere", "radius": size}
    if kind == 1:
        edges = rng.uniform(0.4, 1.0, 3)
        return {"type": "box", "size": tuple(float(2 * size * e) for e in edges / np.linalg.norm(edges))}
    if kind in (2, 3):
        thick = size * _between(rng, 0.2, 0.5)
        long = size - thick if kind == 2 else 0.9 * math.sqrt(size**2 - thick**2)
        name = "capsule" if kind == 2 else "cylinder"
        return {"type": name, "from": (0, 0, -long), "to": (0, 0, long), "radius": thick}
    points = rng.normal(size=(int(rng.integers(6, 20)), 3))
    points *= size / np.linalg.norm(points, axis=1)[:, None]
    return {"type": "convex", "points": [tuple(map(float, point)) for point in points]}


def spatial_scene(seed: int) -> Scene:
    """A random scene in space: bodies above each other that fall on a floor or a fixed bar, some of them in joints."""
    rng = np.random.default_rng([3, seed])
    m = lw.Spatial(f"space scene {seed}")
    m.set_gravity(0, 0, -9.81)
    kind = int(rng.integers(3))
    ground = (
        {"type": "plane", "normal": (0, 0.1 if rng.uniform() < 0.3 else 0, 1)},
        {"type": "box", "size": (1.2, 1.2, 0.1), "at": (0, 0, -0.05)},
        {"type": "capsule", "from": (0, -0.3, -0.05), "to": (0, 0.3, -0.05), "radius": 0.05},
    )[kind]
    m.add_solid("ground", "floor", ground)
    names, height = ["ground"], 0.05
    speeds: dict[str, float] = {}
    apart: set[frozenset[str]] = set()
    for number in range(int(rng.integers(1, 4))):
        name, size = f"b{number}", _between(rng, 0.06, 0.15)
        x, y = rng.uniform(-0.05, 0.05, 2)
        height += size + APART
        turn = rng.normal(size=4)
        turn *= math.copysign(1.0, turn[0]) / np.linalg.norm(turn)
        m.body(name, (float(x), float(y), height), orientation=lw.orient.parameters(*map(float, turn)))
        m.mass(name, mass=_between(rng, 0.5, 2), inertia=tuple(float(v) * size**2 for v in rng.uniform(0.3, 0.5, 3)))
        m.add_solid(name, "skin", solid(rng, size))
        drawn, below = rng.uniform(), names[-1]
        speeds |= {f"{name}.w{axis}": _between(rng, -5, 5) for axis in "xyz"}
        if drawn < 0.15:
            m.spherical(f"ball{number}", "ground", name, at=(float(x), float(y), height))
            apart.add(frozenset(("ground", name)))
        elif drawn < 0.35 and number > 0 and frozenset(("ground", below)) not in apart:
            m.spherical(f"ball{number}", below, name, at=(float(x), float(y), height - size - 0.5 * APART))
            apart.add(frozenset((below, name)))
        else:
            speeds |= {f"{name}.v{axis}": _between(rng, -1, 1) for axis in "xy"} | {f"{name}.vz": _between(rng, -1, 0)}
        height += size
        names.append(name)
    _add_contacts(m, rng, names, apart)
    return Scene(seed, m, speeds, *_drawn(rng))
