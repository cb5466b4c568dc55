"""Restitution that is no number: a table over the speed of approach, or a model on the fast time scale of the impact.

contacts:
  C:
    between: [ball.skin, rod.end]
    restitution: {type: table, points: [[0.1, 0.73], [0.3, 0.64], [0.8, 0.56]]}
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.elements.contact_forces import HYSTERETIC, VISCOUS, AnyContactForce
from linkwork.expression import as_expression
from linkwork.expression.by_type import BY_TYPE
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.functions.packed import Packed


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


class FastScale(Restitution):
    """One of the two bodies vibrates: every impact is followed on its own time scale, by modes and a contact force."""

    type: Literal["fast-scale"] = "fast-scale"
    force: AnyContactForce = Field(description="hertz, kelvin-voigt, or a hysteretic law with its damping")
    frequencies: tuple[Number, ...] = Field(default=(), description="of the free vibrations, Hz, lowest first")
    shapes: tuple[Number, ...] = Field(
        default=(), description="what each, of unit modal mass, moves at the place along the normal, 1/sqrt(kg)"
    )
    damping_ratio: Number = Field(default=as_expression(0), description="of every mode")
    stiffness_share: Number = Field(
        default=as_expression(0), description="damping in proportion to the stiffness, s: adds half of it times omega"
    )
    alike: Number = Field(
        default=as_expression(1e-3),
        description="impacts whose speed and effective mass differ by less than this share are taken as one",
    )
    quiet: Number = Field(
        default=as_expression(1e-4),
        description="share of the impact's energy: what vibrates more than this strikes as it vibrates",
    )
    within: Number = Field(default=as_expression(0.02), description="the time in which all contacts must be over, s")

    def pack(self, row: Any) -> Packed:
        from linkwork.elements.fast_restitution_kernel import fast_restitution, scratch_size

        law = self.force.pack(row) if self.force.type != "law" else None
        if law is None or law.form not in (VISCOUS, HYSTERETIC):
            return row.fail("force: a fast-scale model takes hertz, kelvin-voigt or a law with its own damping")
        if len(self.frequencies) != len(self.shapes):
            row.fail(f"there are {len(self.frequencies)} frequencies and {len(self.shapes)} shapes; give as many")
        given = row.not_negative(self.damping_ratio, "damping_ratio", "it would give energy")
        share = row.not_negative(self.stiffness_share, "stiffness_share", "it would give energy")
        floats = [law.stiffness, law.exponent, law.damping]
        floats += [row.not_negative(self.alike, "alike", "it is a share"), row.positive(self.quiet, "quiet")]
        floats.append(row.positive(self.within, "within"))
        for frequency, shape in zip(self.frequencies, self.shapes, strict=True):
            omega = 2 * math.pi * row.positive(frequency, "frequencies")
            ratio = given + 0.5 * share * omega
            if ratio.real >= 1.0:
                row.fail(
                    f"the mode of {omega.real / (2 * math.pi):.4g} Hz has {ratio.real:.3g} of the critical damping and "
                    "does not vibrate; leave it out, or give less damping"
                )
            floats += [omega, row.number(shape), ratio]
        modes = len(self.frequencies)
        ints = [modes, int(law.form == HYSTERETIC)]
        return Packed(fast_restitution, floats, ints, int(scratch_size(modes)))

    def restitution(self, speed: float, effective_mass: float) -> float:
        """That of an impact on bodies at rest, at a speed of approach in m/s and an effective mass in kg."""
        import numpy as np

        from linkwork.elements.bounce_layout_kernel import MOBILITY
        from linkwork.functions.sample_kernel import sample_rows
        from linkwork.functions.writer import TableWriter

        if not (speed > 0.0 and effective_mass > 0.0):
            raise MechanismError("restitution: speed and effective mass must be positive")
        packed, writer = self.pack(_Bare()), TableWriter()
        block = writer.function(packed, "real")
        work, rows = np.zeros(4 + packed.scratch), np.empty((1, 1))
        work[MOBILITY] = 1.0 / effective_mass
        floats = np.array(writer.floats, float)
        sample_rows(np.array([float(speed)]), floats, np.array(writer.ints, np.int64), block, work, rows)
        if rows[0, 0] < 0.0:
            raise AnalysisError("the bodies may still meet again: give the model longer by `within`")
        return float(rows[0, 0])


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

    def positive(self, value: Any, name: str) -> Any:
        number = self.number(value)
        if not number.real > 0.0:
            self.fail(f"{name} must be greater than zero; it is {number.real:g}")
        return number


AnyRestitution = Number | Annotated[RestitutionTable | FastScale, BY_TYPE]
"""A number, a formula of `speed`, a table over it, or a model on the fast time scale."""
