"""Parts of tyres and roads: curves and coefficients of the Magic Formula, steps, heights, patches."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow

ZERO = as_expression(0)
_FAR = 1e5  # m; beyond its first and last point a stepped road goes on level


class MagicCurve(Part):
    """B, C, D, E of the Magic Formula for a load of 1 N: D sin(C atan(B s - E (B s - atan B s)))."""

    B: Number = Field(description="stiffness factor; of slip ratio or rad")
    C: Number = Field(description="shape factor")
    D: Number = Field(description="peak factor: a friction coefficient, or for the aligning moment m")
    E: Number = Field(default=ZERO, description="curvature factor, not above 1")


class UnevenRoad(Part):
    """A road that is not flat; written with its type."""

    type: str

    @model_serializer(mode="wrap")
    def _written(self, handler: SerializerFunctionWrapHandler) -> Any:
        return {"type": self.type} | handler(self)


class Steps(UnevenRoad):
    """A road of straight pieces that is the same across its whole width: kerbs, steps, ramps, bumps.

    The wheel meets it as a circle, so that it climbs an edge by rolling over it. Level before the first point and
    behind the last one.
    """

    type: Literal["steps"] = "steps"
    points: list[tuple[Number, Number]] = Field(
        min_length=2, description="distance along x of the road's frame and height, one after the other, m"
    )

    def numbers(self, row: SpatialRow) -> tuple[list[Any], int, int]:
        """x and z of its points, their number."""
        points = [(row.number(x), row.number(z)) for x, z in self.points]
        for (x, z), (after, above) in pairwise(points):
            if after.real < x.real or (after.real == x.real and above.real == z.real):
                row.fail(
                    f"surface: the points of a stepped road go forward; behind x = {x.real:g} comes {after.real:g}"
                )
        (first, low), (last, high) = points[0], points[-1]
        points = [(first - _FAR, low), *points, (last + _FAR, high)]
        return [value for point in points for value in point], len(points), 0


class HeightField(UnevenRoad):
    """A road of given heights on a grid, with smooth slopes between them (cubic convolution), level beyond its edges.

    The wheel stands on the tangent plane below it: for unevenness that is longer than the contact.
    """

    type: Literal["heights"] = "heights"
    heights: list[list[Number]] = Field(
        min_length=2, description="heights in m: a list for every x, in it one for every y (or one for all)"
    )
    origin: tuple[Number, Number] = Field(default=(ZERO, ZERO), description="x and y of the first height, m")
    spacing: tuple[Number, Number] = Field(description="distances of neighbours along x and y, m")

    def numbers(self, row: SpatialRow) -> tuple[list[Any], int, int]:
        """Origin, spacings and heights; how many along x and y."""
        rows = [[row.number(value) for value in line] for line in self.heights]
        width = len(rows[0])
        if width == 0 or any(len(line) != width for line in rows):
            row.fail("surface: every list of heights has as many numbers as the first, at least one")
        spacing = [row.number(value) for value in self.spacing]
        if any(value.real <= 0.0 for value in spacing):
            row.fail("surface: spacing must be greater than zero")
        if width == 1:
            rows, width = [[line[0], line[0]] for line in rows], 2
        heights = [value for line in rows for value in line]
        return [*(row.number(value) for value in self.origin), *spacing, *heights], len(rows), width


class Patch(Part):
    """A rectangle of the road with another friction; it goes over into the rest within the width of its edges."""

    x: tuple[Number, Number] = Field(description="from, to, along x of the road's frame, m")
    y: tuple[Number, Number] = Field(
        default=(as_expression(-_FAR), as_expression(_FAR)), description="from, to, along its y, m"
    )
    edge: Number = Field(default=as_expression(0.1), description="width over which the friction changes, m")
    factor: Number = Field(description="factor of the tyre's friction inside")

    def numbers(self, row: SpatialRow) -> list[Any]:
        """Bounds, edge, factor."""
        bounds = [row.number(value) for value in (*self.x, *self.y)]
        edge, factor = row.number(self.edge), row.number(self.factor)
        if bounds[0].real >= bounds[1].real or bounds[2].real >= bounds[3].real:
            row.fail("a patch of the road begins before it ends, along x and y")
        if edge.real <= 0.0 or factor.real <= 0.0:
            row.fail("a patch of the road: edge and factor must be greater than zero")
        return [*bounds, edge, factor]


Surface = Steps | HeightField
_NAMES = """
FNOMIN UNLOADED_RADIUS FITTYP LFZO LMUX LMUY LKX LKY
PCX1 PDX1 PDX2 PDX3 PEX1 PEX2 PEX3 PEX4 PKX1 PKX2 PKX3 PHX1 PHX2 PVX1 PVX2
RBX1 RBX2 RBX3 RCX1 REX1 REX2 RHX1
PCY1 PDY1 PDY2 PDY3 PEY1 PEY2 PEY3 PEY4 PEY5 PKY1 PKY2 PKY3 PKY4 PKY5 PKY6 PKY7
PHY1 PHY2 PHY3 PVY1 PVY2 PVY3 PVY4
RBY1 RBY2 RBY3 RBY4 RCY1 REY1 REY2 RHY1 RHY2 RVY1 RVY2 RVY3 RVY4 RVY5 RVY6
QSX1 QSX2 QSX3 QSY1 QSY2
QBZ1 QBZ2 QBZ3 QBZ4 QBZ5 QBZ6 QBZ9 QBZ10 QCZ1 QDZ1 QDZ2 QDZ3 QDZ4 QDZ6 QDZ7 QDZ8 QDZ9 QDZ10 QDZ11
QEZ1 QEZ2 QEZ3 QEZ4 QEZ5 QHZ1 QHZ2 QHZ3 QHZ4 SSZ1 SSZ2 SSZ3 SSZ4
PECP1 PECP2 PDXP1 PDXP2 PDXP3 PKYP1 PDYP1 PDYP2 PDYP3 PDYP4 PHYP1 PHYP2 PHYP3 PHYP4
QDTP1 QCRP1 QCRP2 QBRP1 QDRP1 QDRP2
"""
COEFFICIENTS = _NAMES.split()
"""The coefficients of the Magic Formula in the order of the kernel's table, with the names of tyre files."""
_OTHERS = "LCX LEX LHX LVX LCY LEY LHY LVY LTR LRES LXAL LYKA LVYKA LS LMX LVMX LMY LKYC LKZC LGAX LGAY LGAZ"
SCALES = _OTHERS.split()
"""Factors of scale of tyre files that the formulas here do not have."""
_LEFT_OUT = {"FITTYP": 52.0, "LFZO": 1.0, "LMUX": 1.0, "LMUY": 1.0, "LKX": 1.0, "LKY": 1.0, "PKY4": 2.0}
_LEFT_OUT |= {"RCX1": 1.0, "RCY1": 1.0, "PCX1": 1.0, "PDX1": 1.0, "PKX1": 1.0}
_NEEDED = ("FNOMIN", "UNLOADED_RADIUS", "PCY1", "PDY1", "PKY1", "PKY2")


