"""What every part is made of: branches between two nodes of a domain, each with one law, and rows that couple them."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any, Literal

from linkwork.base.errors import MechanismError
from linkwork.expression import Expression, named
from linkwork.networks.domains import Domain
from linkwork.signals.parts import SignalPart

Kind = Literal["across", "through", "capacity", "inertance", "resistance", "law", "drop", "curve", "ideal", "port"]
Role = Literal["source", "loss", "store", "delivered", "port"]
Formulation = Literal["state", "current", "voltage"]
"""Which variables of linear resistances are unknowns: none, currents of chords, voltages of twigs."""
_ROLES: dict[str, Role] = {
    "across": "source",
    "through": "source",
    "capacity": "store",
    "inertance": "store",
    "resistance": "loss",
    "law": "loss",
    "drop": "loss",
    "curve": "loss",
    "ideal": "loss",
    "port": "port",
}


@dataclass(frozen=True)
class Curve:
    """A law that is no function: both variables as formulas of `z`, which is found at every moment.

    With an `equation`, which `z` makes zero, only one of the variables is a formula of it.
    """

    across: Expression | None = None
    through: Expression | None = None
    equation: Expression | None = None


@dataclass(frozen=True)
class Ideal:
    """What an ideal part is: a diode, or a switch that is closed while a channel is above zero."""

    closed: str | None = None


@dataclass(frozen=True)
class Branch:
    """A branch: its across variable is that of the first node less that of the second, its through variable goes from
    the first to the second.

    across, through: `value` is the law of a source. capacity: through = value d(across)/dt (less `other`). inertance:
    across = value d(through)/dt. resistance: across = value through. law: through = value, a formula of the domain's
    across word; drop: across = value, a formula of its through word. curve: `value` is a `Curve`. ideal: an `Ideal`.
    port: the laws stand in couplings.
    """

    name: str
    domain: Domain
    nodes: tuple[str, str]
    kind: Kind
    value: Any = None
    what: str = ""
    """The word of the field that gives the value."""
    remedy: str = ""
    """What to do where the value is not above zero."""
    start: Expression | None = None
    other: Expression | None = None
    """Of a capacity: a part of its through variable that does not store."""
    acts: Role | None = None
    driven: str = ""
    """Of an inertance: the channel that changes it, where that is not its own across variable."""
    size: Expression | None = None
    """Of a drop: a size of its through variable that counts."""

    @property
    def role(self) -> Role:
        """What becomes of its power."""
        return self.acts or _ROLES[self.kind]

    @property
    def across(self) -> str:
        """The channel of its across variable."""
        return f"{self.name}.{self.domain.across}"

    @property
    def through(self) -> str:
        """The channel of its through variable."""
        return f"{self.name}.{self.domain.through}"

    @property
    def feeds(self) -> str:
        """Of a store: the channel that changes its state."""
        return self.through if self.kind == "capacity" else self.driven or self.across

    def power(self) -> Expression:
        """What goes into it, from its channels."""
        return named(self.through) if self.domain.heat else named(self.across) * named(self.through)


@dataclass(frozen=True)
class Coupling:
    """An equation between channels of ports: the sum of the terms is zero."""

    name: str
    terms: dict[str, Expression]


@dataclass(frozen=True)
class Wanted:
    """A force on the bodies that a part asks for: its kind in the world's catalogue, and its fields."""

    kind: str
    fields: dict[str, Any]


@dataclass(frozen=True)
class Bound:
    """A constant number of a part that is above zero, and not above `most`."""

    part: str
    word: str
    value: Expression
    most: float = inf

    def check(self, scope: Any) -> None:
        """Refuse its value with the parameters of a scope."""
        value = scope.number(self.value).real
        if value > 0.0 and value <= self.most:  # two comparisons: each is kept where tables are recorded
            return
        rule = "must be greater than zero" if self.most == inf else f"is above 0 and at most {self.most:g}"
        raise MechanismError(f"part '{self.part}': {self.word} {rule}; it is {float(value):g}")


@dataclass(frozen=True)
class Still:
    """A number of a part on which no position may act, with what to do instead."""

    part: str
    word: str
    value: Expression
    remedy: str


@dataclass
class Lowered:
    """What a part becomes."""

    branches: list[Branch] = field(default_factory=list)
    couplings: list[Coupling] = field(default_factory=list)
    signals: dict[str, SignalPart] = field(default_factory=dict)
    forces: dict[str, Wanted] = field(default_factory=dict)
    flows: dict[str, Role] = field(default_factory=dict)
    """Channels of powers that parts with several ends tell by themselves, and what becomes of each."""
    rates: list[str] = field(default_factory=list)
    """Branches of which the rate of the across variable is wanted as a signal, `name.slip_rate`."""
    bounds: list[Bound] = field(default_factory=list)
    """What its constant numbers have to keep to, whatever the parameters are."""
    still: list[Still] = field(default_factory=list)
