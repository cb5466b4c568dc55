"""What is struck, by finite elements: any flexible body, and a half-round plate in its own plane."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made, takes
from linkwork.library.checks import require_poisson, require_positive
from linkwork.library.impacts.struck import Known, Struck

if TYPE_CHECKING:
    from linkwork.bodies.flexible.statics import Floating
    from linkwork.bodies.flexible.structure import Structure


_SKIN = 1e-3
"""Of its size: how far from the nodes' straight lines the surface of a mesh may be struck."""


class Meshed(Struck):
    """A body of finite elements, struck at a node."""

    modulus: float
    poisson: float
    density: float

    @property
    @abstractmethod
    def scale(self) -> float:
        """Density times thickness (1 of a solid): what the elements have as one."""

    @abstractmethod
    def place(self) -> tuple[Structure, int, Array]:
        """The elements, the node that is struck, and the direction in which it is pushed."""

    @property
    def mass(self) -> float:
        """In kg."""
        structure = self.place()[0]
        along = structure.rigid()[:, 0]
        return float(self.scale * (along @ (structure.mass @ along)))

    def vibrations(self, modes: int) -> tuple[Array, Array]:
        """The lowest circular frequencies, and what each mode of unit mass moves at the place of contact.

        The point load of a node is as soft as its cells are small: cells about as large as the thickness (of a plate)
        leave what is nearer to Hertz, and count nothing twice.
        """
        structure, node, direction = self.place()
        values, shapes = _free(structure, modes)
        moved = shapes[structure.numbers_of(node)[: structure.dimension]].T @ direction
        return np.sqrt(values * self.modulus / self.density), moved / math.sqrt(self.scale)

    def known(self, modes: int) -> Known:
        """What the modes move on the whole outside, straight between its nodes; of beams and shells, everywhere."""
        from linkwork.bodies.flexible.mesh import outside

        structure = self.place()[0]
        if structure.mesh is None:
            raise MechanismError("matrices have no surface; leave out `side`")
        cells = [cell for face in outside(structure.mesh) for cell in _straight(face, structure.dimension)]
        used = sorted({node for cell in cells for node in cell})
        number = {node: place for place, node in enumerate(used)}
        values, shapes = _free(structure, modes)
        rows = np.array([structure.numbers_of(node)[: structure.dimension] for node in used])
        return Known(
            np.sqrt(values * self.modulus / self.density),
            structure.points[used],
            shapes[rows].transpose(2, 0, 1) / math.sqrt(self.scale),
            tuple(tuple(number[node] for node in cell) for cell in cells),
            _SKIN * float(np.max(np.ptp(structure.points[used], axis=0))),
        )

    def left_out(self, modes: int) -> float:
        """How far the node gives way under 1 N by all vibrations above the lowest ones, as at rest, in m/N.

        That of the whole mesh, the body free, without that of the modes: they are too fast to vibrate in a blow.
        """
        structure, node, direction = self.place()
        load = np.zeros(structure.count)
        load[structure.numbers_of(node)[: structure.dimension]] = direction
        whole = float(load @ _floating(structure).relieved(load[:, None])[:, 0]) / (self.scale / self.density)
        frequencies, shares = self.vibrations(modes)
        return max(0.0, whole / self.modulus - float(np.sum((shares / frequencies) ** 2)))


def _straight(face: list[int], dimension: int) -> list[list[int]]:
    """An outer face as straight lines (in the plane) or triangles, with the nodes in the middles of its edges."""
    corners = 2 if dimension == 2 else 4 if len(face) in (4, 8) else 3
    if len(face) == 2:
        return [face]
    if dimension == 2:
        return [[face[0], face[2]], [face[2], face[1]]]
    own, middles = face[:corners], face[corners:]
    if not middles:
        return [[own[0], own[i], own[i + 1]] for i in range(1, corners - 1)]
    tips = [[own[i], middles[i], middles[i - 1]] for i in range(corners)]
    return tips + [[middles[0], middles[i], middles[i + 1]] for i in range(1, corners - 1)]


def _floating(structure: Structure) -> Floating:
    from linkwork.bodies.flexible.statics import Floating

    return Floating(structure.stiffness, structure.mass, structure.rigid(), structure.places())


def _free(structure: Structure, modes: int) -> tuple[Array, Array]:
    """The lowest free vibrations, those as a whole left out: squares of frequencies, and shapes of unit mass."""
    whole = structure.rigid().shape[1]
    most = structure.count - whole
    if not 1 <= modes <= most:
        raise MechanismError(f"modes: between 1 and {most} of this mesh, not {modes}")
    squares, shapes = _floating(structure).free(whole + modes)
    return squares[whole:], shapes[:, whole:]


