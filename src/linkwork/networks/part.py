"""What every part of a circuit has in common, and the circuit that holds them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import Expression
from linkwork.expression.part import Part
from linkwork.functions.expression import Formula
from linkwork.networks.branches import Bound, Branch, Kind, Lowered
from linkwork.networks.domains import Domain


@dataclass(frozen=True)
class Surroundings:
    """What a part may ask about the mechanism while it is lowered."""

    fixed: set[str]
    """Names of parameters."""
    motion_of: Callable[[str, str, str | None], tuple[str, str]]
    """The channels of a joint's freedom and of its rate, for a part that is named in the error where there is none."""

    def constant(self, value: Any) -> Expression | None:
        """The expression of a law that does not change during a run; otherwise nothing."""
        inner = value.value if isinstance(value, Formula) else value
        return inner if isinstance(inner, Expression) and not inner.names - self.fixed else None

    def above_zero(self, name: str, **numbers: Expression | None) -> list[Bound]:
        """Sizes of a part that must be above zero, those of them that do not change during a run."""
        return [
            Bound(name, word, value)
            for word, value in numbers.items()
            if value is not None and self.constant(value) is not None
        ]

    def require_own(self, name: str, word: str, meaning: str, names: Collection[str]) -> None:
        """Refuse a formula in which a word of the part's own is the name of a parameter, too."""
        if word in names and word in self.fixed:
            raise MechanismError(
                f"part '{name}': '{word}' is {meaning}, and a parameter has the same name; give the parameter another"
            )


class NetworkPart(Part):
    """A part of a circuit: plain data; `lower` says what it is made of."""

    def lower(self, name: str, around: Surroundings) -> Lowered:
        """Branches, couplings, signals and forces; `name` is that of the circuit and its own, with a dot."""
        raise TypeError(f"{type(self).__name__} does not say what it is made of")


BETWEEN = Field(description="two nodes; what goes through the part goes from the first to the second")


class TwoEnds(NetworkPart):
    """A part between two nodes of one domain."""

    domain: ClassVar[Domain]

    between: tuple[str, str] = BETWEEN

    def branch(self, name: str, kind: Kind, **fields: Any) -> Branch:
        """The branch of the whole part."""
        return Branch(name, self.domain, self.between, kind, **fields)
