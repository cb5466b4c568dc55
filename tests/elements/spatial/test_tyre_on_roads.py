"""Tyres with crowns and relaxation lengths, on steps, heights and patches, by coefficients: against closed forms."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from space_states import Call, State

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.elements.spatial.forces.magic_formula.coefficients import COEFFICIENTS as NAMES
from linkwork.elements.spatial.forces.magic_formula.tir import read_tyre_file
from linkwork.elements.spatial.forces.tyre_kernel import tyre
from linkwork.elements.spatial.forces.tyre_road_kernel import FIELD, FLAT_ROAD, STEPS
from linkwork.elements.spatial.forces.tyre_slip_kernel import AIR, COEFFICIENTS, LINEAR
from linkwork.elements.spatial.freedom_kernel import LOST

RADIUS, STIFFNESS, FRICTION, LOW = 0.3, 2e5, 0.9, 0.5
SWITCHES, REPORT, STATES = 3, 20, 30
ROAD, WHEEL = (0.0,) * 3 + (1.0, 0.0, 0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0, 0.0, 1.0, 0.0)
SLIP = (9e4, 6e4, 0.0)


def wheel(
    crown: float = 0.0,
    more: tuple[float, ...] = (0.0,) * 6,
    kind: int = FLAT_ROAD,
    road: tuple[float, ...] = (),
    sizes: tuple[int, int] = (0, 0),
    patches: tuple[float, ...] = (),
    model: int = LINEAR,
    numbers: tuple[float, ...] = SLIP,
    turning: tuple[float, float, float] | None = None,
    spins: bool = True,
) -> Call:
    """`more`: relaxation along and across, camber stiffness and moment, trail, rolling resistance.

    `turning`: of turn slip the stiffness, the moment and its lever.
    """
    own = (*more, *(turning or (0.0,) * 3), *numbers)
    floats = (*ROAD, *WHEEL, RADIUS, crown, STIFFNESS, 0.0, FRICTION, LOW, *own, *road, *patches)
    states = (STATES, STATES + 2, STATES + 1, STATES + 3, int(turning is not None))
    ints = (model, int(spins), SWITCHES, REPORT, kind, 15 + 6 + len(own), *sizes, len(patches) // 6, *states)
    return Call(tyre, floats, ints, grounded=True)


def standing(
    x: float, z: float, lean: float = 0.0, velocity: Any = (0, 0, 0), spin: float = 0.0, turning: float = 0.0
) -> State:
    """A wheel at a place, leaning to the right, rolling, its heading turning to the left."""
    turn = np.array([math.cos(lean / 2), math.sin(lean / 2), 0, 0])
    twist = np.zeros(12)
    twist[6:9] = velocity
    twist[10:] = spin + turning * math.sin(lean), turning * math.cos(lean)
    return State(np.array([[0.0] * 3, [x, 0.0, z]]), np.array([[1.0, 0, 0, 0], turn]), twist)


@pytest.mark.parametrize("lean", [0.0, 0.3, math.pi / 4])
def test_a_torus_leans_on_its_crown(lean: float) -> None:
    """Load k (r - (z - (R - r) cos)), acting at (R - r) sin beside the centre, opposite to the lean of its top."""
    crown, z = 0.07, 0.055 + 0.23 * math.cos(lean)
    out = wheel(crown).at(standing(0.0, z, lean))
    load = STIFFNESS * (crown - (z - (RADIUS - crown) * math.cos(lean)))
    assert out[6:9] == pytest.approx([0.0, 0.0, load], rel=1e-12)
    assert out[9] == pytest.approx(load * (RADIUS - crown) * math.sin(lean), rel=1e-12, abs=1e-9)


def test_a_wheel_meets_the_edge_of_a_step_as_a_circle() -> None:
    """The force points from the edge to the centre; beyond the edge it stands on the tread."""
    points = (-100.0, 0.0, 1.0, 0.0, 1.0, 0.1, 100.0, 0.1)
    call = wheel(kind=STEPS, road=points, sizes=(4, 0))
    x, z = 0.85, 0.33
    away = np.array([x - 1.0, z - 0.1])
    size = float(np.linalg.norm(away))
    out = call.at(standing(x, z))
    assert out[[6, 8]] == pytest.approx(STIFFNESS * (RADIUS - size) * away / size, rel=1e-12)
    out = call.at(standing(1.5, 0.39))
    assert out[6:9] == pytest.approx([0.0, 0.0, STIFFNESS * 0.01], rel=1e-9)


def test_in_the_corner_below_a_step_both_sides_push() -> None:
    points = (-100.0, 0.0, 1.0, 0.0, 1.0, 0.5, 100.0, 0.5)
    out = wheel(kind=STEPS, road=points, sizes=(4, 0)).at(standing(0.71, 0.28))
    assert out[[6, 8]] == pytest.approx([-STIFFNESS * 0.01, STIFFNESS * 0.02], rel=1e-9)


def test_heights_of_a_slope_are_a_tilted_road() -> None:
    """z = 0.1 x + 0.05 y on a grid: the load along the normal, of the disc in its own plane."""
    heights = [0.1 * (0.5 * i - 2.0) + 0.05 * (0.5 * j - 2.0) for i in range(9) for j in range(9)]
    call = wheel(kind=FIELD, road=(-2.0, -2.0, 0.5, 0.5, *heights), sizes=(9, 9))
    out = call.at(standing(0.3, 0.31))
    n = np.array([-0.1, -0.05, 1.0]) / math.sqrt(1.0125)
    size = math.sqrt(1.0 - n[1] ** 2)
    reach = n @ [0.3, 0.0, 0.31] / size
    assert out[6:9] == pytest.approx(STIFFNESS * (RADIUS - reach) / size * n, rel=1e-9)


def test_the_grip_of_a_patch_holds_inside_it_and_half_of_the_way_at_its_edge() -> None:
    call = wheel(patches=(1.0, 3.0, -9.0, 9.0, 0.2, 0.25))
    for x, factor in ((0.0, 1.0), (2.0, 0.25), (1.0, 0.625)):
        call.at(standing(x, 0.29, velocity=(20.0, 0.0, 0.0)))  # locked: the force is all friction
        assert call.kept[REPORT + 3] == pytest.approx(-FRICTION * factor * STIFFNESS * 0.01, rel=1e-12)


def test_a_relaxed_slip_follows_over_its_length_and_stands_at_rest() -> None:
    sigma_x, sigma_y, u, v = 0.2, 0.4, 0.001, -0.002
    call = wheel(more=(sigma_x, sigma_y, 0.0, 0.0, 0.0, 0.0))
    call.memory = {STATES: u, STATES + 1: v}
    call.at(standing(0.0, 0.29, velocity=(20.0, 0.5, 0.0), spin=70.0))
    slipping = 20.0 - 70.0 * 0.29
    assert call.kept[STATES + 2] == pytest.approx(-slipping - 20.0 * u / sigma_x, rel=1e-12)
    assert call.kept[STATES + 3] == pytest.approx(-0.5 - 20.0 * v / sigma_y, rel=1e-12)
    out = call.at(standing(0.0, 0.29))
    assert out[6:8] == pytest.approx([9e4 * u / sigma_x, 6e4 * math.atan(v / sigma_y)], rel=1e-12)
    assert call.kept[STATES + 2] == 0.0 == call.kept[STATES + 3]
    call.at(standing(0.0, 0.4))
    assert call.kept[STATES + 2] == pytest.approx(-u / AIR)


def test_camber_and_trail_act_beside_the_slip() -> None:
    """To the side of the lean, C_gamma sin(lean); the trail takes the slip's part alone."""
    call = wheel(more=(0.0, 0.0, 900.0, 5.0, 0.03, 0.0))
    lean, alpha = 0.02, 0.01
    call.at(standing(0.0, 0.29, lean, velocity=(20.0 * math.cos(alpha), -20.0 * math.sin(alpha), 0.0), spin=68.0))
    slip = 6e4 * call.kept[REPORT]
    fade = 20.0**2 / (20.0**2 + LOW**2)
    assert call.kept[REPORT + 4] == pytest.approx(slip - 900.0 * math.sin(lean) * fade, rel=1e-4)
    assert call.kept[REPORT + 5] == pytest.approx(-0.03 * slip - 5.0 * math.sin(lean) * fade, rel=1e-4)
    assert call.kept[REPORT + 8] == pytest.approx(lean)


