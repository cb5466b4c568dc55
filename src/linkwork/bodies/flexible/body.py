"""From the description of a flexible body to its finite elements, its modes, and what is told about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError, within
from linkwork.bodies.flexible import checks, shapes
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.description import Flexible
from linkwork.bodies.flexible.integrals import Integrals, integrals_of
from linkwork.bodies.flexible.load_stiffening import Bent, bent_by_loads
from linkwork.bodies.flexible.reduction import Reduced, Wanted, reduced
from linkwork.bodies.flexible.shells import ShellRecovery
from linkwork.bodies.flexible.solid import Hooke
from linkwork.bodies.flexible.stiffening import leaves_its_load, stiffened
from linkwork.bodies.flexible.structure import Structure
from linkwork.bodies.flexible.ties import ties_of

Number = Callable[[Any], Any]
DEFAULT_MODES = 6
_KEPT = 16
_known: dict[Any, Shapes] = {}


@dataclass(frozen=True, eq=False)
class Shapes:
    """What does not depend on modulus and density: shapes, integrals per unit density, without and with spin."""

    reduced: Reduced
    integrals: Integrals
    plain_curvature: Floats
    stiffening: str
    """Where the load of spin is held, in words; nothing where it does not stiffen."""
    bent: Bent | None = None
    """Shapes of second order, where other loads stiffen too."""


@dataclass(frozen=True)
class FlexibleModes:
    """A flexible body reduced, with its material."""

    shapes: Shapes
    modulus: float
    density: float

    @property
    def reduced(self) -> Reduced:
        """The reduced structure."""
        return self.shapes.reduced

    @property
    def integrals(self) -> Integrals:
        """Integrals over the mass, per unit density."""
        return self.shapes.integrals

    @property
    def notes(self) -> tuple[str, ...]:
        """What a user should know of it."""
        bent = self.shapes.bent
        told = checks.notes_of(self.reduced, self.modulus, self.density)
        return told if bent is None else (*told, *checks.pressure_notes(bent.unsymmetric, bent.together))

    @property
    def hertz(self) -> Floats:
        """Frequencies of the modes, free in the reference frame."""
        hertz: Floats = np.sqrt(np.maximum(self.reduced.values, 0.0) * self.modulus / self.density) / (2 * np.pi)
        return hertz

    @property
    def first_frequency(self) -> float:
        """First elastic frequency of the free body, in rad/s."""
        return float((self.reduced.first * self.modulus / self.density) ** 0.5)


def modes_of(described: Flexible, number: Number, dimensions: int) -> FlexibleModes:
    """The modes of a flexible body for the values that `number` finds; shapes are kept, for they cost something."""
    from linkwork.bodies.flexible.sources import stamp_of

    modulus, density = material_numbers(described, number)
    highest = None
    if described.frequency is not None:
        highest = (2 * np.pi * number(described.frequency).real) ** 2 * density / modulus
    key = (_text(described, number), highest, dimensions, stamp_of(described))
    if key not in _known:
        made = _made(described, number, dimensions, highest)
        if len(_known) >= _KEPT:
            _known.pop(next(iter(_known)))
        _known[key] = made
    _refuse_thickness(described, dimensions, _known[key].reduced.structure)
    return FlexibleModes(_known[key], modulus, density)


def _text(described: Flexible, number: Number) -> str:
    """All that decides over the modes, with numbers in place of formulas."""
    return repr(
        _resolved(described.model_copy(update={"material": None, "damping": None, "start": ()}), number)
    ) + repr(_resolved(described.material and described.material.poissons_ratio, number))


def _resolved(value: Any, number: Number) -> Any:
    from pydantic import BaseModel

    from linkwork.expression import Expression

    if isinstance(value, Expression):
        return number(value)
    if isinstance(value, BaseModel):
        return [
            (name, _resolved(getattr(value, name), number))
            for name in type(value).model_fields
            if name != "thickness" or not isinstance(value, Flexible)
        ]
    if isinstance(value, dict):
        return [(name, _resolved(item, number)) for name, item in value.items()]
    return [_resolved(item, number) for item in value] if isinstance(value, tuple | list) else value


def material_numbers(described: Flexible, number: Number) -> tuple[float, float]:
    """Young's modulus and density as numbers; 1 and 1 of matrices."""
    if described.material is None:
        return 1.0, 1.0
    modulus, density = (number(value).real for value in (described.material.youngs_modulus, described.material.density))
    if modulus <= 0.0 or density <= 0.0:
        raise MechanismError("youngs_modulus and density of its material must be more than zero")
    return modulus, density


