"""A brake of a wheel: it rubs while the wheel turns, and holds it where it stands.

The torque is T tanh(w/w_s + z) against the speed w. While the wheel turns, tanh alone tells its direction. Near rest z
is the angle by which the brake's lining is drawn along, K times as much, so that the wheel is held by a spring. Up to
a break-away share of the torque, tanh(z_b) = 0.9, the lining only bends and loads that swing move nothing for good
(Dupont, Hayward, Armstrong and Altpeter 2002, Single state elastoplastic friction models); from there on it slides
more and more, wholly at Z:

    z' = K g (w - a(z) [w] + a(-z) [-w]) - L (1 - g) z,   a(z) = (max(0, z - z_b) / (Z - z_b))^2

[w] is w where it is positive, else 0. Faster than w_h, g = 1/(1 + (w/w_h)^8) goes to 0 and z back within a time 1/L.
"""

from __future__ import annotations

from linkwork.mechanism.planar import Planar
from linkwork.mechanism.spatial.spatial import Spatial

_SLIP = 0.5  # rad/s, w_s
_HELD_BELOW = 1.0  # rad/s, w_h: tanh of w_h/w_s is beyond the break-away share, so that what slides under less stops
_DRAWN = 100.0  # 1/rad, K
_SIGN = 0.01  # rad/s
_BREAK_AWAY = 1.4722  # z_b: tanh of it is 0.9
_MOST = 3.0  # Z: tanh(3) is the whole torque but for half a percent
_BACK = 20.0  # 1/s, L


def brake_torque(m: Planar | Spatial, name: str, omega: str, torque: str) -> str:
    """The torque of a brake on a wheel that turns with `omega`, for a law of its size in N m; adds `name_drawn`."""
    near = f"(1/(1 + ({omega}/{_HELD_BELOW!r})^8))"
    drawn = f"{name}_drawn"
    slides = []
    for sign in ("", "-"):
        beyond = f"(max(0, {sign}{drawn} - {_BREAK_AWAY!r})/{_MOST - _BREAK_AWAY!r})^2"
        # w or 0 without a corner, at which every small swing would be an event
        slides.append(f"{beyond}*{omega}*(1 {sign or '+'} tanh({omega}/{_SIGN!r}))/2")
    held = f"{_DRAWN!r}*{near}*({omega} - {slides[0]} - {slides[1]})"
    m.state(drawn, rate=f"{held} - {_BACK!r}*(1 - {near})*{drawn}", start=0)
    return f"-max(0, {torque})*tanh({omega}/{_SLIP!r} + {drawn})"


def add_brake(m: Spatial, name: str, hub: str, torque: str) -> None:
    """A brake on a hinge with a law of its torque in N m: the actuator `name_brake` and the state `name_drawn`.

    A law below zero counts as zero: a brake does not drive. Loads that swing beyond 0.9 of the torque make it creep.
    """
    m.actuator(f"{name}_brake", hub, force=brake_torque(m, name, f"{hub}.omega", torque))