@public
@publicly_made
@takes(at="LENGTH", direction="PLAIN")
@dataclass(frozen=True)
class FlexibleBody(Meshed):
    """Any body that `m.flexible` takes, struck at a place from outside along a direction.

    `flexible` is its description (shape or mesh, material, thickness), `at` the place, of which the nearest node is
    taken, `direction` the way in which it is pushed, `curvatures` its own there in 1/m.
    """

    flexible: Mapping[str, Any]
    at: Sequence[float]
    direction: Sequence[float]
    curvatures: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        if len(self.at) not in (2, 3) or len(self.direction) != len(self.at):
            raise MechanismError("a flexible body is struck at a place and in a direction of two or three coordinates")
        if not np.linalg.norm(np.asarray(self.direction, float)) > 0:
            raise MechanismError("a flexible body: the direction has no length")

    @property
    def _described(self) -> Any:
        from linkwork.bodies.flexible.description import Flexible

        described = Flexible(**dict(self.flexible))
        if described.material is None:
            raise MechanismError("a flexible body that is struck needs its material: matrices have no surface")
        return described

    @property
    def modulus(self) -> float:  # type: ignore[override]
        """In Pa."""
        return float(self._described.material.youngs_modulus.value({}))

    @property
    def poisson(self) -> float:  # type: ignore[override]
        """Poisson's ratio."""
        return float(self._described.material.poissons_ratio.value({}))

    @property
    def density(self) -> float:  # type: ignore[override]
        """In kg/m^3."""
        return float(self._described.material.density.value({}))

    @property
    def scale(self) -> float:
        """Density times thickness."""
        return self.density * (float(self._described.thickness.value({})) if len(self.at) == 2 else 1.0)

    def place(self) -> tuple[Structure, int, Array]:
        """The elements, the node that is struck, and the direction in which it is pushed."""
        from linkwork.bodies.flexible.body import structure_of

        structure = structure_of(self._described, lambda value: value.value({}), len(self.at))
        node = int(np.argmin(np.linalg.norm(structure.points - np.asarray(self.at, float), axis=1)))
        way = np.asarray(self.direction, float)
        return structure, node, way / np.linalg.norm(way)


@public
@publicly_made
@takes(radius="LENGTH", thickness="LENGTH", modulus="PRESSURE", poisson="PLAIN", density="DENSITY", cell="LENGTH")
@dataclass(frozen=True)
class HalfPlate(Meshed):
    """A half-round plate that is struck on the middle of its round edge, in its own plane (plane stress); SI.

    `cell` is the size of its elements, the thickness when left out: nearer to the place of contact the stress is no
    longer plane, and Hertz has it.
    """

    radius: float
    thickness: float
    modulus: float
    poisson: float
    density: float
    cell: float = 0.0

    def __post_init__(self) -> None:
        require_positive(
            "a plate", radius=self.radius, thickness=self.thickness, modulus=self.modulus, density=self.density
        )
        require_poisson("a plate", self.poisson)
        if not 0 <= self.cell < self.radius / 2:
            raise MechanismError("a plate: cells are positive and less than half its radius")

    @property
    def scale(self) -> float:
        """Density times thickness."""
        return self.density * self.thickness

    @property
    def curvatures(self) -> tuple[float, float]:
        """Its own curvatures at the place of contact in 1/m: that of the rim, and the straight edge across it."""
        return 1 / self.radius, 0.0

    def place(self) -> tuple[Structure, int, Array]:
        """The elements, the node that is struck, and the direction in which it is pushed."""
        return _half_disc(self.radius, self.cell or self.thickness, self.poisson)


@cache
def _half_disc(radius: float, size: float, poisson: float) -> tuple[Structure, int, Array]:
    """Quadrilaterals of second order: a rectangle of them, two to one, drawn onto the half disc."""
    from linkwork.bodies.flexible.mesh import Mesh, checked, second_order
    from linkwork.bodies.flexible.solid import Hooke, structure_of

    up = max(4, round(radius / (2 * size)))  # cells of second order have a node in the middle of every side
    across = 2 * up
    u, v = np.meshgrid(np.linspace(-1, 1, across + 1), np.linspace(0, 1, up + 1))
    points = radius * np.column_stack([(u * np.sqrt(1 - v**2 / 2)).ravel(), (v * np.sqrt(1 - u**2 / 2)).ravel()])
    first = (np.arange(up)[:, None] * (across + 1) + np.arange(across)).ravel()
    cells = np.column_stack([first, first + 1, first + across + 2, first + across + 1])
    structure = structure_of(checked(second_order(Mesh(points, {"quad": cells}))), Hooke(poisson, "stress"))
    top = int(np.argmin(np.linalg.norm(structure.points - [0.0, radius], axis=1)))
    return structure, top, np.array([0.0, -1.0])
