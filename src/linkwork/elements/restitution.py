"""Restitution that is no number: a table over the speed of approach, or a model on the fast time scale of the impact.

contacts:
  C:
    between: [ball.skin, rod.end]
    restitution: {type: table, points: [[0.1, 0.73], [0.3, 0.64], [0.8, 0.56]]}
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.base.late_dataclass import dataclass
from linkwork.elements.contact_forces import HYSTERETIC, VISCOUS, AnyContactForce
from linkwork.elements.struck.vibrating_body import PackedBody, VibratingBody
from linkwork.expression import as_expression
from linkwork.expression.by_type import BY_TYPE
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.functions.packed import Packed

SIDES = ("first", "second")
Struck = tuple[Sequence[float], Sequence[float]]
"""Where and from where a body is struck: a place and a direction in its axes."""


class Restitution(Part):
    """A restitution that depends on the impact."""

    @model_serializer(mode="wrap")
    def _with_type(self, handler: SerializerFunctionWrapHandler) -> Any:
        return {"type": getattr(self, "type", "")} | handler(self)

    def pack(self, row: Any) -> Packed:
        """The kernel of restitution by speed of approach, and its numbers, checked."""
        raise TypeError(f"{type(self).__name__} does not say how it is packed")


class RestitutionTable(Restitution):
    """Restitution over the speed of approach: straight lines between points, held beyond the ends."""

    type: Literal["table"] = "table"
    points: Annotated[tuple[tuple[Number, Number], ...], Field(min_length=2)] = Field(
        description="pairs of speed of approach in m/s, rising, and restitution"
    )

    def pack(self, row: Any) -> Packed:
        from linkwork.functions.table_kernel import HOLD, table

        speeds = [row.not_negative(x, "points", "a speed of approach has no sign") for x, _ in self.points]
        shares = [row.not_negative(y, "points", "it is a share of the speed before") for _, y in self.points]
        if any(after.real <= before.real for before, after in pairwise(speeds)):
            row.fail("points: the speeds of the table must rise")
        if max(share.real for share in shares) > 1.0:
            row.fail("points: a restitution must not be above 1: an impact cannot make energy")
        pieces: list[Any] = []
        for n, (before, after) in enumerate(pairwise(speeds)):
            pieces += [shares[n], (shares[n + 1] - shares[n]) / (after - before), 0.0, 0.0, 0.0, 0.0]
        return Packed(table, [*speeds, *pieces], [len(speeds), HOLD])


@dataclass
class PackedFastScale(Packed):
    """A fast-scale model in numbers."""

    error: float | None = None
    """How far shapes are off between its places, of a mode's largest displacement; nan where that is not known."""


