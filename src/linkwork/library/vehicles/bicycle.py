"""A bicycle that balances itself (Whipple's model), with its nonlinear mechanism and its linear equations.

Meijaard, Papadopoulos, Ruina, Schwab: Linearized dynamics equations for the balance and steer of a bicycle, Proc. R.
Soc. A 463, 2007. Here x points ahead, y to the left, z up; the rear wheel touches the road at the origin.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_positive
from linkwork.mechanism.spatial.spatial import Spatial


@public
@publicly_made
@dataclass(frozen=True)
class Rigid:
    """A part of a bicycle: mass, place of its mass centre (x, z), moments of inertia about it.

    `zx` is the integral of -x z dm, as in a matrix of inertia with the z axis up.
    """

    mass: float
    x: float
    z: float
    xx: float
    yy: float
    zz: float
    zx: float = 0.0


@public
@publicly_made
@dataclass(frozen=True)
class Wheel:
    """A wheel: radius, mass, moments of inertia about a diameter and about the axle."""

    radius: float
    mass: float
    across: float
    spin: float


@public
@publicly_made
@dataclass(frozen=True)
class Bicycle:
    """Frame with rider, fork with handlebar and two wheels that roll as thin discs; by default the benchmark's."""

    wheelbase: float = 1.02
    trail: float = 0.08
    tilt: float = math.pi / 10
    """How far the steering axis leans back from the vertical, rad."""
    rear: Wheel = field(default_factory=lambda: Wheel(0.3, 2.0, 0.0603, 0.12))
    front: Wheel = field(default_factory=lambda: Wheel(0.35, 3.0, 0.1405, 0.28))
    frame: Rigid = field(default_factory=lambda: Rigid(85.0, 0.3, 0.9, 9.2, 11.0, 2.8, -2.4))
    fork: Rigid = field(default_factory=lambda: Rigid(4.0, 0.9, 0.7, 0.05892, 0.06, 0.00708, 0.00756))
    gravity: float = 9.81

    def __post_init__(self) -> None:
        require_positive("a bicycle", wheelbase=self.wheelbase, gravity=self.gravity)
        for name in ("rear", "front"):
            wheel = getattr(self, name)
            numbers = {"radius": wheel.radius, "mass": wheel.mass, "across": wheel.across, "spin": wheel.spin}
            require_positive(f"a bicycle: {name} wheel", **numbers)
        if not abs(self.tilt) < math.pi / 2:
            raise MechanismError(
                f"a bicycle: the steering axis leans by less than a quarter turn, not {self.tilt:g} rad"
            )

    def mechanism(self) -> Spatial:
        """Four bodies, three hinges, two rolling discs; `simulate` is given `frame.vx` at the start."""
        m = Spatial("bicycle")
        m.set_gravity(0, 0, -self.gravity)
        bodies: dict[str, Any] = {}
        for name, part in (("frame", self.frame), ("fork", self.fork)):
            inertia = {"xx": part.xx, "yy": part.yy, "zz": part.zz, "zx": part.zx}
            bodies[name] = m.body(name, (part.x, 0, part.z), mass={"mass": part.mass, "inertia": inertia})
        steering = (-math.sin(self.tilt), 0, math.cos(self.tilt))
        m.revolute("steer", bodies["frame"], bodies["fork"], at=(self.wheelbase + self.trail, 0, 0), axis=steering)
        for name, wheel, on, x in (("rear", self.rear, "frame", 0.0), ("front", self.front, "fork", self.wheelbase)):
            about = [wheel.across, wheel.spin, wheel.across]
            disc = m.body(name, (x, 0, wheel.radius), mass={"mass": wheel.mass, "inertia": about})
            m.revolute(f"{name} hub", bodies[on], disc, at=(x, 0, wheel.radius), axis=(0, 1, 0))
            m.rolling_disc(f"{name} contact", m.ground, disc.frame(axis=(0, 1, 0)), radius=wheel.radius)
        return m

    def matrices(self) -> tuple[Array, Array, Array, Array]:
        """M, C1, K0, K2 of M q'' + v C1 q' + (g K0 + v^2 K2) q = 0; q: lean, steer.

        They are the paper's (Appendix A): to the right both are positive, for its axes are x ahead, y right, z down.
        """
        b, h, base, trail = self.frame, self.fork, self.wheelbase, self.trail
        r, f = self.rear, self.front
        z_b, z_h, b_zx, h_zx = -b.z, -h.z, -b.zx, -h.zx  # z down: the sign of z and of zx changes
        sin, cos = math.sin(self.tilt), math.cos(self.tilt)
        m_t = r.mass + b.mass + h.mass + f.mass
        x_t = (b.x * b.mass + h.x * h.mass + base * f.mass) / m_t
        z_t = (-r.radius * r.mass + z_b * b.mass + z_h * h.mass - f.radius * f.mass) / m_t
        t_xx = r.across + b.xx + h.xx + f.across
        t_xx += r.mass * r.radius**2 + b.mass * z_b**2 + h.mass * z_h**2 + f.mass * f.radius**2
        t_xz = b_zx + h_zx - b.mass * b.x * z_b - h.mass * h.x * z_h + f.mass * base * f.radius
        t_zz = r.across + b.zz + h.zz + f.across + b.mass * b.x**2 + h.mass * h.x**2 + f.mass * base**2
        m_a = h.mass + f.mass
        x_a, z_a = (h.x * h.mass + base * f.mass) / m_a, (z_h * h.mass - f.radius * f.mass) / m_a
        a_xx = h.xx + f.across + h.mass * (z_h - z_a) ** 2 + f.mass * (f.radius + z_a) ** 2
        a_xz = h_zx - h.mass * (h.x - x_a) * (z_h - z_a) + f.mass * (base - x_a) * (f.radius + z_a)
        a_zz = h.zz + f.across + h.mass * (h.x - x_a) ** 2 + f.mass * (base - x_a) ** 2
        u = (x_a - base - trail) * cos - z_a * sin
        a_ll = m_a * u**2 + a_xx * sin**2 + 2 * a_xz * sin * cos + a_zz * cos**2
        a_lx, a_lz = -m_a * u * z_a + a_xx * sin + a_xz * cos, m_a * u * x_a + a_xz * sin + a_zz * cos
        mu = trail / base * cos
        s_f = f.spin / f.radius
        s_t, s_a = r.spin / r.radius + s_f, m_a * u + mu * m_t * x_t
        side, across = a_lx + mu * t_xz, mu * s_t + s_f * cos
        mass = np.array([[t_xx, side], [side, a_ll + 2 * mu * a_lz + mu**2 * t_zz]])
        k0 = np.array([[m_t * z_t, -s_a], [-s_a, -s_a * sin]])
        k2 = np.array([[0.0, (s_t - m_t * z_t) / base * cos], [0.0, (s_a + s_f * sin) / base * cos]])
        turning = [a_lz / base * cos + mu * (s_a + t_zz / base * cos)]
        c1 = np.array([[0.0, across + t_xz / base * cos - mu * m_t * z_t], [-across, *turning]])
        return mass, c1, k0, k2

    def eigenvalues(self, speed: float) -> Array:
        """The four of lean and steer at a speed in m/s, from the linear equations."""
        mass, c1, k0, k2 = self.matrices()
        stiff = np.linalg.solve(mass, self.gravity * k0 + speed**2 * k2)
        damping = np.linalg.solve(mass, speed * c1)
        eigvals: Array = np.linalg.eigvals(np.block([[np.zeros((2, 2)), np.eye(2)], [-stiff, -damping]]))
        return eigvals[np.lexsort((eigvals.imag, eigvals.real))]

    @property
    def stable_speeds(self) -> tuple[float, float] | None:
        """The speeds between which it balances itself: weave below, capsize above; None for one that never does.

        By Routh's criterion on the characteristic polynomial, whose coefficients are polynomials of the speed.
        """
        mass, c1, k0, k2 = self.matrices()
        v, one = np.polynomial.Polynomial([0.0, 1.0]), np.polynomial.Polynomial([1.0])
        stiff = [[self.gravity * k0[i, j] * one + k2[i, j] * v**2 for j in range(2)] for i in range(2)]
        damp = [[c1[i, j] * v for j in range(2)] for i in range(2)]

        def product(p: Any, q: Any) -> Any:
            """p11 q22 - p12 q21 of two matrices."""
            return p[0][0] * q[1][1] - p[0][1] * q[1][0]

        solid = [[mass[i, j] * one for j in range(2)] for i in range(2)]
        a0, a1 = product(solid, solid), product(solid, damp) + product(damp, solid)
        a2 = product(solid, stiff) + product(stiff, solid) + product(damp, damp)
        a3, a4 = product(damp, stiff) + product(stiff, damp), product(stiff, stiff)
        routh = a1 * a2 * a3 - a0 * a3**2 - a1**2 * a4
        places = sorted(
            float(root.real)
            for polynomial in (routh, a4)
            for root in polynomial.roots()
            if abs(root.imag) < 1e-9 * (1.0 + abs(root)) and root.real > 1e-6
        )
        for low, high in pairwise([*places, math.inf]):
            between = (low + high) / 2 if high < math.inf else 2 * low + 1.0
            if np.max(self.eigenvalues(between).real) < 0.0:
                return low, high
        return None
