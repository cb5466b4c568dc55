"""A formula of three variables, such as the places x, y, z in a body."""

from __future__ import annotations

from linkwork.base.errors import ExpressionError
from linkwork.expression import Expression
from linkwork.functions.base import Environment
from linkwork.functions.expression import packed_tape, refuse_unknown
from linkwork.functions.packed import Packed

NAMES = ("x", "y", "z")


def pack_field(value: Expression, env: Environment) -> Packed:
    """The program of a formula of x, y and z; the kernel finds their jets in front of its result."""
    from linkwork.functions.field_kernel import JETS, field

    for name in sorted(value.names & set(NAMES) & set(env)):
        raise ExpressionError(f"expression '{value}': '{name}' is a coordinate here; give the parameter another name")
    refuse_unknown(value, env, NAMES)
    steps = value.tape_of(frozenset(NAMES))
    tape = [(code, NAMES.index(argument) if isinstance(argument, str) else argument) for code, argument in steps]
    packed = packed_tape(field, tape, env)
    packed.scratch += JETS
    return packed
