"""The machine on struts as a mechanism of 36 freedoms: carrier, quills and plungers, elastic joints, driven lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, takes
from linkwork.library.checks import require_positive
from linkwork.library.hexapod import data
from linkwork.library.hexapod.machine import StrutMachine

if TYPE_CHECKING:
    from linkwork.mechanism.spatial.spatial import Spatial

_UPRIGHT = 0.999  # of a strut's direction along z: beyond it nothing is square to both that would be known well
_QUILL_SHARE, _PLUNGER_SHARE = 0.55, 0.75  # of a strut's length: how long its halves are drawn
_QUILL_RADIUS, _PLUNGER_RADIUS, _CARRIER_RADIUS = 0.035, 0.022, 0.07  # m, as they are drawn


@public
@takes(damping="DAMPING")
def moving_machine(
    machine: StrutMachine,
    path: Sequence[str] = ("0", "0", "0"),
    force: Sequence[str] = ("0", "0", "0"),
    torque: str = "0",
    damping: float = data.JOINT_DAMPING,
) -> Spatial:
    """The machine with its masses: the carrier has 6 freedoms and every strut 5, for it does not turn about its axis.

    A strut is a quill and a plunger that slides in it; both its joints are elastic, each with the stiffness of the
    machine, so that a strut as a whole has half of it. Actuators give every strut the length that belongs to `path`,
    formulas of t for the target x, y, z of the carrier in m (inverse kinematics): the tool follows it but for what
    loads and masses push it off. `force` (N) and `torque` (N m, about z) act on the carrier.
    """
    from linkwork.mechanism.spatial.spatial import Spatial

    require_positive("moving_machine", damping=damping)
    if len(path) != 3 or len(force) != 3:
        raise MechanismError("moving_machine: path and force have three formulas each")
    m: Any = Spatial("machine on struts")
    m.parameters(k=machine.stiffness, c=damping)
    mass, inertia = data.CARRIER
    top = float(np.max(np.abs(np.asarray(machine.inner)[:, 2])))
    bars = [((0.0, 0.0, -top), (0.0, 0.0, top), _CARRIER_RADIUS)]
    bars += [((0.0, 0.0, z), (x, y, z), _PLUNGER_RADIUS) for x, y, z in np.asarray(machine.inner, float).tolist()]
    shown = [
        {"type": "cylinder", "from": begin, "to": end, "radius": radius}
        for begin, end, radius in bars
        if begin != end  # a flat carrier has no column, a joint on the axis no arm
    ]
    carrier = m.body("carrier", estimate=(0, 0, 0), mass={"mass": mass, "inertia": [inertia] * 3}, geometry=shown)
    for axis, law in zip("xyz", path, strict=True):
        m.signal(f"target_{axis}", law, unit="m")
    for number, (inner, outer) in enumerate(zip(np.asarray(machine.inner), np.asarray(machine.outer), strict=True), 1):
        _strut(m, number, inner, outer, path)
    m.force("push", carrier.at(0, 0, 0), x=force[0], y=force[1], z=force[2])
    m.torque("twist", m.ground, carrier, torque=torque)
    mechanism: Spatial = m
    return mechanism


def _strut(m: Any, number: int, inner: Any, outer: Any, path: Sequence[str]) -> None:
    """A quill at the frame, a plunger at the carrier, and what drives one out of the other."""
    way = inner - outer
    length = float(np.linalg.norm(way))
    if length == 0.0:
        raise MechanismError(f"moving_machine: strut {number} has no length with the carrier in the middle")
    along = way / length
    across = np.cross(along, [0.0, 0.0, 1.0] if abs(along[2]) < _UPRIGHT else [1.0, 0.0, 0.0])
    across /= np.linalg.norm(across)
    up = np.cross(across, along)
    halves = []
    for name, place, side, end, radius, (mass, inertia) in (
        (f"quill{number}", outer, data.MASS_CENTRE, _QUILL_SHARE * way, _QUILL_RADIUS, data.QUILL),
        (f"plunger{number}", inner, -data.MASS_CENTRE, -_PLUNGER_SHARE * way, _PLUNGER_RADIUS, data.PLUNGER),
    ):
        spread = {"mass": mass, "center": tuple((side * along).tolist()), "inertia": [inertia] * 3}
        shown = [{"type": "cylinder", "from": (0, 0, 0), "to": tuple(end.tolist()), "radius": radius}]
        halves.append(m.body(name, estimate=tuple(place.tolist()), mass=spread, geometry=shown))
    quill, plunger = halves
    soft = {"stiffness": ("k", "k", "k", 0, 0, 0), "damping": ("c", "c", "c", 0, 0, 0)}
    m.bushing(f"outer{number}", m.ground, quill, at=tuple(outer.tolist()), axis=tuple(along.tolist()), **soft)
    m.bushing(f"inner{number}", plunger, "carrier", at=tuple(inner.tolist()), axis=tuple(along.tolist()), **soft)
    m.translational(
        f"slide{number}", quill, plunger, at=tuple((0.5 * (inner + outer)).tolist()), axis=tuple(along.tolist())
    )
    ground = m.ground.frame(at=tuple(outer.tolist()), axis=tuple(across.tolist()))
    m.dot_1(f"upright{number}", ground, quill.frame(axis=tuple(up.tolist())))
    squares = [f"({law} + {float(gap)!r})^2" for law, gap in zip(path, way, strict=True)]
    m.drive(f"actuator{number}", joint=f"slide{number}", position=f"sqrt({' + '.join(squares)}) - {length!r}")


@public
@takes(radius="LENGTH")
def circle_path(radius: float = data.CIRCLE_RADIUS) -> tuple[str, str, str]:
    """The path of Kuebler and others: at rest for 1 s, to (-radius, 0, 0) until 2 s, once round the origin until 7 s.

    The last has its full speed from 3 to 6 s, as their mean values ask for; how it gets there and stops is ours.
    """
    require_positive("circle_path", radius=radius)
    out = f"{radius!r}*if(t < 1, 0, if(t < 2, (t - 1)^3*(10 - 15*(t - 1) + 6*(t - 1)^2), 1))"
    end = "if(t < 7, 4 - (7 - t)^3*(1 - (7 - t)/2), 4)"
    turn = f"(pi/2)*if(t < 2, 0, if(t < 3, (t - 2)^3*(1 - (t - 2)/2), if(t < 6, t - 2.5, {end})))"
    return f"-({out})*cos({turn})", f"-({out})*sin({turn})", "0"


@public
@takes(torque="TORQUE")
def circle_torque(torque: float = data.TORQUE) -> str:
    """A formula of t: the torque about the tool's axis, raised while the circle begins, from 2 to 3 s."""
    return f"{torque!r}*if(t < 2, 0, if(t < 3, (t - 2)^3*(10 - 15*(t - 2) + 6*(t - 2)^2), 1))"