FULL: dict[str, float] = {
    "FNOMIN": 4000, "UNLOADED_RADIUS": 0.313, "FITTYP": 52, "PCX1": 1.6, "PDX1": 1.2, "PDX2": -0.1, "PDX3": 0.5,
    "PEX1": 0.2, "PEX2": 0.1, "PEX3": 0.05, "PEX4": 0.1, "PKX1": 20, "PKX2": 0.2, "PKX3": 0.2, "PHX1": 0.001,
    "PHX2": 0.0005, "PVX1": 0.001, "PVX2": 0.002, "RBX1": 12, "RBX2": -10, "RCX1": 1.1, "REX1": 0.1, "REX2": 0.05,
    "RHX1": 0.002, "PCY1": 1.3, "PDY1": 1.05, "PDY2": -0.1, "PDY3": -2, "PEY1": -0.8, "PEY2": -0.5, "PEY3": 0.1,
    "PEY4": -4, "PKY1": -20, "PKY2": 1.8, "PKY3": 0.3, "PKY6": -0.9, "PKY7": -0.2, "PHY1": 0.002, "PHY2": 0.001,
    "PHY3": 0.03, "PVY1": 0.01, "PVY2": -0.01, "PVY3": -0.2, "PVY4": -0.3, "RBY1": 10, "RBY2": 8, "RBY3": -0.02,
    "RCY1": 1.05, "REY1": 0.2, "REY2": 0.1, "RHY1": 0.01, "RHY2": 0.005, "RVY1": 0.02, "RVY2": 0.01, "RVY3": -0.2,
    "RVY4": 14, "RVY5": 1.9, "RVY6": -8, "QBZ1": 9, "QBZ2": -1, "QBZ3": -0.5, "QBZ4": 0.1, "QBZ5": -0.2, "QBZ6": 0.3,
    "QBZ9": 18, "QBZ10": 0.1, "QCZ1": 1.15, "QDZ1": 0.1, "QDZ2": -0.01, "QDZ3": -0.3, "QDZ4": 5, "QDZ6": -0.005,
    "QDZ7": 0.002, "QDZ8": -0.15, "QDZ9": -0.05, "QDZ10": 0.1, "QEZ1": -1.5, "QEZ2": 0.5, "QEZ3": -0.1, "QEZ4": 0.2,
    "QEZ5": -3, "QHZ1": 0.003, "QHZ2": 0.001, "QHZ3": 0.1, "QHZ4": 0.05, "SSZ1": 0.01, "SSZ2": 0.02, "SSZ3": 0.1,
    "SSZ4": -0.05, "QSX1": 0.01, "QSX2": 0.8, "QSX3": 0.05,
}  # fmt: skip