class FastScale(Restitution):
    """Bodies that vibrate: every impact is followed on its own time scale, by modes and a contact force."""

    type: Literal["fast-scale"] = "fast-scale"
    force: AnyContactForce = Field(description="hertz, kelvin-voigt, or a hysteretic law with its damping")
    first: VibratingBody | None = Field(
        default=None, description="what the first body of the contact does wherever it is struck"
    )
    second: VibratingBody | None = Field(default=None, description="the same of the second body")
    frequencies: tuple[Number, ...] = Field(
        default=(), description="in place of first and second: of one place of one body, Hz, lowest first"
    )
    shapes: tuple[Number, ...] = Field(
        default=(), description="what each, of unit modal mass, moves at that place along the normal, 1/sqrt(kg)"
    )
    damping_ratio: Number = Field(default=as_expression(0), description="of every mode")
    stiffness_share: Number = Field(
        default=as_expression(0), description="damping in proportion to the stiffness, s: adds half of it times omega"
    )
    alike: Number = Field(
        default=as_expression(1e-3),
        description="impacts whose speed, effective mass and shapes (place and direction) differ by less than this "
        "share are taken as one; 0: none are",
    )
    quiet: Number = Field(
        default=as_expression(1e-4),
        description="share of the impact's energy: what vibrates more than this strikes as it vibrates",
    )
    within: Number = Field(default=as_expression(0.02), description="the time in which all contacts must be over, s")

    @property
    def sides(self) -> dict[str, VibratingBody]:
        """The bodies that are known at many places, by the name of their field."""
        return {name: side for name in SIDES if (side := getattr(self, name)) is not None}

    def pack(self, row: Any) -> Packed:
        from linkwork.elements.fast_restitution_kernel import fast_restitution, scratch_size

        law = self.force.pack(row) if self.force.type != "law" else None
        if law is None or law.form not in (VISCOUS, HYSTERETIC):
            return row.fail("force: a fast-scale model takes hertz, kelvin-voigt or a law with its own damping")
        if len(self.frequencies) != len(self.shapes):
            row.fail(f"there are {len(self.frequencies)} frequencies and {len(self.shapes)} shapes; give as many")
        if self.frequencies and self.sides:
            row.fail(f"frequencies are those of one place; leave them out beside {' and '.join(self.sides)}")
        sides = self.packed_sides(row)
        given = row.not_negative(self.damping_ratio, "damping_ratio", "it would give energy")
        share = row.not_negative(self.stiffness_share, "stiffness_share", "it would give energy")
        floats = [law.stiffness, law.exponent, law.damping]
        floats += [row.not_negative(self.alike, "alike", "it is a share"), row.above_zero(self.quiet, "quiet")]
        floats.append(row.above_zero(self.within, "within"))
        modes = [(row.above_zero(value, "frequencies"), row.number(shape)) for value, shape in self._at_one_place]
        modes += [(frequency, 0.0) for side in sides.values() for frequency in side.frequencies]
        for frequency, shape in modes:
            omega = 2 * math.pi * frequency
            ratio = given + 0.5 * share * omega
            if ratio.real >= 1.0:
                row.fail(
                    f"the mode of {omega.real / (2 * math.pi):.4g} Hz has {ratio.real:.3g} of the critical damping and "
                    "does not vibrate; leave it out, or give less damping"
                )
            floats += [omega, shape, ratio]
        ints = [len(modes), int(law.form == HYSTERETIC), *_with_sides(sides, floats)]
        errors = [side.error for side in sides.values() if side.error is not None]
        error = None if not errors else math.nan if any(map(math.isnan, errors)) else max(errors)
        return PackedFastScale(fast_restitution, floats, ints, int(scratch_size(len(modes))), error=error)

    @property
    def _at_one_place(self) -> list[tuple[Number, Number]]:
        return list(zip(self.frequencies, self.shapes, strict=True))

    def packed_sides(self, row: Any) -> dict[str, PackedBody]:
        """The numbers of the bodies that are known at many places."""
        axes = row.scope.mechanism.world.dimensions if hasattr(row, "scope") else None
        return {name: side.pack(row, name, axes) for name, side in self.sides.items()}

    def restitution(
        self, speed: float, effective_mass: float, *, first: Struck | None = None, second: Struck | None = None
    ) -> float:
        """That of an impact on bodies at rest, at a speed of approach in m/s and an effective mass in kg.

        Of a body that is known at many places `first` or `second` says where it is struck: the place and the direction
        from the first body to the second, both in its axes.
        """
        import numpy as np

        from linkwork.elements.bounce_layout_kernel import FIRST_PLACE, GIVEN, MOBILITY, SECOND_PLACE
        from linkwork.elements.fast_restitution_kernel import WHY
        from linkwork.functions.sample_kernel import sample_rows
        from linkwork.functions.writer import TableWriter

        if not (speed > 0.0 and effective_mass > 0.0):
            raise MechanismError("restitution: speed and effective mass must be positive")
        packed, writer = self.pack(_Bare()), TableWriter()
        block = writer.function(packed, "real")
        work, rows = np.zeros(max(GIVEN, 4 + packed.scratch)), np.empty((1, 1))
        work[MOBILITY] = 1.0 / effective_mass
        for name, struck, at in (("first", first, FIRST_PLACE), ("second", second, SECOND_PLACE)):
            if (struck is not None) != (name in self.sides):
                said = "give where it is struck" if struck is None else "its places are not known; leave it out"
                raise MechanismError(f"restitution: {name}: {said}")
            if struck is not None:
                work[at : at + 6] = _place_and_way(name, struck)
        floats = np.array(writer.floats, float)
        sample_rows(np.array([float(speed)]), floats, np.array(writer.ints, np.int64), block, work, rows)
        if not rows[0, 0] >= 0.0:
            raise AnalysisError(unanswered(float(work[WHY])))
        return float(rows[0, 0])


