"""From the elements of a profile, as written, to pieces with numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from linkwork.base.errors import MechanismError
from linkwork.base.names import suggestion
from linkwork.bodies.profile_pieces import TURN, Pair, Piece, round_piece, sampled_curve, straight
from linkwork.bodies.profile_polar import PolarNumbers
from linkwork.bodies.profiles import (
    Arc,
    CircleElement,
    EndlessLine,
    PointElement,
    PolarPolynomial,
    Polyline,
    Profile,
    Segment,
    Spline,
)
from linkwork.functions.outlines.points import Points
from linkwork.places.base_scope import root

CURVE_SAMPLES = 32
"""Chords of a curve, even for Simpson's rule."""
SNAP = 1e-5
"""Mismatches below this share of the profile's size are bridged, not refused: published cams are rounded."""
TOLD = 1e-9
"""Those above this share are told."""


class Reader:
    """Turns elements into pieces, one after the other; `dry` leaves out what only compiled code can tell."""

    def __init__(self, scope: Any, body: str, profile: Profile, dry: bool) -> None:
        self.scope = scope
        self.body = body
        self.profile = profile
        self.dry = dry
        self.side = 1 if profile.material == "left" else -1
        self.pieces: list[Piece] = []
        self.notes: list[str] = []

    def read(self) -> list[Piece]:
        """All pieces that are written; points have no numbers yet."""
        for number, element in enumerate(self.profile.elements, start=1):
            try:
                self._read(number, element)
            except MechanismError as error:
                raise MechanismError(f"elements[{number - 1}] ({element.type}): {error}") from None
        return self.pieces

    def _read(self, number: int, element: Any) -> None:
        if isinstance(element, PointElement):
            at = (0.0, 0.0) if element.at is None else self._vector(element.at)
            self.pieces.append(Piece("point", number, at, at, ends=False))
        elif isinstance(element, Segment):
            self._segment(number, self._start(element), self._end(element))
        elif isinstance(element, Polyline):
            self._polyline(number, [self._vector(point) for point in element.points])
        elif isinstance(element, EndlessLine):
            self._line(number, element)
        elif isinstance(element, Arc):
            self._arc(number, element)
        elif isinstance(element, CircleElement):
            self._circle(number, element)
        elif isinstance(element, PolarPolynomial):
            self._polynomial(number, element)
        elif isinstance(element, Spline):
            self._spline(number, element)

    def _vector(self, pair: Any) -> Pair:
        x, y = self.scope.vector(pair)
        return x, y

    def _start(self, element: Any) -> Pair:
        if element.start is not None:
            return self._vector(element.start)
        before = [piece for piece in self.pieces if piece.kind != "point"]
        if not before:
            raise MechanismError("the first element of a profile needs its start")
        return before[-1].end

    def _end(self, element: Segment) -> Pair:
        if element.end is not None:
            return self._vector(element.end)
        first = next((piece for piece in self.pieces if piece.kind != "point"), None)
        if first is None:
            raise MechanismError("a segment needs its end")
        return first.start

    def _segment(self, number: int, start: Pair, end: Pair) -> None:
        piece = straight("segment", number, start, end)
        if piece is None:
            raise MechanismError(f"its start and its end are the same, ({_place(start)}); it has no length")
        self.pieces.append(piece)

    def _polyline(self, number: int, points: list[Pair]) -> None:
        alone = len(self.profile.elements) == 1
        if alone and self.profile.closed and points[0] != points[-1]:
            points = [*points, points[0]]
        for part, (start, end) in enumerate(pairwise(points), start=1):
            self._segment(number, start, end)
            self.pieces[-1].part = part

    def _line(self, number: int, element: EndlessLine) -> None:
        x, y = self._vector(element.at)
        u, v = self._vector(element.along)
        piece = straight("line", number, (x, y), (x + u, y + v))
        if piece is None:
            raise MechanismError("the direction 'along' is zero")
        piece.length = math.inf
        self.pieces.append(piece)

    def _arc(self, number: int, element: Arc) -> None:
        center = self._vector(element.center)
        convex = -1 if element.concave else 1
        turning = self.side * convex
        if element.radius is not None and element.begin is not None and element.finish is not None:
            radius = self._positive(element.radius)
            begin, finish = self.scope.number(element.begin), self.scope.number(element.finish)
            sweep = turning * (finish - begin)
            self._check_sense(element.concave, begin, finish, sweep)
        else:
            start, end = self._start(element), self._vector(element.end)
            radius = self._radius(center, start, end)
            begin = _angle(center, start)
            sweep = turning * (_angle(center, end) - begin)
            while sweep.real <= 1e-12:
                sweep += TURN
        if sweep.real > TURN * (1.0 - 1e-12):
            raise MechanismError("it goes once round or more; use a circle for a full turn")
        self.pieces.append(round_piece("arc", number, center, radius, begin, sweep, turning, convex))

    def _check_sense(self, concave: bool, begin: Any, finish: Any, sweep: Any) -> None:
        """Refuse angles that run against the side of the material; `sweep` is positive where they agree with it."""
        if abs(sweep.real) <= 1e-12:
            raise MechanismError("'from' and 'to' are the same; it has no length")
        if sweep.real > 0.0:
            return
        side, other = ("left", "right") if self.side > 0 else ("right", "left")
        way = "counter-clockwise" if (finish - begin).real > 0.0 else "clockwise"
        form, change = ("convex", "leave out 'concave'") if concave else ("concave", "say 'concave: true'")
        raise MechanismError(
            f"from {math.degrees(begin.real):.6g} deg to {math.degrees(finish.real):.6g} deg it runs {way}, and with "
            f"the material on the {side} that is a {form} arc: turn round 'from' and 'to', give the profile "
            f"'material: {other}', or {change}; an arc across 0 deg goes beyond a turn, as from 350 deg to 370 deg"
        )

    def _radius(self, center: Pair, start: Pair, end: Pair) -> Any:
        radius, other = (_distance(center, place) for place in (start, end))
        if min(radius.real, other.real) <= 0.0:
            raise MechanismError("its centre lies on its start or its end; its radius would be zero")
        if abs((radius - other).real) > SNAP * max(radius.real, other.real):
            raise MechanismError(
                f"its start is {radius.real:.6g} from the centre and its end {other.real:.6g}; "
                "an arc has one radius: mend the centre or an end"
            )
        return radius

    def _positive(self, value: Any) -> Any:
        radius = self.scope.number(value)
        if radius.real <= 0.0:
            raise MechanismError(f"the radius must be positive, not {radius.real:.6g}")
        return radius

    def _circle(self, number: int, element: CircleElement) -> None:
        convex = -1 if element.concave else 1
        radius, begin = self._positive(element.radius), self.scope.number(element.begin)
        center = self._vector(element.center)
        self.pieces.append(round_piece("circle", number, center, radius, begin, TURN, self.side * convex, convex))

    def _polynomial(self, number: int, element: PolarPolynomial) -> None:
        curve = PolarNumbers(self.scope, element)
        if curve.span.real == 0.0:
            raise MechanismError("'from' and 'to' are the same; it has no length")
        if abs(curve.span.real) > TURN * (1.0 + 1e-9):
            raise MechanismError("it goes round more than once")
        piece = sampled_curve("polynomial", number, curve.value, curve.begin, curve.span, CURVE_SAMPLES)
        if any(curve.radius(curve.begin + curve.span * (n / 32))[0].real <= 0.0 for n in range(33)):
            raise MechanismError("its radius becomes zero or negative between 'from' and 'to'")
        piece.curve = curve
        self.pieces.append(piece)

    def _spline(self, number: int, element: Spline) -> None:
        outline = self._outline(element)
        extent = outline.range(self.scope.env)
        if extent is None:
            raise MechanismError(f"outline '{element.outline}' has no ends; use an element of type 'line'")
        begin, span = extent[0], extent[1] - extent[0]
        if element.reverse:
            begin, span = extent[1], -span
        count = max(CURVE_SAMPLES, 4 * len(getattr(outline, "points", ())))
        if self.dry:
            piece = self._dry_spline(number, outline)
        else:
            piece = sampled_curve("spline", number, _evaluator(outline, self.scope.env), begin, span, count)
        piece.curve, piece.begin, piece.span = outline, begin, span
        piece.ends = outline.period(self.scope.env) is None
        self.pieces.append(piece)

    def _outline(self, element: Spline) -> Any:
        if element.points is not None:
            alone = len(self.profile.elements) == 1 and self.profile.closed is not False
            points, meets = element.points, alone and self._meets([self._vector(point) for point in element.points])
            if meets:
                points = (*points[:-1], points[0])
            outline = Points(points=points, closed=alone and (meets or self.profile.closed is True))
            outline.knots(self.scope.env)
            return outline
        outlines = self.scope.body(self.body).outlines
        if element.outline not in outlines:
            known = suggestion(element.outline or "", outlines, f"outlines of '{self.body}'")
            raise MechanismError(f"body '{self.body}' has no outline '{element.outline}'{known}")
        return outlines[element.outline]

    def _meets(self, points: list[Pair]) -> bool:
        """Whether the last of these points is the first again."""
        reals = [(x.real, y.real) for x, y in points]
        size = math.hypot(*(max(values) - min(values) for values in zip(*reals, strict=True)))
        gap = math.dist(reals[0], reals[-1])
        if TOLD * size < gap <= SNAP * size:
            self.notes.append(f"a mismatch of {gap:.3g} between the last point and the first is bridged")
        return gap <= SNAP * size

    def _dry_spline(self, number: int, outline: Any) -> Piece:
        """What is known of a spline without evaluating it: its points."""
        points = [self.scope.vector(point) for point in getattr(outline, "points", ())]
        first, last = (points[0], points[-1]) if points else ((0.0, 0.0), (0.0, 0.0))
        piece = Piece("spline", number, first, last, length=1.0)
        piece.sampled = [(x.real, y.real) for x, y in points]
        return piece


def _evaluator(outline: Any, env: Any) -> Callable[[float], tuple[Any, ...]]:
    """Values of an outline by its parameter."""
    from linkwork.functions.value import value_at

    packed = outline.pack(env)
    return lambda alpha: tuple(float(value) for value in value_at(packed, float(alpha.real), 8))


def _distance(first: Pair, second: Pair) -> Any:
    dx, dy = second[0] - first[0], second[1] - first[1]
    square = dx * dx + dy * dy
    return root(square) if square.real > 0.0 else 0.0


def _angle(center: Pair, place: Pair) -> Any:
    """Angle of the direction from the centre to a place."""
    dx, dy = place[0] - center[0], place[1] - center[1]
    angle = math.atan2(dy.real, dx.real)
    if isinstance(dx, complex) or isinstance(dy, complex):
        square = dx.real**2 + dy.real**2
        return complex(angle, (dx.real * complex(dy).imag - dy.real * complex(dx).imag) / square)
    return angle


def _place(pair: Pair) -> str:
    return f"{pair[0].real:.6g}, {pair[1].real:.6g}"
