"""What topology looks at: bodies, joints with their number of equations, and where drivers and forces act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import GROUND
from linkwork.expression import resolve_parameters
from linkwork.mechanism.contacts import bodies_in_contact, struck_bodies
from linkwork.places.interfaces import owner_of
from linkwork.places.row import Row
from linkwork.places.scope import Scope
from linkwork.topology.groups import Groups

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.mechanism.mechanism import Mechanism

FREE, ROD = "free", "rod"
PINS = {"plane": ("revolute",), "space": ("spherical", "universal")}
"""Joints that may hold the end of a rod."""
SLENDER = 1e-2  # share of a body's largest moment of inertia that is next to nothing


@dataclass(frozen=True)
class Joint:
    """An edge of the graph, directed from its first to its second body.

    equations    how many it has
    own          how many coordinates of its own, such as the place of a contact on its outline
    coordinates  names of its freedoms where it carries a body in a tree; None: it cannot carry one and is always cut
    motions      how many a body has that nothing holds: 3 in a plane, 6 in space
    """

    name: str
    kind: str
    first: str
    second: str
    equations: int
    own: int = 0
    coordinates: tuple[str, ...] | None = None
    motions: int = 3

    @property
    def freedoms(self) -> int:
        """What it leaves free between two bodies."""
        return self.motions - self.equations + self.own

    def other(self, body: str) -> str:
        """The body at its other end."""
        return self.second if body == self.first else self.first


@dataclass(frozen=True)
class Network:
    """Bodies, the ground first, and the joints between them, both in the order of the description.

    loaded    bodies on which a driver, a force, a contact or dry friction acts, apart from gravity
    massless  bodies without mass and inertia
    pins      where the joints that may hold a rod sit on their first and second body
    drivers   how many equations drivers add
    free      names of the coordinates of a body that nothing holds
    slender   bodies in space with next to no moment of inertia about one axis
    masses    of bodies in space: mass, mass centre and inertia about it (xx, yy, zz, xy, yz, zx), in their frames
    """

    bodies: tuple[str, ...]
    joints: tuple[Joint, ...]
    loaded: frozenset[str]
    massless: frozenset[str]
    pins: dict[str, dict[str, tuple[float, ...]]]
    drivers: int
    free: tuple[str, ...] = ("x", "y", "angle")
    slender: frozenset[str] = frozenset()
    masses: Mapping[str, Sequence[float]] = field(default_factory=dict)

    def around(self) -> dict[str, list[Joint]]:
        """The joints of every body."""
        around: dict[str, list[Joint]] = {body: [] for body in self.bodies}
        for joint in self.joints:
            around[joint.first].append(joint)
            around[joint.second].append(joint)
        return around

    def degrees(self) -> dict[str, int]:
        """How many joints every body has, d_i = sum_j |gamma_ij|."""
        return {body: len(joints) for body, joints in self.around().items()}

    def spinning(self) -> frozenset[str]:
        """Slender bodies in loops between two balls: nothing but their own small inertia resists their spin."""
        around, spinning = self.around(), set[str]()
        for body in self.slender:
            if [joint.kind for joint in around[body]] == ["spherical", "spherical"]:
                groups = Groups(self.bodies)
                for joint in self.joints:
                    if body not in (joint.first, joint.second):
                        groups.join(joint.first, joint.second)
                if not groups.join(*(joint.other(body) for joint in around[body])):
                    spinning.add(body)
        return frozenset(spinning)


def network_of(mechanism: Mechanism) -> Network:
    """The bodies and joints of a mechanism."""
    scope = mechanism.scope(resolve_parameters(mechanism.parameters_by_name))
    joints, pins = [], {}
    for name, element in mechanism.joints.items():
        row = mechanism.row_class(scope, f"joint '{name}'", name)
        first, second = map(owner_of, element.ends(row))
        kind = str(getattr(element, "type", ""))
        equations, own = len(element.equations), len(element.own)
        joints.append(Joint(name, kind, first, second, equations, own, element.freedoms, mechanism.world.size))
        if kind in PINS[mechanism.world.name]:
            pins[name] = _pins(element, row)
    loaded: set[str] = set()
    for what, elements in (("driver", mechanism.drivers), ("force", mechanism.forces)):
        for name, element in elements.items():
            loaded.update(map(owner_of, element.ends(mechanism.row_class(scope, f"{what} '{name}'", name))))
    with_friction = {friction.joint for friction in mechanism.frictions.values()}
    loaded.update(bodies_in_contact(mechanism))
    if mechanism.world.dimensions == 3:  # a blow may make a rod spin
        loaded.update(struck_bodies(mechanism))
    loaded.update(body for joint in joints if joint.name in with_friction for body in (joint.first, joint.second))
    masses = _masses(mechanism) if mechanism.world.dimensions == 3 else {}
    return Network(
        bodies=(GROUND, *(name for name in mechanism.bodies_by_name if name != GROUND)),
        joints=tuple(joints),
        loaded=frozenset(loaded - {GROUND}),
        massless=frozenset(_massless(scope)),
        pins=pins,
        drivers=sum(len(driver.equations) for driver in mechanism.drivers.values()),
        free=mechanism.world.free_coordinates,
        slender=slender_of(masses),
        masses=masses,
    )


def is_slender(moments: Sequence[float]) -> bool:
    """Whether of the inertia xx, yy, zz, xy, yz, zx about the mass centre the least is next to nothing."""
    xx, yy, zz, xy, yz, zx = moments
    import numpy as np

    principal = np.linalg.eigvalsh([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]])
    return bool(principal[0] < SLENDER * principal[2])


def slender_of(masses: Mapping[str, Sequence[float]]) -> frozenset[str]:
    """Bodies in space that are slender as their masses say."""
    return frozenset(name for name, slender in masses.items() if is_slender(slender[4:10]))


def _masses(mechanism: Any) -> dict[str, list[float]]:
    """Mass, mass centre and inertia of the bodies in space."""
    heavy = [name for name, body in mechanism.bodies_by_name.items() if name != GROUND and body.mass is not None]
    return {name: [float(value.real) for value in mechanism.mass_properties(name).numbers()] for name in heavy}


def _pins(element: Element, row: Row) -> dict[str, tuple[float, ...]]:
    """The points of a joint, by body."""
    ends, places = map(owner_of, element.ends(row)), (element.first_point(row), element.reaction_point(row))
    pairs = zip(ends, places, strict=True)
    return {body: tuple(value.real for value in place) for body, place in pairs if place is not None}


def _weighing(mechanism: Mechanism) -> Callable[..., bool]:
    """What says whether mass properties of its bodies are any."""
    if mechanism.world.dimensions == 2:
        from linkwork.bodies.mass import weighs

        return weighs
    from linkwork.bodies.spatial.mass import weighs as weighs_in_space

    return weighs_in_space


def _massless(scope: Scope) -> list[str]:
    """Bodies without mass; those made of shapes have one."""
    weighs = _weighing(scope.mechanism)
    massless = []
    for name, body in scope.mechanism.bodies_by_name.items():
        if name == GROUND or (body.mass is not None and body.mass.shapes):
            continue
        row = scope.mechanism.world.row_class(scope, f"body '{name}'", name)
        if not weighs(body.mass, scope, row):
            massless.append(name)
    return massless
