"""A contact curve placed on its link: each element begins where the one before ends, unless the file says otherwise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from linkwork.formats.dyn.data import (
    ArcElement,
    CircleElement,
    Curve,
    CurveElement,
    PointElement,
    PolynomialElement,
    SegmentElement,
)
from linkwork.formats.dyn.ends import Ends
from linkwork.formats.dyn.findings import DynReport
from linkwork.formats.dyn.outline import XY, Corner, Outline, Piece, Polar, Round, Straight, wrapped
from linkwork.formats.dyn.seams import check_seams, meet
from linkwork.formats.dyn.spans import span_end

_FLAT = 1e-9


def placed(curve: Curve, report: DynReport, ends: Sequence[float] = ()) -> Outline:
    """The curve with all ends of its elements; `ends` are the last angles of its polynomials in degrees, in order."""
    return _Chain(curve, report, list(ends)).outline()


class _Chain(Ends):
    """The elements of one curve, placed one after the other."""

    def __init__(self, curve: Curve, report: DynReport, ends: list[float]) -> None:
        super().__init__(curve, report)
        self.ends = ends
        polynomials = sum(isinstance(element, PolynomialElement) for element in self.elements)
        if ends and len(ends) != polynomials:
            self.fail(curve.line, f"{len(ends)} ends of spans are given for {polynomials} polynomials")

    def outline(self) -> Outline:
        """The whole curve, checked."""
        if self.curve.normal[:2] != (0.0, 0.0) or self.curve.normal[2] <= 0.0:
            self.fail(
                self.curve.line, "NORMAL VECTOR must be 0 0 1: the curve lies in the plane of motion, seen from above"
            )
        for number, element in enumerate(self.elements):
            self.pieces.append(self.piece(number, element))
        closed = self.closes()
        pieces = tuple(self.turned(number, closed) for number in range(len(self.pieces)))
        outline = Outline(self.curve.name, pieces, closed, self.curve.line)
        check_seams(outline, self.report)
        return outline

    # ------------------------------------------------------------------ one element

    def piece(self, number: int, element: CurveElement) -> Piece:
        """One element placed."""
        if isinstance(element, PointElement):
            return Corner(self.start_of(number), 0.0, 0.0, element.line)
        if isinstance(element, SegmentElement):
            return self.straight(number, element)
        if isinstance(element, ArcElement):
            return self.arc(number, element)
        if isinstance(element, CircleElement):
            return self.circle(element)
        return self.polar(number, element)

    def straight(self, number: int, element: SegmentElement) -> Straight:
        """A segment placed."""
        start = self.flat(element.start, element.line) if element.start else self.start_of(number)
        end = self.flat(element.end, element.line) if element.end else self.end_of(number)
        if start == end:
            self.fail(element.line, "a segment has no length")
        return Straight(start, end, element.line)

    def arc(self, number: int, element: ArcElement) -> Round:
        """An arc placed; missing ends and unequal radii are told."""
        centre = self.flat(element.centre, element.line)
        start = self.flat(element.start, element.line) if element.start else self.start_of(number)
        end = self.flat(element.end, element.line) if element.end else self.end_of(number)
        if element.start is None or element.end is None:
            missing = " and ".join(key for key, given in (("PINIT", element.start), ("PEND", element.end)) if not given)
            self.report.assumed(
                element.line,
                f"curve '{self.curve.name}': the arc has no {missing}; it is taken from {_words(start)} to "
                f"{_words(end)}, where its neighbours end and begin",
            )
        radius, other = math.dist(centre, start), math.dist(centre, end)
        if radius == 0.0:
            self.fail(element.line, "the arc begins in its centre")
        if abs(radius - other) > 1e-9 * radius:
            self.report.conflict(
                element.line,
                f"curve '{self.curve.name}': the arc has the radius {radius:.10g} at its start and {other:.10g} at its "
                "end; that of its start is taken",
            )
        first, last = _bearing(centre, start), _bearing(centre, end)
        sense = -1 if element.concave else 1
        sweep = (sense * (last - first)) % (2 * math.pi)
        turn = sense * (sweep if sweep > _FLAT else 2 * math.pi)
        return Round(centre, radius, first, turn, start, end, element.line)

    def circle(self, element: CircleElement) -> Round:
        """A circle placed."""
        if len(self.elements) != 1:
            self.fail(element.line, "a circle is a whole curve and has no neighbours")
        centre, start = self.flat(element.centre, element.line), self.flat(element.start, element.line)
        distance = math.dist(centre, start)
        if element.radius <= 0.0:
            self.fail(element.line, f"the radius must be greater than zero; found {element.radius:g}")
        if abs(distance - element.radius) > 1e-9 * element.radius:
            self.report.conflict(
                element.line,
                f"curve '{self.curve.name}': PINIT is {distance:.10g} from the centre and not on the circle of radius "
                f"{element.radius:.10g}; the radius is taken, PINIT gives the direction of the start only",
            )
        sweep = -2 * math.pi if element.concave else 2 * math.pi
        first, radius = _bearing(centre, start), element.radius
        begin = (centre[0] + radius * math.cos(first), centre[1] + radius * math.sin(first))
        return Round(centre, radius, first, sweep, begin, begin, element.line)

    def polar(self, number: int, element: PolynomialElement) -> Polar:
        """A polynomial placed."""
        pole = self.flat(element.origin, element.line)
        bearing = _bearing(pole, self.before(number)) if number else self.first_bearing(element)
        if element.divisor == 0.0:
            self.fail(element.line, "Ko must not be zero")
        self.told(element)
        piece = Polar(
            pole,
            element.coefficients,
            element.orders,
            element.divisor or 1.0,
            element.first,
            element.first,
            bearing,
            -1 if element.concave else 1,
            element.line,
        )
        return replace(piece, last=self.last_angle(number, piece))

    def told(self, element: PolynomialElement) -> None:
        """Say what the file leaves open about a polynomial."""
        name = f"curve '{self.curve.name}'"
        self.report.assumed(self.curve.line, f"{name}: the angles of its polynomials are taken in degrees")
        if element.divisor is not None:
            self.report.assumed(
                element.line, f"{name}: Ko {element.divisor:g} is not described; it is read as the divisor of the angle"
            )
        if element.initial_radius != 1.0:
            self.report.unused(element.line, f"{name}: Ro {element.initial_radius:g} is not described; it is not used")

    def first_bearing(self, element: PolynomialElement) -> float:
        """The direction in which a curve begins with a polynomial."""
        self.report.assumed(
            element.line,
            f"curve '{self.curve.name}': it begins with a polynomial, and nothing says in which direction; "
            "its angle is taken from the x axis of the link",
        )
        return math.radians(element.first) * (-1 if element.concave else 1)

    def last_angle(self, number: int, piece: Polar) -> float:
        """Where a polynomial ends: as told by the user, or where it meets what follows."""
        place = sum(isinstance(element, PolynomialElement) for element in self.elements[:number])
        if self.ends:
            last = float(self.ends[place])
            if not piece.first < last <= piece.first + 360.0:
                self.fail(piece.line, f"the polynomial begins at {piece.first:g} deg and cannot end at {last:g} deg")
            return last
        radius, slope = self.target(number, piece)
        end = span_end(piece, radius, slope)
        if len(end) != 1:
            many = "nowhere has" if not end else f"at {len(end)} angles has"
            self.fail(
                piece.line,
                f"polynomial {place + 1} begins at {piece.first:g} deg and {many} the radius {radius:.10g} with which "
                "the curve goes on; say where its polynomials end: "
                f"load_dyn(..., spans={{'{self.curve.name}': [...]}})",
            )
        self.report.assumed(
            piece.line,
            f"curve '{self.curve.name}': where the polynomial ends is not in the file; it is taken from Ao = "
            f"{piece.first:g} to {end[0]:g} deg, where its radius meets that of the next element",
        )
        return end[0]

    def target(self, number: int, piece: Polar) -> tuple[float, float | None]:
        """Radius, and slope a degree if it is known, with which the curve goes on after an element."""
        following = number + 1
        if following < len(self.elements) and isinstance(self.elements[following], PointElement):
            following += 1
        corner = following != number + 1
        if following >= len(self.elements):
            start = self.begin()
            if start is None:
                self.fail(piece.line, "nothing follows the polynomial, so its end is not known")
            return math.dist(piece.pole, start), None
        after = self.elements[following]
        if isinstance(after, PolynomialElement):
            other = replace(piece, coefficients=after.coefficients, orders=after.orders, divisor=after.divisor or 1.0)
            return other.radius(after.first), None if corner else other.slope(after.first)
        if isinstance(after, ArcElement) and after.start is None:
            end = self.flat(after.end, after.line) if after.end else self.begin()
            centre = self.flat(after.centre, after.line)
            if end is not None and math.dist(centre, piece.pole) <= _FLAT:
                return math.dist(centre, end), None if corner else 0.0
        elif isinstance(after, ArcElement | SegmentElement) and after.start is not None:
            return math.dist(piece.pole, self.flat(after.start, after.line)), None
        self.fail(after.line, "the element has no PINIT, and the polynomial before it no end; give PINIT")

    # ------------------------------------------------------------------ the whole

    def closes(self) -> bool:
        """Whether the end is meant to be the start."""
        first = self.pieces[0]
        begin, end = first.point(0.0), self.pieces[-1].point(1.0)
        return (isinstance(first, Round) and first.whole) or (
            len(self.pieces) > 1 and meet(begin, end, max(math.hypot(*begin), math.hypot(*end)))
        )

    def turned(self, number: int, closed: bool) -> Piece:
        """The piece; a corner with the directions of its neighbours."""
        piece = self.pieces[number]
        if not isinstance(piece, Corner):
            return piece
        if not closed and number in (0, len(self.pieces) - 1):
            self.fail(piece.line, "a point at the end of an open curve has a neighbour on one side only; leave it out")
        before, after = self.pieces[number - 1], self.pieces[(number + 1) % len(self.pieces)]
        if isinstance(before, Corner) or isinstance(after, Corner):
            self.fail(piece.line, "two points stand next to each other; leave one out")
        first = before.direction(1.0)
        return replace(piece, before=first, turn=wrapped(after.direction(0.0) - first))


def _bearing(centre: XY, point: XY) -> float:
    """The direction from a centre to a point."""
    return math.atan2(point[1] - centre[1], point[0] - centre[0])


def _words(point: XY) -> str:
    """A point in words."""
    return f"({point[0]:.10g}, {point[1]:.10g})"
