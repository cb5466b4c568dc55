"""Expressions: the numbers a user gives, as formulas in named parameters with units; never run as Python."""

from linkwork.expression.algebra import Expression, as_expression, choose, named, parse, symbol
from linkwork.expression.close_names import close_matches
from linkwork.expression.elementary import RESERVED
from linkwork.expression.functions import (
    acos,
    asin,
    atan,
    atan2,
    cos,
    cosh,
    exp,
    hypot,
    log,
    maximum,
    minimum,
    sign,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
)
from linkwork.expression.parameters import resolve_parameters

__all__ = [
    "RESERVED",
    "Expression",
    "acos",
    "as_expression",
    "asin",
    "atan",
    "atan2",
    "choose",
    "close_matches",
    "cos",
    "cosh",
    "exp",
    "hypot",
    "log",
    "maximum",
    "minimum",
    "named",
    "parse",
    "resolve_parameters",
    "sign",
    "sin",
    "sinh",
    "sqrt",
    "symbol",
    "tan",
    "tanh",
]