def book(
    c: dict[str, float],
    load: float,
    kappa: float,
    alpha: float,
    gamma: float,
    spun: tuple[float, float, float] | None = None,
) -> tuple[float, ...]:
    """F_x, F_y, M_z, M_x by Pacejka's formulas; alpha: the tangent.

    `spun`, with turn slip: psi'/V and W gamma/V, of which zeta 1 to 8 are made, and the sign of V.
    """
    q: Any = dict.fromkeys(NAMES, 0.0) | {"PKY4": 2.0} | c
    more, new = load / q["FNOMIN"] - 1, q["FITTYP"] >= 60
    sign, atan = (lambda x: 1.0 if x > 0 else -1.0), math.atan

    def sine(d: float, c: float, b: float, e: float, x: float) -> float:
        return d * math.sin(c * atan(b * x - e * (b * x - atan(b * x))))

    def cosine(c: float, b: float, e: float, x: float) -> float:
        return math.cos(c * atan(b * x - e * (b * x - atan(b * x))))

    def line(name: str) -> float:
        return float(q[f"{name}1"] + q[f"{name}2"] * more)

    zeta, phi = dict.fromkeys(range(9), 1.0), 0.0
    if spun is not None:
        kept = 1 - q["PECP1"] * (1 + q["PECP2"] * more)
        phi = q["UNLOADED_RADIUS"] * (spun[0] + kept * spun[1])
        b_x = q["PDXP1"] * (1 + q["PDXP2"] * more) * math.cos(atan(q["PDXP3"] * kappa))
        b_y = q["PDYP1"] * (1 + q["PDYP2"] * more) * math.cos(atan(q["PDYP3"] * alpha))
        zeta |= {0: 0.0, 1: math.cos(atan(b_x * phi)), 3: math.cos(atan(q["PKYP1"] * phi**2))}
        zeta[2] = math.cos(atan(b_y * (abs(phi) + q["PDYP4"] * math.sqrt(abs(phi)))))
        zeta[5], zeta[6] = math.cos(atan(q["QDTP1"] * phi)), math.cos(atan(q["QBRP1"] * phi))
    k_x = load * line("PKX") * math.exp(q["PKX3"] * more)
    x = kappa + line("PHX")
    d_x = line("PDX") * (1 - q["PDX3"] * gamma**2) * load * zeta[1]
    e_x = (line("PEX") + q["PEX3"] * more**2) * (1 - q["PEX4"] * sign(x))
    f_x = sine(d_x, q["PCX1"], k_x / (q["PCX1"] * d_x), e_x, x) + load * line("PVX") * zeta[1]
    b, e = q["RBX1"] * math.cos(atan(q["RBX2"] * kappa)), line("REX")
    f_x *= cosine(q["RCX1"], b, e, alpha + q["RHX1"]) / cosine(q["RCX1"], b, e, q["RHX1"])
    k_y = q["PKY1"] * q["FNOMIN"] * math.sin(q["PKY4"] * atan(load / (q["PKY2"] * q["FNOMIN"])))
    upright, by_lean = k_y, load * (q["PKY6"] + q["PKY7"] * more)
    k_y *= (1 - q["PKY3"] * abs(gamma)) * zeta[3]
    by_camber = load * (q["PVY3"] + q["PVY4"] * more) * gamma * zeta[2]
    s_v = load * line("PVY") * zeta[2] + by_camber
    s_h = line("PHY")
    s_h += (by_lean * gamma - by_camber) / k_y * zeta[0] if new else q["PHY3"] * gamma
    if spun is not None:
        d_h = q["PHYP2"] + q["PHYP3"] * more
        b_h = by_lean / kept / (q["PHYP1"] * d_h * upright)
        zeta[4] = 1 + sine(d_h, q["PHYP1"], b_h, q["PHYP4"], spun[2] * phi) - by_camber / k_y
    s_h += zeta[4] - 1
    friction = line("PDY") * (1 - q["PDY3"] * gamma**2)
    d_y = friction * load * zeta[2]
    b_y = k_y / (q["PCY1"] * d_y)
    e_y = line("PEY") * (1 - (q["PEY3"] + q["PEY4"] * gamma) * sign(alpha + s_h))
    f_y = sine(d_y, q["PCY1"], b_y, e_y, alpha + s_h) + s_v
    b, e, s = q["RBY1"] * math.cos(atan(q["RBY2"] * (alpha - q["RBY3"]))), line("REY"), line("RHY")
    ply = d_y * (line("RVY") + q["RVY3"] * gamma) * math.cos(atan(q["RVY4"] * alpha))
    ply *= math.sin(q["RVY5"] * atan(q["RVY6"] * kappa))
    weight = cosine(q["RCY1"], b, e, kappa + s) / cosine(q["RCY1"], b, e, s)
    f_y = f_y * weight + ply
    a_t = alpha + line("QHZ") + (q["QHZ3"] + q["QHZ4"] * more) * gamma
    a_r = alpha + s_h + s_v / k_y
    b_t = line("QBZ") + q["QBZ3"] * more**2
    b_t *= 1 + q["QBZ5"] * abs(gamma) + (q["QBZ6"] * gamma**2 if new else q["QBZ4"] * gamma)
    d_t = load * q["UNLOADED_RADIUS"] / q["FNOMIN"] * line("QDZ")
    d_t *= (1 + q["QDZ3"] * (abs(gamma) if new else gamma) + q["QDZ4"] * gamma**2) * zeta[5]
    e_t = (line("QEZ") + q["QEZ3"] * more**2) * (
        1 + (q["QEZ4"] + q["QEZ5"] * gamma) * 2 / math.pi * atan(b_t * q["QCZ1"] * a_t)
    )
    t_eq, r_eq = (math.hypot(angle, k_x / k_y * kappa) * sign(angle) for angle in (a_t, a_r))
    level = math.cos(atan(alpha))
    trail = d_t * cosine(q["QCZ1"], b_t, e_t, t_eq) * level
    rest = (q["QDZ6"] + q["QDZ7"] * more) * zeta[2]
    rest += ((q["QDZ8"] + q["QDZ9"] * more) * gamma + q["QDZ10"] * gamma * abs(gamma)) * zeta[0]
    rest *= load * q["UNLOADED_RADIUS"] * level
    if spun is not None:
        most = q["QCRP1"] * friction * q["UNLOADED_RADIUS"] * load * math.sqrt(load / q["FNOMIN"])
        d_r = most / math.sin(math.pi / 2 * q["QDRP1"])
        b_r = load * q["UNLOADED_RADIUS"] * (q["QDZ8"] + q["QDZ9"] * more) / (q["QDRP1"] * d_r * kept)
        zeta[8] = 1 + sine(d_r, q["QDRP1"], b_r, q["QDRP2"], phi)
        quarter = most * 2 / math.pi * atan(q["QCRP2"] * q["UNLOADED_RADIUS"] * abs(spun[0])) * weight
        zeta[7] = 2 / math.pi * math.acos(min(1.0, quarter / abs(zeta[8] - 1)))
    b_r = (q["QBZ9"] + q["QBZ10"] * b_y * q["PCY1"]) * zeta[6]
    rest = (rest + zeta[8] - 1) * math.cos(zeta[7] * atan(b_r * r_eq))
    arm = q["SSZ1"] + q["SSZ2"] * f_y / q["FNOMIN"] + (q["SSZ3"] + q["SSZ4"] * more) * gamma
    m_z = -trail * (f_y - ply) + rest + q["UNLOADED_RADIUS"] * arm * f_x
    m_x = q["UNLOADED_RADIUS"] * load * (q["QSX1"] - q["QSX2"] * gamma + q["QSX3"] * f_y / q["FNOMIN"])
    return f_x, f_y, m_z, m_x


