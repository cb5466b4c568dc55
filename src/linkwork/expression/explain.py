"""Saying why an expression has no value: the innermost part that fails, and the cause."""

from __future__ import annotations

from collections.abc import Mapping

from linkwork.base.errors import ExpressionError
from linkwork.expression.close_names import meant
from linkwork.expression.closures import COMPARISONS
from linkwork.expression.elementary import CONSTANTS, Scalar
from linkwork.expression.nodes import CallNode, ChoiceNode, NameNode, Node, PowerNode
from linkwork.expression.tokens import quote


def explain(whole: Node, env: Mapping[str, Scalar]) -> ExpressionError:
    """The error of an expression that cannot be evaluated in this environment."""
    part, cause = _innermost(whole, env) or (whole, "it has no finite value")
    where = "" if part is whole or isinstance(part, NameNode) else f" in {quote(part.text)}"
    return ExpressionError(f"expression {quote(whole.text)}: {cause}{where}")


def _innermost(node: Node, env: Mapping[str, Scalar]) -> tuple[Node, str] | None:
    for child in _evaluated_children(node, env):
        innermost = _innermost(child, env)
        if innermost:
            return innermost
    cause = _cause(node, env)
    return (node, cause) if cause else None


def _evaluated_children(node: Node, env: Mapping[str, Scalar]) -> tuple[Node, ...]:
    if not isinstance(node, ChoiceNode):
        return node.children
    left, right, then, otherwise = node.children
    if _innermost(left, env) or _innermost(right, env):
        return (left, right)
    holds = COMPARISONS[node.comparison](left.evaluate(env).real, right.evaluate(env).real)
    return (left, right, then if holds else otherwise)


def _cause(node: Node, env: Mapping[str, Scalar]) -> str | None:
    if isinstance(node, NameNode) and node.names and node.name not in env:
        known = sorted({*env, *CONSTANTS})
        return f"unknown name '{node.name}'{meant(node.name, known)}"
    try:
        value = node.evaluate(env)
    except TypeError as error:
        return f"'{node.text}' {error}"
    except ZeroDivisionError:
        return "division by zero" if not isinstance(node, CallNode) else _outside(node, env)
    except ValueError:
        return _outside(node, env)
    except OverflowError:
        return "the result is too large (overflow)"
    if value - value == 0:
        return None
    if isinstance(node, NameNode):
        return f"'{node.text}' is {value}, not a finite number"
    return "the result is too large (overflow)"


def _outside(node: Node, env: Mapping[str, Scalar]) -> str:
    values = [child.evaluate(env).real for child in node.children]
    if isinstance(node, PowerNode):
        if values[0] == 0:
            return "zero has no negative power" if values[1] < 0 else "the derivative is infinite at zero"
        return f"a negative number ({values[0]:.6g}) has no power {values[1]:.6g}"
    if isinstance(node, CallNode):
        name = node.function.name
        if name == "sqrt" and values[0] < 0:
            return f"sqrt of a negative number ({values[0]:.6g})"
        if name in ("sqrt", "atan2", "hypot"):
            return f"{name} has an infinite derivative at zero"
        if name == "log":
            return f"log needs a positive number, not {values[0]:.6g}"
        if name in ("asin", "acos") and -1 <= values[0] <= 1:
            return f"{name} has an infinite derivative at {values[0]:.6g}"
        return f"{name} is not defined at {', '.join(f'{value:.6g}' for value in values)}"
    return "it is not defined"
