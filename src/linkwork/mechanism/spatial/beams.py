"""Beams and cables in space: what a user says, and the nodes and elements they become."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.base.late_dataclass import dataclass
from linkwork.bodies.sections import StiffnessSection, folded
from linkwork.bodies.spatial.bodies import Estimate, SpatialBody
from linkwork.bodies.spatial.mass import Inertia, SpatialMass
from linkwork.elements.spatial.forces.beam_element import SpatialBeamElement, SpatialCableElement
from linkwork.expression import Expression, as_expression, cos, sin, sqrt
from linkwork.expression.number import Number
from linkwork.mechanism.beams.description import ZERO, Elastic, Made, Strand, element_name, node_name
from linkwork.places.spatial.orientation import Orientation, Vector3

Axes = tuple[Vector3, Vector3, Vector3]
_UP: Vector3 = (ZERO, ZERO, as_expression(1))
_ACROSS: Vector3 = (ZERO, as_expression(1), ZERO)
_PARALLEL = 1e-8


class SpatialBeam(Elastic):
    """A beam that bends, twists, stretches and shears in space, however far: nodes are bodies, elements forces."""

    start: Vector3 = Field(description="where its root is drawn")
    end: Vector3 = Field(description="where its tip is drawn")
    y: Vector3 | None = Field(
        default=None,
        description="direction to whose side the height of the section points and `bend` turns; z when left out",
    )

    def whole_length(self) -> Expression:
        """Its length as drawn."""
        return SpaceArc(self.start, self.end, self.y, self.bend).length

    def parts(self, name: str) -> Made:
        """Bodies and forces that it becomes."""
        if isinstance(self.section, StiffnessSection) and self.section.GJ is None:
            raise MechanismError("in space a section given by its stiffnesses needs 'GJ'")
        self._checked_bend()
        arc, rigid, nodes = SpaceArc(self.start, self.end, self.y, self.bend), self.rigidity(), self.nodes()
        bodies = {}
        for node in nodes:
            share = arc.length * node.share
            about_y, about_z = folded(rigid.inertia_y * share), folded(rigid.inertia_z * share)
            inertia = Inertia(xx=folded(about_y + about_z), yy=about_y, zz=about_z)
            bodies[node_name(name, node)] = SpatialBody(
                estimate=arc.estimate(node.at, rigid.turned),
                mass=SpatialMass(mass=folded(rigid.mass * share), inertia=inertia),
            )
        shear = None if rigid.shear_y is None or rigid.shear_z is None else (rigid.shear_y, rigid.shear_z)
        forces = {}
        for number, (first, second) in enumerate(pairwise(nodes)):
            part, turned = second.at - first.at, rigid.turned
            bend = folded(self.bend * part)
            about_y = ZERO if turned is None else folded(bend * sin(turned))
            about_z = bend if turned is None else folded(bend * cos(turned))
            forces[element_name(name, number)] = SpatialBeamElement(
                between=(node_name(name, first), node_name(name, second)),
                length=folded(arc.length * part),
                bend=(ZERO, about_y, about_z),
                axial_stiffness=rigid.axial,
                shear_stiffness=shear,
                torsional_stiffness=rigid.torsion,
                bending_stiffness=(rigid.bending_y, rigid.bending_z),
                damping=self.damping,
            )
        return bodies, forces


class SpatialCable(Strand):
    """A cable in space: it stretches and resists neither bending nor torsion."""

    start: Vector3 = Field(description="where its root is drawn")
    end: Vector3 = Field(description="where its tip is drawn")
    y: Vector3 | None = Field(default=None, description="direction to whose side `bend` turns; z when left out")
    length: Number | None = Field(default=None, description="without load, m; as drawn when left out")
    axial_stiffness: Number = Field(description="EA, N")
    line_density: Number = Field(description="kg/m")

    def whole_length(self) -> Expression:
        """Its length as drawn."""
        return SpaceArc(self.start, self.end, self.y, self.bend).length

    def parts(self, name: str) -> Made:
        """Bodies and forces that it becomes; nodes are balls of a tenth of an element, parallel to the world."""
        self._checked_bend()
        arc, nodes = SpaceArc(self.start, self.end, self.y, self.bend), self.nodes()
        length = arc.length if self.length is None else self.length
        bodies = {}
        for node in nodes:
            heavy = folded(self.line_density * length * node.share)
            ball = folded(heavy * (length / (10 * self.elements)) ** 2)
            bodies[node_name(name, node)] = SpatialBody(
                estimate=Estimate(position=arc.place(node.at)),
                mass=SpatialMass(mass=heavy, inertia=Inertia(xx=ball, yy=ball, zz=ball)),
            )
        forces = {}
        for number, (first, second) in enumerate(pairwise(nodes)):
            forces[element_name(name, number)] = SpatialCableElement(
                between=(node_name(name, first), node_name(name, second)),
                length=folded(length * (second.at - first.at)),
                axial_stiffness=self.axial_stiffness,
                damping=self.damping,
            )
        return bodies, forces


@dataclass(frozen=True)
class SpaceArc:
    """From start to end in the plane of the chord and `y`, turning to the side of y by `bend`."""

    start: Vector3
    end: Vector3
    side: Vector3 | None
    bend: Expression

    @cached_property
    def axes(self) -> Axes:
        """Unit vectors along the chord, across it on the side of y, and normal to both."""
        way = _less(self.end, self.start)
        if _length(way).constant == 0.0:
            raise MechanismError("'start' and 'end' are one point; a beam needs a length")
        x = _scaled(1 / self.chord, way)
        side = _UP if self.side is None else self.side
        normal = _cross(x, side)
        size = _length(normal).constant
        if size is not None and size < _PARALLEL:
            if self.side is not None:
                raise MechanismError("'y' lies along the beam; give a direction across it")
            normal = _cross(x, _ACROSS)
        z = _scaled(1 / _length(normal), normal)
        return x, _cross(z, x), z

    @property
    def straight(self) -> bool:
        """Whether it does not turn."""
        return self.bend.constant == 0.0

    @cached_property
    def chord(self) -> Expression:
        """Distance of the ends."""
        return folded(_length(_less(self.end, self.start)))

    @cached_property
    def length(self) -> Expression:
        """Length along the arc."""
        return self.chord if self.straight else folded(self.chord * self.bend / (2 * sin(self.bend / 2)))

    def place(self, at: float) -> Vector3:
        """The point at a share of the length."""
        share, (x, y, _) = as_expression(at), self.axes
        if self.straight:
            return _plus(self.start, _scaled(share, _less(self.end, self.start)))
        reach = self.chord * sin(self.bend * share / 2) / sin(self.bend / 2)
        way = self.bend * (share - 1) / 2
        return _plus(self.start, _plus(_scaled(reach * cos(way), x), _scaled(reach * sin(way), y)))

    def estimate(self, at: float, turned: Expression | None) -> Estimate:
        """Where the node there is, x along the arc; y and z turned about it by an angle."""
        x, y, z = self.axes
        if not self.straight:
            angle = self.bend * (as_expression(at) - as_expression(0.5))
            x, y = (
                _plus(_scaled(cos(angle), x), _scaled(sin(angle), y)),
                _plus(_scaled(-sin(angle), x), _scaled(cos(angle), y)),
            )
        if turned is not None:
            y, z = (
                _plus(_scaled(cos(turned), y), _scaled(sin(turned), z)),
                _plus(_scaled(-sin(turned), y), _scaled(cos(turned), z)),
            )
        rows = ((x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2]))
        return Estimate(position=self.place(at), orientation=Orientation(matrix=rows))


def _less(a: Vector3, b: Vector3) -> Vector3:
    return folded(a[0] - b[0]), folded(a[1] - b[1]), folded(a[2] - b[2])


def _plus(a: Vector3, b: Vector3) -> Vector3:
    return folded(a[0] + b[0]), folded(a[1] + b[1]), folded(a[2] + b[2])


def _scaled(factor: Expression, a: Vector3) -> Vector3:
    return folded(factor * a[0]), folded(factor * a[1]), folded(factor * a[2])


def _cross(a: Vector3, b: Vector3) -> Vector3:
    x, y, z = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    return folded(x), folded(y), folded(z)


def _length(a: Vector3) -> Expression:
    return sqrt(a[0] ** 2 + a[1] ** 2 + a[2] ** 2)
