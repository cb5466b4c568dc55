"""Arithmetic of expressions that leaves out zeros and ones and makes one number of numbers: results read well."""

from __future__ import annotations

from collections.abc import Iterable

from linkwork.expression import Expression, as_expression, cos, sin
from linkwork.places.spatial.orientation import Vector3

Pair = tuple[Expression, Expression]
ZERO, ONE = as_expression(0), as_expression(1)
ORIGIN: Vector3 = (ZERO, ZERO, ZERO)


def number(value: object) -> Expression:
    """A number or an expression; one without parameters as the bare number."""
    expression = as_expression(value)
    return expression if expression.constant is None else as_expression(expression.constant)


def total(*terms: tuple[object, object]) -> Expression:
    """The sum of products (factor, value)."""
    total: Expression | None = None
    plain = 0.0
    for factor, value in terms:
        one, other = as_expression(factor), as_expression(value)
        product = times(one, other)
        if product.constant is not None:
            plain += product.constant
        elif total is None:
            total = product
        elif one.constant == -1.0:
            total = total - other
        else:
            total = total + product
    if total is None:
        return as_expression(plain)
    if plain == 0.0:
        return total
    return total + plain if plain > 0.0 else total - (-plain)


def times(one: Expression, other: Expression) -> Expression:
    """A product."""
    if one.constant is not None and other.constant is not None:
        return as_expression(one.constant * other.constant)
    for factor, value in ((one, other), (other, one)):
        if factor.constant == 0.0:
            return ZERO
        if factor.constant == 1.0:
            return value
        if factor.constant == -1.0:
            return -value
    return one * other


def difference(one: object, other: object) -> Expression:
    """one less other."""
    return total((1, one), (-1, other))


def combined(*terms: tuple[Expression, Vector3]) -> Vector3:
    """The sum of factors times vectors."""
    x, y, z = (total(*((factor, vector[axis]) for factor, vector in terms)) for axis in range(3))
    return x, y, z


def dot(one: Iterable[Expression], other: Iterable[Expression]) -> Expression:
    """Scalar product."""
    return total(*zip(one, other, strict=True))


def cross(a: Vector3, b: Vector3) -> Vector3:
    """Vector product."""
    x, y, z = (total((a[i], b[j]), (-a[j], b[i])) for i, j in ((1, 2), (2, 0), (0, 1)))
    return x, y, z


def cosine_sine(angle: Expression) -> Pair:
    """cos and sin of an angle."""
    return number(cos(angle)), number(sin(angle))


def turned(angle: Expression, x: Expression, y: Expression) -> Pair:
    """The vector (x, y) turned by an angle."""
    c, s = cosine_sine(angle)
    return total((c, x), (-s, y)), total((s, x), (c, y))