@pytest.mark.parametrize("version", [52.0, 61.0])
def test_the_coefficients_of_a_tyre_file_give_the_forces_of_the_book(version: float) -> None:
    given = FULL | {"FITTYP": version}
    left_out = {"PKY4": 2.0, "LFZO": 1.0, "LMUX": 1 / FRICTION, "LMUY": 1 / FRICTION, "LKX": 1.0, "LKY": 1.0}
    call = wheel(model=COEFFICIENTS, numbers=tuple((left_out | given).get(name, 0.0) for name in NAMES))
    random = np.random.default_rng(2)
    for _ in range(30):
        lean, slipping, across = random.normal(size=3) * (0.05, 1.5, 2.0)
        state = standing(0.0, 0.28, lean, velocity=(20.0, across, 0.0), spin=(20.0 - slipping) / 0.28)
        out = call.at(state)
        slip_angle, kappa, load, x, y, z = call.kept[REPORT : REPORT + 6]
        f_x, f_y, m_z, m_x = book(given, load, kappa, -math.tan(slip_angle), math.sin(lean))
        assert (x, y, z) == pytest.approx((f_x, f_y, m_z), rel=1e-9)
        below = [0.0, 0.28 * math.tan(lean), -0.28]
        assert out[9] == pytest.approx(m_x + np.cross(below, out[6:9])[0], rel=1e-9)


