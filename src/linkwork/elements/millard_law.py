"""The law of muscles after Millard (2013), as numbers for the kernel: pieces of its curves, damping of the fibres."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from linkwork.elements.muscle_laws import MuscleLaw, above
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.signals.muscles.millard_pieces import (
    BendError,
    Pieces,
    active_pieces,
    passive_pieces,
    speed_pieces,
    tendon_pieces,
)


def _numbers(*values: float) -> Any:
    return tuple(as_expression(value) for value in values)


class MillardLaw(MuscleLaw):
    """Muscle after Millard and others (2013), with the constants of OpenSim 4: curves by knots and slopes.

    Slopes are of forces over the strength, lengths as the curve's own, speeds over the largest one; bends lie between 0
    and 1, the most bent.
    """

    number = 4
    type: Literal["millard"] = "millard"
    damping: Number = Field(default=as_expression(0.1), description="of the fibres: force at the largest speed")
    active_lengths: tuple[Number, Number, Number] = Field(
        default=_numbers(0.4441, 0.73, 1.8123),
        description="of the fibres: where active force begins, where its steep rise ends, where it ends",
    )
    shallow_slope: Number = Field(default=as_expression(0.8616), description="of the active force below its plateau")
    least_active: Number = Field(default=as_expression(0), description="active force of fibres too short and too long")
    passive_strains: tuple[Number, Number] = Field(
        default=_numbers(0, 0.7), description="of the fibres: where passive force begins, and where it is the strength"
    )
    passive_low_stiffness: Number = Field(default=as_expression(0.2), description="slope where passive force has begun")
    passive_stiffness: Number | None = Field(
        default=None, description="slope where it is the strength; 2 over the difference of strains when left out"
    )
    passive_bend: Number = Field(default=as_expression(0.75), description="of the curve of the passive force")
    tendon_strain: Number = Field(
        default=as_expression(0.049), description="of the tendon, where its force is the strength"
    )
    tendon_stiffness: Number | None = Field(
        default=None, description="slope where it is the strength; 1.375 over the strain when left out"
    )
    tendon_toe: Number = Field(
        default=as_expression("2/3"), description="force of the tendon where its curve becomes straight"
    )
    tendon_bend: Number = Field(default=as_expression(0.5), description="of the curve of the tendon")
    shortening_slopes: tuple[Number, Number] = Field(
        default=_numbers(0, 0.25), description="of the force over the speed, at the largest speed and near it"
    )
    isometric_slope: Number = Field(default=as_expression(5), description="of the force over the speed at rest")
    lengthening_slopes: tuple[Number, Number] = Field(
        default=_numbers(0, 0.15), description="the same of fibres that are stretched"
    )
    lengthening_limit: Number = Field(
        default=as_expression(1.4), description="force of fibres stretched at the largest speed"
    )
    speed_bends: tuple[Number, Number] = Field(
        default=_numbers(0.6, 0.9), description="of the force over the speed, of fibres that shorten and are stretched"
    )
    activation_time: Number = Field(default=as_expression(0.01), description="time in which the activation rises, s")
    deactivation_time: Number = Field(default=as_expression(0.04), description="time in which the activation falls, s")

    def balances(self, row: Any) -> None:
        if row.number(self.damping).real <= 0.0:
            row.fail("damping must be greater than zero, or the tendon stiff: nothing else holds fibres that are slack")

    def numbers(self, row: Any) -> list[Any]:
        damping = row.not_negative(self.damping, "damping", "fibres are not pushed on")
        try:
            pieces = [piece for curve in self._curves(row) for piece in curve]
        except (BendError, ZeroDivisionError) as why:
            row.fail(f"the constants of its law make no curves: {why}")
        return [damping, *(number for piece in pieces for number in piece)]

    def _curves(self, row: Any) -> list[Pieces]:
        """Pieces of active force, passive force, tendon and speed."""
        low, knee, high = lengths = [row.number(value) for value in self.active_lengths]
        if not 0.0 <= low.real < knee.real < 1.0 < high.real:
            row.fail("active_lengths rise, the first two below 1, the third above")
        strains = [row.number(value) for value in self.passive_strains]
        if not -1.0 < strains[0].real < strains[1].real:
            row.fail("passive_strains rise, from above -1")
        toe, limit = above(row, self.tendon_toe, "tendon_toe"), above(row, self.lengthening_limit, "lengthening_limit")
        bends = [self._share(row, bend) for bend in (self.passive_bend, self.tendon_bend, *self.speed_bends)]
        shorter, longer = (
            [self._slope(row, slope) for slope in slopes]
            for slopes in (self.shortening_slopes, self.lengthening_slopes)
        )
        least, shallow, foot, rest = (
            self._slope(row, value)
            for value in (self.least_active, self.shallow_slope, self.passive_low_stiffness, self.isometric_slope)
        )
        passive, tendon = self._stiffness(row, "passive_stiffness"), self._stiffness(row, "tendon_stiffness")
        return [
            active_pieces(lengths, shallow, least),
            passive_pieces(strains, foot, passive, bends[0]),
            tendon_pieces(above(row, self.tendon_strain, "tendon_strain"), tendon, toe, bends[1]),
            speed_pieces(shorter, rest, longer, limit, bends[2:]),
        ]

    def _stiffness(self, row: Any, name: str) -> Any:
        value = getattr(self, name)
        return None if value is None else above(row, value, name)

    @staticmethod
    def _slope(row: Any, value: Number) -> Any:
        return row.not_negative(value, "a slope or force of its law", "its curves would fall")

    @staticmethod
    def _share(row: Any, value: Number) -> Any:
        share = row.number(value)
        if not 0.0 <= share.real <= 1.0:
            row.fail(f"a bend of its law lies between 0 and 1, not at {share.real:g}")
        return share
