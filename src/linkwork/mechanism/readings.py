"""Texts that can be read in two ways: a name with a hyphen or a difference."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from linkwork.base.errors import MechanismError

if TYPE_CHECKING:
    from linkwork.expression import Expression
    from linkwork.expression.nodes import Node
    from linkwork.mechanism.mechanism import Mechanism


_QUOTED = re.compile(r"'[^']*'")


class Readings:
    """The names of a mechanism that make texts ambiguous."""

    def __init__(self, mechanism: Mechanism) -> None:
        named = {name for parts in mechanism._named_parts() for name in parts}
        alone = {*mechanism.parameters_by_name, *mechanism.described_signals}
        patterns = _pattern(named, r"(\.\w+)"), _pattern(alone, r"(?![\w.])()")
        self.patterns = [pattern for pattern in patterns if pattern is not None]

    def refuse(self, where: str, expression: Expression) -> None:
        """Refuse an expression that means one thing to its reader and perhaps another one to its writer."""
        problem = self.problem(expression)
        if problem:
            raise MechanismError(f"{where}: {problem}")

    def problem(self, expression: Expression | Node) -> str:
        """What is doubtful in an expression, and what to write instead; nothing where all is clear."""
        text = expression.text
        bare = _QUOTED.sub("", text) if "-" in text else ""
        match = next(filter(None, (pattern.search(bare) for pattern in self.patterns)), None) if bare else None
        if match is None:
            return ""
        name, channel = match.groups()
        first, _, rest = name.partition("-")
        return (
            f"'{text}' is read as a difference, but there is '{name}' too. A name with hyphens or spaces stands in "
            f"quotes: '{name}'{channel}; for the difference write -{rest}{channel} + {first}"
        )


def _pattern(names: Iterable[str], behind: str) -> re.Pattern[str] | None:
    """Finds those of the names that hold a hyphen, the longest first."""
    longest_first = "|".join(sorted((re.escape(name) for name in names if "-" in name), key=len, reverse=True))
    return re.compile(rf"(?<![\w.])({longest_first}){behind}") if longest_first else None
