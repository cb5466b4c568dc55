"""Where a polynomial ends: the file gives only its first angle, so it ends where its radius meets what follows."""

from __future__ import annotations

from linkwork.formats.dyn.outline import Polar

SEAM = 1e-5
"""How far radii may differ at a seam, as a share of the radius: the polynomial cam of the thesis needs 2e-6."""
_SLOPE = 1e-6
"""How far slopes may differ, as a share of the radius a degree."""
_BISECTIONS = 60


def span_end(piece: Polar, radius: float, slope: float | None) -> list[float]:
    """The angles in degrees at which the polynomial may end: there it has this radius, and the slope if it is known.

    Whole degrees come first; only where none fits the radius is met between them.
    """
    reach = SEAM * abs(radius)
    whole = [piece.first + n for n in range(1, 361)]
    if piece.first != round(piece.first):
        whole = [float(round(angle)) for angle in whole]
    for angles in (whole, _crossings(piece, whole, radius)):
        met = [angle for angle in angles if abs(piece.radius(angle) - radius) <= reach]
        smooth = [
            angle for angle in met if slope is not None and abs(piece.slope(angle) - slope) <= _SLOPE * abs(radius)
        ]
        if smooth or met:
            return smooth or met
    return []


def _crossings(piece: Polar, whole: list[float], radius: float) -> list[float]:
    """The angles between whole degrees at which the radius passes a value."""
    crossings = []
    for low, high in zip([piece.first, *whole[:-1]], whole, strict=True):
        below, above = piece.radius(low) - radius, piece.radius(high) - radius
        if below * above >= 0.0:
            continue
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2
            if (piece.radius(middle) - radius) * below > 0.0:
                low = middle
            else:
                high = middle
        crossings.append((low + high) / 2)
    return crossings
