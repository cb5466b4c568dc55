"""Nikravesh, chapter 8 of Advances in Computational Multibody Systems (2005): deformable bodies, mean axes, modes.

The text prints no numbers; those here are of a random truss of 12 nodes, a row of masses and a beam of nine elements.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import scipy.linalg

import linkwork as lw
from linkwork.bodies.flexible.body import modes_of
from linkwork.bodies.flexible.description import Flexible
from linkwork.bodies.flexible.reduction import Reduced, Tied, in_frame, reference_rows
from linkwork.places.spatial import rotations
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.truss import (
    NODES,
    conditions,
    form_18,
    form_32,
    form_50,
    right_side,
    stacked,
    tilde,
    truss,
)

SOURCE = "Nikravesh 2005, chapter 8"
FIXED = [0, 1, 2]


def _number(value: Any) -> Any:
    return value.value({})


def flexible(**fields: Any) -> Flexible:
    places, masses, stiffness = truss()
    matrices = {"stiffness": stiffness, "mass": np.kron(masses, np.eye(3)), "nodes": places}
    return Flexible(matrices=matrices, **fields)


@cache
def free_truss() -> Reduced:
    return modes_of(flexible(reduction="free", modes=30), _number, 3).reduced


@cache
def accelerations() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Of the loaded truss at rest: M^-1 f, absolute ones of (32), those of (33), multipliers of (33)."""
    places, masses, _ = truss()
    loads = np.random.default_rng(8).standard_normal(3 * NODES)
    motion = np.hstack([stacked(NODES), -tilde(places), np.eye(3 * NODES)])
    left, right = form_32(places, masses), right_side(places, loads)
    plain = np.linalg.solve(left, right)
    d = conditions(places, masses)
    bordered = np.block([[left, np.vstack([np.zeros((6, 6)), d.T])], [np.zeros((6, 6)), d, np.zeros((6, 6))]])
    held = np.linalg.solve(bordered, np.concatenate([right, np.zeros(6)]))
    direct = np.linalg.solve(np.kron(masses, np.eye(3)), loads)
    return direct, motion @ plain, motion @ held[: len(plain)], held[len(plain) :]


def held_values() -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues of (45) and those of (50) that are not zero."""
    places, masses, stiffness = truss()
    free = [row for row in range(3 * NODES) if row // 3 not in FIXED]
    mass = np.kron(masses, np.eye(3))
    own = scipy.linalg.eigvalsh(stiffness[np.ix_(free, free)], mass[np.ix_(free, free)])
    left, right = form_50(places, masses, stiffness, FIXED)
    values = np.sort(scipy.linalg.eigvals(right, left).real)
    return own, values[-len(own) :]


def guyan_values() -> tuple[np.ndarray, np.ndarray, float]:
    """Free frequencies of the whole truss and of six of its nodes (Guyan), and the mass that the latter keep."""
    places, _, _ = truss()
    masters = [list(map(float, places[node])) for node in range(6)]
    interfaces = {f"n{node}": {"nodes": [node]} for node in (0,)}
    small = modes_of(flexible(reduction="guyan", masters=masters[1:], interfaces=interfaces), _number, 3)
    return free_truss().values, small.reduced.values, small.integrals.mass


@cache
def row_of_masses() -> dict[str, np.ndarray]:
    """Deflections of seven equal masses bent to v = 0.01 x^2, seen from mean axes and from frames at two of them."""
    x = np.arange(7.0)
    points = np.column_stack([x, np.zeros(7)])
    bent = np.column_stack([np.zeros(7), 0.01 * x**2]).ravel()
    stiffness = np.zeros((14, 14))
    ends = np.linalg.qr(np.column_stack([np.tile([1.0, 0.0], 7), np.tile([0.0, 1.0], 7), _turn(points)]))[0]
    stiffness = np.eye(14) - ends @ ends.T
    from linkwork.bodies.flexible.description import Matrices
    from linkwork.bodies.flexible.sources import from_matrices

    given = Matrices(stiffness=(stiffness + stiffness.T) / 2, mass=np.eye(14), nodes=points)
    tied = Tied(from_matrices(given, _number, 2), [])
    frames: dict[str, Any] = {"first and second": (0, 1), "first and last": (0, 6), "mean": "mean"}
    frames |= {f"{first} and {second}": (first, second) for first, second in combinations(range(7), 2)}
    return {
        name: in_frame(bent[:, None], tied.floating.rigid, reference_rows(tied, frame))[:, 0]
        for name, frame in frames.items()
    }


def _turn(points: np.ndarray) -> np.ndarray:
    return np.column_stack([-points[:, 1], points[:, 0]]).ravel()


def largest(frame: str) -> float:
    return float(np.abs(row_of_masses()[frame]).max())


def rms(frame: str) -> float:
    return float(np.sqrt((row_of_masses()[frame].reshape(7, 2) ** 2).sum(axis=1).mean()))


@cache
def clamped_beam() -> Reduced:
    """Nine elements, EI = rho A = L = 1, slender: clamped at both ends, its modes carried into mean axes."""
    height = 1e-4
    beam = {"type": "beam", "length": 1, "section": {"height": height, "width": 12 / height**3}, "elements": 9}
    material = {"youngs_modulus": 1, "density": 1 / (12 / height**2), "poissons_ratio": 0}
    ends = {"left": {"at": [0, 0]}, "right": {"at": [1, 0]}}
    return modes_of(Flexible(shape=beam, material=material, interfaces=ends, modes=3), _number, 2).reduced


@cache
def clamped_modes() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Frequencies, lateral deflections at the nodes in the clamped frame and in mean axes."""
    tied = clamped_beam().body
    from scipy.sparse import vstack

    rows = vstack([tied.rows(tie) for tie in tied.ties])
    values, shapes = tied.floating.held(rows, 3)
    density = 1e-8 / 12
    shapes = shapes / np.sqrt(density)
    seen = in_frame(shapes, tied.floating.rigid, reference_rows(tied, "mean"))
    return np.sqrt(values / density), shapes[1::3], seen[1::3]


