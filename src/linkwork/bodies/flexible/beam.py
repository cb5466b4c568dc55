"""Straight beams of finite elements with rotations at their nodes, in the plane and in space.

Cubic shapes with shear (Timoshenko's beam, exact for forces at the nodes: Przemieniecki, Theory of Matrix Structural
Analysis, 5.6 and 11.4). The mass sits in particles, at Gauss' points along the axis and at four (in the plane two)
points of each section at its radii of gyration, so that rotatory inertia and all integrals agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.structure import Structure

_ALONG = 4


@dataclass(frozen=True)
class Section:
    """Area, second moments about the axes z and y of the section, torsion constant, shear factors, half sizes."""

    area: float
    about_z: float
    about_y: float
    torsion: float
    shear: float
    half_y: float
    half_z: float


def rectangle(height: float, width: float) -> Section:
    """A rectangle, its height along y."""
    long, short = max(height, width), min(height, width)
    share = short / long
    torsion = long * short**3 * (1 / 3 - 0.21 * share * (1 - share**4 / 12))
    moments = width * height**3 / 12, height * width**3 / 12
    return Section(height * width, *moments, torsion, 5 / 6, height / 2, width / 2)


def circle(radius: float, inner: float = 0.0) -> Section:
    """A circle or a tube."""
    moment = np.pi * (radius**4 - inner**4) / 4
    return Section(np.pi * (radius**2 - inner**2), moment, moment, 2 * moment, 0.9, radius, radius)


def axes_of(along: Floats, up: Floats) -> Floats:
    """Axes of a beam as rows: along it, towards `up`, and across."""
    if len(along) == 2:
        return np.array([along, [-along[1], along[0]]])
    across = np.cross(along, up)
    if np.linalg.norm(across) < 1e-9:
        across = np.cross(along, np.eye(3)[int(np.argmin(np.abs(along)))])
    across = across / np.linalg.norm(across)
    return np.array([along, np.cross(across, along), across])


@dataclass(frozen=True)
class Beam:
    """A beam along x of its own axes: where it begins, its axes as rows, its length and elements."""

    start: Floats
    axes: Floats
    length: float
    section: Section
    elements: int
    poisson: float

    @property
    def step(self) -> float:
        """The length of an element."""
        return self.length / self.elements

    def softness(self, moment: float) -> float:
        """12 EI / (k G A l^2), what shear adds."""
        return 24.0 * (1.0 + self.poisson) * moment / (self.section.shear * self.section.area * self.step**2)


def structure_of(beam: Beam) -> Structure:
    """Matrices of a beam, for a unit modulus and density."""
    d = len(beam.start)
    each = 3 if d == 2 else 6
    along = np.linspace(0.0, beam.length, beam.elements + 1)
    points = beam.start + along[:, None] * beam.axes[0]
    particles, weights, rows, turns, arms = _particles(beam, d)
    carried, turned = _placed(beam, rows, d, each), _placed(beam, turns, turns.shape[1], each)
    stiffness = _assembled(beam, d, each)
    from scipy.sparse import diags

    heavy = diags(weights)
    full = diags(np.repeat(weights, d))
    mass = (carried.T @ full @ carried).tocsr()
    names = ("x", "y", "r") if d == 2 else ("x", "y", "z", "rx", "ry", "rz")
    return Structure(
        points,
        stiffness,
        mass,
        names,
        particles,
        carried,
        heavy,
        BeamRecovery(beam, d),
        notes=_notes(beam),
        sections=(arms, turned),
    )


def _notes(beam: Beam) -> tuple[str, ...]:
    thick = 2 * max(beam.section.half_y, beam.section.half_z)
    if beam.length < 5 * thick:
        return (f"a beam of length {beam.length:g} m that is {thick:g} m thick is no slender one; a solid is truer",)
    return ()


def _bending(x: Any, length: float, soft: float) -> tuple[Any, Any]:
    """Deflection and rotation of the section from (v1, r1, v2, r2): points x 4 each."""
    s, scale = x / length, 1.0 / (1.0 + soft)
    v = np.stack(
        [
            1 - 3 * s**2 + 2 * s**3 + soft * (1 - s),
            length * (s - 2 * s**2 + s**3 + soft / 2 * (s - s**2)),
            3 * s**2 - 2 * s**3 + soft * s,
            length * (-(s**2) + s**3 - soft / 2 * (s - s**2)),
        ],
        axis=1,
    )
    r = np.stack(
        [
            6 * (s**2 - s) / length,
            1 - 4 * s + 3 * s**2 + soft * (1 - s),
            6 * (s - s**2) / length,
            3 * s**2 - 2 * s + soft * s,
        ],
        axis=1,
    )
    return scale * v, scale * r


def _particles(beam: Beam, d: int) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Places, masses (unit density), of one element displacements and turns from its own freedoms, arms from the axis.

    Displacements are particles x d x 2e.
    """
    x, w = np.polynomial.legendre.leggauss(_ALONG)
    x, w = beam.step * (1 + x) / 2, beam.step * w / 2
    section = beam.section
    y0, z0 = (section.about_z / section.area) ** 0.5, (section.about_y / section.area) ** 0.5
    spots = [(s * y0, 0.0) for s in (-1, 1)] if d == 2 else [(s * y0, t * z0) for s in (-1, 1) for t in (-1, 1)]
    spots_y = np.array([spot[0] for spot in spots])
    spots_z = np.array([spot[1] for spot in spots])
    own = _displacements(beam, x, d)
    rows = []
    for y, z in zip(spots_y, spots_z, strict=True):
        moved = own[:, :d].copy()
        if d == 2:
            moved[:, 0] -= y * own[:, 2]
        else:
            moved[:, 0] += z * own[:, 4] - y * own[:, 5]
            moved[:, 1] -= z * own[:, 3]
            moved[:, 2] += y * own[:, 3]
        rows.append(moved)
    local = np.concatenate(rows)
    offsets = np.concatenate([np.stack([x, np.full_like(x, y), np.full_like(x, z)][:d], axis=1) for y, z in spots])
    masses = np.tile(w * section.area / len(spots), len(spots))
    starts = np.arange(beam.elements) * beam.step
    shift = np.zeros((beam.elements, 1, d))
    shift[:, 0, 0] = starts
    places = beam.start + (offsets[None] + shift).reshape(-1, d) @ beam.axes
    arms = (offsets * np.array([0.0, 1.0, 1.0])[:d]) @ beam.axes
    turns = np.tile(own[:, d:], (len(spots), 1, 1))
    return places, np.tile(masses, beam.elements), local, turns, np.tile(arms, (beam.elements, 1))


