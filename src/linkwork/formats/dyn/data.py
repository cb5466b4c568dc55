"""A `.DYN` file as data: what stands in it, in the order in which it stands, and nothing deduced.

Lines are kept for messages; they play no part when two files are compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Vector = tuple[float, float, float]
Matrix = tuple[tuple[float, ...], ...]
Six = tuple[float, float, float, float, float, float]


def _line() -> int:
    """The field for the line of a part."""
    return field(default=1, compare=False, kw_only=True)


@dataclass(frozen=True)
class PointElement:
    """A corner between its neighbours; it has no data of its own."""

    line: int = _line()


@dataclass(frozen=True)
class SegmentElement:
    """A straight piece; without a start it begins where the element before ends."""

    start: Vector | None
    end: Vector | None
    line: int = _line()


@dataclass(frozen=True)
class ArcElement:
    """A piece of a circle, from start to end with the material on the left."""

    centre: Vector
    start: Vector | None
    end: Vector | None
    concave: bool
    line: int = _line()


@dataclass(frozen=True)
class CircleElement:
    """A whole circle that begins at `start`."""

    centre: Vector
    radius: float
    start: Vector
    concave: bool
    line: int = _line()


@dataclass(frozen=True)
class PolynomialElement:
    """r = sum of coefficient (angle / divisor)^order about an origin; the angle, in degrees, begins at `first`."""

    coefficients: tuple[float, ...]
    orders: tuple[int, ...]
    first: float
    initial_radius: float
    divisor: float | None
    origin: Vector
    concave: bool
    line: int = _line()


CurveElement = PointElement | SegmentElement | ArcElement | CircleElement | PolynomialElement


@dataclass(frozen=True)
class Frame:
    """A joint frame on a link: the 3x4 matrix from the frame to the link."""

    name: str
    shape: Matrix
    line: int = _line()


@dataclass(frozen=True)
class Curve:
    """A contact curve on a link: its normal and its elements in order."""

    name: str
    normal: Vector
    elements: tuple[CurveElement, ...]
    line: int = _line()


Surface = Frame | Curve


@dataclass(frozen=True)
class Link:
    """A link: the 3x4 matrix from its frame to the world, its 4x4 inertia matrix, its surfaces."""

    name: str
    place: Matrix
    inertia: Matrix
    surfaces: tuple[Surface, ...]
    line: int = _line()


@dataclass(frozen=True)
class Pair:
    """A joint from a surface of one link to a surface of another: ROTOIDE, PRISMATIQUE, CONTACT or another word."""

    name: str
    first_link: str
    first_surface: str
    second_link: str
    second_surface: str
    kind: str
    line: int = _line()


@dataclass(frozen=True)
class LinkRecord:
    """What moves with a link: the name of its solid model, and whether it is fixed."""

    name: str
    solid: str
    fixed: bool
    line: int = _line()


@dataclass(frozen=True)
class PairRecord:
    """What moves in a joint: force, spring, start and which variables are independent; a contact's state."""

    name: str
    joint: str
    force: float
    stiffness: float
    length: float
    first_link: str
    second_link: str
    position: Six
    velocity: Six
    independent: tuple[bool, ...]
    active: bool | None = None
    restitution: float | None = None
    line: int = _line()


@dataclass(frozen=True)
class Loop:
    """A loop that the topology found: its joints, each with whether it is met in its own direction."""

    name: str
    closed: bool
    joints: tuple[tuple[bool, str], ...]
    line: int = _line()


@dataclass(frozen=True)
class DynFile:
    """A whole file."""

    name: str
    gravity: float
    time: float
    step: float
    state: str
    links: tuple[Link, ...]
    pairs: tuple[Pair, ...]
    link_records: tuple[LinkRecord, ...]
    pair_records: tuple[PairRecord, ...]
    loops: tuple[Loop, ...]
    line: int = _line()
