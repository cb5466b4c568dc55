"""Machines, electronics and stores of the user's own as a user adds them in Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.expression.given import public
from linkwork.networks.builders.base import Num, PartBuilder
from linkwork.networks.parts import bonds, brushless, electronics, machines, transducers


@public
class MachineBuilder(PartBuilder):
    """Three-phase machines and their supply, amplifiers, bridges, batteries, stores by an energy, bond graphs."""

    def three_phase_source(
        self,
        name: str,
        terminals: Sequence[str],
        *,
        rms: Num,
        frequency: Num,
        neutral: str | None = None,
        phase: Num | None = None,
    ) -> None:
        """Three voltages, each a third of a period behind the one before; `rms` is that from a phase to the star."""
        fields = {"rms": rms, "frequency": frequency, "neutral": neutral, "phase": phase}
        self._part(name, machines.ThreePhaseSource, terminals=tuple(terminals), **fields)

    def induction_motor(
        self,
        name: str,
        terminals: Sequence[str],
        *,
        joint: str | None = None,
        shaft: str | None = None,
        resistance: Num,
        rotor_resistance: Num,
        self_inductance: Num,
        rotor_inductance: Num,
        mutual_inductance: Num,
        pole_pairs: Num | None = None,
        gear: Num | None = None,
        stator_mutual: Num | None = None,
        rotor_mutual: Num | None = None,
        freedom: str | None = None,
        heats: str | None = None,
    ) -> None:
        """An asynchronous motor, star-star, by inductances that depend on the angle of its rotor."""
        fields = {"joint": joint, "shaft": shaft, "freedom": freedom, "gear": gear, "pole_pairs": pole_pairs}
        fields |= {"resistance": resistance, "rotor_resistance": rotor_resistance, "heats": heats}
        fields |= {"self_inductance": self_inductance, "rotor_inductance": rotor_inductance}
        fields |= {"mutual_inductance": mutual_inductance, "stator_mutual": stator_mutual, "rotor_mutual": rotor_mutual}
        self._part(name, machines.InductionMotor, terminals=tuple(terminals), **fields)

    def synchronous_motor(
        self,
        name: str,
        terminals: Sequence[str],
        *,
        joint: str | None = None,
        shaft: str | None = None,
        resistance: Num,
        flux: Num,
        inductance_d: Num,
        inductance_q: Num,
        pole_pairs: Num | None = None,
        gear: Num | None = None,
        frame: str | None = None,
        freedom: str | None = None,
        heats: str | None = None,
    ) -> None:
        """A synchronous or brushless motor with magnets; `frame` "rotor" (dq) or "phases" says what its states are."""
        fields = {"joint": joint, "shaft": shaft, "freedom": freedom, "gear": gear, "pole_pairs": pole_pairs}
        fields |= {"resistance": resistance, "flux": flux, "frame": frame, "heats": heats}
        fields |= {"inductance_d": inductance_d, "inductance_q": inductance_q}
        self._part(name, machines.SynchronousMotor, terminals=tuple(terminals), **fields)

    def brushless_motor(
        self,
        name: str,
        terminals: Sequence[str],
        *,
        joint: str | None = None,
        shaft: str | None = None,
        resistance: Num,
        inductance: Num,
        constant: Num,
        flat: Num | None = None,
        pole_pairs: Num | None = None,
        gear: Num | None = None,
        freedom: str | None = None,
        heats: str | None = None,
    ) -> None:
        """A brushless motor whose back-emf is a trapezoid over the angle, with a plateau of `flat`."""
        fields = {"joint": joint, "shaft": shaft, "freedom": freedom, "gear": gear, "pole_pairs": pole_pairs}
        fields |= {"resistance": resistance, "inductance": inductance, "heats": heats}
        fields |= {"constant": constant, "flat": flat}
        self._part(name, brushless.BrushlessMotor, terminals=tuple(terminals), **fields)

    def operational_amplifier(
        self, name: str, plus: str, minus: str, output: str, limits: Sequence[Num] | None = None
    ) -> None:
        """An ideal operational amplifier; with `limits` its output saturates."""
        fields = {"plus": plus, "minus": minus, "output": output, "limits": None if limits is None else tuple(limits)}
        self._part(name, electronics.OperationalAmplifier, **fields)

    def pwm_bridge(
        self,
        name: str,
        supply: Sequence[str],
        load: Sequence[str],
        duty: Any,
        *,
        polarity: str | None = None,
        frequency: Num | None = None,
    ) -> None:
        """A bridge: v_load = s v_supply; averaged s is the duty, with a `frequency` it switches."""
        fields = {"duty": duty, "polarity": polarity, "frequency": frequency}
        self._part(name, electronics.PwmBridge, supply=tuple(supply), load=tuple(load), **fields)

    def coupled_inductors(self, name: str, windings: Sequence[Sequence[str]], matrix: Sequence[Sequence[Num]]) -> None:
        """Inductors on one core by the matrix of their inductances."""
        given = tuple(tuple(winding) for winding in windings)
        self._part(name, electronics.CoupledInductors, windings=given, matrix=tuple(tuple(row) for row in matrix))

    def battery(
        self,
        name: str,
        first: str,
        second: str,
        *,
        voltage: Num,
        capacity: Num,
        resistance: Num,
        charge: Num | None = None,
        heats: str | None = None,
    ) -> None:
        """A battery: a voltage by its `charge` from 0 to 1, behind a resistance."""
        fields = {"voltage": voltage, "capacity": capacity, "resistance": resistance, "charge": charge, "heats": heats}
        self._part(name, electronics.Battery, between=(first, second), **fields)

    def energy_store(
        self,
        name: str,
        ports: Mapping[str, Mapping[str, Any]],
        *,
        energy: Num | None = None,
        coenergy: Num | None = None,
        joints: Mapping[str, str] | None = None,
    ) -> None:
        """A store of your own by its energy or co-energy; the program differentiates it."""
        given = {label: dict(port) for label, port in ports.items()}
        fields = {"energy": energy, "coenergy": coenergy, "joints": None if joints is None else dict(joints)}
        self._part(name, transducers.EnergyStore, ports=given, **fields)

    def solenoid(
        self,
        name: str,
        first: str,
        second: str,
        *,
        joint: str,
        turns: Num,
        area: Num,
        gap: Num,
        iron: Num | None = None,
        saturation: Num | None = None,
        freedom: str | None = None,
    ) -> None:
        """A coil that draws an armature; a joint opens its gap, its iron saturates."""
        fields = {"joint": joint, "freedom": freedom, "turns": turns, "area": area, "gap": gap}
        fields |= {"iron": iron, "saturation": saturation}
        self._part(name, transducers.Solenoid, between=(first, second), **fields)

    def piezo(
        self,
        name: str,
        first: str,
        second: str,
        *,
        joint: str,
        capacitance: Num,
        coupling: Num,
        stiffness: Num,
        start: Num | None = None,
        freedom: str | None = None,
    ) -> None:
        """A stack of piezo discs along a joint: q = C v + a x, F = a v - k x."""
        fields = {"joint": joint, "freedom": freedom, "capacitance": capacitance, "coupling": coupling}
        fields |= {"stiffness": stiffness, "start": start}
        self._part(name, transducers.PiezoStack, between=(first, second), **fields)

    def bond_graph(
        self, name: str, elements: Mapping[str, Mapping[str, Any]], bonds_between: Sequence[Sequence[str]]
    ) -> None:
        """A bond graph: elements such as {"E": {"kind": "Se", "value": 5}}, bonds such as ("E", "j")."""
        given = {label: dict(element) for label, element in elements.items()}
        self._part(name, bonds.BondGraph, elements=given, bonds=tuple(tuple(bond) for bond in bonds_between))