def structure_of(described: Flexible, number: Number, dimensions: int) -> Structure:
    """The finite elements of a flexible body."""
    structure = elements_of(described, number, dimensions)
    _refuse_thickness(described, dimensions, structure)
    return structure


def _refuse_thickness(described: Flexible, dimensions: int, structure: Structure) -> None:
    """Refuse a thickness of the body where it is none across the plane: it multiplies density and modulus."""
    if described.thickness.constant == 1.0:
        return
    turning = len(structure.freedoms) > dimensions
    own = "shape" if described.shape is not None else "mesh"
    if described.matrices is not None:
        words = "matrices have it in them; leave it out"
    elif isinstance(structure.recovery, ShellRecovery):
        words = f"that of a shell is the field of its {own}, {own}.thickness"
    elif turning:
        words = f"the width of a beam is that of its section, {own}.section.width"
    elif dimensions == 3:
        words = "the mesh of a solid in space has it already; leave it out"
    else:
        return
    raise MechanismError(f"'thickness' of the body is that across the plane, of solids there: {words}")


def elements_of(described: Flexible, number: Number, dimensions: int) -> Structure:
    """The finite elements of a description."""
    from linkwork.bodies.flexible.sources import from_matrices, from_mesh

    if described.matrices is not None:
        return from_matrices(described.matrices, number, dimensions)
    assert described.material is not None
    poisson = number(described.material.poissons_ratio).real
    if not -1.0 < poisson < 0.5:
        raise MechanismError(f"poissons_ratio must be below 0.5 and above -1; found {poisson:g}")
    hooke = Hooke(poisson, described.state if dimensions == 2 else "solid")
    if described.mesh is not None:
        named = {one.nodes for one in described.interfaces.values() if isinstance(one.nodes, str)}
        return from_mesh(described.mesh, number, dimensions, hooke, named)
    assert described.shape is not None
    with within(described.shape.type):
        return shapes.structure_of(described.shape, number, dimensions, hooke)


def _made(described: Flexible, number: Number, dimensions: int, highest: float | None) -> Shapes:
    structure = structure_of(described, number, dimensions)
    checks.refuse_bad(structure)
    ties = ties_of(structure, described.interfaces, number)
    masters = tuple(_nearest(structure, place, number) for place in described.masters)
    reference: Any = described.reference
    if not isinstance(reference, str):
        reference = tuple(_nearest(structure, place, number) for place in reference)
    count = DEFAULT_MODES if described.modes is None else described.modes
    wanted = Wanted(
        described.reduction,
        count,
        highest,
        described.attachment,
        masters,
        reference,
        described.residual_vectors,
    )
    result = reduced(structure, ties, wanted)
    checks.refuse_held(result)
    integrals = integrals_of(structure, result.shapes)
    plain, words, bent = integrals.curvature, "", None
    if described.stiffening and structure.recovery is not None:
        support = described.stiffening if isinstance(described.stiffening, str) else None
        curvature, words = stiffened(result, plain, support, described.reference)
        bends = described.load_stiffening
        if bends is None:
            bends = leaves_its_load(result, support, described.reference)
        bent = bent_by_loads(result, support, described.reference) if bends else None
        integrals = Integrals(**{**vars(integrals), "curvature": (curvature + curvature.swapaxes(0, 1)) / 2})
    return Shapes(result, integrals, plain, words, bent)


def _nearest(structure: Structure, place: Any, number: Number) -> int:
    if len(place) != structure.dimension:
        raise MechanismError(f"a place needs {structure.dimension} numbers; found {len(place)}")
    at = np.array([number(value).real for value in place])
    return int(np.argmin(np.linalg.norm(structure.points - at, axis=1)))
