"""Andrews' squeezing mechanism: seven bodies, data of the public test set of initial value problems."""

from __future__ import annotations

import math

import linkwork as lw

A, B, C = (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)
RR, D, E, ZF, ZT, U, SS, SC, SD = 0.007, 0.028, 0.02, 0.02, 0.04, 0.04, 0.035, 0.018, 0.02
START = {
    "beta": -0.0617138900142764496,
    "Theta": 0.0,
    "gamma": 0.455279819163070380,
    "Phi": 0.222668390165885885,
    "delta": 0.487364979543842550,
    "Omega": -0.222668390165885885,
    "epsilon": 1.23054744454982119,
}
# body: mass, inertia, centre of mass in the body's frame (x along c(angle))
BODIES = {
    "K1": (0.04325, 2.194e-6, (0.00092, 0.0)),
    "K2": (0.00365, 4.410e-7, (-0.0115, 0.0)),
    "K3": (0.02373, 5.255e-6, (0.01043, -0.01874)),
    "K4": (0.00706, 5.667e-7, (0.0, -(0.02 - 0.01421))),
    "K5": (0.07050, 1.169e-5, (0.02308, 0.00916)),
    "K6": (0.00706, 5.667e-7, (0.02 - 0.01421, 0.0)),
    "K7": (0.05498, 1.912e-5, (-0.00449, -0.01228)),
}


def _c(length: float, angle: float) -> complex:
    return complex(length * math.cos(angle), length * math.sin(angle))


def squeezer(torque: float = 0.033, start: dict[str, float] | None = None) -> lw.Planar:
    """Every body's frame sits at its first pin, x along its own angle; n(a) of the source is -y of that frame.

    `start` gives other estimates of the angles.
    """
    m = lw.Planar("Andrews' squeezer")
    a = start or START
    pin1 = _c(RR, a["beta"])
    angles = {
        "K1": (0j, a["beta"]),
        "K2": (pin1, a["beta"] + a["Theta"]),
        "K3": (complex(*B), a["gamma"]),
        "K4": (complex(*A) + _c(ZT, a["delta"]), a["Phi"] + a["delta"]),
        "K5": (complex(*A), a["delta"]),
        "K6": (complex(*A) + _c(U, a["epsilon"] - math.pi / 2), a["Omega"] + a["epsilon"]),
        "K7": (complex(*A), a["epsilon"]),
    }
    at = {}
    for name, (place, angle) in angles.items():
        at[name] = m.body(name, estimate=(place.real, place.imag, angle))
        mass, inertia, centre = BODIES[name]
        m.mass(name, mass=mass, center=centre, inertia=inertia)
    g = m.ground
    m.revolute("O", g.at(0, 0), at["K1"].at(0, 0))
    m.revolute("F", at["K1"].at(RR, 0), at["K2"].at(0, 0))
    m.revolute("E3", at["K2"].at(-D, 0), at["K3"].at(0, -SS))
    m.revolute("E4", at["K2"].at(-D, 0), at["K4"].at(0, -E))
    m.revolute("E6", at["K2"].at(-D, 0), at["K6"].at(ZF, 0))
    m.revolute("B", g.at(*B), at["K3"].at(0, 0))
    m.revolute("G", at["K5"].at(ZT, 0), at["K4"].at(0, 0))
    m.revolute("H", at["K7"].at(0, -U), at["K6"].at(0, 0))
    m.revolute("A5", g.at(*A), at["K5"].at(0, 0))
    m.revolute("A7", g.at(*A), at["K7"].at(0, 0))
    m.force("motor", at["K1"].at(0, 0), torque=torque)
    m.spring("spring", g.at(*C), at["K3"].at(SD, -SC), stiffness=4530, free_length=0.07785)
    return m
