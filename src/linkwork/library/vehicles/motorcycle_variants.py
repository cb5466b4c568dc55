"""The machine of 2001 with a chain or a shaft, a Telelever, a Monoshock: parts of Sharp, Evangelou and Limebeer 2005.

Printed there are the points of the Telelever (Table 1) and the sprockets of the chain, not the machine that they
belong to. Ours are: the pivot of the swing arm, put where the nominal chain holds up the rear of this machine, so
that it hardly moves; stiffness of the chain and inertia of its sprocket; place of the front wheel with the Telelever;
points of the Monoshocks; springs and dampers in front, of which the fork and the Telelever have the same rate along
the fork line. With the rate of the fork of 2001, 9000 N/m, braking snaps the Telelever through.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal

from linkwork.expression.given import public
from linkwork.library.vehicles.bicycle import Rigid
from linkwork.library.vehicles.final_drive import Chain, Shaft
from linkwork.library.vehicles.linkages.monoshock import Monoshock
from linkwork.library.vehicles.linkages.telelever import Telelever
from linkwork.library.vehicles.motorcycle import Motorcycle
from linkwork.library.vehicles.motorcycle_data import sharp_limebeer_2001
from linkwork.library.vehicles.motorcycle_parts import Fork, SwingArm

_PIVOT = (0.567, 0.367)
_SPROCKET, _RADII = (0.629, 0.3708), (0.041, 0.104)
_P2, _P4, _P15, _P16 = (1.233, 0.7488), (1.320, 0.576), (1.103, 0.729), (0.853, 0.509)
_P17, _P18 = (1.133, 0.569), (1.313, 0.559)
_HEAD_ANGLE, _RATIO = 0.2971, 0.6424  # of the fork line; strut over fork, as drawn
_SPRUNG = 1_120.0  # N of the front wheel's load that its spring carries
_STEERING_AXIS = 0.399  # from P2 through P18
_FRONT = 1.44  # m, the front wheel's centre
_RATE, _DAMPING = 25_000.0, 2_100.0  # N/m and N s/m along the fork, ours: that of 2001 would be braked to its end

_MONOSHOCKS = {  # knee, joint, pivot on the frame, lower and upper end of the strut
    "suzuki": ((0.22, 0.27), (0.24, 0.17), (0.36, 0.20), (0.27, 0.29), (0.42, 0.55)),
    "pro-link": ((0.24, 0.27), (0.33, 0.20), (0.46, 0.23), (0.24, 0.19), (0.33, 0.52)),
    "full-floater": ((0.20, 0.40), (0.20, 0.60), (0.33, 0.58), (0.45, 0.60), (0.36, 0.25)),
}


@public
def driven_motorcycle(drive: Literal["shaft", "chain"] = "chain", raised: float = 0.0) -> Motorcycle:
    """The machine of 2001 with a shaft, or a chain whose gearbox sprocket is raised by so many m."""
    bike = sharp_limebeer_2001()
    arm = SwingArm(_PIVOT, ((0.0, 0.330), (0.0, 0.700)), 25_700.0, 1_100.0, 1_540.0)
    final = Shaft() if drive == "shaft" else Chain((_SPROCKET[0], _SPROCKET[1] + raised), *_RADII)
    return replace(bike, swing_arm=arm, final_drive=final, name=f"motorcycle with a {drive}")


@public
def telelever_motorcycle(front: Literal["fork", "telelever"] = "telelever", raised: float = 0.0) -> Motorcycle:
    """The machine of 2001 with a Telelever whose wishbone has its hinge raised by so many m, or with a fork there."""
    bike = sharp_limebeer_2001()
    sliding = Rigid(17.5, _FRONT, 0.318, 0.0, 0.0, 0.0)
    fork: Fork | Telelever = Fork(sliding, _P4, _RATE, _DAMPING, _SPRUNG * math.cos(_STEERING_AXIS))
    if front == "telelever":
        hinge = (_P16[0], _P16[1] + raised)
        numbers = _RATE / _RATIO**2, _DAMPING / _RATIO**2
        linkage = Telelever(sliding, _P4, _HEAD_ANGLE, (hinge, _P18), (_P17, _P15), *numbers, preload=0.0)
        fork = replace(linkage, preload=linkage.holding(_SPRUNG, _FRONT, _P2))
    wheel = replace(bike.front, x=_FRONT)
    steered = Rigid(13.1, 1.26, 0.70, 0.8, 1.2, 0.5)
    return replace(
        bike,
        head_twist=None,
        name=f"motorcycle with a {front}",
        fork=fork,
        front=wheel,
        steered=steered,
        head=_P2,
        tilt=_HEAD_ANGLE if front == "telelever" else _STEERING_AXIS,
    )


@public
def monoshock_motorcycle(
    kind: Literal["suzuki", "pro-link", "full-floater"] = "pro-link",
    variant: Literal["literal", "analytical", "fitted"] = "literal",
) -> Motorcycle:
    """The machine of 2001 with a Monoshock, whose strut has the rate and the preload at the wheel of that machine."""
    bike = sharp_limebeer_2001()
    assert bike.swing_arm is not None
    knee, joint, frame, *strut = _MONOSHOCKS[kind]
    arm = replace(bike.swing_arm, strut=(strut[0], strut[1]), linkage=Monoshock(kind, knee, joint, frame, variant))
    ratio = bike.swing_arm.slope() / arm.slope()
    rate, damping = ratio**2 * arm.stiffness, ratio**2 * arm.damping
    arm = replace(arm, stiffness=rate, damping=damping, preload=ratio * arm.preload)
    return replace(bike, swing_arm=arm, name=f"motorcycle with a {kind}")
