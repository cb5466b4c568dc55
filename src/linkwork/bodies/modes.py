"""Elastic modes of a body, given as numbers: what moves in its frame beside the rigid body (floating frame).

    beam:
      mass: {mass: 2, center: [0.5, 0], inertia: 0.17}
      modes:
        mass: [0.5]
        stiffness: [200]
        linear_coupling: [[0, 0.78]]
        angular_coupling: [0.57]
        interfaces:
          root: {at: [0, 0]}
          tip: {at: [1, 0], translation: [[0, 1]], rotation: [1.4]}

A particle at x in the body's frame is at x + S(x) q there, with one coordinate of q for every mode; with shapes of
second order at x + S(x) q + q B(x) q / 2. The integrals over the mass are those of the undeformed body about the origin
of its frame; left out they are zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from linkwork.base.errors import within
from linkwork.base.late_dataclass import dataclass
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part, Readable
from linkwork.places.places import Vector

if TYPE_CHECKING:
    from linkwork.places.base_row import BaseRow

Numbers = tuple[Number, ...]
Rows = tuple[Numbers, ...]
Blocks = tuple[Rows, ...]
SquareMatrix = Numbers | Rows
_ZERO = as_expression(0)
_SAME = 1e-9
"""How far entries that must be equal may be apart, of the largest one."""
_OF_FRAMES = ("translation_curvature", "rotation_curvature")
_DEFINITE = 1e-9
"""The least eigenvalue that a mass matrix with ones on its diagonal may have."""


class Interface(Part, metaclass=Readable):
    """A frame on a body with modes, to which joints, forces and sensors are attached."""

    at: Vector = Field(default=(_ZERO, _ZERO), description="its place on the undeformed body")
    translation: Rows = Field(default=(), description="of every mode how far a unit of it moves the place, x and y")
    rotation: Numbers = Field(default=(), description="of every mode by what angle in rad a unit of it turns the frame")
    translation_curvature: Blocks = Field(
        default=(), description="of every pair of modes the second derivative of the place by them, B, x and y"
    )


class BaseModes(Part, metaclass=Readable):
    """What modes have in the plane and in space alike."""

    vector: ClassVar[int]
    """How many numbers a vector has; an angular velocity; an inertia."""
    turn: ClassVar[int]
    moments: ClassVar[int]

    mass: SquareMatrix = Field(description="modal masses: one number a mode, or a symmetric matrix")
    stiffness: SquareMatrix = Field(description="modal stiffnesses, likewise")
    damping: SquareMatrix = Field(default=(), description="modal damping, likewise; none when left out")
    linear_coupling: Rows = Field(default=(), description="of every mode the integral of its shape S over the mass")
    linear_curvature: Blocks = Field(
        default=(), description="of every pair of modes the integral of B, the shapes of second order; symmetric"
    )
    start: Numbers = Field(default=(), description="the modes when the motion starts; zero when left out")

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the coordinates: q1, q2, ..."""
        return tuple(f"q{number + 1}" for number in range(len(self.mass)))


class Modes(BaseModes):
    """Elastic modes of a planar body."""

    vector, turn, moments = 2, 1, 1

    angular_coupling: Numbers = Field(
        default=(), description="of every mode the integral of x S_y - y S_x over the mass, about the origin"
    )
    inertia_slope: Numbers = Field(
        default=(), description="of every mode how the inertia about the origin changes with it: 2 int x . S"
    )
    inertia_curvature: Rows = Field(
        default=(), description="of every pair of modes the quadratic part of that inertia: int S_k . S_l"
    )
    gyroscopic_coupling: Rows = Field(
        default=(), description="of every pair of modes int S_kx S_ly - S_ky S_lx over the mass; antisymmetric"
    )
    angular_curvature: Rows = Field(
        default=(), description="of every pair of modes the integral of x B_y - y B_x over the mass; symmetric"
    )
    interfaces: dict[str, Interface] = Field(default_factory=dict, description="frames to which elements are attached")


