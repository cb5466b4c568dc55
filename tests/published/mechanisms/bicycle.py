"""The benchmark bicycle, with its 25 parameters: SAE axes, x ahead, y to the right, z down."""

from __future__ import annotations

import numpy as np

import linkwork as lw

G, LAMBDA, BASE, TRAIL = 9.81, np.pi / 10, 1.02, 0.08  # gravity, steer axis tilt, wheel base, trail
REAR, FRONT = 0.3, 0.35  # radii


def bicycle(speed: float | None = None) -> lw.Spatial:
    """Four bodies; with a speed the rear hub is driven, by a parameter `speed`."""
    m = lw.Spatial("benchmark bicycle")
    m.set_gravity(0, 0, G)
    rear = m.body("rear", (0, 0, -REAR), mass={"mass": 2, "inertia": [0.0603, 0.12, 0.0603]})
    frame = m.body("frame", (0.3, 0, -0.9), mass={"mass": 85, "inertia": {"xx": 9.2, "yy": 11, "zz": 2.8, "zx": 2.4}})
    fork = m.body(
        "fork",
        (0.9, 0, -0.7),
        mass={"mass": 4, "inertia": {"xx": 0.05892, "yy": 0.06, "zz": 0.00708, "zx": -0.00756}},
    )
    front = m.body("front", (BASE, 0, -FRONT), mass={"mass": 3, "inertia": [0.1405, 0.28, 0.1405]})
    m.revolute("rear hub", frame, rear, at=(0, 0, -REAR), axis=(0, 1, 0))
    m.revolute("steer", frame, fork, at=(BASE + TRAIL, 0, 0), axis=(np.sin(LAMBDA), 0, np.cos(LAMBDA)))
    m.revolute("front hub", fork, front, at=(BASE, 0, -FRONT), axis=(0, 1, 0))
    road = m.ground.frame(axis=(0, 0, -1))
    m.rolling_disc("rear contact", road, rear.frame(axis=(0, 1, 0)), radius=REAR)
    m.rolling_disc("front contact", road, front.frame(axis=(0, 1, 0)), radius=FRONT)
    if speed is not None:
        m.parameters(speed=speed)
        m.drive("rider", joint="rear hub", angle=f"-speed/{REAR}*t")
    return m


def matrices() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """M, C1, K0, K2 of M q'' + v C1 q' + (g K0 + v^2 K2) q = 0, q lean and steer, from the paper's Appendix A."""
    m_r, m_b, m_h, m_f = 2.0, 85.0, 4.0, 3.0
    x_b, z_b, x_h, z_h = 0.3, -0.9, 0.9, -0.7
    i_r, i_b, i_h, i_f = (0.0603, 0.12), (9.2, 2.8, 2.4), (0.05892, 0.00708, -0.00756), (0.1405, 0.28)
    sin, cos = np.sin(LAMBDA), np.cos(LAMBDA)
    m_t = m_r + m_b + m_h + m_f
    x_t = (x_b * m_b + x_h * m_h + BASE * m_f) / m_t
    z_t = (-REAR * m_r + z_b * m_b + z_h * m_h - FRONT * m_f) / m_t
    t_xx = i_r[0] + i_b[0] + i_h[0] + i_f[0] + m_r * REAR**2 + m_b * z_b**2 + m_h * z_h**2 + m_f * FRONT**2
    t_xz = i_b[2] + i_h[2] - m_b * x_b * z_b - m_h * x_h * z_h + m_f * BASE * FRONT
    t_zz = i_r[0] + i_b[1] + i_h[1] + i_f[0] + m_b * x_b**2 + m_h * x_h**2 + m_f * BASE**2
    m_a = m_h + m_f
    x_a, z_a = (x_h * m_h + BASE * m_f) / m_a, (z_h * m_h - FRONT * m_f) / m_a
    a_xx = i_h[0] + i_f[0] + m_h * (z_h - z_a) ** 2 + m_f * (FRONT + z_a) ** 2
    a_xz = i_h[2] - m_h * (x_h - x_a) * (z_h - z_a) + m_f * (BASE - x_a) * (FRONT + z_a)
    a_zz = i_h[1] + i_f[0] + m_h * (x_h - x_a) ** 2 + m_f * (BASE - x_a) ** 2
    u = (x_a - BASE - TRAIL) * cos - z_a * sin
    a_ll = m_a * u**2 + a_xx * sin**2 + 2 * a_xz * sin * cos + a_zz * cos**2
    a_lx = -m_a * u * z_a + a_xx * sin + a_xz * cos
    a_lz = m_a * u * x_a + a_xz * sin + a_zz * cos
    mu = TRAIL / BASE * cos
    s_f = i_f[1] / FRONT
    s_t = i_r[1] / REAR + s_f
    s_a = m_a * u + mu * m_t * x_t
    mass = np.array([[t_xx, a_lx + mu * t_xz], [a_lx + mu * t_xz, a_ll + 2 * mu * a_lz + mu**2 * t_zz]])
    k0 = np.array([[m_t * z_t, -s_a], [-s_a, -s_a * sin]])
    k2 = np.array([[0.0, (s_t - m_t * z_t) / BASE * cos], [0.0, (s_a + s_f * sin) / BASE * cos]])
    across = mu * s_t + s_f * cos
    c1 = np.array(
        [
            [0.0, across + t_xz / BASE * cos - mu * m_t * z_t],
            [-across, a_lz / BASE * cos + mu * (s_a + t_zz / BASE * cos)],
        ]
    )
    return mass, c1, k0, k2


def exact_eigenvalues(speed: float) -> np.ndarray:
    """Of lean and steer: by real part, then by imaginary part."""
    mass, c1, k0, k2 = matrices()
    back = np.linalg.inv(mass)
    stiff, damping = back @ (G * k0 + speed**2 * k2), back @ (speed * c1)
    return np.sort_complex(np.linalg.eigvals(np.block([[np.zeros((2, 2)), np.eye(2)], [-stiff, -damping]])))