TURNING: dict[str, float] = {
    "PECP1": 0.7, "PECP2": 0.1, "PDXP1": 0.4, "PDXP2": 0.1, "PDXP3": 2, "PKYP1": 1, "PDYP1": 0.4, "PDYP2": 0.1,
    "PDYP3": 2, "PDYP4": 0.2, "PHYP1": 1, "PHYP2": 0.15, "PHYP3": 0.02, "PHYP4": -4, "QDTP1": 10, "QCRP1": 0.2,
    "QCRP2": 0.1, "QBRP1": 0.1, "QDRP1": 1, "QDRP2": -1.5,
}  # fmt: skip


def spinning(**changes: float) -> Call:
    given = FULL | TURNING | {"FITTYP": 61.0, "PKY4": 2.0, "LFZO": 1.0, "LKX": 1.0, "LKY": 1.0} | changes
    given |= {"LMUX": 1 / FRICTION, "LMUY": 1 / FRICTION}
    numbers = tuple(given.get(name, 0.0) for name in NAMES)
    return wheel(model=COEFFICIENTS, numbers=numbers, turning=(0.0, 0.0, 0.0))


def test_turn_slip_gives_the_forces_of_the_book() -> None:
    """With all its factors, on curves, leaning, slipping, also in reverse; speeds are smoothed by the low one."""
    call, random = spinning(), np.random.default_rng(5)
    for _ in range(30):
        lean, slipping, across, turning = random.normal(size=4) * (0.05, 0.3, 0.4, 1.5)
        speed = random.choice([1.0, 5.0, 20.0, -1.0, -20.0])
        rolls, pace = (speed - slipping) / 0.28, math.hypot(speed, LOW)
        call.at(standing(0.0, 0.28, lean, (speed, across, 0.0), rolls, turning))
        slip_angle, kappa, load, x, y, z = call.kept[REPORT : REPORT + 6]
        spun = turning / pace, rolls * math.sin(lean) / pace, speed / pace
        given = FULL | TURNING | {"FITTYP": 61.0}
        f_x, f_y, m_z, _ = book(given, load, kappa, -math.tan(slip_angle), math.sin(lean), spun)
        assert call.kept[REPORT + 9] == pytest.approx(spun[0], rel=1e-9)
        assert (x, y, z) == pytest.approx((f_x, f_y, m_z), rel=1e-9)


