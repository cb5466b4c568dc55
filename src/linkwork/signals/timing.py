"""Formulas of the time alone among laws, signals and events: their zeros are known before a run."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from linkwork.expression import Expression
from linkwork.expression.substitute import substituted
from linkwork.functions.expression import Formula
from linkwork.places.base_scope import BaseScope
from linkwork.signals.parts import Signal


class Timing:
    """Tells which formulas depend on the time and on parameters only, through signals that do."""

    def __init__(self, scope: BaseScope) -> None:
        self.scope = scope

    def whole(self, formulas: Iterable[Expression], own: Collection[str] = ()) -> list[Expression]:
        """Those of some formulas that are formulas of the time alone; names in `own` are something else."""
        parameters, known = set(self.scope.env) - set(own), self._known(own)
        whole = [substituted(formula, known) for formula in formulas]
        return [formula for formula in whole if "t" not in own and formula.names - parameters == {"t"}]

    def decisions(self, law: Expression, own: Collection[str] = ()) -> list[Expression]:
        """What decides in a law (`if`, abs, sign, min, max) and is a formula of the time alone."""
        return self.whole(substituted(law, self._known(own)).switches("t"), own)

    def _known(self, own: Collection[str]) -> dict[str, Expression]:
        return {name: value for name, value in self._signals.items() if name not in own}

    @cached_property
    def _signals(self) -> dict[str, Expression]:
        """Signals that are formulas of the time alone, also through each other."""
        left = {
            name: part.value.value
            for name, part in self.scope.mechanism.signals.items()
            if isinstance(part, Signal) and isinstance(part.value, Formula)
        }
        signals: dict[str, Expression] = {}
        while True:
            whole = {name: substituted(value, signals) for name, value in left.items()}
            timed = {name for name, value in whole.items() if value.names - set(self.scope.env) == {"t"}}
            if not timed:
                return signals
            signals |= {name: whole[name] for name in timed}
            left = {name: value for name, value in left.items() if name not in timed}
