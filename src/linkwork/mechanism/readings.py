"""Texts that can be read in two ways: a unit or a parameter, a name with a hyphen or a difference."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from linkwork.base.errors import MechanismError

if TYPE_CHECKING:
    from linkwork.expression import Expression
    from linkwork.expression.nodes import Node
    from linkwork.mechanism.mechanism import Mechanism


class Readings:
    """The names of a mechanism that make texts ambiguous."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.parameters = mechanism.parameters_by_name.keys()
        named = {name for parts in mechanism._named_parts() for name in parts if "-" in name}
        longest_first = "|".join(sorted(map(re.escape, named), key=len, reverse=True))
        self.hyphened = re.compile(rf"(?<![\w.])({longest_first})\.(\w+)") if named else None

    def refuse(self, where: str, expression: Expression) -> None:
        """Refuse an expression that means one thing to its reader and perhaps another one to its writer."""
        problem = self.problem(expression)
        if problem:
            raise MechanismError(f"{where}: {problem}")

    def problem(self, expression: Expression | Node) -> str:
        """What is doubtful in an expression, and what to write instead; nothing where all is clear."""
        text = expression.text
        for word in sorted(expression.units_below & self.parameters):
            return (
                f"in '{text}' is '{word}' the unit or the parameter '{word}'? Give the parameter another name; or put "
                f"what is divided by the parameter in parentheses, as in (2 m)/{word}"
            )
        found = self.hyphened.search(text) if self.hyphened is not None and "-" in text else None
        if found is None:
            return ""
        name, channel = found.groups()
        first, _, rest = name.partition("-")
        return (
            f"'{text}' is read as a difference, but there is '{name}' too. Write '_' for '-' in that name to use it in "
            f"formulas (in responses put '{name}.{channel}' in quotes); for the difference write "
            f"-{rest}.{channel} + {first}"
        )