def test_turning_on_the_spot_takes_the_moment_that_its_coefficients_say() -> None:
    """QCRP1 mu R Fz sqrt(Fz/Fnom) against the turning, where nothing else acts and the turning is fast."""
    none = dict.fromkeys(("PHY1", "PHY2", "PVY1", "PVY2", "QDZ6", "QDZ7", "QBZ9", "QBZ10", "QDTP1"), 0.0)
    none |= dict.fromkeys(("PVX1", "PVX2", "SSZ1", "SSZ2", "QDZ1", "QDZ2", "RVY1", "RVY2"), 0.0) | {"PDX1": 1e-9}
    call = spinning(**none)
    call.at(standing(0.0, 0.28, turning=-1e6))
    load, z = call.kept[REPORT + 2], call.kept[REPORT + 5]
    friction = FULL["PDY1"] + FULL["PDY2"] * (load / 4000 - 1)
    assert z == pytest.approx(0.2 * friction * 0.313 * load * math.sqrt(load / 4000), rel=1e-6)


def test_a_plain_tyre_turns_by_its_stiffness_and_parks_by_its_lever() -> None:
    """-C phi across and -C_m phi about the normal on a curve; lever times friction and load on the spot."""
    call = wheel(turning=(3000.0, 200.0, 0.05))
    speed, turning = 20.0, 0.4
    call.at(standing(0.0, 0.29, velocity=(speed, 0.0, 0.0), spin=speed / 0.29, turning=turning))
    phi, limit = turning / math.hypot(speed, LOW), FRICTION * STIFFNESS * 0.01
    twist = 200.0 * phi
    assert call.kept[REPORT + 4] == pytest.approx(-3000.0 * phi * speed / math.hypot(speed, LOW), rel=1e-12)
    assert call.kept[REPORT + 5] == pytest.approx(-twist / math.hypot(1.0, twist / (0.05 * limit)), rel=1e-12)
    out = call.at(standing(0.0, 0.29, turning=1e4))
    assert call.kept[REPORT + 5] == pytest.approx(-0.05 * limit, rel=1e-3)
    assert out[LOST] == pytest.approx(0.05 * limit * 1e4, rel=1e-3)
    call.at(standing(0.0, 0.31, turning=1.0))
    assert call.kept[REPORT + 5] == 0.0


