"""A brake of a wheel: it rubs while the wheel turns, and holds it where it stands.

The torque is T tanh(w/w_s + z) against the speed w. While the wheel turns, tanh alone tells its direction. Near rest z
is the angle by which the brake's lining is drawn along, K times as much, up to the full torque (Dahl's law), so that
the wheel is held by a spring: nothing creeps. Faster than w_h it goes back within a time 1/L:

    z' = K g (w - |w| z / Z) - L (1 - g) z,   g = 1 / (1 + (w/w_h)^2)
"""

from __future__ import annotations

from linkwork.mechanism.spatial.spatial import Spatial

_SLIP = 1.0  # rad/s, w_s
_HELD_BELOW = 0.5  # rad/s, w_h
_DRAWN = 100.0  # 1/rad, K
_SIGN = 0.01  # rad/s
_MOST = 3.0  # Z: tanh(3) is the whole torque but for half a percent
_BACK = 20.0  # 1/s, L


def add_brake(m: Spatial, name: str, hub: str, torque: str) -> None:
    """A brake on a hinge with a law of its torque in N m: the actuator `name_brake` and the state `name_drawn`."""
    omega = f"{hub}.omega"
    near = f"(1/(1 + ({omega}/{_HELD_BELOW!r})^2))"
    drawn = f"{name}_drawn"
    size = f"{omega}*tanh({omega}/{_SIGN!r})"  # |w| without a corner, at which every small swing would be an event
    held = f"{_DRAWN!r}*{near}*({omega} - {size}*{drawn}/{_MOST!r})"
    m.state(drawn, rate=f"{held} - {_BACK!r}*(1 - {near})*{drawn}", start=0)
    m.actuator(f"{name}_brake", hub, force=f"-({torque})*tanh({omega}/{_SLIP!r} + {drawn})")