def _displacements(beam: Beam, x: Floats, d: int) -> Floats:
    """Displacements and rotations at places of an element from its freedoms, all in its own axes."""
    s = x / beam.step
    if d == 2:
        displacements = np.zeros((len(x), 3, 6))
        v, r = _bending(x, beam.step, beam.softness(beam.section.about_z))
        displacements[:, 0, 0], displacements[:, 0, 3] = 1 - s, s
        displacements[:, 1, [1, 2, 4, 5]], displacements[:, 2, [1, 2, 4, 5]] = v, r
        return displacements
    displacements = np.zeros((len(x), 6, 12))
    for axis in (0, 3):
        displacements[:, axis, axis], displacements[:, axis, axis + 6] = 1 - s, s
    v, r = _bending(x, beam.step, beam.softness(beam.section.about_z))
    displacements[:, 1, [1, 5, 7, 11]], displacements[:, 5, [1, 5, 7, 11]] = v, r
    v, r = _bending(x, beam.step, beam.softness(beam.section.about_y))
    sign = np.array([1.0, -1.0, 1.0, -1.0])  # a rotation about y lowers z
    displacements[:, 2, [2, 4, 8, 10]], displacements[:, 4, [2, 4, 8, 10]] = v * sign, -r * sign
    return displacements


def _element(beam: Beam, d: int) -> Floats:
    """Stiffness of an element in its own axes."""
    length, section = beam.step, beam.section
    each = 3 if d == 2 else 6
    element = np.zeros((2 * each, 2 * each))
    pair = np.array([[1.0, -1.0], [-1.0, 1.0]])
    element[np.ix_([0, each], [0, each])] = section.area / length * pair
    planes = [([1, 2, 4, 5], section.about_z, 1.0)]
    if d == 3:
        planes = [([1, 5, 7, 11], section.about_z, 1.0), ([2, 4, 8, 10], section.about_y, -1.0)]
        element[np.ix_([3, 9], [3, 9])] = 0.5 / (1 + beam.poisson) * section.torsion / length * pair
    for places, moment, sign in planes:
        soft = beam.softness(moment)
        a, b = 6 * length * sign, length * length
        bent = np.array(
            [
                [12, a, -12, a],
                [a, (4 + soft) * b, -a, (2 - soft) * b],
                [-12, -a, 12, -a],
                [a, (2 - soft) * b, -a, (4 + soft) * b],
            ]
        )
        element[np.ix_(places, places)] = moment / (length**3 * (1 + soft)) * bent
    return element


