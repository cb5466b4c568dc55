"""Signals that are sums of states, sources and laws of a circuit, with factors found when tables are laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from linkwork.signals.parts import Signal, SignalPart, State

if TYPE_CHECKING:
    from linkwork.places.row import Row


class Linear(SignalPart):
    """A variable of a branch, or the across variable of a node, as the solved equations of its circuit give it."""

    results_only: ClassVar[bool] = True

    network: Any
    variable: Any
    """The channel of a branch; or domain and name of a node."""
    unit: str = ""
    suffix: str = ""
    """Behind the names of what it reads: `.rate` for the rate of the variable."""

    def _terms(self, scope: Any) -> list[tuple[str, Any]]:
        if isinstance(self.variable, str):
            return list(self.network.solution(scope)[self.variable])
        return list(self.network.potential(self.variable, scope))

    @property
    def reads(self) -> set[str]:
        """The names of the signals in the sum."""
        if isinstance(self.variable, str):
            return {name + self.suffix for name in self.network.reads(self.variable)}
        return {name for channel in self.network.graph.potential(self.variable) for name in self.network.reads(channel)}

    def pack(self, row: Row) -> int:
        terms = self._terms(row.scope)
        places = [row.channel(name + self.suffix) for name, _ in terms]
        place = row.cell()
        row.signal("linear", [factor for _, factor in terms], [place, len(terms), *places])
        return place


class Total(SignalPart):
    """A sum of other signals, each with its sign."""

    results_only: ClassVar[bool] = True

    terms: tuple[tuple[str, int], ...]
    unit: str = ""

    @property
    def reads(self) -> set[str]:
        """The names of the signals in the sum."""
        return {name for name, _ in self.terms}

    def pack(self, row: Row) -> int:
        places = [row.channel(name) for name, _ in self.terms]
        place = row.cell()
        row.signal("linear", [float(sign) for _, sign in self.terms], [place, len(places), *places])
        return place


class Power(Signal):
    """What goes into a branch: the product of its variables, or a flow of heat."""

    results_only: ClassVar[bool] = True


class StoreState(State):
    """The state of a store that is constant: its rate is the other variable of its branch over the store, one sum."""

    network: Any
    branch: Any
    variable: str
    """The channel of the other variable."""
    counts: float = 1.0
    """A size of its values that counts: errors of a step are allowed in shares of it."""

    def pack(self, row: Row) -> int:
        place, rate = row.state("")
        row.name_signal(place)
        store = self.network.value(row.scope, self.branch)
        terms = self.network.solution(row.scope)[self.variable]
        places = [row.channel(name) for name, _ in terms]
        row.signal("linear", [factor / store for _, factor in terms], [rate, len(terms), *places])
        return place
