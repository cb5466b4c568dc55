"""Beams and cables in the plane: what a user says, and the nodes and elements they become."""

from __future__ import annotations

from itertools import pairwise

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.bodies.bodies import Body
from linkwork.bodies.mass import Mass
from linkwork.bodies.sections import LSection, folded
from linkwork.elements.planar.forces.beam_element import BeamElement
from linkwork.elements.planar.forces.cable_element import CableElement
from linkwork.expression import Expression
from linkwork.expression.number import Number
from linkwork.mechanism.beams.arc import Arc
from linkwork.mechanism.beams.description import ZERO, Elastic, Made, Strand, element_name, node_name
from linkwork.mechanism.beams.mesh import Node
from linkwork.places.places import Vector


class Beam(Elastic):
    """A beam that bends, stretches and shears in the plane, however far: nodes are bodies, elements forces."""

    start: Vector = Field(description="where its root is drawn")
    end: Vector = Field(description="where its tip is drawn")

    def whole_length(self) -> Expression:
        """Its length as drawn."""
        return Arc(self.start, self.end, self.bend).length

    def parts(self, name: str) -> Made:
        """Bodies and forces that it becomes."""
        if isinstance(self.section, LSection):
            raise MechanismError("a section of type L bends out of the plane; use it in space, or another section")
        self._checked_bend()
        arc, rigid, nodes = Arc(self.start, self.end, self.bend), self.rigidity(), self.nodes()
        bodies = node_bodies(name, nodes, arc, rigid.mass, rigid.inertia_z)
        forces = {}
        for number, (first, second) in enumerate(pairwise(nodes)):
            share = second.at - first.at
            forces[element_name(name, number)] = BeamElement(
                between=(node_name(name, first), node_name(name, second)),
                length=folded(arc.length * share),
                bend=folded(self.bend * share),
                axial_stiffness=rigid.axial,
                shear_stiffness=rigid.shear_y,
                bending_stiffness=rigid.bending_z,
                damping=self.damping,
            )
        return bodies, forces


class Cable(Strand):
    """A cable in the plane: it stretches and does not resist bending."""

    start: Vector = Field(description="where its root is drawn")
    end: Vector = Field(description="where its tip is drawn")
    length: Number | None = Field(default=None, description="without load, m; as drawn when left out")
    axial_stiffness: Number = Field(description="EA, N")
    line_density: Number = Field(description="kg/m")

    def whole_length(self) -> Expression:
        """Its length as drawn."""
        return Arc(self.start, self.end, self.bend).length

    def parts(self, name: str) -> Made:
        """Bodies and forces that it becomes."""
        self._checked_bend()
        arc, nodes = Arc(self.start, self.end, self.bend), self.nodes()
        length = arc.length if self.length is None else self.length
        size = folded(length / self.elements)
        bodies = node_bodies(name, nodes, arc, folded(self.line_density * length / arc.length), None, size)
        forces = {}
        for number, (first, second) in enumerate(pairwise(nodes)):
            forces[element_name(name, number)] = CableElement(
                between=(node_name(name, first), node_name(name, second)),
                length=folded(length * (second.at - first.at)),
                axial_stiffness=self.axial_stiffness,
                damping=self.damping,
            )
        return bodies, forces


def node_bodies(
    name: str, nodes: list[Node], arc: Arc, mass: Expression, inertia: Expression | None, size: Expression | None = None
) -> dict[str, Body]:
    """Nodes as bodies, x along the beam; those of a cable are parallel to the world, balls of a tenth of an element."""
    bodies = {}
    for node in nodes:
        heavy, (x, y, angle) = folded(mass * arc.length * node.share), arc.pose(node.at)
        if inertia is not None:
            turning = inertia * arc.length * node.share
        else:
            assert size is not None
            turning, angle = heavy * (size / 10) ** 2, ZERO
        bodies[node_name(name, node)] = Body(estimate=(x, y, angle), mass=Mass(mass=heavy, inertia=folded(turning)))
    return bodies