@dataclass(frozen=True)
class ModalNumbers:
    """The numbers of a body's modes, row by row; of every interface its place, then S and R of every mode, then B."""

    mass: list[Any]
    stiffness: list[Any]
    damping: list[Any]
    linear: list[Any]
    angular: list[Any]
    slope: list[Any]
    curvature: list[Any]
    gyroscopic: list[Any]
    bent: list[Any]
    start: list[Any]
    interfaces: dict[str, list[Any]]

    @property
    def count(self) -> int:
        """How many modes there are."""
        return len(self.start)

    @property
    def is_curved(self) -> bool:
        """Whether it has shapes of second order."""
        return bool(self.bent)

    def numbers(self) -> list[Any]:
        """All that the inertia kernel reads, in its order."""
        stiff = [*self.mass, *self.stiffness, *self.damping]
        return [*stiff, *self.linear, *self.angular, *self.slope, *self.curvature, *self.gyroscopic, *self.bent]


def has_second_order(modes: Any) -> bool:
    """Whether any of its shapes of second order is given."""
    own = (modes.linear_curvature, modes.angular_curvature)
    of_frames = (getattr(item, field, ()) for item in modes.interfaces.values() for field in _OF_FRAMES)
    return any(own) or any(of_frames)


def evaluate(modes: BaseModes, row: BaseRow) -> ModalNumbers:
    """The numbers of a body's modes, checked; errors begin with `row.where`."""
    with within(row.where):
        return _evaluate(modes, row)


def check(modes: BaseModes, rigid: Sequence[Sequence[float]], row: BaseRow) -> None:
    """Refuse modes that make no sense, alone or beside the mass matrix of the rigid body (velocity, then turn)."""
    import numpy as np

    numbers = evaluate(modes, row)
    n, size = numbers.count, modes.vector + modes.turn
    whole = np.zeros((size + n, size + n))
    whole[:size, :size] = rigid
    whole[size:, size:] = np.reshape([value.real for value in numbers.mass], (n, n))
    whole[size:, : modes.vector] = np.reshape([value.real for value in numbers.linear], (n, modes.vector))
    whole[size:, modes.vector : size] = np.reshape([value.real for value in numbers.angular], (n, modes.turn))
    whole[:size, size:] = whole[size:, :size].T
    there = np.flatnonzero(np.diag(whole) > 0.0)  # a slender body has no inertia about its axis
    units = np.sqrt(np.diag(whole)[there])
    if np.linalg.eigvalsh(whole[np.ix_(there, there)] / np.outer(units, units))[0] < _DEFINITE:
        row.fail(
            "the mass matrix of its modes and its motion is not positive definite: the coupling integrals are too "
            "large for its masses, or a mode is a motion of the whole body"
        )


def _evaluate(modes: Any, row: BaseRow) -> ModalNumbers:
    n, size, turn = len(modes.mass), modes.vector, modes.turn
    if not n:
        row.fail("its modes have no mass; give one number a mode")
    curved = has_second_order(modes)
    numbers = ModalNumbers(
        mass=_square(row, modes.mass, n, "mass"),
        stiffness=_square(row, modes.stiffness, n, "stiffness"),
        damping=_square(row, modes.damping, n, "damping") if modes.damping else [0.0] * (n * n),
        linear=_filled(row, modes.linear_coupling, (n, size), "linear_coupling"),
        angular=_filled(row, modes.angular_coupling, (n, *_each(turn)), "angular_coupling"),
        slope=_filled(row, modes.inertia_slope, (n, *_each(modes.moments)), "inertia_slope"),
        curvature=_filled(row, modes.inertia_curvature, (n, n, *_each(modes.moments)), "inertia_curvature"),
        gyroscopic=_filled(row, modes.gyroscopic_coupling, (n, n, *_each(turn)), "gyroscopic_coupling"),
        bent=_filled(row, modes.linear_curvature, (n, n, size), "linear_curvature") if curved else [],
        start=_filled(row, modes.start, (n,), "start"),
        interfaces={
            name: _interface(row, name, item, n, size, turn) + (_bent(row, name, item, n, size, turn) if curved else [])
            for name, item in modes.interfaces.items()
        },
    )
    _require_mirrored(row, numbers.curvature, n, modes.moments, 1.0, "inertia_curvature", "symmetric")
    _require_mirrored(row, numbers.gyroscopic, n, turn, -1.0, "gyroscopic_coupling", "antisymmetric")
    if curved:
        _require_mirrored(row, numbers.bent, n, size, 1.0, "linear_curvature", "symmetric")
        further = _filled(row, modes.angular_curvature, (n, n, *_each(turn)), "angular_curvature")
        _require_mirrored(row, further, n, turn, 1.0, "angular_curvature", "symmetric")
        numbers.gyroscopic[:] = [one + other for one, other in zip(numbers.gyroscopic, further, strict=True)]
    if any(numbers.mass[mode * (n + 1)].real <= 0.0 for mode in range(n)):
        row.fail("a mode has no mass; every modal mass must be more than zero")
    return numbers