def _turn(beam: Beam, d: int) -> Floats:
    """Freedoms of an element in its own axes from those in the axes of the body."""
    node = np.eye(3) if d == 2 else np.zeros((6, 6))
    node[:d, :d] = beam.axes
    if d == 3:
        node[3:, 3:] = beam.axes
    turned: Floats = np.kron(np.eye(2), node).astype(float)
    return turned


def _placed(beam: Beam, rows: Floats, numbers: int, each: int) -> Any:
    """What the particles of an element do (rows in its own axes), of all elements from all freedoms."""
    from scipy.sparse import coo_matrix

    d = len(beam.start)
    own = beam.axes.T if numbers == d else np.eye(numbers)
    block = np.einsum("ab,pbf->paf", own, rows) @ _turn(beam, d)
    columns = np.arange(2 * each) + each * np.arange(beam.elements)[:, None]
    count = len(rows) * numbers
    row_places = np.arange(count)[None, :, None] + count * np.arange(beam.elements)[:, None, None]
    shape = (beam.elements, count, 2 * each)
    return coo_matrix(
        (
            np.broadcast_to(block.reshape(1, count, -1), shape).ravel(),
            (np.broadcast_to(row_places, shape).ravel(), np.broadcast_to(columns[:, None, :], shape).ravel()),
        ),
        shape=(count * beam.elements, each * (beam.elements + 1)),
    ).tocsr()


def _assembled(beam: Beam, d: int, each: int) -> Any:
    """The stiffness of all elements."""
    from scipy.sparse import coo_matrix

    turn, n = _turn(beam, d), each * (beam.elements + 1)
    stiff = turn.T @ _element(beam, d) @ turn
    columns = np.arange(2 * each) + each * np.arange(beam.elements)[:, None]
    shape = (beam.elements, 2 * each, 2 * each)
    return coo_matrix(
        (
            np.broadcast_to(stiff, shape).ravel(),
            (
                np.broadcast_to(columns[:, :, None], shape).ravel(),
                np.broadcast_to(columns[:, None, :], shape).ravel(),
            ),
        ),
        shape=(n, n),
    ).tocsr()


