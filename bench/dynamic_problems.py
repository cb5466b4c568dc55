"""The benchmark problems of the dynamics as Linkwork models, with the data of `bench.peers.references`."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

import linkwork as lw
from bench.peers import common

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Problem:
    """A model, the times at which it is compared with the reference, and how to find the compared points."""

    name: str
    build: Callable[[], lw.Planar | lw.Spatial]
    times: Array
    points: Callable[[dict[str, int], Array], Array]  # first column of each body, coordinates -> times x points x 2 (3)
    speeds: dict[str, float] = field(default_factory=dict)  # at the start

    columns_a_body: ClassVar[int] = 3

    @property
    def end(self) -> float:
        """Time at which the simulation ends, s."""
        return float(self.times[-1])

    def grid(self) -> Array:
        """Output times: the start and the compared ones."""
        return np.concatenate([[0.0], self.times])

    def error(self, bodies: tuple[str, ...], q: Array) -> float:
        """Largest distance of the compared points from the reference, m; q at the output times."""
        columns = {body: self.columns_a_body * number for number, body in enumerate(bodies)}
        return common.err(self.name, self.points(columns, q[1:]))


def _point(q: Array, column: int, x: float, y: float) -> Array:
    """Place of a point of a body."""
    c, s = np.cos(q[:, column + 2]), np.sin(q[:, column + 2])
    return np.stack([q[:, column] + c * x - s * y, q[:, column + 1] + s * x + c * y], -1)


def chain(count: int) -> lw.Planar:
    """Planar chain of equal rods, released at rest at -30 degrees."""
    m = lw.Planar(f"chain of {count} rods")
    m.set_gravity(0, -common.G)
    length, mass, angle = common.LL, common.ML, common.TH0
    before = m.ground.at(0, 0)
    for i in range(count):
        middle = (i + 0.5) * length
        rod = m.body(f"rod{i}", estimate=(middle * math.cos(angle), middle * math.sin(angle), angle))
        m.mass(rod, mass=mass, inertia=mass * length**2 / 12)
        m.revolute(f"J{i}", before, rod.at(-length / 2, 0))
        before = rod.at(length / 2, 0)
    return m


def _chain_points(columns: dict[str, int], q: Array) -> Array:
    return np.stack([_point(q, column, common.LL / 2, 0.0) for column in columns.values()], 1)


def squeezer() -> lw.Planar:
    """Andrews' squeezing mechanism; every body's frame sits at its first pin."""
    data = common.SQ
    m = lw.Planar("Andrews' squeezer")
    place: dict[str, complex] = {}
    angle: dict[str, float] = {}
    body: dict[str, Any] = {}
    centres = {"K3": (data["sb"], -data["sa"]), "K5": (data["ta"], data["tb"]), "K7": (-data["ub"], -data["ua"])}
    for name, number, parent, pivot, centre, mass, inertia in common.SQ_TREE:
        turn = complex(math.cos(angle[parent]), math.sin(angle[parent])) if parent else 1.0
        place[name] = (place[parent] if parent else 0.0) + turn * complex(*pivot)
        angle[name] = float(common.SQ_Q0[number]) + (angle[parent] if parent else 0.0)
        body[name] = m.body(name, estimate=(place[name].real, place[name].imag, angle[name]))
        m.mass(name, mass=mass, center=centres.get(name, centre), inertia=inertia)
        m.revolute(f"pin of {name}", (body[parent] if parent else m.ground).at(*pivot), body[name].at(0, 0))
    for name in ("K3", "K4", "K6"):
        m.revolute(f"E of {name}", body["K2"].at(*common.SQ_E["K2"]), body[name].at(*common.SQ_E[name]))
    m.force("motor", body["K1"].at(0, 0), torque=data["mom"])
    m.spring(
        "spring",
        m.ground.at(data["xc"], data["yc"]),
        body["K3"].at(*common.SQ_D),
        stiffness=data["c0"],
        free_length=data["lo"],
    )
    return m


def _squeezer_points(columns: dict[str, int], q: Array) -> Array:
    data = common.SQ
    places = [("K2", 0.0, 0.0), ("K2", -data["d"], 0.0), ("K4", 0.0, 0.0), ("K6", 0.0, 0.0)]
    return np.stack([_point(q, columns[body], x, y) for body, x, y in places], 1)


def slider_crank() -> lw.Planar:
    """Slider-crank from rest; a motor with the torque D (w0 - w) on the crank."""
    data = common.SC
    crank_length, rod_length, angle = data["l1"], data["l2"], data["phi0"]
    m = lw.Planar("slider-crank")
    m.set_gravity(0, -common.G)
    pin = crank_length * complex(math.cos(angle), math.sin(angle))
    tilt = -math.asin(pin.imag / rod_length)
    far = pin.real + rod_length * math.cos(tilt)
    crank = m.body("crank", estimate=(pin.real / 2, pin.imag / 2, angle))
    rod = m.body("rod", estimate=((pin.real + far) / 2, pin.imag / 2, tilt))
    slider = m.body("slider", estimate=(far, 0, 0))
    m.mass("crank", mass=data["m1"], inertia=data["m1"] * crank_length**2 / 12)
    m.mass("rod", mass=data["m2"], inertia=data["m2"] * rod_length**2 / 12)
    m.mass("slider", mass=data["m3"], inertia=1e-3)
    m.revolute("A", m.ground.at(0, 0), crank.at(-crank_length / 2, 0))
    m.revolute("B", crank.at(crank_length / 2, 0), rod.at(-rod_length / 2, 0))
    m.revolute("C", rod.at(rod_length / 2, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.torsion_spring("lag", m.ground, crank, damping=data["D"])
    m.force("motor", crank.at(0, 0), torque=data["D"] * data["w0"])
    return m


def _slider_crank_points(columns: dict[str, int], q: Array) -> Array:
    half = common.SC["l1"] / 2
    return np.stack([_point(q, columns["crank"], half, 0.0), _point(q, columns["slider"], 0.0, 0.0)], 1)


def windows(count: int, angle: float = common.WTH0) -> lw.Planar:
    """Four-bar windows in a row, the links at an angle from hanging."""
    m = lw.Planar(f"{count} windows")
    m.set_gravity(0, -common.G)
    length, mass = common.WL, common.WM
    inertia = mass * length**2 / 12
    links = [m.body(f"link{i}", estimate=(i, 0, angle)) for i in range(count + 1)]
    for i, link in enumerate(links):
        m.mass(link, mass=mass, center=(0, -length / 2), inertia=inertia)
        m.revolute(f"A{i}", m.ground.at(i, 0), link.at(0, 0))
    for i in range(count):
        coupler = m.body(f"coupler{i}", estimate=(i + length * math.sin(angle), -length * math.cos(angle), 0))
        m.mass(coupler, mass=mass, center=(length / 2, 0), inertia=inertia)
        m.revolute(f"B{i}", links[i].at(0, -length), coupler.at(0, 0))
        m.revolute(f"C{i}", coupler.at(length, 0), links[i + 1].at(0, -length))
    return m


def _windows_points(columns: dict[str, int], q: Array) -> Array:
    links = [column for name, column in columns.items() if name.startswith("link")]
    return np.stack([_point(q, column, 0.0, -common.WL) for column in links], 1)


def with_windows(name: str) -> Problem:
    """A problem with windows, by its name."""
    case = common.Windows(name)
    speeds = {"link0.omega": case.speed} if case.speed else {}
    return Problem(name, lambda: windows(case.count, case.angle), case.times, _windows_points, speeds)


def problems() -> dict[str, Problem]:
    """All problems by name."""
    found = [
        Problem("squeezer", squeezer, common.SQ_T, _squeezer_points),
        Problem("slidercrank", slider_crank, common.SC_T, _slider_crank_points),
    ]
    found += [Problem(f"chain{n}", lambda n=n: chain(n), common.CHAIN_T, _chain_points) for n in (10, 50, 200)]
    found += [with_windows(name) for name in ("windows40", "windows1000", "a02-40", "a02-1000")]
    return {problem.name: problem for problem in found}
