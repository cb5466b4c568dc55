"""Positions of rest of a planar linkage with springs as a polynomial system: all of them by homotopy.

With places and turns of the bodies in isotropic coordinates (see `isotropic_rows`), constant forces f at points r, and
springs of force density s = k (l - l0) / l between points a distance d apart, the forces and the multipliers of the
constraints F balance along every unknown a and its conjugate b:

    sum conj(f) dr/da / 2 - sum s conj(d) dd/da / 2 + sum lambda dF/da = 0,     F = 0,
    l^2 = d conj(d),     s l = k (l - l0),

the last two for springs with a free length only. Solutions with a negative length l are dropped. A spring without a
length at rest has no direction: such a rest is none of these equations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from linkwork.analysis.assembly.algebraic.isotropic_rows import IsotropicRows, isotropic_rows
from linkwork.analysis.assembly.branch import Group
from linkwork.analysis.equilibrium.balance import Balance
from linkwork.base.arrays import Array
from linkwork.base.names import GROUND
from linkwork.elements.planar.forces.forces import PointForce, Spring
from linkwork.numerics.homotopy.polynomial import Polynomial, constant, unknowns
from linkwork.numerics.homotopy.solutions import Solutions
from linkwork.numerics.homotopy.solve import solve
from linkwork.numerics.homotopy.starts import number_of_paths
from linkwork.numerics.homotopy.system import PolynomialSystem
from linkwork.system.constraints.equations import Equations

MOST = 4000
"""Paths that are followed at most: some seconds."""
_SAME = 1e-9  # of the largest force, by which the polynomials' forces may differ from those of the elements
_NONE = 1e-12


@dataclass(frozen=True)
class _Push:
    """A constant force at a point of a body and a torque on it; turned with the body where it follows it."""

    body: int
    point: complex
    force: complex
    torque: float
    follows: bool


@dataclass(frozen=True)
class _Pull:
    """A spring between two points, each of a body or, with -1, of the ground."""

    bodies: tuple[int, int]
    points: tuple[complex, complex]
    stiffness: float
    free_length: float


@dataclass
class SpringLinkage:
    """The polynomial system of a linkage with springs."""

    isotropic: IsotropicRows
    system: PolynomialSystem
    lengths: list[int]

    @property
    def paths(self) -> int:
        """How many paths lead to its positions of rest."""
        return number_of_paths(self.system)

    def solved(self) -> Solutions:
        """All solutions, complex ones included."""
        return solve(self.system, what="equilibria")

    def has_lengths(self, x: Array) -> bool:
        """Whether no spring has a negative length."""
        return all(float(x[number].real) > 0.0 for number in self.lengths)

    def position(self, x: Array, q: Array) -> Array:
        """The position of a real solution, with the whole turns of q."""
        return self.isotropic.position(x[: self.isotropic.free], q)


def spring_linkage(balance: Balance, q: Array) -> SpringLinkage | None:
    """The mechanism as a linkage with springs, or nothing where parts of it are no polynomials."""
    mechanism, system = balance.mechanism, balance.mechanism.system()
    if system.world.dimensions != 2 or system.modal or balance.acting or len(system.coordinates) != len(q):
        return None
    if not balance.plain or not all(isinstance(force, Spring | PointForce) for force in mechanism.forces.values()):
        return None
    springs = {name: force for name, force in mechanism.forces.items() if isinstance(force, Spring)}
    if any(force.only != "both" for force in springs.values()):
        return None
    bodies = tuple(range(len(system.bodies)))
    everything = Group(tuple(range(len(system.equations))), tuple(range(len(q))), tuple(system.bodies), 0)
    made = isotropic_rows(Equations(system), everything, q, q, balance.t)
    if made is None or not made.free or made.rows.bodies != bodies:
        return None
    pulls = [_pull(balance, name, spring) for name, spring in springs.items()]
    pushes = [*_weights(balance, q), *_constant_forces(balance, q)]
    if not _true(balance, q, pulls, pushes):
        return None
    return _assembled(made, pulls, pushes)


# ---------------------------------------------------------------------- what acts


def _pull(balance: Balance, name: str, spring: Spring) -> _Pull:
    system = balance.mechanism.system()
    row = system.row(name)
    places = spring.places()
    numbers = [-1 if place.body == GROUND else system.bodies.index(place.body) for place in places]
    points = [complex(*(float(value.real) for value in row.point(place))) for place in places]
    stiffness, free = (float(row.number(value).real) for value in (spring.stiffness, spring.free_length))
    return _Pull((numbers[0], numbers[1]), (points[0], points[1]), stiffness, free)


def _weights(balance: Balance, q: Array) -> Iterator[_Push]:
    """Weights of the bodies: forces at points that their torques at two angles tell."""
    level, upright = (_weight(balance, _turned(q, angle)) for angle in (0.0, np.pi / 2.0))
    for number, (x, y, torque) in enumerate(level):
        if np.hypot(x, y) > 0.0:
            point = np.linalg.solve([[y, -x], [-x, -y]], [torque, upright[number, 2]])
            yield _Push(number, complex(*point), complex(x, y), 0.0, False)


def _weight(balance: Balance, q: Array) -> Array:
    """Forces and torques of all bodies that no force element gives, in N and N m."""
    balance.dynamics.place(q, balance.t)
    count = len(balance.mechanism.forces)
    whole = balance.dynamics.forces() - sum(balance.dynamics.force_of(number) for number in range(count))
    return np.asarray(whole / balance.scale).reshape(-1, 3)


def _turned(q: Array, angle: float) -> Array:
    turned = q.copy()
    turned[2::3] = angle
    return turned


def _constant_forces(balance: Balance, q: Array) -> Iterator[_Push]:
    """Forces at points as they are with all bodies at angle 0."""
    system = balance.mechanism.system()
    for number, (name, force) in enumerate(balance.mechanism.forces.items()):
        if isinstance(force, PointForce) and force.on.body != GROUND:
            balance.dynamics.place(_turned(q, 0.0), balance.t)
            body = system.bodies.index(force.on.body)
            x, y, torque = (balance.dynamics.force_of(number) / balance.scale)[3 * body : 3 * body + 3]
            px, py = (float(value.real) for value in system.row(name).point(force.on))
            yield _Push(body, complex(px, py), complex(x, y), float(torque - px * y + py * x), force.follows)


def _true(balance: Balance, q: Array, pulls: list[_Pull], pushes: list[_Push]) -> bool:
    """Whether these are the forces of the elements, at two positions that need not be closed."""
    random = np.random.default_rng(3)
    for _ in range(2):
        there = balance.dynamics.moved(q, random.uniform(-1.0, 1.0, len(q)))
        balance.dynamics.place(there, balance.t)
        forces = balance.dynamics.forces() / balance.scale
        own = _forces_at(there, pulls, pushes)
        sizes = np.where(np.arange(len(q)) % 3 == 2, balance.dynamics.whole.length, 1.0)
        largest = float(np.max(np.abs(forces) / sizes)) + 1e-300
        if float(np.max(np.abs(forces - own) / sizes)) > _SAME * largest:
            return False
    return True


def _forces_at(q: Array, pulls: list[_Pull], pushes: list[_Push]) -> Array:
    forces = np.zeros(len(q))

    def act(body: int, arm: complex, force: complex, torque: float) -> None:
        if body >= 0:
            moment = torque + (arm.conjugate() * force).imag
            forces[3 * body : 3 * body + 3] += force.real, force.imag, moment

    for push in pushes:
        turn = np.exp(1j * q[3 * push.body + 2])
        act(push.body, push.point * turn, push.force * (turn if push.follows else 1.0), push.torque)
    for pull in pulls:
        turns = [1.0 if body < 0 else np.exp(1j * q[3 * body + 2]) for body in pull.bodies]
        arms = [complex(point * turn) for point, turn in zip(pull.points, turns, strict=True)]
        places = [0j if body < 0 else complex(*q[3 * body : 3 * body + 2]) for body in pull.bodies]
        way = places[1] + arms[1] - places[0] - arms[0]
        density = pull.stiffness * (1.0 - pull.free_length / abs(way))
        act(pull.bodies[0], arms[0], density * way, 0.0)
        act(pull.bodies[1], arms[1], -density * way, 0.0)
    return forces


# ---------------------------------------------------------------------- polynomials


def _assembled(made: IsotropicRows, pulls: list[_Pull], pushes: list[_Push]) -> SpringLinkage | None:
    """Balance along every unknown, constraints, and lengths of springs, all without units."""
    length = made.rows.length
    unit = max([*(pull.stiffness * length for pull in pulls), *(abs(push.force) for push in pushes), 1e-300])
    unit = max([unit, *(abs(push.torque) / length for push in pushes)])
    free, count = made.free, len(made.polynomials)
    long = [number for number, pull in enumerate(pulls) if pull.free_length > _NONE * length]
    first = 2 * free + count
    size = first + 2 * len(long)
    mirror = [*made.mirror, *range(2 * free, size)]
    x = unknowns(size)
    balances = [Polynomial({}) for _ in range(free)]

    def push(place: _Affine, force: Polynomial) -> None:
        """Work of a force on all unknowns a, the force given as its conjugate."""
        for number, along in enumerate(place.slopes):
            balances[number] = balances[number] + force * (0.5 * along)

    for one in pushes:
        place, turn = _place(made, one.body, one.point), _turn(made, one.body)
        image = turn.polynomial(x).mirrored(mirror)
        force = constant((one.force / unit).conjugate())
        push(place, force * image if one.follows else force)
        if one.torque:
            push(turn, image * (-1j * one.torque / (unit * length)))
    equations: list[Polynomial] = []
    for number, pull in enumerate(pulls):
        way = _place(made, pull.bodies[1], pull.points[1]) - _place(made, pull.bodies[0], pull.points[0])
        image = way.polynomial(x).mirrored(mirror)
        stiffness = pull.stiffness * length / unit
        if number in long:
            at = first + 2 * long.index(number)
            span, density = x[at], x[at + 1]
            equations += [
                span * span - way.polynomial(x) * image,
                density * span - stiffness * (span - pull.free_length / length),
            ]
            push(way, -1.0 * (density * image))
        else:
            push(way, image * -stiffness)
    for number, polynomial in enumerate(made.polynomials):
        for column in range(free):
            balances[column] = balances[column] + x[2 * free + number] * polynomial.slope(column)
    whole = [*balances, *(one.mirrored(mirror) for one in balances), *made.polynomials, *equations]
    blocks = [list(range(free)), list(range(free, 2 * free)), list(range(2 * free, first))]
    spans, densities = list(range(first, size, 2)), list(range(first + 1, size, 2))
    singly = [[number] for number in spans]
    ways_of_grouping = [
        [*blocks, *singly, *([number] for number in densities)],
        [*blocks[:2], blocks[2] + densities, *singly],
        [blocks[0] + blocks[1], blocks[2], *singly, *([number] for number in densities)],
        [blocks[0] + blocks[1], blocks[2] + densities, *singly],
        [blocks[0] + blocks[1] + spans, blocks[2] + densities],
        [list(range(size))],
    ]
    systems = [
        PolynomialSystem(whole, size, [group for group in groups if group], mirror=mirror)
        for groups in ways_of_grouping
    ]
    return SpringLinkage(made, min(systems, key=number_of_paths), spans)


@dataclass(frozen=True)
class _Affine:
    """A place or turn: a number and its slopes by the unknowns a."""

    value: complex
    slopes: Array

    def __sub__(self, other: _Affine) -> _Affine:
        return _Affine(self.value - other.value, self.slopes - other.slopes)

    def polynomial(self, x: list[Polynomial]) -> Polynomial:
        total = constant(self.value)
        for unknown, slope in zip(x, self.slopes, strict=False):
            total = total + unknown * complex(slope)
        return total


def _turn(made: IsotropicRows, body: int) -> _Affine:
    return _Affine(complex(made.base[2 * body + 1]), made.spread[2 * body + 1])


def _place(made: IsotropicRows, body: int, point: complex) -> _Affine:
    """A point of a body or of the ground, from the origin and in lengths of the model."""
    if body < 0:
        return _Affine((point - complex(*made.rows.origin)) / made.rows.length, np.zeros(made.free, complex))
    turn, arm = _turn(made, body), point / made.rows.length
    return _Affine(complex(made.base[2 * body] + arm * turn.value), made.spread[2 * body] + arm * turn.slopes)
