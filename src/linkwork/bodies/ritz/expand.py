"""Mass and modes of a beam by Ritz functions: numbers of its length times what a metre of it weighs and resists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError, within
from linkwork.bodies.ritz.description import ENDS, MOST_FUNCTIONS, RitzBeam
from linkwork.bodies.ritz.fields import Field, Fields, fields_of
from linkwork.bodies.ritz.integrals import OF_CENTRE, integrals
from linkwork.bodies.ritz.line import Line, gauss
from linkwork.expression import Expression, as_expression

_ALONG = 1e-9
"""Places of the line nearer than this are one."""
_SHORTEST, _LONGEST = 1e-9, 1e9
_NOTHING = 1e-13
"""A share of the largest number of its kind below which a number is rounding."""
_HAIR = 1e-3
"""Of the length: how far from the beam the drawing of a rigid end begins."""
_SIX = ("xx", "yy", "zz", "xy", "yz", "zx")


@dataclass(frozen=True)
class Counts:
    """How many functions of each kind."""

    bending: int
    bending_z: int
    torsion: int
    shear: int
    shear_z: int

    @property
    def total(self) -> int:
        """Of all kinds: the modes."""
        return self.bending + self.bending_z + self.torsion + self.shear + self.shear_z

    def columns(self) -> dict[str, list[int]]:
        """Which modes are curvatures along y, along z, twists, shears."""
        columns, at = {}, 0
        counts = (self.bending, self.bending_z, self.torsion, self.shear, self.shear_z)
        for name, count in zip(("v2", "v3", "twist", "phi2", "phi3"), counts, strict=True):
            columns[name] = list(range(at, at + count))
            at += count
        return columns


def expanded(name: str, described: RitzBeam, dimensions: int) -> dict[str, Any]:
    """Fields `mass` and `modes` of a body with elastic modes."""
    with within(f"body '{name}'"), within("ritz"):
        return RitzShape(described, dimensions).expanded()


def stations(described: RitzBeam) -> tuple[Array, Array]:
    """Where the interfaces s1, s2, ... are, and their share of a load that is spread evenly."""
    return gauss(0.0, 1.0, described.stations) if described.stations else (np.zeros(0), np.zeros(0))


def counts_of(described: RitzBeam, dimensions: int) -> Counts:
    """How many functions of each kind it has in the plane or in space."""
    if dimensions == 2:
        if described.bending_z or described.torsion:
            raise MechanismError("in the plane it bends along y alone; leave out 'bending_z' and 'torsion'")
        return Counts(described.bending, 0, 0, described.shear, 0)
    across = described.bending if described.bending_z is None else described.bending_z
    return Counts(described.bending, across, described.torsion, described.shear, described.shear)


class RitzShape:
    """A beam laid out along its line: counts of functions, and axis and sections as functions of the modes."""

    def __init__(self, described: RitzBeam, dimensions: int) -> None:
        self.described, self.dimensions = described, dimensions
        self.rigidity = described.rigidity()
        self.length = _number(described.length, "length")
        self.root, self.tip = (_number(getattr(described, f"rigid_{end}"), f"rigid_{end}") for end in ENDS)
        if self.length <= 0.0 or self.root < 0.0 or self.tip < 0.0:
            raise MechanismError("'length' must be greater than zero, and lengths of rigid ends not below it")
        if not _SHORTEST <= self.length <= _LONGEST or max(self.root, self.tip) > _LONGEST:
            raise MechanismError(f"lengths must lie between {_SHORTEST:g} and {_LONGEST:g} m; check their units")
        self.counts = counts_of(described, dimensions)
        if not self.counts.total:
            raise MechanismError("it has no functions: give 'bending' at least 1, or take a rigid body")
        self.line = Line(2 * MOST_FUNCTIONS + 4)
        self.fields = fields_of(self.line, self.length, self.root, self.counts, described.order)

    def expanded(self) -> dict[str, Any]:
        whole = self._integrals()
        mass, first = whole["mass"], whole["first"]
        centre = [value if isinstance(value, float) and value == 0.0 else value / mass for value in first]
        inertia = whole["inertia"]
        turning = inertia if self.dimensions == 2 else dict(zip(_SIX, inertia, strict=True))
        about = (0,) * self.dimensions
        stiffness = self._stiffness()
        modes = {name: whole[name] for name in ("linear_coupling", "angular_coupling", "inertia_slope")}
        modes |= {name: whole[name] for name in ("inertia_curvature", "gyroscopic_coupling")}
        if self.described.order == 2:
            modes |= {name: whole[name] for name in ("linear_curvature", "angular_curvature")}
        modes |= {"mass": whole["modal"], "stiffness": stiffness, "interfaces": self._interfaces()}
        modes["start"] = list(self.described.start)
        if self.described.damping.constant != 0.0:
            modes["damping"] = [[_product(self.described.damping, value) for value in row] for row in stiffness]
        return {
            "mass": {"mass": mass, "center": centre, "inertia": turning, "inertia_about": about},
            "modes": modes,
        }

    # ------------------------------------------------------------------ mass and stiffness

    def _integrals(self) -> dict[str, Any]:
        """Sums over axis, sections and patches of their numbers times what a metre of each weighs."""
        weights, rigid = self.length * self.line.weights, self.rigidity
        parts: list[tuple[Expression, dict[str, Array]]] = [
            (rigid.mass, integrals(self.fields.axis, weights, self.dimensions)),
            (rigid.inertia_z, self._of_sections(self.fields.second, weights)),
        ]
        if self.dimensions == 3:
            parts.append((rigid.inertia_y, self._of_sections(self.fields.third, weights)))
        for patch, (points, shares) in self._patches():
            field = self.fields.axis.at(self.line, points)
            parts.append((patch.line_density, integrals(field, self.length * shares, self.dimensions)))
        names = parts[0][1]
        return {name: _sum([(scale, _clean(table[name])) for scale, table in parts]) for name in names}

    def _of_sections(self, field: Field, weights: Array) -> dict[str, Array]:
        values = integrals(field, weights, self.dimensions)
        return {name: np.zeros_like(value) if name in OF_CENTRE else value for name, value in values.items()}

    def _patches(self) -> list[tuple[Any, tuple[Array, Array]]]:
        patches = []
        for name, patch in self.described.patches.items():
            begin, end = (_number(getattr(patch, side), f"patches.{name}.{side}") for side in ("begin", "end"))
            if not 0.0 <= begin < end <= 1.0:
                raise MechanismError(f"patch '{name}' must begin before it ends, both between 0 and 1")
            patches.append((patch, gauss(begin, end, len(self.line.points))))
        return patches

    def _stiffness(self) -> list[list[Any]]:
        counts, n, rigid = self.counts.columns(), self.counts.total, self.rigidity
        stiffness: dict[str, Expression | None] = {"v2": rigid.bending_z, "v3": rigid.bending_y}
        stiffness |= {"twist": rigid.torsion, "phi2": rigid.shear_y, "phi3": rigid.shear_z}
        parts = []
        for name, columns in counts.items():
            if not columns:
                continue
            scale = stiffness[name]
            if scale is None or scale.constant == 0.0:
                raise MechanismError(f"the section has no stiffness against {_WORDS[name]}; leave it out, or give it")
            power = 3 if name.startswith("phi") else 1
            parts.append((scale, self._product(columns, self.line.points, self.length**power * self.line.weights, n)))
        for patch, (points, shares) in self._patches():
            parts.append((patch.bending_stiffness, self._product(counts["v2"], points, self.length * shares, n)))
        matrix: list[list[Any]] = _sum([(scale, _clean(values)) for scale, values in parts])
        return matrix

    def _product(self, columns: list[int], points: Array, weights: Array, n: int) -> Array:
        values = self.line.at(points, self.line.functions(len(columns)))
        product = np.zeros((n, n))
        product[np.ix_(columns, columns)] = np.einsum("p,pk,pl->kl", weights, values, values)
        return product

    def drawn(self, places: Array) -> tuple[Fields, Array]:
        """Axis and sections at these places and along the rigid ends, and which of all of them are elastic.

        A rigid end has two places, its outer one and one a hair away from the beam: stress has a step there.
        """
        hair = _HAIR * self.length
        root = [-self.root, -min(hair, 0.5 * self.root)] if self.root > 0.0 else []
        tip = [min(hair, 0.5 * self.tip), self.tip] if self.tip > 0.0 else []
        all_places = np.concatenate([np.zeros(len(root)), places, np.ones(len(tip))])
        beyond = np.concatenate([root, np.zeros(len(places)), tip])
        here = self.fields.at(self.line, all_places)
        elastic = np.arange(len(root), len(root) + len(places))
        return Fields(here.axis.moved(here.first, beyond), here.first, here.second, here.third), elastic

    # ------------------------------------------------------------------ interfaces

    def _interfaces(self) -> dict[str, Any]:
        """Root, places, ends of patches and stations, and the tip, from root to tip."""
        named: dict[str, float] = {}
        given = self.described
        for label, at in given.places.items():
            named[label] = _number(at, f"places.{label}")
        own = {f"s{number + 1}": float(place) for number, place in enumerate(stations(given)[0])}
        for name, patch in given.patches.items():
            for side in ("begin", "end"):
                own[f"{name}_{side}"] = _number(getattr(patch, side), f"patches.{name}.{side}")
        taken = next((label for label in named if label in own), None)
        if taken is not None:
            raise MechanismError(f"place '{taken}' has the name of a station or of the end of a patch; choose another")
        named |= own
        wrong = [label for label, at in named.items() if not -_ALONG <= at <= 1.0 + _ALONG or label in ENDS]
        if wrong:
            raise MechanismError(f"place '{wrong[0]}' must lie between 0 and 1 of the length, and not be called an end")
        ordered = sorted(named.items(), key=lambda item: item[1])
        interfaces: dict[str, Any] = {"root": {"at": (0,) * self.dimensions}}
        for label, place in ordered:
            interfaces[label] = self._interface(place, 0.0)
        interfaces["tip"] = self._interface(1.0, self.tip)
        return interfaces

    def _interface(self, at: float, beyond: float) -> dict[str, Any]:
        here: Fields = self.fields.at(self.line, np.array([at]))
        axis, d = here.axis.moved(here.first, beyond), self.dimensions
        turn, bent = here.turn()
        interface = {"at": axis.place[0, :d].tolist(), "translation": _clean(axis.slope[0, :, :d]).tolist()}
        interface["rotation"] = _clean(turn[0, :, 2] if d == 2 else turn[0]).tolist()
        if self.described.order == 2:
            interface["translation_curvature"] = _clean(axis.bend[0, ..., :d]).tolist()
            if d == 3:
                interface["rotation_curvature"] = _clean(bent[0]).tolist()
        return interface


_WORDS = {
    "v2": "bending along y",
    "v3": "bending along z",
    "twist": "torsion",
    "phi2": "shear",
    "phi3": "shear",
}


def _number(value: Expression, field: str) -> float:
    constant = value.constant
    if constant is None:
        raise MechanismError(
            f"'{field}' is '{value.text}', but functions are made once, when the body is added: give a number there; "
            "formulas are followed in the section, E, nu, rho and damping"
        )
    return float(constant)


def _clean(values: Array) -> Array:
    values = np.asarray(values, dtype=float)
    return np.where(np.abs(values) <= _NOTHING * np.abs(values).max(initial=0.0), 0.0, values)


def _sum(parts: list[tuple[Expression, Array]]) -> Any:
    """Nested lists of the sum of arrays, each times a formula."""
    if np.ndim(parts[0][1]):
        return [_sum([(scale, values[n]) for scale, values in parts]) for n in range(len(parts[0][1]))]
    total: Any = 0.0
    for scale, value in parts:
        if float(value) != 0.0 and scale.constant != 0.0:
            total = _product(scale, float(value)) + total
    return total


def _product(one: Expression, other: Any) -> Any:
    if isinstance(other, float) and one.constant is not None:
        return one.constant * other
    return as_expression(one) * other