def test_turn_slip_pushes_to_the_other_side_in_reverse_and_to_none_on_the_spot() -> None:
    """F_y = -C psi' V / (V^2 + v0^2), the moment even in V; by coefficients odd in V, too."""
    even = dict.fromkeys(("PHY1", "PHY2", "PVY1", "PVY2", "PEY3", "RVY1", "RVY2"), 0.0)
    pushes, moments = {}, {}
    for name, call, height in (("plain", wheel(turning=(3000.0, 200.0, 0.05)), 0.29), ("book", spinning(**even), 0.28)):
        for speed in (1.0, 0.0, -1.0):
            call.at(standing(0.0, height, velocity=(speed, 0.0, 0.0), spin=speed / height, turning=0.4))
            pushes[name, speed], moments[name, speed] = call.kept[REPORT + 4], call.kept[REPORT + 5]
        assert pushes[name, 1.0] < -100.0 and pushes[name, 0.0] == 0.0
        assert pushes[name, -1.0] == pytest.approx(-pushes[name, 1.0], rel=1e-12)
        assert all(moments[name, speed] < 0.0 for speed in (1.0, 0.0, -1.0))
    assert pushes["plain", 1.0] == pytest.approx(-3000.0 * 0.4 / (1.0 + LOW**2), rel=1e-12)
    assert moments["plain", -1.0] == pytest.approx(moments["plain", 1.0], rel=1e-12)


@pytest.mark.parametrize("speed", [20.0, -20.0])
def test_camber_pushes_to_one_side_with_and_without_turn_slip(speed: float) -> None:
    given = FULL | TURNING | {"FITTYP": 61.0, "PKY4": 2.0, "LFZO": 1.0, "LKX": 1.0, "LKY": 1.0}
    given |= dict.fromkeys(("PHY1", "PHY2", "PVY1", "PVY2", "PVY3", "PVY4"), 0.0) | {"LMUX": 1.0, "LMUY": 1.0}
    numbers = tuple(given.get(name, 0.0) for name in NAMES)
    pushes = []
    for turning in (None, (0.0, 0.0, 0.0)):
        call = wheel(model=COEFFICIENTS, numbers=numbers, turning=turning)
        call.at(standing(0.0, 0.28, 0.1, velocity=(speed, 0.0, 0.0), spin=speed / 0.28 * math.cos(0.1)))
        pushes.append(call.kept[REPORT + 4].real)
    assert pushes[0] < -100.0 and pushes[1] < -100.0


def test_the_heading_of_a_wheel_that_leans_turns_by_its_own_up_and_not_by_its_pitch() -> None:
    """W about the wheel's own up turns the heading by W / cos; so it does where the body does not spin with it."""
    lean, rate, speed, radius = 0.8, 0.5, 10.0, 0.29
    for spins in (True, False):
        call = wheel(turning=(3000.0, 200.0, 0.05), spins=spins)
        for omega, psi in (((0.0, 0.0, rate), rate / math.cos(lean)), ((0.0, rate, 0.0), 0.0)):
            state = standing(0.0, radius * math.cos(lean), lean, velocity=(speed, 0.0, 0.0))
            state.twist[9:12] = omega
            call.at(state)
            assert call.kept[REPORT + 9] == pytest.approx(psi / math.hypot(speed, LOW), rel=1e-12, abs=1e-15)


def test_a_wheel_that_rolls_freely_spins_as_one_whose_body_does_not_spin() -> None:
    """The same side force and moment by coefficients, where it turns while it leans."""
    given = (
        FULL | TURNING | {"FITTYP": 61.0, "PKY4": 2.0, "LFZO": 1.0, "LKX": 1.0, "LKY": 1.0, "LMUX": 1.0, "LMUY": 1.0}
    )
    numbers = tuple(given.get(name, 0.0) for name in NAMES)
    lean, speed, radius, told = 0.5, 3.0, 0.28, []
    for spins in (True, False):
        call = wheel(model=COEFFICIENTS, numbers=numbers, turning=(0.0, 0.0, 0.0), spins=spins)
        state = standing(0.0, radius * math.cos(lean), lean, velocity=(speed, 0.0, 0.0))
        state.twist[9:12] = 0.0, speed / radius if spins else 0.0, 0.7
        call.at(state)
        told.append([*call.kept[REPORT + 4 : REPORT + 6], call.kept[REPORT + 9]])
    assert told[0] == pytest.approx(told[1], rel=1e-12)


