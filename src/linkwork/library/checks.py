"""What the numbers of a machine have to be, each refused by its name."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError, MechanismError, shown

if TYPE_CHECKING:
    from linkwork.expression.dimensions import Dimension


def require_numbers(what: str, values: Any) -> Array:
    """Values as an array of numbers."""
    try:
        return np.asarray(values, float)
    except (TypeError, ValueError):
        raise MechanismError(f"{what}: expected numbers; found {shown(values)}") from None


def require_row(what: str, values: Any) -> Array:
    """Values as one row of numbers."""
    row = require_numbers(what, values)
    if row.ndim != 1:
        raise MechanismError(f"{what}: expected one row of numbers; found {shown(values)}")
    return row


def require_quantity(what: str, value: Any, wanted: Dimension) -> float:
    """A number, or a text with a unit, as a finite number of this dimension in SI units."""
    from linkwork.expression import as_expression
    from linkwork.expression.dimension_of import misfit

    problem = ""
    try:
        expression = as_expression(value)
        number = float(expression.value({}).real)
        problem = misfit(expression, wanted, {})
    except (LinkworkError, TypeError) as error:
        number, problem = math.nan, str(error) if isinstance(error, LinkworkError) else ""
    if problem or not math.isfinite(number) or isinstance(value, bool):
        why = f" ({problem})" if problem else ""
        raise MechanismError(f"{what}: expected a number; found {shown(value)}{why}")
    return number


def require_positive(what: str, **numbers: float) -> None:
    """Refuse numbers that are not above zero."""
    for name, value in numbers.items():
        if not (math.isfinite(value) and value > 0):
            raise MechanismError(f"{what}: {name} must be positive, not {value:g}")


def require_count(what: str, **numbers: int) -> None:
    """Refuse how many of something where it is none."""
    for name, value in numbers.items():
        if value < 1:
            raise MechanismError(f"{what}: {name} must be one or more, not {value}")


def require_inertia(what: str, inertia: tuple[float, float, float]) -> None:
    """Refuse moments of inertia that no body has: not above zero, or one above the sum of the others."""
    x, y, z = inertia
    require_positive(what, **{"inertia about x": x, "inertia about y": y, "inertia about z": z})
    if 2 * max(inertia) > (1 + 1e-9) * sum(inertia):
        raise MechanismError(
            f"{what}: none of its inertias is above the sum of the two others; they are {x:g}, {y:g} and {z:g}"
        )


def require_not_negative(what: str, kind: str, **numbers: float) -> None:
    """Refuse numbers below zero; `kind` says what they are: a length, a time."""
    for name, value in numbers.items():
        if not 0 <= value < math.inf:
            raise MechanismError(f"{what}: {name} must be {kind}, zero or more, not {value:g}")


def require_tyre(what: str, tyre: dict[str, Any], whose: str) -> None:
    """Refuse the fields of a tyre without a stiffness that is a number, or with a radius, which is `whose`."""
    if "side" in tyre:
        raise MechanismError(f"{what}: its tyre has no side; each wheel gives it its own")
    if "radius" in tyre or "stiffness" not in tyre:
        raise MechanismError(f"{what}: its tyre is given a stiffness, and no radius: that is {whose}")
    if isinstance(tyre["stiffness"], bool) or not isinstance(tyre["stiffness"], int | float):
        raise MechanismError(f"{what}: the stiffness of its tyre is a number in N/m")
    require_positive(f"{what}: its tyre", stiffness=tyre["stiffness"])


def mounted(tyre: dict[str, Any], side: str) -> dict[str, Any]:
    """The fields of a tyre on one side of a vehicle: coefficients that were measured on the other are mirrored."""
    return tyre | {"side": side} if tyre.get("model") == "coefficients" else tyre


def require_poisson(what: str, ratio: float) -> None:
    """Refuse what is no Poisson's ratio."""
    if not -1 < ratio <= 0.5:
        raise MechanismError(f"{what}: Poisson's ratio lies between -1 and 0.5, not at {ratio:g}")
