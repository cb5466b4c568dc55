"""Bodies with modes made of particles: all integrals follow from sums, and the truth about their motion, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.base.arrays import Array

STIFFNESS = [[300.0, 20.0], [20.0, 500.0]]
SIX = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))


@dataclass(frozen=True)
class Particles:
    """Particles at places of a body, each moved by two modes: shapes are particles by modes by dimensions."""

    masses: Array
    places: Array
    shapes: Array
    turns: Array  # of the frames on the last two particles: frames by modes by 1 or 3

    def mass(self) -> dict[str, Any]:
        """Mass properties of the undeformed body."""
        total = float(self.masses.sum())
        centre = self.masses @ self.places / total
        inertia = self._inertia(self.places - centre, self.places - centre)
        flat = self.places.shape[1] == 2
        moments = float(inertia) if flat else dict(zip(("xx", "yy", "zz", "xy", "yz", "zx"), inertia, strict=True))
        return {"mass": total, "center": centre.tolist(), "inertia": moments}

    def modes(self, **more: Any) -> dict[str, Any]:
        """The integrals over the mass, and two interfaces that move with particles beside the root."""
        m, x, shapes = self.masses, self.places, self.shapes
        pairs = [[(shapes[:, k], shapes[:, j]) for j in range(2)] for k in range(2)]
        mass = np.einsum("p,pki,pji->kj", m, shapes, shapes)
        interfaces = {"root": {"at": x[0].tolist()}}
        for name, place, turn in (("middle", -2, self.turns[0]), ("tip", -1, self.turns[1])):
            rotation = turn[:, 0].tolist() if turn.shape[1] == 1 else turn.tolist()
            interfaces[name] = {"at": x[place].tolist(), "translation": shapes[place].tolist(), "rotation": rotation}
        found = {
            "mass": mass.tolist(),
            "stiffness": STIFFNESS,
            "linear_coupling": np.einsum("p,pki->ki", m, shapes).tolist(),
            "angular_coupling": [self._moment(x, shapes[:, k]) for k in range(2)],
            "inertia_slope": [self._plain(2.0 * self._inertia(x, shapes[:, k])) for k in range(2)],
            "inertia_curvature": [[self._plain(self._inertia(*pair)) for pair in row] for row in pairs],
            "gyroscopic_coupling": [[self._moment(*pair) for pair in row] for row in pairs],
            "interfaces": interfaces,
        }
        return found | more

    def _plain(self, value: Any) -> Any:
        return value.tolist()

    def _moment(self, a: Array, b: Array) -> Any:
        if a.shape[1] == 2:
            return float(self.masses @ (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]))
        return (self.masses @ np.cross(a, b)).tolist()

    def _inertia(self, a: Array, b: Array) -> Array:
        along = np.asarray(self.masses @ np.sum(a * b, axis=1))
        if a.shape[1] == 2:
            return along
        outer = np.einsum("p,pi,pj->ij", self.masses, a, b)
        matrix = along * np.eye(3) - 0.5 * (outer + outer.T)
        return np.array([matrix[entry] for entry in SIX])


def particles(dimensions: int, seed: int = 3) -> Particles:
    """Five particles with random shapes; the first one stays in the origin."""
    rng = np.random.default_rng(seed)
    places = np.concatenate([np.zeros((1, dimensions)), 0.1 * rng.normal(size=(4, dimensions))])
    places[1:, 0] += [0.5, 1.0, 1.5, 2.0]
    shapes = 0.5 * rng.normal(size=(5, 2, dimensions))
    shapes[0] = 0.0
    return Particles(rng.uniform(0.2, 0.5, 5), places, shapes, rng.normal(size=(2, 2, 1 if dimensions == 2 else 3)))


def flying(dimensions: int, **modes: Any) -> Any:
    """One body with two modes, free of everything."""
    body = particles(dimensions)
    m: Any = lw.Planar("flying") if dimensions == 2 else lw.Spatial("flying")
    m.modal("rod", mass=body.mass(), modes=body.modes(**modes), estimate=(0.0, 0.0, 0.0))
    return m


def slider_crank() -> lw.Planar:
    """A crank, a rod with two modes between pins on its interfaces, a slider, and a spring on its middle."""
    body = particles(2)
    m = lw.Planar("slider-crank")
    m.set_gravity(0, -9.81)
    crank = m.body("crank", estimate=(0, 0, 1.0), mass={"mass": 1, "center": (0.2, 0), "inertia": 0.02})
    rod = m.modal("rod", mass=body.mass(), modes=body.modes(), estimate=(0.2, 0.3, -0.3))
    slider = m.body("slider", estimate=(2.5, 0, 0), mass={"mass": 2, "inertia": 0.1})
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.4, 0), rod.interface("root"))
    m.revolute("B", rod.interface("tip"), slider.at(0, 0))
    m.translational("G", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.spring("S", rod.interface("middle"), m.ground.at(0.5, 1), stiffness=50, free_length=0.3)
    return m


def welded(dimensions: int) -> Any:
    """A rod with two modes on a pin, and a body welded to its tip."""
    body = particles(dimensions)
    if dimensions == 2:
        m: Any = lw.Planar("welded")
        m.set_gravity(0, -9.81)
        rod = m.modal("rod", mass=body.mass(), modes=body.modes(), estimate=(0, 0, 0.3))
        m.body("end", estimate=(2, 0, 0.3), mass={"mass": 0.7, "center": (0.1, 0.2), "inertia": 0.03})
        m.revolute("O", m.ground.at(0, 0), rod.interface("root"))
        m.fixed("W", rod.interface("tip"), "end", angle=0.2)
        return m
    m = lw.Spatial("welded")
    m.set_gravity(0, 0, -9.81)
    rod = m.modal("rod", mass=body.mass(), modes=body.modes(), estimate=(0, 0, 0))
    at = body.places[-1].tolist()
    m.body("end", estimate=at, mass={"mass": 0.7, "center": (0.1, 0.2, -0.1), "inertia": (0.03, 0.05, 0.04)})
    m.revolute("O", m.ground.frame(axis=(0, 1, 0)), rod.interface("root").frame(axis=(0, 1, 0)))
    m.fixed("W", rod.interface("tip"), "end")
    return m