def test_a_parked_car_stays_where_it_is_while_its_wheel_is_steered() -> None:
    """The parking torque acts, but nothing pushes it to a side."""
    m = lw.Spatial("parked")
    m.set_gravity(0, 0, -9.81)
    car = m.body("car", (0, 0, 0.3), mass={"mass": 400, "inertia": (5, 5, 5)})
    hub = m.body("hub", (0, 0, 0.28), mass={"mass": 1, "inertia": (0.1, 0.1, 0.1)})
    rim = m.body("wheel", (0, 0, 0.28), mass={"mass": 20, "inertia": (0.5, 0.9, 0.5)})
    m.absolute_orientation("upright", car)
    m.revolute("steer", car, hub, at=(0, 0, 0.28), axis=(0, 0, 1))
    m.revolute("axle", hub, rim, at=(0, 0, 0.28), axis=(0, 1, 0))
    m.drive("turn", joint="steer", angle="0.4*t")
    slips = {"friction": 0.8, "slip_stiffness": 4e4, "cornering_stiffness": 3e4}
    turns = {"turn_stiffness": 3000, "turn_moment": 200, "turn_lever": 0.05}
    m.tyre("tyre", m.ground, rim.frame(axis=(0, 1, 0)), radius=0.3, stiffness=2e5, damping=3000, **slips, **turns)
    run = m.simulate(2.0, 5, progress=False)
    assert np.max(np.hypot(run["car.x"], run["car.y"])) < 1e-4
    assert run["tyre.aligning"][-1] < -50.0


def test_a_tyre_file_is_read_and_what_is_not_known_is_kept_and_told(tmp_path: Path) -> None:
    lines = ["[MODEL]", "FITTYP = 61 $ version", "PROPERTY_FILE_FORMAT = 'MF61'", "[UNITS]", "LENGTH = 'meter'", "[X]"]
    lines += [f"{key} = {value} ! number" for key, value in FULL.items() if key != "FITTYP"]
    lines += ["VERTICAL_STIFFNESS = 2.1e5", "PTY1 = 2.0", "PTY2 = 1.5", "NOT_KNOWN = 7"]
    file = tmp_path / "car.tir"
    file.write_text("\n".join(lines))
    found = read_tyre_file(file)
    assert found.coefficients == FULL | {"FITTYP": 61.0}
    assert found.unknown["NOT_KNOWN"] == 7.0 and "NOT_KNOWN" in found.notes[0]
    assert found.fields()["stiffness"] == 2.1e5
    assert found.relaxation()[1] == pytest.approx(2 * 0.313 * math.sin(2 * math.atan(1 / 1.5)))
    file.write_text("\n".join([*lines, "LENGTH = 'inch'"]))
    with pytest.raises(MechanismError, match="LENGTH is in 'inch'"):
        read_tyre_file(file)
    with pytest.raises(MechanismError, match=r"other\.tir: there is no such file"):
        read_tyre_file(tmp_path / "other.tir")


def trolley(**fields: Any) -> lw.Spatial:
    """Wheels that are locked, on a slope of 10 %."""
    m = lw.Spatial("braked on a slope")
    size = math.hypot(1.0, 0.1)
    m.set_gravity(-0.981 / size, 0, -9.81 / size)
    car = m.body("car", (0, 0, 0.5), mass={"mass": 1200, "inertia": (400, 1500, 1700)})
    numbers = {"radius": 0.3, "stiffness": 2e5, "damping": 2e3, "friction": 0.9}
    slips = {"slip_stiffness": 6e4, "cornering_stiffness": 5e4}
    for name, (x, y) in {"fl": (1.2, 0.7), "fr": (1.2, -0.7), "rl": (-1.3, 0.7), "rr": (-1.3, -0.7)}.items():
        hub = car.frame(at=(x, y, -0.215), axis=(0, 1, 0))
        m.tyre(name, m.ground, hub, model="brush", **numbers, **slips, **fields)
    return m


@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
def test_a_braked_car_stands_on_a_slope_of_ten_per_cent(formulation: str) -> None:
    """A minute without creeping: below 1 mm, as the deflection of the tread alone, F sigma / (4 C)."""
    m = trolley(relaxation_along=0.2, relaxation_across=0.3)
    run = m.simulate(60.0, 121, formulation=formulation, progress=False)
    x = run["car.x"]
    assert np.max(np.abs(x[10:] - x[-1])) < 1e-6
    assert run["fl.tread_along"][-1] == pytest.approx(1200 * 0.981 / math.hypot(1, 0.1) * 0.2 / 4 / 6e4, rel=0.05)