def _each(count: int) -> tuple[int, ...]:
    """The innermost list of so many numbers; a single number is in no list."""
    return (count,) if count > 1 else ()


def _interface(row: BaseRow, name: str, given: Any, n: int, size: int, turn: int) -> list[Any]:
    with within(f"interface '{name}'"):
        shapes = _filled(row, given.translation, (n, size), "translation")
        turns = _filled(row, given.rotation, (n, *_each(turn)), "rotation")
    place = [row.scope.number(value) for value in given.at]
    for mode in range(n):
        place += shapes[size * mode : size * (mode + 1)] + turns[turn * mode : turn * (mode + 1)]
    return place


def _bent(row: BaseRow, name: str, given: Any, n: int, size: int, turn: int) -> list[Any]:
    """Of every pair of modes B at an interface, and in space what it adds to the chart of its turn."""
    with within(f"interface '{name}'"):
        moved = _filled(row, given.translation_curvature, (n, n, size), "translation_curvature")
        _require_mirrored(row, moved, n, size, 1.0, "translation_curvature", "symmetric")
        if turn == 1:
            return moved
        turned = _filled(row, given.rotation_curvature, (n, n, turn), "rotation_curvature")
        _require_mirrored(row, turned, n, turn, 1.0, "rotation_curvature", "symmetric")
    pairs = range(n * n)
    return [value for at in pairs for part in (moved, turned) for value in part[3 * at : 3 * at + 3]]


def _square(row: BaseRow, given: Any, n: int, what: str) -> list[Any]:
    """A symmetric matrix, or its diagonal, row by row."""
    if not isinstance(given[0], tuple):
        values = _filled(row, given, (n,), what)
        return [values[one] if one == other else 0.0 for one in range(n) for other in range(n)]
    square = _filled(row, given, (n, n), what)
    _require_mirrored(row, square, n, 1, 1.0, what, "symmetric")
    return square


def _require_mirrored(row: BaseRow, values: list[Any], n: int, each: int, sign: float, what: str, word: str) -> None:
    largest = max((abs(value.real) for value in values), default=0.0)
    for one in range(n):
        for other in range(one + 1):
            for number in range(each):
                here, there = (values[(a * n + b) * each + number].real for a, b in ((one, other), (other, one)))
                if abs(here - sign * there) > _SAME * largest:
                    row.fail(f"'{what}' of its modes is not {word}: entries {one + 1},{other + 1} differ")


def _filled(row: BaseRow, given: Any, shape: Sequence[int], what: str) -> list[Any]:
    """Numbers in nested lists of this shape, one after the other; zeros where nothing is given."""
    if given == ():
        count = 1
        for length in shape:
            count *= length
        return [0.0] * count
    return list(_flat(row, given, shape, what))


def _flat(row: BaseRow, given: Any, shape: Sequence[int], what: str) -> list[Any]:
    if len(given) != shape[0]:
        row.fail(f"'{what}' of its modes needs {' x '.join(map(str, shape))} numbers; found {len(given)} of {shape[0]}")
    if len(shape) == 1:
        return [row.scope.number(value) for value in given]
    return [value for item in given for value in _flat(row, item, shape[1:], what)]


def without_expanded(data: dict[str, Any]) -> dict[str, Any]:
    """A body as a file has it: mass and modes that come from its finite elements or functions are left out."""
    made = data.get("flexible") or data.get("ritz")
    return {name: item for name, item in data.items() if name not in ("mass", "modes")} if made else data
