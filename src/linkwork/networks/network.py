"""A circuit's equations: which variables are states, which are found from equations, and all others as linear sums.

Every branch has two variables. The tree gives one equation for each (chords: branch transformation; twigs: chord
transformation, its transpose with the other sign), couplings and laws the others. What is linear is eliminated exactly:
states are the across variables of capacities and the through variables of inertances that are independent of each
other; laws that are not linear leave an algebraic variable only where their across variable does not follow from
states and sources.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Literal

from linkwork.base.errors import MechanismError
from linkwork.expression import Expression
from linkwork.functions.expression import Formula
from linkwork.networks.branches import Bound, Branch, Coupling, Formulation
from linkwork.networks.domains import MAGNETIC
from linkwork.networks.elimination import Elimination, Residue
from linkwork.networks.graph import Graph, Node

Step = tuple[str, Any, Hashable]
"""A kind of equation, what it is made of, and the unknown it is solved for."""
Solution = dict[str, list[tuple[str, Any]]]


def given(channel: str) -> Hashable:
    """The known quantity behind a channel: the value of a state, a source or a law."""
    return ("given", channel)


class Network:
    """The equations of one circuit, solved for what is not a state, a source or a law."""

    def __init__(
        self,
        name: str,
        branches: Sequence[Branch],
        couplings: Sequence[Coupling],
        fixed: set[str],
        formulation: Formulation = "state",
        tree: Sequence[str] = (),
        bounds: Sequence[Bound] = (),
    ) -> None:
        self.name = name
        self.bounds = list(bounds)
        self.formulation = formulation
        self.branches = list(branches)
        self.couplings = list(couplings)
        self.fixed = fixed
        """Names of parameters: what holds no other name is a constant."""
        self.graph = Graph(name, self.branches, tree)
        self.states: list[Branch] = []
        self.dependent: list[Branch] = []
        self.explicit: list[Branch] = []
        self.algebraic: list[Branch] = []
        self.kept: dict[str, Literal["across", "through"]] = {}
        """Of every linear resistance that leaves an unknown, which of its variables that is."""
        self.curves: dict[str, str] = {}
        """Of every curve and ideal part, which of its variables it gives."""
        self._owner = {channel: branch for branch in self.branches for channel in (branch.across, branch.through)}
        self._steps: list[Step] = []
        self._choose()
        self.state_names = {branch.name for branch in self.states}
        self.explicit_names = {branch.name for branch in self.explicit}
        self._last: tuple[Any, Solution] | None = None

    # ------------------------------------------------------------------ which is which

    def _choose(self) -> None:
        """Solve with random numbers: what is independent, and what each variable depends on."""
        generator, drawn = random.Random(1), dict[Hashable, Residue]()

        def number(key: Hashable, _value: Any) -> Residue:
            return drawn.setdefault(key, Residue(generator.randrange(1, Residue.PRIME)))

        whole = Elimination(self._unknowns(), lambda value: (value.value if isinstance(value, Residue) else value) == 0)
        self._laws(whole, number)
        self.pattern = {name: [key for key in terms if isinstance(key, tuple)] for name, terms in whole.solved.items()}
        left = [name for name in self._unknowns() if any(isinstance(key, str) for key in whole.solved.get(name, ("",)))]
        if left:
            some = ", ".join(f"'{name}'" for name in left[:4])
            raise MechanismError(f"circuit '{self.name}': nothing determines {some}; a part is missing there")

    def _laws(self, whole: Elimination, number: Callable[[Hashable, Any], Any]) -> None:
        def add(kind: str, item: Any, label: str, *prefer: str) -> bool:
            terms = self._terms(kind, item, number, whole)
            pivot = whole.add(terms, label, prefer)
            if pivot is not None:
                self._steps.append((kind, item, pivot))
            return pivot is not None

        of = {kind: [one for one in self.branches if one.kind == kind] for kind in {one.kind for one in self.branches}}
        for chord in self.graph.chords:
            add("loop", chord, "", chord.across)
        for twig in self.graph.twigs:
            add("cut", twig, "", twig.through)
        for coupling in self.couplings:
            if not add("coupling", coupling, coupling.name, *coupling.terms):
                self._refuse("coupling", coupling, whole, number)
        for kind in ("across", "through"):
            for source in of.get(kind, ()):
                if not add(kind, source, source.name, getattr(source, kind)):
                    self._refuse(kind, source, whole, number)
        stores = of.get("capacity", []) + of.get("inertance", [])
        self._place_stores([store for store in stores if not store.driven], whole, add)
        self._place_windings([store for store in stores if store.driven], of.get("resistance", []), whole, add)
        twigs = {branch.name for branch in self.graph.twigs}
        unknown: Literal["across", "through"] = "through" if self.formulation == "current" else "across"
        resistances = [branch for branch in of.get("resistance", ()) if branch.domain is not MAGNETIC]
        for branch in resistances if self.formulation != "state" else ():
            asked = (branch.name in twigs) == (self.formulation == "voltage")
            if asked and add(unknown, branch, branch.name, getattr(branch, unknown)):
                self.kept[branch.name] = unknown
        for branch in resistances:
            if branch.name not in self.kept:
                first = branch.across if branch.name in twigs else branch.through
                add("resistance", branch, branch.name, first)
        self._place_curves(of.get("curve", []) + of.get("ideal", []) + of.get("drop", []), whole, add)
        self._place_laws(of.get("law", []), whole, add)

    def _place_stores(self, stores: list[Branch], whole: Elimination, add: Callable[..., bool]) -> None:
        """What a store holds is a state, unless it follows from those before."""
        dependent: list[Branch] = []
        for store in stores:
            kind = "across" if store.kind == "capacity" else "through"
            independent = add(kind, store, store.name, getattr(store, kind))
            (self.states if independent else dependent).append(store)
        for store in dependent:
            self._refuse_dependent(store, whole)
            if not add(f"dependent {store.kind}", store, store.name, store.through, store.across) and store.driven:
                raise MechanismError(
                    f"part '{store.name}': its rate follows already from others, which share its "
                    f"{store.domain.through}; put a resistance in series with one of them"
                )
        self.dependent += dependent

    def _place_windings(
        self, windings: list[Branch], resistances: list[Branch], whole: Elimination, add: Callable[..., bool]
    ) -> None:
        """Reluctances store nothing by themselves: a flux may follow by them from a current that is a state."""
        for branch in resistances:
            if branch.domain is MAGNETIC and not add("resistance", branch, branch.name, branch.across, branch.through):
                raise MechanismError(
                    f"part '{branch.name}': both its mmf and its flux follow from others; leave it out, or put another "
                    "reluctance in series with it or beside it"
                )
        self._place_stores(windings, whole, add)

    def _place_curves(self, curves: list[Branch], whole: Elimination, add: Callable[..., bool]) -> None:
        """Either variable of a curve may be given by its formula: that one which does not follow from others."""
        for curve in curves:
            both = ("across", "through") if curve.kind == "drop" else ("through", "across")
            ways = [way for way in both if curve.kind != "curve" or getattr(curve.value, way) is not None]
            for way in ways:
                channel = getattr(curve, way)
                if self._open(whole, channel) and add(way, curve, curve.name, channel):
                    self.curves[curve.name] = way
                    break
            else:
                remedy = "put a resistance in series with it or beside it"
                if curve.domain is MAGNETIC:
                    remedy = "put a resistor beside what gives the current of the winding, or its leakage as a "
                    remedy += "reluctance beside the winding instead of an inductor"
                raise MechanismError(
                    f"part '{curve.name}': both its {curve.domain.across} and its {curve.domain.through} follow from "
                    f"states and ideal sources; {remedy}"
                )

    def _place_laws(self, laws: list[Branch], whole: Elimination, add: Callable[..., bool]) -> None:
        """A law whose across variable is known gives its through variable; one of the others becomes an unknown,
        which makes further ones known."""
        left = list(laws)
        while left:
            known = [law for law in left if not self._open(whole, law.across)]
            chosen = known or left[:1]
            for law in chosen:
                good = add("through", law, law.name, law.through) if known else add("across", law, law.name, law.across)
                if not good:
                    raise MechanismError(
                        f"part '{law.name}': both its {law.domain.across} and its {law.domain.through} follow from "
                        "ideal sources; put a resistance or a capacity beside it"
                    )
            (self.explicit if known else self.algebraic).extend(chosen)
            left = [law for law in left if law not in chosen]

    @staticmethod
    def _open(whole: Elimination, channel: str) -> bool:
        return any(key in whole.unknowns for key in whole.reduced({channel: 1})[0])

    def _unknowns(self) -> list[str]:
        return [channel for branch in self.branches for channel in (branch.across, branch.through)]

    def _refuse(self, kind: str, item: Any, whole: Elimination, number: Callable[[Hashable, Any], Any]) -> None:
        used = whole.reduced(self._terms(kind, item, number, whole))[1] - {""}
        others = ", ".join(f"'{name}'" for name in sorted(used - {item.name}))
        if kind == "coupling":
            words = f"what it couples follows already from {others}"
        elif kind == "across":
            words = f"its {item.domain.across} follows already from {others or 'its nodes'}: a loop of ideal sources"
        else:
            word, from_ = item.domain.through, others or "the node it ends at"
            words = f"its {word} follows already from {from_}: nothing but sources of {word} meets there"
        remedy = "a resistance in series" if kind == "across" else "a resistance or a capacity in parallel"
        raise MechanismError(f"part '{item.name}': {words}; put {remedy} with one of them")

    def _refuse_dependent(self, store: Branch, whole: Elimination) -> None:
        """A store that follows from others must be constant, and the sources it follows from, too."""
        capacity = store.kind == "capacity"
        channel = store.across if capacity else store.through
        word = store.domain.across if capacity else store.domain.through
        sources = [self._owner[key[1]] for key in whole.reduced({channel: 1})[0] if isinstance(key, tuple)]
        others = ", ".join(f"'{one.name}'" for one in sources)
        remedy = "put a small resistance in " + ("series with it" if capacity else "parallel to it")
        for one in (store, *sources):
            value = one.value.value if isinstance(one.value, Formula) else one.value
            if not isinstance(value, Expression) or value.names - self.fixed or one.other is not None:
                raise MechanismError(
                    f"part '{store.name}': its {word} follows at every moment from {others}, and '{one.name}' is not "
                    f"constant; {remedy}"
                )
        if store.start is not None:
            raise MechanismError(
                f"part '{store.name}': its {word} follows at every moment from {others}, and cannot have a value "
                f"at the start of its own; leave `start` out, or {remedy}"
            )

    # ------------------------------------------------------------------ equations

    def _terms(self, kind: str, item: Any, number: Callable[[Hashable, Any], Any], whole: Elimination) -> Any:
        """The terms of one equation, whose sum is zero."""
        if kind == "loop":
            return {item.across: 1} | {name: -sign for name, sign in self.graph.loops[item.name].items()}
        if kind == "cut":
            return {item.through: 1} | self.graph.cuts[item.name]
        if kind == "coupling":
            ones = {name: value.constant if not value.names else None for name, value in item.terms.items()}
            return {
                name: int(ones[name] or 0) if ones[name] in (1.0, -1.0) else number((item.name, value.text), value)
                for name, value in item.terms.items()
            }
        if kind in ("across", "through"):
            channel = getattr(item, kind)
            return {channel: 1, given(channel): -1}
        if kind == "resistance":
            return {item.across: 1, item.through: -number(item.name, item)}
        return self._dependent(kind.endswith("capacity"), item, number, whole)

    def _dependent(self, capacity: bool, item: Branch, number: Callable[[Hashable, Any], Any], whole: Any) -> Any:
        """through = C sum of a_j d(across_j)/dt with d(across_j)/dt = through_j / C_j; an inertance the other way.

        Behind a gyrator an inertance follows from a capacity, and a capacity from an inertance.
        """
        follows = item.across if capacity else item.through
        dependent: dict[str, Any] = {item.feeds: 1}
        for key, factor in whole.reduced({follows: 1})[0].items():
            other = self._owner[key[1]] if isinstance(key, tuple) else item
            if other.kind in ("capacity", "inertance") and other is not item:
                share = -(number(item.name, item) * factor) / number(other.name, other)
                dependent[other.feeds] = dependent[other.feeds] + share if other.feeds in dependent else share
        return dependent

    # ------------------------------------------------------------------ numbers

    def solution(self, scope: Any) -> Solution:
        """Every variable as a sum over states, sources and laws, with the numbers of a scope."""
        if self._last is None or self._last[0] is not scope:
            self._last = (scope, self._solved(scope))
        return self._last[1]

    def _solved(self, scope: Any) -> Solution:
        def number(_key: Hashable, value: Any) -> Any:
            return scope.number(value) if isinstance(value, Expression) else self.value(scope, value)

        for bound in self.bounds:
            bound.check(scope)
        for branch in self.branches:
            if branch.name in self.kept:
                self.value(scope, branch)
        for store in self.states:
            if isinstance(store.value, Expression) and not store.value.names - self.fixed:
                self.value(scope, store)
        whole = Elimination(self._unknowns())
        for kind, item, pivot in self._steps:
            whole.add(self._terms(kind, item, number, whole), "", (pivot,))
        return {
            str(name): [(str(key[1]), terms[key]) for key in self.pattern[name]] for name, terms in whole.solved.items()
        }

    def value(self, scope: Any, branch: Branch) -> Any:
        """The number of a branch, which is above zero."""
        value = scope.number(branch.value)
        if value.real <= 0.0:
            remedy = f"; {branch.remedy}" if branch.remedy else ""
            raise MechanismError(
                f"part '{branch.name}': {branch.what} must be greater than zero; it is {value.real:g}{remedy}"
            )
        return value

    def potential(self, node: Node, scope: Any) -> list[tuple[str, Any]]:
        """The across variable of a node."""
        sums: dict[str, Any] = {}
        for channel, sign in self.graph.potential(node).items():
            for name, factor in self.solution(scope)[channel]:
                sums[name] = sums[name] + sign * factor if name in sums else sign * factor
        return list(sums.items())

    def unlike_given(self, branch: Branch) -> str | None:
        """The variable of a branch that follows where the other is given: by a source, a state, or a law."""
        if branch.kind in ("across", "through"):
            return branch.through if branch.kind == "across" else branch.across
        if branch.name in self.state_names:
            return branch.feeds
        if branch.kind == "law":
            return branch.across if branch.name in self.explicit_names else branch.through
        if branch.kind in ("curve", "drop"):
            return branch.across if self.curves[branch.name] == "through" else branch.through
        return None

    def reads(self, channel: str) -> set[str]:
        """The states, sources and laws on which a variable depends."""
        return {str(key[1]) for key in self.pattern[channel]}
