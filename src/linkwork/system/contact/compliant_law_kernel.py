"""The force laws of contacts: normal force and stored energy from depth and rate, friction from the slip speed."""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import exp, power, tanh
from linkwork.numerics.signed_kernel import size_of
from linkwork.places.layout_kernel import MEMORY
from linkwork.system.contact.compliant_layout_kernel import (
    BY_APPROACH,
    CLIPS,
    DAMPING,
    EXPONENT,
    HYSTERETIC,
    LAW_FLOATS,
    LAW_FORM,
    LAW_STORED,
    LAW_VALUE,
    OWN,
    SMOOTH_SHAPE,
    SMOOTH_SPEED,
    STIFFNESS,
    VISCOUS,
)
from linkwork.system.contact.contact_layout_kernel import SLOW

NOTHING = 1.0  # to be watched


@njit
def spring(p, at, depth):
    """k d^n, beyond the separation with the other sign, and the energy stored."""
    size = size_of(depth)
    force = p[at + STIFFNESS] * power(size, p[at + EXPONENT])
    return force if depth.real > 0.0 else -force, force * size / (p[at + EXPONENT] + 1.0)


@njit
def stored_at(k, p, w, law, depth):
    """Energy that a law has stored at a depth; of a user's law at the depth last measured."""
    if depth.real <= 0.0:
        return 0.0 * depth
    if k[law + LAW_FORM] == OWN:
        return w[k[MEMORY] + k[law + LAW_STORED]] if k[law + LAW_STORED] >= 0 else 0.0 * depth
    return spring(p, k[law + LAW_FLOATS], depth)[1]


@njit
def damping_factor(k, p, law, speed, approach):
    """By what a hysteretic law multiplies its elastic force."""
    factor = p[k[law + LAW_FLOATS] + DAMPING] * speed
    return 1.0 + (factor / approach if k[law + LAW_FORM] == BY_APPROACH else factor)


@njit
def normal_force(k, p, w, law, depth, speed, approach):
    """Elastic force, whole force and stored energy at a depth and its rate; not clipped.

    A step goes a little over the end of a contact, which is an event behind it. There the force of a user's law is the
    opposite of that at the opposite depth and rate: a law that ended in zero would hide the contact from a long step.
    """
    form, at = k[law + LAW_FORM], k[law + LAW_FLOATS]
    if form == OWN:
        value = w[k[MEMORY] + k[law + LAW_VALUE]]
        whole = -value if depth.real < 0.0 else value
        return (whole if k[law + LAW_STORED] >= 0 else 0.0 * whole), whole, stored_at(k, p, w, law, depth)
    elastic, stored = spring(p, at, depth)
    if form == VISCOUS:
        return elastic, elastic + p[at + DAMPING] * speed, stored
    return elastic, elastic * damping_factor(k, p, law, speed, approach), stored


@njit
def pushes(k, p, w, law, depth, speed, approach):
    """A number that is positive while the law pushes; NOTHING of a law that may pull or never does."""
    form, at = k[law + LAW_FORM], k[law + LAW_FLOATS]
    if p[at + CLIPS].real == 0.0 or (form != OWN and p[at + DAMPING].real == 0.0):
        return NOTHING + 0.0 * depth
    if form in (HYSTERETIC, BY_APPROACH):
        return damping_factor(k, p, law, speed, approach)
    return normal_force(k, p, w, law, depth, speed, approach)[1]


@njit
def friction_share(p, at, speed):
    """Friction by normal force, coefficient and slip speed: the smoothed direction divided by the speed."""
    whole = p[at + SMOOTH_SPEED]
    if speed.real <= SLOW * whole.real:
        return 1.0 / whole
    share = tanh(speed / whole) if p[at + SMOOTH_SHAPE].real == 0.0 else 1.0 - exp(-speed / whole)
    return share / speed
