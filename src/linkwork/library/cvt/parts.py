"""What a push-belt drive is made of: belt, pulleys, how finely it is described."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import pi

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made, takes
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.library.cvt import data
from linkwork.library.cvt.shaft import SteppedShaft
from linkwork.library.cvt.sheave import SheaveFlexibility

_ENOUGH = 60  # stations on an arc, half of which still tell where elements are loose
_FEW = 2  # levels: of more, one is left out


@public
@publicly_made
@takes(
    pitch="LENGTH",
    width="LENGTH",
    cone="PLAIN",
    mass="LINE_DENSITY",
    stiffness="FORCE",
    yielding="PRESSURE",
    edges="LENGTH",
    saddle="LENGTH",
    ring_thickness="LENGTH",
    ring_width="LENGTH",
    ring_modulus="PRESSURE",
    ring_density="DENSITY",
    play="LENGTH",
    flank_friction="PLAIN",
    flank_slip="SPEED",
    ring_slip="SPEED",
)
@dataclass(frozen=True)
class PushBelt:
    """Elements that push and rings that pull; lengths in m, forces in N. `layers` rings are modelled, each as thick and
    stiff as its share of the pack."""

    elements: int = data.ELEMENTS
    pitch: float = data.PITCH
    width: float = data.WIDTH
    cone: float = data.CONE
    mass: float = data.ELEMENT_MASS
    stiffness: float = data.ELEMENT_STIFFNESS
    yielding: float = data.ELEMENT_YIELD
    rocking: float = data.ROCKING
    edges: tuple[float, float] = (data.EDGE_IN, data.EDGE_OUT)
    saddle: float = data.SADDLE
    rings: int = data.RINGS
    layers: int = data.LAYERS
    ring_thickness: float = data.RING_THICKNESS
    ring_width: float = data.RING_WIDTH
    ring_modulus: float = data.RING_MODULUS
    ring_density: float = data.RING_DENSITY
    play: float = data.PLAY
    flank_friction: float = data.FLANK_FRICTION
    ring_friction: tuple[float, float, float] = (data.RING_REST, data.RING_SLIDE, data.RING_FADE)
    ring_film: float = data.RING_FILM
    flank_slip: float = data.FLANK_SLIP
    ring_slip: float = data.RING_SLIP

    def __post_init__(self) -> None:
        names = ("elements", "pitch", "width", "cone", "mass", "stiffness", "yielding", "rings", "ring_thickness",
                 "ring_width", "ring_modulus", "ring_density", "flank_slip", "ring_slip")  # fmt: skip
        require_positive("PushBelt", **{name: float(getattr(self, name)) for name in names})
        require_not_negative(
            "PushBelt", "a number", rocking=self.rocking, saddle=self.saddle, play=self.play, edge_in=self.edges[0],
            edge_out=self.edges[1], flank_friction=self.flank_friction, ring_film=self.ring_film,
            ring_rest=self.ring_friction[0], ring_slide=self.ring_friction[1],
        )  # fmt: skip
        require_positive("PushBelt", ring_fade=self.ring_friction[2])
        if not 1 <= self.layers <= self.rings:
            raise MechanismError(f"PushBelt: layers are 1 to {self.rings}, the number of rings, not {self.layers}")
        across = self.length / pi
        for name, size in (("width", self.width), ("saddle", self.saddle), ("play", self.play),
                           ("edges", max(self.edges)), ("all rings", self.rings * self.ring_thickness)):  # fmt: skip
            if size >= across:
                raise MechanismError(
                    f"PushBelt: {name}: {size:g} m is more than the {across:.3g} m that the belt is across as a "
                    "circle; lengths are in m"
                )
        if self.ring_width > self.width:
            raise MechanismError(
                f"PushBelt: ring_width, {self.ring_width:g} m of both packs, is more than the width of the elements, "
                f"{self.width:g} m, on which they lie; lengths are in m"
            )
        if self.cone >= pi / 2 or self.flank_friction * np.tan(self.cone) >= 1:
            raise MechanismError("PushBelt: the cone is too steep for its friction")

    @property
    def length(self) -> float:
        """Of all elements pressed together without force, m."""
        return self.elements * self.pitch

    @property
    def total_mass(self) -> float:
        """kg/m of elements and rings."""
        return self.mass + self.rings * self.ring_thickness * self.ring_width * self.ring_density


def _plates() -> SheaveFlexibility:
    return SheaveFlexibility.of_plates(
        data.PLATE_HUB, data.PLATE_RIM, data.PLATE_HUB_THICKNESS, data.PLATE_RIM_THICKNESS, 2.1e11
    )


def _shaft() -> SteppedShaft:
    return SteppedShaft(
        data.SHAFT_SEGMENTS, data.SHAFT_BEARINGS, data.SHAFT_SHEAVES, bearing=data.BEARING_STIFFNESS,
        clearance=data.BEARING_CLEARANCE,
    )  # fmt: skip


@public
@publicly_made
@takes(tilt_stiffness="TORQUE", inertia="INERTIA", axial_time="TIME", tilt_time="TIME")
@dataclass(frozen=True)
class Pulley:
    """Two sheaves on a shaft, one of them pressed against the belt; it tilts on its seat (N m/rad). Inertia in kg m^2,
    delays in s, `oil` the thrust of the turning oil by the square of the speed (N s^2)."""

    sheaves: SheaveFlexibility = field(default_factory=_plates)
    shaft: SteppedShaft | None = field(default_factory=_shaft)
    tilt_stiffness: float = data.TILT_STIFFNESS
    inertia: float = data.INERTIA
    axial_time: float = data.AXIAL_TIME
    tilt_time: float = data.TILT_TIME
    oil: float = data.OIL_SPIN

    def __post_init__(self) -> None:
        require_positive(
            "Pulley", tilt_stiffness=self.tilt_stiffness, inertia=self.inertia, axial_time=self.axial_time,
            tilt_time=self.tilt_time,
        )  # fmt: skip
        require_not_negative("Pulley", "a number", oil=self.oil)


@public
@publicly_made
@dataclass(frozen=True)
class Fineness:
    """How finely the belt is described: stations on each arc and span (about, for a whole number of them lies between
    two knots), Ritz functions all around, their finer `levels` on the arcs, further ones at the `ends` of arcs, where
    the belt runs in and out, and which levels are `dynamic` (below this number), first order, or static (from
    `static`). Once a steady state is found, all these distances are `halved` so many times: of stations and functions,
    on arcs, spans and at the ends alike. Runs and standing belts are described without that."""

    arc: int = 60
    span: int = 20
    coarse: int = 24
    levels: int = 3
    ends: int = 2
    dynamic: int = 1
    static: int = 2
    halved: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.halved <= 2:
            raise MechanismError(f"Fineness: distances are halved 0, 1 or 2 times, not {self.halved}")
        if min(self.arc, self.span) < 4 or self.coarse < 8 or not 0 <= self.levels <= 5 or not 0 <= self.ends <= 5:
            raise MechanismError("Fineness: 4 or more stations a part, 8 or more coarse functions, 0 to 5 finer levels")
        if not 0 <= self.dynamic <= self.static:
            raise MechanismError("Fineness: dynamic levels end before static ones begin")

    def coarser(self) -> Fineness | None:
        """A description whose functions are among these: one level less, so that they lie half as close on the arcs and
        at their ends, or of two levels half the stations and one level; None where that is too few."""
        if self.arc < _ENOUGH or self.levels < 1:
            return None
        if self.levels > _FEW:
            return replace(self, levels=self.levels - 1)
        return replace(self, arc=self.arc // 2, span=max(self.span // 2, 4), levels=1)
