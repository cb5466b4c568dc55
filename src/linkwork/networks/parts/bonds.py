"""Bond graphs as data: elements and junctions by name, bonds between them, and the causality of every bond.

A bond is a node of its own: its effort is measured there, and its flow goes from the end that it leaves to the one
that it enters. A 0-junction has one effort, and its flows add up to zero; a 1-junction one flow, and its efforts do.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.base.errors import MechanismError, within
from linkwork.expression import Expression, as_expression, named, parse
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.expression.substitute import substituted
from linkwork.networks.branches import Branch, Coupling, Curve, Lowered, Wanted
from linkwork.networks.causality import Causality
from linkwork.networks.domains import BOND, REFERENCE
from linkwork.networks.part import NetworkPart, Surroundings
from linkwork.networks.parts.electrical import formula

_ONE = as_expression(1)
ONE_PORTS = ("Se", "Sf", "R", "C", "I", "joint")
TWO_PORTS = ("TF", "GY", "MTF")


class BondElement(Part):
    """An element or a junction of a bond graph."""

    kind: Literal["Se", "Sf", "R", "C", "I", "TF", "GY", "MTF", "0", "1", "joint"] = Field(
        description="sources Se, Sf, R, C, I, transformer TF, MTF by a law, gyrator GY, junctions 0 and 1, or a joint"
    )
    value: Number | None = Field(
        default=None,
        description="effort, flow, e/f, f/(de/dt), e/(df/dt), e1/e2 or e1/f2; of R also a formula e(flow); of sources "
        "and MTF a formula of t and channels",
    )
    start: Number | None = Field(default=None, description="effort of a C, flow of an I at the start")
    joint: str | None = Field(default=None, description="of a joint: its name; effort is its force or torque")


class BondGraph(NetworkPart):
    """A bond graph."""

    type: Literal["bond_graph"] = "bond_graph"
    elements: dict[str, BondElement] = Field(description="elements and junctions by name")
    bonds: tuple[tuple[str, str], ...] = Field(description="from and to: positive power goes that way")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        self._check(name)
        with within(f"part '{name}'"):
            causality = self.causality
        lowered = Lowered()
        at: dict[str, list[tuple[int, bool]]] = {label: [] for label in self.elements}
        for number, (first, second) in enumerate(self.bonds):
            at[first].append((number, False))
            at[second].append((number, True))
        for label, element in self.elements.items():
            ends = at[label]
            if element.kind in ONE_PORTS:
                self._one_port(lowered, f"{name}.{label}", element, f"{name}.bond{ends[0][0] + 1}", ends[0][1], around)
                continue
            ports = []
            for number, enters in ends:
                node = (f"{name}.bond{number + 1}", REFERENCE)
                port = Branch(f"{name}.{label}.bond{number + 1}", BOND, node, "port")
                ports.append((port, 1 if enters else -1))
            lowered.branches += [port for port, _ in ports]
            if element.kind == "MTF":
                gives = causality.effort_from[ends[0][0]] == label
                self._modulated(lowered, f"{name}.{label}", element, [port for port, _ in ports], gives)
            else:
                lowered.couplings += _rows(f"{name}.{label}", element, ports)
        return lowered

    @property
    def causality(self) -> Causality:
        """Where the effort of every bond comes from, and which stores follow from others."""
        return Causality({label: element.kind for label, element in self.elements.items()}, self.bonds)

    def _check(self, name: str) -> None:
        met = dict.fromkeys(self.elements, 0)
        for bond in self.bonds:
            for end in bond:
                if end not in met:
                    raise MechanismError(f"part '{name}': a bond ends at '{end}', which is no element of it")
                met[end] += 1
        for label, count in met.items():
            element = self.elements[label]
            wanted = 1 if element.kind in ONE_PORTS else 2 if element.kind in TWO_PORTS else None
            if (wanted is not None and count != wanted) or count == 0:
                needs = "at least one bond" if wanted is None else f"{wanted} bond{'s' if wanted > 1 else ''}"
                raise MechanismError(f"part '{name}': '{label}' ({element.kind}) has {count} bonds; it needs {needs}")
            if element.value is None and element.kind not in ("0", "1", "joint"):
                raise MechanismError(f"part '{name}': '{label}' ({element.kind}) needs a value")
            if element.kind == "joint" and element.joint is None:
                raise MechanismError(f"part '{name}': '{label}' needs the name of its joint")

    @staticmethod
    def _one_port(
        lowered: Lowered, name: str, element: BondElement, node: str, enters: bool, around: Surroundings
    ) -> None:
        """Power goes into R, C, I and a joint, and out of sources, where their bond points that way."""
        value = element.value if element.value is not None else _ONE
        ends = (node, REFERENCE) if enters else (REFERENCE, node)
        sign = as_expression(1) if enters else as_expression(-1)
        if element.kind == "Se":
            lowered.branches.append(Branch(name, BOND, (node, REFERENCE), "across", formula(value)))
        elif element.kind == "Sf":
            lowered.branches.append(Branch(name, BOND, ends, "through", formula(value)))
        elif element.kind == "R":
            if "flow" in value.names:
                curve = Curve(substituted(value, {"flow": parse("z")}), parse("z"))
                lowered.branches.append(Branch(name, BOND, (node, REFERENCE), "curve", curve))
            else:
                lowered.branches.append(Branch(name, BOND, (node, REFERENCE), "resistance", value, "value"))
        elif element.kind == "C":
            branch = Branch(name, BOND, (node, REFERENCE), "capacity", value, "value", "", element.start)
            lowered.branches.append(branch)
        elif element.kind == "I":
            branch = Branch(name, BOND, (node, REFERENCE), "inertance", value, "value", "", element.start)
            lowered.branches.append(branch)
        else:
            rate = parse(around.motion_of(name, str(element.joint), None)[1])
            branch = Branch(name, BOND, (node, REFERENCE), "through", formula(sign * rate), acts="delivered")
            lowered.branches.append(branch)
            law = formula(sign * named(branch.across))
            lowered.forces[name] = Wanted("Actuator", {"joint": element.joint, "freedom": None, "force": law})

    @staticmethod
    def _modulated(lowered: Lowered, name: str, element: BondElement, ports: list[Branch], gives: bool) -> None:
        """e1 = m e2, m f1 + f2 = 0 with a modulus that a law gives; it gives the effort of its first or second bond."""
        modulus = element.value if element.value is not None else _ONE
        (effort, flow), share = (ports, modulus) if gives else (ports[::-1], 1 / modulus)
        lowered.branches[-2:] = [
            Branch(effort.name, BOND, effort.nodes, "across", formula(share * named(flow.across)), acts="port"),
            Branch(flow.name, BOND, flow.nodes, "through", formula(-share * named(effort.through)), acts="port"),
        ]


def _rows(name: str, element: BondElement, ports: list[tuple[Branch, int]]) -> list[Coupling]:
    """The equations of a junction or a two-port; through variables count out of the node into the element."""
    first = ports[0][0]
    if element.kind == "0":
        flows: dict[str, Expression] = {port.through: _ONE for port, _ in ports}
        return [
            Coupling(name, flows),
            *(Coupling(name, {first.across: _ONE, port.across: -_ONE}) for port, _ in ports[1:]),
        ]
    if element.kind == "1":
        efforts = {port.across: as_expression(sign) for port, sign in ports}
        base = as_expression(ports[0][1])
        return [
            Coupling(name, efforts),
            *(Coupling(name, {first.through: base, port.through: as_expression(-sign)}) for port, sign in ports[1:]),
        ]
    second = ports[1][0]
    value = element.value if element.value is not None else _ONE
    if element.kind == "TF":
        return [
            Coupling(name, {first.across: _ONE, second.across: -value}),
            Coupling(name, {second.through: _ONE, first.through: value}),
        ]
    # a gyrator passes power from its first bond to its second: e1 = r f2 that way on, e2 = r f1
    return [
        Coupling(name, {first.across: _ONE, second.through: value}),
        Coupling(name, {second.across: _ONE, first.through: -value}),
    ]