@dataclass(frozen=True)
class BeamRecovery:
    """Axial force and stress of a beam from the displacements of its nodes."""

    beam: Beam
    dimension: int

    @property
    def poisson(self) -> float:
        """Poisson's ratio."""
        return self.beam.poisson

    def _local(self, shapes: Floats) -> Floats:
        """Freedoms of every element in its own axes: elements x 2e x columns."""
        each = 3 if self.dimension == 2 else 6
        places = np.arange(2 * each) + each * np.arange(self.beam.elements)[:, None]
        return np.einsum("ab,ebk->eak", _turn(self.beam, self.dimension), shapes[places])

    def stress(self, shapes: Floats) -> Floats:
        """Largest stress along the beam in the section of every node, by sign of the upper side: nodes x parts x n.

        Parts are the stress of tension, of bending about z and about y (in the plane one), and of torsion.
        """
        own, force = self._local(shapes), _element(self.beam, self.dimension)
        ends = np.einsum("ab,ebk->eak", force, own)
        section, each = self.beam.section, force.shape[0] // 2
        parts = [(0, 1 / section.area)]
        if self.dimension == 2:
            parts.append((2, section.half_y / section.about_z))
        else:
            twist = max(section.half_y, section.half_z) / section.torsion
            parts += [(5, section.half_y / section.about_z), (4, section.half_z / section.about_y), (3, twist)]
        stress = np.zeros((self.beam.elements + 1, len(parts), shapes.shape[1]))
        seen = np.zeros(self.beam.elements + 1)
        for side, sign in ((0, -1.0), (1, 1.0)):
            nodes = np.arange(self.beam.elements) + side
            seen[nodes] += 1.0
            for number, (place, factor) in enumerate(parts):
                stress[nodes, number] += sign * factor * ends[:, place + each * side]
        return stress / seen[:, None, None]

    def geometric(self, loaded: Floats, shapes: Floats) -> Floats:
        """Stiffness of the axial force, the moments and the torque of each loaded state: states x n x n.

        int N v' v' dx, in space with int N (Iy + Iz) / A turn' turn' dx, and what the forces at the ends of an element
        do in turns of second order (`_second_turns`): sideways buckling by moments.
        """
        x, w = np.polynomial.legendre.leggauss(_ALONG)
        x, w = self.beam.step * (1 + x) / 2, self.beam.step * w / 2
        own, state = self._local(shapes), self._local(loaded)
        each, section = own.shape[1] // 2, self.beam.section
        ends = np.einsum("ab,ebk->eak", _element(self.beam, self.dimension), state)
        force = ends[:, each]
        geometric = np.zeros((loaded.shape[1], shapes.shape[1], shapes.shape[1]))
        for slope in _deflection_slopes(self.beam, x, self.dimension):
            turned = np.einsum("qa,eak->eqk", slope, own)
            for one in range(loaded.shape[1]):
                heavy = turned * (force[:, one, None] * w)[:, :, None]
                geometric[one] += heavy.reshape(-1, shapes.shape[1]).T @ turned.reshape(-1, shapes.shape[1])
        if self.dimension == 3:
            twist = own[:, each + 3] - own[:, 3]
            share = (section.about_y + section.about_z) / (section.area * self.beam.step)
            geometric += np.einsum("es,ek,el->skl", share * force, twist, twist, optimize=True)
        for place, first, second, factor in _second_turns(own, self.beam.step):
            product = np.einsum("es,ek,el->skl", factor * ends[:, place], first, second, optimize=True)
            geometric += product + product.swapaxes(1, 2)
        return geometric


def _second_turns(own: Floats, length: float) -> list[tuple[int, Floats, Floats, float]]:
    """Turns of second order of the ends of an element within its chord, as products of two of its motions.

    Nodes turn by exp(r), the chord by exp(e), with e = ((r1x + r2x) / 2, -dw / l, dv / l) to first order; what is left
    of the turn of a node is r - e - e x r / 2 - e_2, with e_2 = (0, du dw / l^2 + e_x e_z / 2, -du dv / l^2 - e_x e_y
    / 2). Each is (which freedom, one motion, the other, factor), to be taken as one times the other.
    """
    each = own.shape[1] // 2
    if each == 3:
        du, dv = own[:, 3] - own[:, 0], own[:, 4] - own[:, 1]
        return [(place, du, dv, 1.0 / length**2) for place in (2, 5)]
    du, dv, dw = (own[:, 6 + axis] - own[:, axis] for axis in range(3))
    e = (0.5 * (own[:, 3] + own[:, 9]), -dw / length, dv / length)
    second_turns = []
    for first in (3, 9):
        for axis in range(3):
            one, other = (axis + 1) % 3, (axis + 2) % 3
            second_turns.append((first + axis, e[one], own[:, first + other], -0.5))
            second_turns.append((first + axis, e[other], own[:, first + one], 0.5))
        second_turns += [(first + 1, du, dw, -1.0 / length**2), (first + 1, e[0], e[2], -0.5)]
        second_turns += [(first + 2, du, dv, 1.0 / length**2), (first + 2, e[0], e[1], 0.5)]
    return second_turns


def _deflection_slopes(beam: Beam, x: Floats, d: int) -> list[Floats]:
    """v' and, in space, w' at places of an element from its own freedoms."""
    h = 1e-20  # the shapes are polynomials: a complex step is exact
    planes = [(beam.section.about_z, [1, 2, 4, 5], np.ones(4))]
    if d == 3:
        sign = np.array([1.0, -1.0, 1.0, -1.0])
        planes = [
            (beam.section.about_z, [1, 5, 7, 11], np.ones(4)),
            (beam.section.about_y, [2, 4, 8, 10], sign),
        ]
    deflection_slopes = []
    for moment, places, sign in planes:
        slope = np.zeros((len(x), 6 if d == 2 else 12))
        slope[:, places] = _bending(x + h * 1j, beam.step, beam.softness(moment))[0].imag / h * sign
        deflection_slopes.append(slope)
    return deflection_slopes