_TURNING = ("PKY6", "QDZ8", "PHYP1", "PHYP2", "QCRP1", "QDRP1")


def coefficient_numbers(row: SpatialRow, given: dict[str, Number], spins: bool, turns: bool) -> list[Any]:
    """The numbers of the kernel's table; those left out are zero, factors of scale one."""
    unknown = sorted(set(given) - set(COEFFICIENTS))
    if unknown:
        row.fail(
            f"coefficients: {', '.join(unknown)} not known; read_tir keeps such keys of a file aside and tells them"
        )
    missing = [name for name in (*_NEEDED, *(("PCX1", "PDX1", "PKX1") if spins else ())) if name not in given]
    if missing:
        row.fail(f"the model 'coefficients' needs {', '.join(missing)}")
    numbers = {name: row.number(given[name]) if name in given else _LEFT_OUT.get(name, 0.0) for name in COEFFICIENTS}
    for name in ("FNOMIN", "UNLOADED_RADIUS", "PCX1", "PDX1", "PCY1", "PDY1", "LFZO", "LMUX", "LMUY", "LKX", "LKY"):
        if numbers[name].real <= 0.0:
            row.fail(f"coefficients: {name} must be greater than zero; it is {numbers[name].real:g}")
    if turns:
        _refuse_no_turning(row, numbers)
    if numbers["PKY1"].real * numbers["PKY2"].real >= 0.0:
        row.fail(
            "coefficients: PKY1 is below zero where alpha has the sign of the sliding (ISO), as tyre files have it"
        )
    return list(numbers.values())


def _refuse_no_turning(row: SpatialRow, numbers: dict[str, Any]) -> None:
    """Refuse turn slip where its formulas would divide by nothing, or push along the turning."""
    if numbers["FITTYP"].real < 60.0:
        row.fail("turn_slip belongs to version 6.1 of the Magic Formula; give FITTYP 61 and the coefficients of it")
    missing = [name for name in _TURNING if numbers[name].real == 0.0]
    if missing:
        row.fail(f"turn_slip needs the coefficients {', '.join(missing)}")
    if numbers["PECP1"].real >= 1.0:
        row.fail(f"coefficients: PECP1 is below 1; it is {numbers['PECP1'].real:g}")
    if not 0.0 < numbers["QDRP1"].real < 2.0 or numbers["QCRP1"].real < 0.0 or numbers["QDZ8"].real > 0.0:
        row.fail(
            "coefficients: the moment of turn slip acts against the turning with QCRP1 > 0, 0 < QDRP1 < 2, QDZ8 < 0"
        )
