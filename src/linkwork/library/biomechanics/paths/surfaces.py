"""Surfaces on bodies that paths go round."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import Metres, public, publicly_made
from linkwork.library.biomechanics.frames import frame
from linkwork.library.biomechanics.layout_kernel import (
    AXES_AT,
    CYLINDER,
    ELLIPSOID,
    LENIENT,
    RADII_AT,
    RADIUS,
    SIDE,
    SPHERE,
    TORUS,
    TOWARDS_AT,
)
from linkwork.library.checks import require_positive

NOWHERE = (0.0, 0.0, 0.0)


@public
@publicly_made
@dataclass(frozen=True)
class Sphere:
    """A ball on a body that a path goes round; with `lenient` a path from inside it goes straight.

    There is one shortest way round a ball. With `towards` a direction on the body a frame in which that way has its
    middle on the other half is refused: over the chosen half a path would slip off.
    """

    body: str
    center: tuple[Metres, Metres, Metres]
    radius: Metres
    lenient: bool = False
    towards: tuple[float, float, float] = NOWHERE

    def __post_init__(self) -> None:
        require_positive("a sphere of a path", radius=self.radius)


@public
@publicly_made
@dataclass(frozen=True)
class Cylinder:
    """A cylinder on a body that a path goes round: `side` 1 counterclockwise seen against its axis, -1 clockwise, 0 the
    shorter way where it begins to touch; or `towards` a direction on the body, where the middle of the way lies. A
    straight line that passes it on the other side than the chosen one is led round it too.

    A pulley that turns without friction is one too. It has no ends.
    """

    body: str
    center: tuple[Metres, Metres, Metres]
    axis: tuple[float, float, float]
    radius: Metres
    side: int = 0
    towards: tuple[float, float, float] = NOWHERE
    lenient: bool = False

    def __post_init__(self) -> None:
        require_positive("a cylinder of a path", radius=self.radius)
        if self.side not in (-1, 0, 1):
            raise MechanismError(f"a cylinder of a path: side is 1, -1 or 0, not {self.side}")
        if not np.linalg.norm(self.axis) > 0:
            raise MechanismError("a cylinder of a path: its axis has no direction")
        if self.side and any(self.towards):
            raise MechanismError("a cylinder of a path has a side or a direction, not both")


@public
@publicly_made
@dataclass(frozen=True)
class Ellipsoid:
    """An ellipsoid on a body that a path goes round: its radii along x, y and z of a frame that is turned on the body
    by `orientation` (about x, then the turned y, then the turned z). A path begins to touch it on the nearest side, or
    `towards` a direction on the body.
    """

    body: str
    center: tuple[Metres, Metres, Metres]
    radii: tuple[Metres, Metres, Metres]
    orientation: tuple[float, float, float] = NOWHERE
    towards: tuple[float, float, float] = NOWHERE
    lenient: bool = False

    def __post_init__(self) -> None:
        for radius in self.radii:
            require_positive("an ellipsoid of a path", radii=radius)


@public
@publicly_made
@dataclass(frozen=True)
class Torus:
    """A ring on a body whose hole a path goes through: the radius of the ring, to the middle of its tube, and that of
    the tube."""

    body: str
    center: tuple[Metres, Metres, Metres]
    axis: tuple[float, float, float]
    ring: Metres
    tube: Metres
    lenient: bool = False

    def __post_init__(self) -> None:
        require_positive("a torus of a path", ring=self.ring, tube=self.tube)
        if not self.tube < self.ring:
            raise MechanismError(
                f"a torus of a path has a hole: its tube ({self.tube:g} m) is smaller than its ring ({self.ring:g} m)"
            )
        if not np.linalg.norm(self.axis) > 0:
            raise MechanismError("a torus of a path: its axis has no direction")


Surface = Sphere | Cylinder | Ellipsoid | Torus
SURFACES = (Sphere, Cylinder, Ellipsoid, Torus)


def smallest_radius(surface: Surface) -> float:
    """By what a surface is measured."""
    if isinstance(surface, Ellipsoid):
        return min(surface.radii)
    return surface.tube if isinstance(surface, Torus) else surface.radius


def pack_surface(surface: Surface, numbers: Array) -> int:
    """Put the numbers of a surface into its row; gives its kind."""
    numbers[:3], numbers[LENIENT] = surface.center, 1.0 if surface.lenient else 0.0
    axes, towards, kind = np.eye(3), np.zeros(3), SPHERE
    if isinstance(surface, Sphere):
        numbers[RADIUS], towards = surface.radius, np.array(surface.towards)
    elif isinstance(surface, Cylinder):
        axes, kind, towards = _about(surface.axis), CYLINDER, np.array(surface.towards)
        numbers[RADIUS], numbers[SIDE] = surface.radius, surface.side
        if any(surface.towards) and not np.linalg.norm((axes.T @ towards)[:2]) > 1e-9 * np.linalg.norm(towards):
            raise MechanismError("a cylinder of a path: it cannot be gone round towards its own axis")
    elif isinstance(surface, Ellipsoid):
        axes, kind, towards = frame(NOWHERE, surface.orientation)[:3, :3], ELLIPSOID, np.array(surface.towards)
        numbers[RADII_AT : RADII_AT + 3] = surface.radii
    else:
        axes, kind = _about(surface.axis), TORUS
        numbers[RADII_AT : RADII_AT + 3] = surface.ring, surface.tube, surface.tube
    numbers[AXES_AT : AXES_AT + 9], numbers[TOWARDS_AT : TOWARDS_AT + 3] = axes.ravel(), axes.T @ towards
    return kind


def _about(axis: tuple[float, float, float]) -> Array:
    """Columns of a frame whose z is an axis."""
    z = np.array(axis) / np.linalg.norm(axis)
    x = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])