def _place_and_way(name: str, struck: Struck) -> list[float]:
    """Place and unit direction, each with three coordinates."""
    try:
        place, way = ([float(value) for value in numbers] for numbers in struck)
    except (TypeError, ValueError):
        place, way = [], []
    length = math.hypot(*way)
    known = all(map(math.isfinite, (*place, length))) and length > 0.0
    if len(place) != len(way) or len(place) not in (2, 3) or not known:
        raise MechanismError(
            f"restitution: {name}: a place and a direction of two or three coordinates are expected, finite numbers in "
            "metres (the direction in any unit, and not zero)"
        )
    rest = [0.0] * (3 - len(place))
    return [*place, *rest, *(value / length for value in way), *rest]


def _with_sides(sides: dict[str, PackedBody], floats: list[Any]) -> list[int]:
    """Put the places of bodies behind the floats; the ints of all sides, as the kernel reads them."""
    from linkwork.elements.fast_restitution_kernel import FIRST_SIDE
    from linkwork.elements.struck import places_layout_kernel as layout

    heads: list[int] = []
    indices: list[int] = []
    first, behind = 0, FIRST_SIDE + layout.SIDE * len(sides)
    for name, side in sides.items():
        modes, *rest = side.ints
        heads += [SIDES.index(name), first, modes, *rest, len(floats), behind + len(indices)]
        floats += side.floats
        indices += side.indices
        first += modes
    return [len(sides), *heads, *indices]


def unanswered(why: float, who: tuple[str, str] = ("the first body", "the second body")) -> str:
    """Why a fast-scale model has no restitution; `why` is what its kernel wrote."""
    from linkwork.elements.fast_restitution_kernel import ANSWERS, FINE
    from linkwork.elements.struck.places_layout_kernel import OUTSIDE

    if why == FINE:
        return "its model on the fast time scale comes to no finite number; look at its stiffness, shapes and damping"
    side, answer = divmod(int(why), int(ANSWERS))
    if not side:
        return "the bodies may still meet again: give the model longer by `within`, or damping"
    whom, field = who[side - 1], SIDES[side - 1]
    if answer == OUTSIDE:
        return f"{whom} is struck farther than `reach` from the places that its model knows; give `{field}` more places"
    return (
        f"{whom} is struck from a direction that its model does not know (more than 5 degrees aslant); give `{field}` "
        "modes for it and leave out `struck`"
    )


class _Bare:
    """Numbers without a mechanism."""

    @staticmethod
    def number(value: Any) -> Any:
        return value.value({})

    @staticmethod
    def fail(text: str) -> None:
        raise MechanismError(text)

    def not_negative(self, value: Any, name: str, why: str) -> Any:
        number = self.number(value)
        if number.real < 0.0:
            self.fail(f"{name} must not be negative; it is {number.real:g}: {why}")
        return number

    def above_zero(self, value: Any, name: str) -> Any:
        number = self.number(value)
        if not number.real > 0.0:
            self.fail(f"{name} must be greater than zero; it is {number.real:g}")
        return number


AnyRestitution = Number | Annotated[RestitutionTable | FastScale, BY_TYPE]
"""A number, a formula of `speed`, a table over it, or a model on the fast time scale."""
