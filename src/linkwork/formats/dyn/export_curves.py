"""Profiles of bodies as contact curves of a `.DYN` file; what it cannot say is an error that names the profile."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from linkwork.base.errors import MechanismError, within
from linkwork.bodies.profile_chain import Chain, chain_of
from linkwork.formats.dyn.chain import placed
from linkwork.formats.dyn.data import (
    ArcElement,
    CircleElement,
    Curve,
    CurveElement,
    PointElement,
    PolynomialElement,
    SegmentElement,
    Vector,
)
from linkwork.formats.dyn.findings import DynReport
from linkwork.formats.dyn.outline import Outline, Polar


def curve_of(scope: Any, body: str, name: str, profile: Any) -> tuple[Curve, Outline]:
    """The profile as a curve, and as it will be read again."""
    with within(f"profile of '{body}' '{name}'"):
        chain = _written(chain_of(scope, body, profile))
        if chain.side < 0:
            raise MechanismError("in a .DYN file the material is on the left; write the elements the other way round")
        pieces = _begun(chain)
        curve = Curve(name, (0.0, 0.0, 1.0), tuple(_element(piece) for piece in pieces))
        outline = placed(curve, DynReport("the .DYN file"))
        for piece, again in zip(pieces, outline.pieces, strict=True):
            if isinstance(again, Polar) and abs(math.radians(again.last - again.first) - abs(piece.span.real)) > 1e-9:
                raise MechanismError(
                    f"{piece.word}: a .DYN file gives no end of a polynomial, and another one would be read"
                )
        return curve, outline


def _written(chain: Chain) -> Chain:
    """The chain without points at open ends that are not written: a curve of a file has none there."""
    last = len(chain.pieces) - 1
    free = [n for n in (0, last) if not chain.closed and chain.pieces[n].kind == "point" and not chain.pieces[n].number]
    return replace(chain, pieces=[piece for n, piece in enumerate(chain.pieces) if n not in free])


def _begun(chain: Chain) -> list[Any]:
    """The pieces; a closed chain begins with one that says where it begins."""
    pieces = chain.pieces
    first = next((n for n, piece in enumerate(pieces) if piece.kind in ("segment", "arc", "circle")), None)
    if first is None:
        raise MechanismError("in a .DYN file a curve begins with a segment, an arc or a circle; this one has none")
    if first and not chain.closed:
        raise MechanismError("in a .DYN file an open curve begins with a segment or an arc")
    return pieces[first:] + pieces[:first]


def _vector(pair: Any) -> Vector:
    """A point of the plane as three numbers."""
    return float(pair[0].real), float(pair[1].real), 0.0


def _element(piece: Any) -> CurveElement:
    """One piece as an element of a curve."""
    if piece.kind == "point":
        return PointElement()
    if piece.kind == "segment":
        return SegmentElement(_vector(piece.start), _vector(piece.end))
    if piece.kind == "arc":
        concave = piece.radius.real < 0.0
        return ArcElement(_vector(piece.center), _vector(piece.start), _vector(piece.end), concave)
    if piece.kind == "circle":
        radius = piece.radius.real
        return CircleElement(_vector(piece.center), abs(radius), _vector(piece.start), radius < 0.0)
    if piece.kind == "polynomial":
        return _polynomial(piece)
    raise MechanismError(f"{piece.word}: a .DYN file knows points, segments, arcs, circles and polynomials only")


def _polynomial(piece: Any) -> PolynomialElement:
    """Angles in degrees from where the polynomial has its zero, counted in the direction of travel."""
    curve = piece.curve
    sense = 1 if curve.span.real > 0.0 else -1
    first = sense * math.degrees((curve.begin - curve.shift).real)
    divisor = sense * math.degrees(curve.scale.real)
    coefficients = tuple(float(value.real) for value in curve.coefficients)
    return PolynomialElement(
        coefficients, tuple(curve.orders), _tidy(first), 1.0, _tidy(divisor), _vector(curve.center), sense < 0
    )


def _tidy(degrees: float) -> float:
    """Degrees without the rounding of their way through radians."""
    return round(degrees, 9)