def _case(name: str, ours: Any, exact: float, tolerance: float) -> Case:
    return Case(SOURCE, name, None, ours, 0.0, exact=exact, exact_tolerance=tolerance)


@cache
def tumbling() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Energy, momentum and angular momentum of the truss, free, spinning and vibrating, by the conserving rule.

    Sums over its nodes with the full mass matrix, in the world.
    """
    places, masses, _ = truss()
    m = lw.Spatial("tumbling truss")
    given = {"stiffness": truss()[2], "mass": np.kron(masses, np.eye(3)), "nodes": places}
    m.flexible("truss", matrices=given, reduction="free", modes=8, attachment=False, stiffening=False)
    speeds = {"truss.wx": 0.7, "truss.wy": -1.1, "truss.wz": 0.4, "truss.vx": 0.3, "truss.vz": -0.2}
    speeds |= {"truss.q1_rate": 0.2, "truss.q3_rate": -0.3, "truss.q6_rate": 0.1}
    run = m.simulate(1.0, 21, speeds=speeds, method="midpoint", step=0.01, progress=False)
    shapes = run.flexible("truss").shapes
    momentum, turning = np.zeros((len(run.t), 3)), np.zeros((len(run.t), 3))
    for row, (q, v) in enumerate(zip(run.q, run.v, strict=True)):
        turn = rotations.matrix(q[3:6])
        local = places + shapes @ q[6:]
        at, speed = q[:3] + local @ turn.T, v[:3] + (np.cross(v[3:6], local) + shapes @ v[6:]) @ turn.T
        momentum[row] = (masses @ speed).sum(axis=0)
        turning[row] = np.cross(at, masses @ speed).sum(axis=0)
    return run["energy.total"][:, None], momentum, turning


def change(which: int) -> float:
    """Largest change of one of them, of its size."""
    kept = tumbling()[which]
    return float(np.abs(kept - kept[0]).max() / np.linalg.norm(kept[0]))


def cases() -> list[Case]:
    places, masses, stiffness = truss()
    found = [
        _case("rank of K of a truss of 12 nodes", lambda: float(np.linalg.matrix_rank(stiffness)), 30, 0),
        _case("rank of (18)", lambda: float(np.linalg.matrix_rank(form_18(places, masses))), 36, 0),
        _case("rank of (32)", lambda: float(np.linalg.matrix_rank(form_32(places, masses))), 42, 0),
        _case("(32) against M^-1 g", lambda: float(np.abs(accelerations()[1] - accelerations()[0]).max()), 0, 1e-12),
        _case("(33) against M^-1 g", lambda: float(np.abs(accelerations()[2] - accelerations()[0]).max()), 0, 1e-12),
        _case("multipliers of (33)", lambda: float(np.abs(accelerations()[3]).max()), 0, 1e-12),
        _case(
            "D of our free modes",
            lambda: float(np.abs(conditions(places, masses) @ free_truss().shapes).max()),
            0,
            1e-10,
        ),
        _case("modes of the free truss", lambda: float(len(free_truss().values)), 30, 0),
        _case(
            "(50) against (45), relative", lambda: float(np.abs(held_values()[1] / held_values()[0] - 1).max()), 0, 1e-9
        ),
        _case("mass kept by Guyan, relative", lambda: guyan_values()[2] / masses.sum() - 1, 0, 1e-12),
        _case("deflection, frame at nodes 1 and 2", lambda: largest("first and second"), 0.30, 1e-12),
        _case("deflection, frame at nodes 1 and 7", lambda: largest("first and last"), 0.09, 1e-12),
        _case("deflection, mean axes", lambda: largest("mean"), 0.05, 1e-12),
        _case("rms, frame at nodes 1 and 2", lambda: rms("first and second"), 0.1456, 5e-5),
        _case("rms, frame at nodes 1 and 7", lambda: rms("first and last"), 0.0608, 5e-5),
        _case("rms, mean axes", lambda: rms("mean"), 0.0346, 5e-5),
    ]
    for which, what in enumerate(("energy", "momentum", "angular momentum")):
        name = f"free truss that spins and vibrates: change of its {what} in 1 s, relative"
        found.append(_case(name, lambda a=which: change(a), 0, 1e-10))
    for mode, value in enumerate((22.3745, 61.6973, 121.084)):
        found.append(
            _case(
                f"clamped beam, omega {mode + 1}",
                lambda a=mode: float(clamped_modes()[0][a]),
                value,
                6e-4 * value / 100,
            )
        )
    shown = ((0, 1.547, 0.831), (1, 1.435, 1.140))
    for mode, clamped, mean in shown:
        for place, frame, value in ((1, "clamped frame", clamped), (2, "mean axes", mean)):
            found.append(
                _case(
                    f"mode {mode + 1} of it, largest deflection, {frame}",
                    lambda a=(place, mode): float(np.abs(clamped_modes()[a[0]][:, a[1]]).max()),
                    value,
                    5e-4,
                )
            )
    return found


test_cases = checks_of(cases)


def test_guyan_frequencies_are_upper_bounds_and_none_of_the_full_ones() -> None:
    full, small, _ = guyan_values()
    assert len(small) == 12
    assert np.all(small > full[: len(small)])


def test_mean_axes_see_the_least_rms_of_all_frames_fixed_at_nodes() -> None:
    fixed = [rms(f"{first} and {second}") for first, second in combinations(range(7), 2)]
    assert len(fixed) == 21
    assert rms("mean") <= min(fixed) * (1 + 1e-12)  # nodes 1 and 5 lie on the mean axes of this shape


def spinning(reference: str, interface_modes: int = 4) -> lw.Spatial:
    m = lw.Spatial(f"free beam, {reference}")
    shape = {"type": "beam", "length": 1, "section": {"height": 0.02, "width": 0.03}, "elements": 8}
    material = {"youngs_modulus": 2e9, "density": 1000}
    ends = {"left": {"at": [0, 0, 0]}, "right": {"at": [1, 0, 0]}}
    m.flexible(
        "beam",
        shape=shape,
        material=material,
        interfaces=ends,
        modes=interface_modes,
        reference=reference,
        stiffening=False,
    )
    return m


def flown(reference: str, amplitude: float) -> np.ndarray:
    """Where the right end is after a while, pushed by a force that bends and turns the beam."""
    m = spinning(reference)
    m.force("push", "beam@right", y=f"{amplitude}*sin(40*t)", z=f"{amplitude / 2}*cos(50*t)")
    run = m.simulate(0.05, 3, method="radau", rtol=1e-10, atol=1e-13, progress=False)
    return np.array([run[f"beam@right.{axis}"][-1] - run[f"beam@left.{axis}"][-1] for axis in "xyz"])


def test_frames_agree_better_by_the_square_of_the_deflection() -> None:
    apart = [np.abs(flown("mean", push) - flown("left", push)).max() for push in (2.0, 1.0)]
    assert 3.3 < apart[0] / apart[1] < 4.8
    assert apart[1] < 1e-4


def test_a_free_body_that_spins_and_vibrates_keeps_its_energy() -> None:
    m = spinning("mean")
    speeds = {"beam.omega.x": 20.0, "beam.omega.z": 8.0, "beam.q1_rate": 0.5, "beam.q2_rate": -0.3}
    run = m.simulate(0.1, 51, speeds=speeds, method="dop853", rtol=1e-11, atol=1e-13, progress=False)
    assert np.ptp(run["energy.total"]) < 1e-9 * run["energy.total"][0]
    assert run["energy.elastic"].max() > 1e-3 * run["energy.total"][0]
