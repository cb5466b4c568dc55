"""Ideal diodes and switches of a circuit as one signal: the linear equations that their combinations solve."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import ExpressionError, MechanismError
from linkwork.expression import Expression
from linkwork.expression.derivative import derivative
from linkwork.functions.expression import Formula
from linkwork.networks.branches import Branch
from linkwork.signals.parts import Signal, SignalPart

if TYPE_CHECKING:
    from linkwork.networks.network import Network
    from linkwork.places.row import Row

MOST = 16
"""Diodes that are switched together: their combinations are looked through."""
RATE = ".rate"


def group_name(circuit: str) -> str:
    """The channel of how many ideal parts of a circuit conduct."""
    return f"{circuit}.conducting"


class IdealParts(SignalPart):
    """All ideal parts of a circuit: how many conduct; behind it what each gives and whether it conducts."""

    network: Any
    unit: str = ""

    @property
    def branches(self) -> list[Branch]:
        """The ideal parts."""
        return [branch for branch in self.network.branches if branch.kind == "ideal"]

    def _given(self, branch: Branch) -> str:
        return branch.through if self.network.curves[branch.name] == "through" else branch.across

    def _other(self, branch: Branch) -> str:
        return branch.across if self.network.curves[branch.name] == "through" else branch.through

    @property
    def without_value(self) -> str:
        """What is wrong where no combination fits."""
        names = ", ".join(f"'{branch.name}'" for branch in self.branches)
        return (
            f"no combination of the ideal parts {names} fits, also none to which currents of inductors or voltages of "
            "capacitors could jump; give them a way, or one of the parts a resistance (`on` and `off`, `forward`)"
        )

    @property
    def reads(self) -> set[str]:
        """The names of the signals that decide."""
        own = {self._given(branch) for branch in self.branches}
        reads = {branch.value.closed for branch in self.branches if branch.value.closed is not None}
        for branch in self.branches:
            for name in self.network.reads(self._other(branch)) - own:
                reads.add(name)
                state = self._state(name)
                if state is not None:
                    reads |= self.network.reads(state.feeds) - own
                elif name in self._timed:
                    reads.add(name + RATE)
        return reads | {_given(source) for source in self._sources}

    @property
    def _sources(self) -> list[Branch]:
        """Sources that an impulse of the parts may go through: they do work at a jump."""
        own = {self._given(branch) for branch in self.branches}
        return [
            one
            for one in self.network.branches
            if one.kind in ("across", "through")
            and one.role == "source"
            and self.network.reads(one.through if one.kind == "across" else one.across) & own
        ]

    def _at_jumps(self, scope: Any) -> tuple[list[tuple[str, list[Any]]], list[tuple[str, list[Any]]], list[list[Any]]]:
        """Factors of the impulses: for the jumps of states, for what goes through sources, and for what has none."""
        network = self.network
        own = {self._given(branch): number for number, branch in enumerate(self.branches)}

        def factors(channel: str) -> list[Any]:
            row: list[Any] = [0.0] * len(own)
            for name, factor in network.solution(scope)[channel]:
                if name in own:
                    row[own[name]] = factor
            return row

        states, sources, others = [], [], []
        for branch in network.branches:
            channel = network.unlike_given(branch)
            if channel is None or not network.reads(channel) & set(own):
                continue
            if self._state(_given(branch)) is not None:
                value = network.value(scope, branch)
                states.append((_given(branch), [factor / value for factor in factors(channel)]))
            elif branch in self._sources:
                sources.append((_given(branch), factors(channel)))
            else:
                others.append(factors(channel))
        return states, sources, others

    def _state(self, channel: str) -> Branch | None:
        """The store of a state whose rate is a constant sum of other variables."""
        for one in self.network.states:
            own = one.across if one.kind == "capacity" else one.through
            value = one.value
            if own == channel and isinstance(value, Expression) and not value.names - self.network.fixed:
                return one if one.other is None else None
        return None

    @property
    def _timed(self) -> set[str]:
        return {name.removesuffix(RATE) for name in source_rates(self.network)}

    def pack(self, row: Row) -> int:
        parts, scope = self.branches, row.scope
        diodes = [branch for branch in parts if branch.value.closed is None]
        if len(diodes) > MOST:
            raise MechanismError(
                f"circuit '{self.network.name}': it has {len(diodes)} ideal diodes, and at most {MOST} are switched "
                f"together; give some of them, such as '{diodes[-1].name}', a resistance by `forward`"
            )
        count = len(parts)
        states, sources, others = self._at_jumps(scope)
        place = row.cell(2 * count + 9 + len(states))
        ints, weights = [place, count], list[Any]()
        own = {self._given(branch): number for number, branch in enumerate(parts)}
        values = [[0.0] * count for _ in parts]
        rates: list[list[Any]] = [[0.0] * count for _ in parts]
        generator = random.Random(1)
        unknown: dict[str, float] = {}
        for number, branch in enumerate(parts):
            level, change, weight = dict[str, Any](), dict[str, Any](), 0.0
            for name, factor in self.network.solution(scope)[self._other(branch)]:
                if name in own:
                    values[number][own[name]] = factor
                    continue
                _add(level, name, factor)
                state = self._state(name)
                if state is not None:
                    share = factor / self.network.value(scope, state)
                    for other, inner in self.network.solution(scope)[state.feeds]:
                        if other in own:
                            rates[number][own[other]] = rates[number][own[other]] + share * inner
                        else:
                            _add(change, other, share * inner)
                elif name in self._timed:
                    _add(change, name + RATE, factor)
                elif not self._constant(name):
                    weight += unknown.setdefault(name, generator.uniform(1, 2)) * float(factor.real)
            weights.append(weight)
            closed = -1 if branch.value.closed is None else row.channel(branch.value.closed)
            at = row.table.switch(f"part '{branch.name}'", "closed" if closed >= 0 else "conducts")
            if closed >= 0:
                row.table.watch_times(f"part '{branch.name}'", branch.value.closed)
            by_across = int(self.network.curves[branch.name] == "across")
            ints += [self._sum(row, level), self._sum(row, change), at, row.cell(), closed, by_across]
        floats = [*(value for line in values for value in line), *(value for line in rates for value in line), *weights]
        floats += [factor for _, line in (*states, *sources) for factor in line]
        floats += [factor for line in others for factor in line]
        ints += [len(states), len(sources), len(others), *(row.channel(name) for name, _ in (*states, *sources))]
        room = 5 * count + 3 * count * (count + 2)
        row.table.modes[row.name] = place
        row.table.record("ideal", floats, ints, scratch=room, remembers=True)
        return place

    def _sum(self, row: Row, terms: dict[str, Any]) -> int:
        places = [row.channel(name) for name in terms]
        place = row.cell()
        row.signal("linear", list(terms.values()), [place, len(places), *places])
        return place

    def _constant(self, channel: str) -> bool:
        return any(
            channel in (one.across, one.through) and _formula(one, self.network.fixed) == set()
            for one in self.network.branches
            if one.kind in ("across", "through")
        )


def _given(branch: Branch) -> str:
    """The variable of a store or source that is known at every moment."""
    return branch.across if branch.kind in ("capacity", "across") else branch.through


def _add(terms: dict[str, Any], name: str, value: Any) -> None:
    terms[name] = terms[name] + value if name in terms else value


def _formula(source: Branch, fixed: set[str]) -> set[str] | None:
    """What a source depends on but parameters; nothing where its law is no formula."""
    value = source.value.value if isinstance(source.value, Formula) else source.value
    return set(value.names - fixed) if isinstance(value, Expression) else None


def source_rates(network: Network) -> dict[str, SignalPart]:
    """Rates of the sources that are formulas of the time alone."""
    source_rates: dict[str, SignalPart] = {}
    for one in network.branches:
        if one.kind in ("across", "through") and _formula(one, network.fixed) == {"t"}:
            value = one.value.value if isinstance(one.value, Formula) else one.value
            try:
                slope = derivative(value, "t")
            except ExpressionError:
                continue
            channel = one.across if one.kind == "across" else one.through
            source_rates[channel + RATE] = Signal(value=Formula(value=slope))
    return source_rates


class OfIdeal(SignalPart):
    """What one ideal part gives, or whether it conducts, from the signal of all."""

    group: str
    number: int
    """How far behind its first number."""
    unit: str = ""

    @property
    def reads(self) -> set[str]:
        """The name of the signal of all."""
        return {self.group}

    def pack(self, row: Row) -> int:
        return row.channel(self.group) + self.number


def ideal_signals(network: Network) -> dict[str, SignalPart]:
    """The signals of the ideal parts of a circuit, where it has any."""
    parts = [branch for branch in network.branches if branch.kind == "ideal"]
    if not parts:
        return {}
    group = group_name(network.name)
    ideal_signals: dict[str, SignalPart] = {group: IdealParts(network=network), **source_rates(network)}
    for number, branch in enumerate(parts):
        way = network.curves[branch.name]
        channel, unit = getattr(branch, way), getattr(branch.domain, f"{way}_unit")
        ideal_signals[channel] = OfIdeal(group=group, number=1 + number, unit=unit)
        ideal_signals[f"{branch.name}.conducts"] = OfIdeal(group=group, number=1 + len(parts) + number)
    for number, word in enumerate(("given_at_jumps", "lost_at_jumps")):
        ideal_signals[f"{network.name}.{word}"] = OfIdeal(group=group, number=5 + 2 * len(parts) + number, unit="J")
    return ideal_signals
