"""What strikes and what is struck: a ball, a rod along its axis, a beam across its middle."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError, shown
from linkwork.expression.given import public, publicly_made, takes
from linkwork.library.checks import require_poisson, require_positive

_MOST_MODES = 1000
_PLACES_A_MODE = 4
"""Of a bar: the fastest modes are known to some thousandths between them, others better."""
_BEYOND = 1.0 + 1e-6
"""Of the radius: how far from the axis the surface is."""


@public
@publicly_made
@takes(radius="LENGTH", modulus="PRESSURE", poisson="PLAIN", density="DENSITY")
@dataclass(frozen=True)
class Sphere:
    """A ball that stays rigid but for the place of contact; SI."""

    radius: float
    modulus: float
    poisson: float
    density: float

    def __post_init__(self) -> None:
        require_positive("a sphere", radius=self.radius, modulus=self.modulus, density=self.density)
        require_poisson("a sphere", self.poisson)

    @property
    def mass(self) -> float:
        """In kg."""
        return self.density * 4 / 3 * math.pi * self.radius**3


@dataclass(frozen=True)
class Known:
    """What modes do at many places of a body that is struck anywhere."""

    frequencies: Array
    """Circular frequencies, lowest first."""
    places: Array
    """Of a bar how far from its begin along its axis; else coordinates, a row each."""
    shapes: Array
    """Of every mode of unit mass what it moves every place: modes x places x directions; of a bar modes x places."""
    cells: tuple[tuple[int, ...], ...] = ()
    reach: float = 1e-6
    struck: str = "any"


class Struck(ABC):
    """An elastic body at rest."""

    modulus: float
    poisson: float

    @property
    @abstractmethod
    def mass(self) -> float:
        """In kg."""

    @property
    @abstractmethod
    def curvatures(self) -> tuple[float, float]:
        """Its own curvatures at the place of contact in 1/m."""

    @abstractmethod
    def vibrations(self, modes: int) -> tuple[Array, Array]:
        """The lowest circular frequencies, and what each mode of unit mass moves at the place of contact."""

    def known(self, modes: int) -> Known:
        """What the lowest modes move at many places, for a body that is struck anywhere."""
        raise MechanismError(
            f"a {type(self).__name__} does not say what its modes move elsewhere; leave out `side`, or give it `known`"
        )


@takes(radius="LENGTH", length="LENGTH", modulus="PRESSURE", poisson="PLAIN", density="DENSITY")
@dataclass(frozen=True)
class RoundBar(Struck):
    """A straight bar of round section; SI."""

    radius: float
    length: float
    modulus: float
    poisson: float
    density: float

    def __post_init__(self) -> None:
        what = f"a {type(self).__name__.lower()}"
        numbers = {name: getattr(self, name) for name in ("radius", "length", "modulus", "density")}
        require_positive(what, **numbers)
        require_poisson(what, self.poisson)

    @property
    def area(self) -> float:
        """Of the section in m^2."""
        return math.pi * self.radius**2

    @property
    def mass(self) -> float:
        """In kg."""
        return self.density * self.area * self.length


@public
@publicly_made
@dataclass(frozen=True)
class Rod(RoundBar):
    """A round rod that is struck on its plane end, along its axis; SI."""

    @property
    def wave_speed(self) -> float:
        """Of the waves along the axis in m/s."""
        return math.sqrt(self.modulus / self.density)

    @property
    def impedance(self) -> float:
        """The force that gives an end the speed of 1 m/s before an echo comes back, in N s/m."""
        return self.density * self.wave_speed * self.area

    @property
    def echo(self) -> float:
        """When the first wave is back at its end, in s."""
        return 2 * self.length / self.wave_speed

    @property
    def curvatures(self) -> tuple[float, float]:
        """Its own curvatures at the place of contact in 1/m."""
        return 0.0, 0.0

    def vibrations(self, modes: int) -> tuple[Array, Array]:
        """The lowest circular frequencies, and what each mode of unit mass moves at the place of contact."""
        _require_modes(modes)
        frequencies = np.pi * self.wave_speed / self.length * np.arange(1, modes + 1)
        return frequencies, np.full(modes, math.sqrt(2 / self.mass))

    def known(self, modes: int) -> Known:
        """The modes at many places of the axis, struck along it."""
        frequencies, _ = self.vibrations(modes)
        places = np.linspace(0.0, self.length, _PLACES_A_MODE * modes + 1)
        turns = np.arange(1, modes + 1)[:, None] * np.pi / self.length
        shapes = math.sqrt(2 / self.mass) * np.cos(turns * places)
        return Known(frequencies, places, shapes, (), self.radius * _BEYOND, "along")

    def _require_place(self, place: float) -> None:
        """Refuse what lies beside the rod."""
        if not 0.0 <= place <= self.length:
            raise MechanismError(f"a rod: places lie between 0 and {self.length:g} m, not at {place:g}")

    def moves(self, modes: int, place: float) -> Array:
        """What each mode of unit mass moves at a distance from the struck end in m."""
        _require_modes(modes)
        self._require_place(place)
        turns = np.arange(1, modes + 1) * np.pi / self.length
        return math.sqrt(2 / self.mass) * np.cos(turns * place)

    def strains(self, modes: int, place: float) -> Array:
        """The strain of each mode of unit mass there, as a gauge sees it."""
        _require_modes(modes)
        self._require_place(place)
        turns = np.arange(1, modes + 1) * np.pi / self.length
        return -math.sqrt(2 / self.mass) * turns * np.sin(turns * place)


@public
@publicly_made
@dataclass(frozen=True)
class Beam(RoundBar):
    """A round beam struck across its middle, with shear and rotary inertia (Timoshenko, Cowper's factor); SI."""

    @property
    def curvatures(self) -> tuple[float, float]:
        """Its own curvatures at the place of contact in 1/m."""
        return 0.0, 1 / self.radius

    def vibrations(self, modes: int) -> tuple[Array, Array]:
        """The lowest circular frequencies, and what each mode of unit mass moves at the place of contact.

        Only modes in which both halves are alike: the others do not move the middle.
        """
        _require_modes(modes)
        squares, shapes, even = self._alike(modes, 0)
        return np.sqrt(squares), _polynomials(even, np.zeros(1))[:, 0] @ shapes

    def known(self, modes: int) -> Known:
        """The modes at many places of the axis, struck across it: those in which both halves are alike, and others."""
        _require_modes(modes)
        half = modes // 2 + 1
        places = np.linspace(-1.0, 1.0, _PLACES_A_MODE * modes + 1)
        halves = []
        for odd in range(2):
            squares, mixed, across = self._alike(half, odd)
            halves.append((squares, mixed.T @ _polynomials(across, places)))
        squares, shapes = (np.concatenate(both) for both in zip(*halves, strict=True))
        order = np.argsort(squares)[:modes]
        axis = 0.5 * self.length * (places + 1.0)
        return Known(np.sqrt(squares[order]), axis, shapes[order], (), self.radius * _BEYOND, "across")

    def _alike(self, modes: int, odd: int) -> tuple[Array, Array, range]:
        """The lowest modes whose halves are alike (0) or opposed (1): squares, sums of polynomials, their degrees.

        Deflection and rotation are sums of Legendre's polynomials, the ends are free: energies alone decide, and the
        frequencies converge at once.
        """
        from numpy.polynomial.legendre import leggauss
        from scipy.linalg import eigh

        count = 2 * modes + 12
        place, weight = leggauss(4 * count + 8)
        half = self.length / 2
        across, about = range(odd, 2 * count + odd, 2), range(1 - odd, 2 * count + 1 - odd, 2)
        deflection, rotation = _polynomials(across, place), _polynomials(about, place)
        slope, bend = _polynomials(across, place, 1) / half, _polynomials(about, place, 1) / half
        second = math.pi / 4 * self.radius**4
        shear = 6 * (1 + self.poisson) / (7 + 6 * self.poisson) * self.modulus / (2 * (1 + self.poisson)) * self.area
        weights = weight * half
        strain, bending = np.vstack([slope, -rotation]), np.vstack([np.zeros_like(slope), bend])
        stiffness = shear * (strain * weights) @ strain.T + self.modulus * second * (bending * weights) @ bending.T
        masses = np.zeros_like(stiffness)
        masses[:count, :count] = self.density * self.area * (deflection * weights) @ deflection.T
        masses[count:, count:] = self.density * second * (rotation * weights) @ rotation.T
        squares, shapes = eigh(stiffness, masses, subset_by_index=[1, modes])  # the first moves or turns as a whole
        return squares, shapes[:count], across


def _polynomials(degrees: range, places: Array, derivative: int = 0) -> Array:
    """Legendre's polynomials of unit norm at places between -1 and 1, a row each."""
    from numpy.polynomial import legendre

    rows = []
    for degree in degrees:
        series = np.zeros(degree + 1)
        series[degree] = math.sqrt(degree + 0.5)
        rows.append(legendre.legval(places, legendre.legder(series, derivative)))
    return np.array(rows)


def _require_modes(modes: int) -> None:
    """Refuse a number of modes that no blow needs and no memory holds."""
    if not 1 <= modes <= _MOST_MODES:
        raise MechanismError(f"modes: a number between 1 and {_MOST_MODES} is expected, not {shown(modes)}")
