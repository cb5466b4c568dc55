"""Circuits of a mechanism: how a user adds them, and the signals and forces that they become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from linkwork.base.errors import MechanismError, within
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import suggestion
from linkwork.elements.base import Element
from linkwork.elements.freedoms import rate_names
from linkwork.expression import RESERVED
from linkwork.expression.given import public
from linkwork.expression.part import made
from linkwork.mechanism.names import check_name

if TYPE_CHECKING:  # the catalogue is large, and most mechanisms have no circuit
    from linkwork.networks.catalogue import Circuit
    from linkwork.networks.handle import CircuitHandle
    from linkwork.networks.lowering import LoweredCircuit
    from linkwork.networks.part import NetworkPart
    from linkwork.signals.parts import SignalPart


@dataclass
class Together:
    """What is described and what circuits add to it."""

    circuits: dict[str, LoweredCircuit]
    signals: dict[str, SignalPart]
    forces: dict[str, Element]


@public
class CircuitBuilder:
    """Circuits by name. `signals` and `forces` hold what circuits become, too; what was described alone stands in
    `described_signals` and `described_forces`."""

    circuits: dict[str, Circuit]
    described_signals: dict[str, SignalPart]
    described_forces: dict[str, Element]
    _together: Together | None

    def circuit(
        self, name: str, *, formulation: Literal["state", "current", "voltage"] = "state", tree: Sequence[str] = ()
    ) -> CircuitHandle:
        """Add a circuit; parts are added to what it returns, such as `drive.resistor("R1", "a", "ground", 2)`.

        `formulation` says which variables of resistances are unknowns, `tree` which parts stand in the tree first.
        """
        from linkwork.networks.catalogue import Circuit
        from linkwork.networks.handle import CircuitHandle

        self.add_circuit(name, Circuit(formulation=formulation, tree=tuple(tree)))
        return CircuitHandle(name, self._add_part)

    def add_circuit(self, name: str, circuit: Circuit) -> None:
        """Add a circuit that is already described."""
        raise TypeError("a mechanism says how a circuit is added")

    def _changed(self) -> None:
        raise TypeError("a mechanism says what a change means")

    def _add_part(self, circuit: str, name: str, part: NetworkPart) -> None:
        parts = self.circuits[circuit].parts
        if name in parts:
            raise MechanismError(f"part '{circuit}.{name}': the name is already taken; choose another")
        self.circuits[circuit] = self.circuits[circuit].model_copy(update={"parts": {**parts, name: part}})
        check_part_name(circuit, name)
        self._changed()

    @property
    def signals(self) -> dict[str, SignalPart]:
        """All signals by name, those of circuits included."""
        return self.together().signals if self.circuits else self.described_signals

    @signals.setter
    def signals(self, signals: dict[str, SignalPart]) -> None:
        self.described_signals, self._together = signals, None

    @property
    def forces(self) -> dict[str, Element]:
        """All forces by name, those of circuits included."""
        return self.together().forces if self.circuits else self.described_forces

    @forces.setter
    def forces(self, forces: dict[str, Element]) -> None:
        self.described_forces, self._together = forces, None

    def together(self) -> Together:
        """Circuits lowered to signals and forces, beside those described."""
        if self._together is None:
            self._together = joined(self)
        return self._together

    def solve_circuits(self, scope: Any) -> None:
        """Solve the linear equations of all circuits with the numbers of a scope; an error names the part."""
        for circuit in self.together().circuits.values() if self.circuits else ():
            circuit.network.solution(scope)


def check_part_name(circuit: str, name: str) -> None:
    """Refuse names of parts that cannot stand in a formula."""
    check_name(f"circuit '{circuit}': part", name)
    if name in RESERVED:
        raise MechanismError(f"part '{circuit}.{name}': formulas use this name for something else; choose another")


def joined(mechanism: Any) -> Together:
    """The parts of a mechanism with what its circuits become."""
    from linkwork.networks.lowering import lowered
    from linkwork.networks.part import Surroundings
    from linkwork.networks.still import refuse_motion

    around = Surroundings(set(mechanism.parameters_by_name), lambda *asked: _motion(mechanism, *asked))
    joined = Together({}, dict(mechanism.described_signals), dict(mechanism.described_forces))
    for name, circuit in mechanism.circuits.items():
        for part in circuit.parts:
            check_part_name(name, part)
        one = lowered(name, circuit.parts, around, circuit.formulation, circuit.tree)
        joined.circuits[name] = one
        joined.signals |= one.signals
        for label, wanted in one.forces.items():
            kind = getattr(mechanism._forces(), wanted.kind)
            with within(f"part '{label}'"):
                joined.forces[label] = made(kind, f"part '{label}'", **wanted.fields)
    moving = {*mechanism.bodies_by_name, *mechanism.joints, *mechanism.drivers, *joined.forces}
    for one in joined.circuits.values():
        refuse_motion(one.still, joined.signals, moving)
    return joined


def _motion(mechanism: Any, part: str, joint: str, freedom: str | None) -> tuple[str, str]:
    """The channels of a joint's freedom and of its rate."""
    if joint not in mechanism.joints:
        known = suggestion(joint, mechanism.joints, "joints")
        raise MechanismError(f"part '{part}': joint '{joint}' is not defined{known}")
    names = list(getattr(mechanism.joints[joint], "freedoms", None) or ())
    chosen = freedom or (names[0] if names else None)
    if chosen is None or chosen not in names:
        have = ", ".join(names) or "none"
        raise MechanismError(f"part '{part}': joint '{joint}' has no freedom {chosen!r}; it has {have}")
    value, rate, _ = rate_names(chosen)
    return f"{joint}.{value}", f"{joint}.{rate}"
