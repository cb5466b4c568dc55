"""Places as a user gives them in Python: a place, a body, or the name of one; what a driver there cannot move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from linkwork.mechanism.handles import Handle


def place(where: Any) -> Any:
    """A place as the parts take it."""
    return where.name if isinstance(where, Handle) else where


def places(first: Any, second: Any) -> tuple[Any, Any]:
    """Two places as the parts take them."""
    return place(first), place(second)


_RATES = {"speed": "position", "velocity": "position", "v": "position", "omega": "angle", "rate": "angle"}


def not_driven(name: str, quantity: str, known: Iterable[str]) -> str:
    """Why a driver cannot drive a quantity at its place, and what to write for a speed."""
    known = list(known)
    course = _RATES.get(quantity, "")
    course = course if course in known else next((one for one in known if course and one in ("angle", "distance")), "")
    unit = "rad/s" if course == "angle" else "m/s"
    hint = f"; for a speed write what it grows to, as in {course}='2 {unit}*t'" if course else ""
    return f"driver '{name}': cannot drive '{quantity}' here; choose one of: {', '.join(known)}{hint}"
