"""Where the elements of a curve begin and end, as far as the file says it or their neighbours do."""

from __future__ import annotations

from typing import NoReturn

from linkwork.formats.dyn.data import Curve, PointElement, Vector
from linkwork.formats.dyn.findings import DynReport
from linkwork.formats.dyn.outline import XY, Corner, Piece


class Ends:
    """The elements of a curve, and the pieces that are placed already."""

    def __init__(self, curve: Curve, report: DynReport) -> None:
        self.curve, self.report = curve, report
        self.elements = curve.elements
        self.pieces: list[Piece] = []

    def fail(self, line: int, text: str) -> NoReturn:
        """Give up, with the name of the curve."""
        self.report.fail(line, f"curve '{self.curve.name}': {text}")

    def begin(self) -> XY | None:
        """Where the curve begins, as far as the file says it."""
        for element in self.elements:
            if isinstance(element, PointElement):
                continue
            if self.pieces and not isinstance(self.pieces[0], Corner):
                return self.pieces[0].point(0.0)
            start = getattr(element, "start", None)
            return self.flat(start, element.line) if start else None
        return None

    def before(self, number: int) -> XY:
        """The end of the element before."""
        return self.pieces[number - 1].point(1.0)

    def start_of(self, number: int) -> XY:
        """The start of an element without PINIT."""
        if number:
            return self.before(number)
        start = self.begin()
        if start is None:
            self.fail(self.elements[0].line, "nothing says where the curve begins; give PINIT of its first element")
        return start

    def end_of(self, number: int) -> XY:
        """The end of an element without PEND: where the next begins, or the curve."""
        following = next((e for e in self.elements[number + 1 :] if not isinstance(e, PointElement)), None)
        start = self.begin() if following is None else getattr(following, "start", None)
        if start is None:
            self.fail(self.elements[number].line, "nothing says where the element ends; give PEND")
        return (start[0], start[1])

    def flat(self, point: Vector, line: int) -> XY:
        """A point of the file in the plane; that its z is not used is told."""
        if point[2] != 0.0:
            self.report.unused(line, f"curve '{self.curve.name}': z = {point[2]:g} plays no part in the plane")
        return point[0], point[1]
