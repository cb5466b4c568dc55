"""The Magic Formula of motorcycles and by letters: against the formulas written out, and from their files."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from space_states import Call
from test_tyre_on_roads import FRICTION, FULL, LOW, REPORT, TURNING, standing, wheel

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.elements.spatial.forces.magic_formula.coefficients import COEFFICIENTS as NAMES
from linkwork.elements.spatial.forces.magic_formula.coefficients import LETTERS as LETTER_NAMES
from linkwork.elements.spatial.forces.tyre_slip_kernel import LETTERS, MOTORCYCLE
from linkwork.vehicles import read_tir, real_time_saloon

# of the size of those that the books print; by letters the forces are a saloon's, in kN, degrees and percent
MOTORCYCLE_TYRE: dict[str, float] = {
    name: value for name, value in FULL.items() if name not in ("FITTYP", "PHX1", "PHX2", "PHY2", "PHY3")
} | {
    "PCY1": 0.83, "PCY2": 0.87, "PDY1": 1.3, "PDY2": -0.05, "PDY3": 0.02, "PEY1": -1.26, "PEY2": -3.2, "PEY3": 0.4,
    "PEY4": -0.6, "PEY5": -15.8, "PKY1": -22.8, "PKY2": 2.16, "PKY3": 2.5, "PKY4": -0.08, "PKY5": -0.23, "PKY6": -0.7,
    "PKY7": 0.03, "PHY1": 0.002, "QSY1": 0.012, "QDZ11": -0.02, "RBX3": 0.4, "RBY4": 0.2,
}  # fmt: skip
FADE = 20.0**2 / (20.0**2 + LOW**2)
"""What is left of the camber at the speed of the tests: it fades below the low speed."""
LETTER_TYRE = dict(
    zip(
        LETTER_NAMES,
        [
            *(1.4, -22.1, 1011, 1078, 4.2, 0.008, 0.02, -0.35, 0.02, 0.05, 0.03, 4.0, 9.0, -0.3, 1.2, 4e-4, 0.01, 0.05),
            *(1.65, -21.3, 1144, 49.6, 226, 0.069, -0.006, 0.056, 0.486, 0.01, -0.03, 3.0, -5.0, 0.04),
            *(2.4, -2.72, -2.28, -1.86, -2.73, 0.11, 0.009, -0.07, 0.643, -4.04, 0.015, 0.02, 0.03, -0.07),
            *(0.3, 0.5, 0.02, 0.1, 3e-4, 0.01, 0.04),
        ],
        strict=True,
    )
)


def curve(peak: float, c: float, b: float, e: float, x: float) -> float:
    return peak * math.sin(c * math.atan(b * x - e * (b * x - math.atan(b * x))))


def share(c: float, b: float, e: float, x: float, shift: float) -> float:
    """What the other slip leaves."""

    def cosine(x: float) -> float:
        return math.cos(c * math.atan(b * x - e * (b * x - math.atan(b * x))))

    return cosine(x + shift) / cosine(shift)


def motorcycle(c: dict[str, float], load: float, kappa: float, alpha: float, gamma: float, onward: float) -> Any:
    """F_x, F_y, M_z by the formulas of Pacejka's section 11.6; angles in rad."""
    q: Any = dict.fromkeys(NAMES, 0.0) | c
    more, radius, sign = load / q["FNOMIN"] - 1, q["UNLOADED_RADIUS"], (lambda x: 1.0 if x > 0 else -1.0)
    atan = math.atan

    def line(name: str) -> float:
        return float(q[f"{name}1"] + q[f"{name}2"] * more)

    def across(gamma: float) -> tuple[float, float, float]:
        peak = q["PDY1"] * math.exp(q["PDY2"] * more) / (1 + q["PDY3"] * gamma**2) * load
        k_y = q["PKY1"] * q["FNOMIN"] / (1 + q["PKY5"] * gamma**2)
        k_y *= math.sin(q["PKY2"] * atan(load / q["FNOMIN"] / (q["PKY3"] + q["PKY4"] * gamma**2)))
        slip = alpha + q["PHY1"]
        e = q["PEY1"] + q["PEY2"] * gamma**2 + (q["PEY3"] + q["PEY4"] * gamma) * sign(slip)
        b, b_g = k_y / q["PCY1"] / peak, (q["PKY6"] + q["PKY7"] * more) * load / q["PCY2"] / peak
        turn = q["PCY1"] * atan(b * slip - e * (b * slip - atan(b * slip)))
        e, x = q["PEY5"], b_g * gamma
        return peak * math.sin(turn + q["PCY2"] * atan(x - e * (x - atan(x)))), k_y, peak

    k_x = load * line("PKX") * math.exp(q["PKX3"] * more)
    s_v = load * line("PVX")
    x = kappa - (s_v + q["QSY1"] * load * onward) / k_x
    d_x = line("PDX") * (1 - q["PDX3"] * gamma**2) * load
    e_x = (line("PEX") + q["PEX3"] * more**2) * (1 - q["PEX4"] * sign(x))
    b = (q["RBX1"] + q["RBX3"] * gamma**2) * math.cos(atan(q["RBX2"] * kappa))
    f_x = curve(d_x, q["PCX1"], k_x / q["PCX1"] / d_x, e_x, x) + s_v
    f_x *= share(q["RCX1"], b, line("REX"), alpha, q["RHX1"])
    pure, k_y, peak = across(gamma)
    b = (q["RBY1"] + q["RBY4"] * gamma**2) * math.cos(atan(q["RBY2"] * (alpha - q["RBY3"])))
    weight = share(q["RCY1"], b, line("REY"), kappa, line("RHY"))
    ply = peak * (line("RVY") + q["RVY3"] * gamma) * math.cos(atan(q["RVY4"] * alpha))
    f_y = weight * pure + ply * math.sin(q["RVY5"] * atan(q["RVY6"] * kappa))
    shifted = alpha + line("QHZ") + (q["QHZ3"] + q["QHZ4"] * more) * gamma
    a_t, a_r = (math.hypot(angle, k_x / k_y * kappa) * sign(angle) for angle in (alpha, shifted))
    b_t = (line("QBZ") + q["QBZ3"] * more**2) * (1 + q["QBZ4"] * gamma + q["QBZ5"] * abs(gamma))
    d_t = load * radius / q["FNOMIN"] * line("QDZ") * (1 + q["QDZ3"] * abs(gamma) + q["QDZ4"] * gamma**2)
    e_t = line("QEZ") + q["QEZ3"] * more**2
    e_t *= 1 + (q["QEZ4"] + q["QEZ5"] * gamma) * 2 / math.pi * atan(b_t * q["QCZ1"] * alpha)
    trail = d_t * math.cos(q["QCZ1"] * atan(b_t * a_t - e_t * (b_t * a_t - atan(b_t * a_t)))) * math.cos(alpha)
    d_r = q["QDZ6"] + q["QDZ7"] * more + (q["QDZ8"] + q["QDZ9"] * more) * gamma
    d_r = (d_r + (q["QDZ10"] + q["QDZ11"] * more) * gamma * abs(gamma)) * load * radius * math.cos(alpha)
    m_zr = d_r * math.cos(atan((q["QBZ9"] + q["QBZ10"] * k_y / peak) * a_r))
    arm = radius * (q["SSZ1"] + q["SSZ2"] * f_y / q["FNOMIN"] + (q["SSZ3"] + q["SSZ4"] * more) * gamma)
    return f_x, f_y, m_zr - trail * weight * across(0.0)[0] + arm * f_x


def by_motorcycle(**changes: float) -> Call:
    given = {"LFZO": 1.0, "LMUX": 1 / FRICTION, "LMUY": 1 / FRICTION, "LKX": 1.0, "LKY": 1.0} | MOTORCYCLE_TYRE
    return wheel(model=MOTORCYCLE, numbers=tuple((given | changes).get(name, 0.0) for name in NAMES))


def drawn(random: np.random.Generator, lean: float) -> Any:
    """A wheel that leans, slips along and across."""
    slipping, across = random.normal(size=2) * (1.5, 2.0)
    height = 0.28 * math.cos(lean)
    return standing(0.0, height, lean, velocity=(20.0, across, 0.0), spin=(20.0 - slipping) / 0.28)


def test_a_motorcycle_s_tyre_has_the_forces_of_the_book_at_any_lean() -> None:
    call, random = by_motorcycle(), np.random.default_rng(3)
    for _ in range(40):
        lean = random.uniform(-0.9, 0.9)
        call.at(drawn(random, lean))
        slip_angle, kappa, load, x, y, z = call.kept[REPORT : REPORT + 6]
        onward = 20.0 / math.hypot(20.0, LOW)
        wanted = motorcycle(MOTORCYCLE_TYRE, load, kappa, -slip_angle, lean * FADE, onward)
        assert load > 1000.0
        assert (x, y, z) == pytest.approx(wanted, rel=1e-9)


def test_its_camber_pushes_by_its_stiffness_and_slip_and_camber_share_one_peak() -> None:
    """(PKY6 + PKY7 dfz) Fz gamma at a small lean, to its side; D sin of both at a large one, never above D."""
    call = by_motorcycle(PHY1=0.0, RVY1=0.0, RVY2=0.0, RVY3=0.0)
    lean = 1e-4
    call.at(standing(0.0, 0.28, lean, velocity=(20.0, 0.0, 0.0), spin=20.0 / 0.28))
    load, y = call.kept[REPORT + 2], call.kept[REPORT + 4]
    more = load / MOTORCYCLE_TYRE["FNOMIN"] - 1
    assert y == pytest.approx((-0.7 + 0.03 * more) * load * lean * FADE, rel=1e-6)
    peaks = []
    for across in np.linspace(0.0, 12.0, 121):
        call.at(standing(0.0, 0.28 * math.cos(0.6), 0.6, velocity=(20.0, across, 0.0), spin=20.0 / 0.28))
        more = call.kept[REPORT + 2] / MOTORCYCLE_TYRE["FNOMIN"] - 1
        peak = 1.3 * math.exp(-0.05 * more) / (1 + 0.02 * (0.6 * FADE) ** 2) * call.kept[REPORT + 2]
        peaks.append(abs(call.kept[REPORT + 4]) / peak)
    assert max(peaks) == pytest.approx(1.0, abs=5e-3)
    assert max(peaks) < 1.0 + 1e-9


def test_a_wheel_that_rolls_freely_has_a_slip_ratio_of_none_and_its_rolling_resistance() -> None:
    """The force along at no slip ratio is the couple of the resistance over the radius: F_x = -QSY1 F_z."""
    even = dict.fromkeys(("PEX4", "PVX1", "PVX2", "RHX1"), 0.0)
    call = by_motorcycle(PEX1=0.0, PEX2=0.0, PEX3=0.0, PDX1=100.0, **even)
    call.at(standing(0.0, 0.28, velocity=(20.0, 0.0, 0.0), spin=20.0 / 0.28))
    load, x = call.kept[REPORT + 2], call.kept[REPORT + 3]
    assert x == pytest.approx(-0.012 * load * 20.0 / math.hypot(20.0, LOW), rel=1e-5)


def letters(c: dict[str, float], load: float, kappa: float, alpha: float, gamma: float) -> tuple[float, ...]:
    """F_x, F_y to the right, M_z about the way down, in the units of the form; pure slip, peaks times the friction."""
    f, k, a, g = load / 1000, 100 * kappa, math.degrees(alpha), math.degrees(gamma)
    p = {name.lower(): value for name, value in c.items()}

    def sign(x: float) -> float:
        return 1.0 if x > 0 else -1.0

    def whole(peak: float, c: float, slope: float, e: float, x: float, lift: float) -> float:
        peak *= FRICTION
        return curve(peak, c, slope / c / peak, e, x) + FRICTION * lift

    slope = (p["b3"] * f**2 + p["b4"] * f) * math.exp(-p["b5"] * f)
    x = k + p["b9"] * f + p["b10"]
    e = (p["b6"] * f**2 + p["b7"] * f + p["b8"]) * (1 - p["b13"] * sign(x))
    f_x = whole(f * (p["b1"] * f + p["b2"]), p["b0"], slope, e, x, p["b11"] * f + p["b12"])
    peak = f * (p["a1"] * f + p["a2"]) * (1 - p["a15"] * g**2)
    slope = p["a3"] * math.sin(2 * math.atan(f / p["a4"])) * (1 - p["a5"] * abs(g))
    x = a + p["a8"] * f + p["a9"] + p["a10"] * g
    e = (p["a6"] * f + p["a7"]) * (1 - (p["a16"] * g + p["a17"]) * sign(x))
    f_y = whole(peak, p["a0"], slope, e, x, p["a11"] * f + p["a12"] + (p["a13"] * f**2 + p["a14"] * f) * g)
    peak = f * (p["c1"] * f + p["c2"]) * (1 - p["c18"] * g**2)
    slope = (p["c3"] * f**2 + p["c4"] * f) * (1 - p["c6"] * abs(g)) * math.exp(-p["c5"] * f)
    x = a + p["c11"] * f + p["c12"] + p["c13"] * g
    e = (p["c7"] * f**2 + p["c8"] * f + p["c9"]) / (1 - p["c10"] * abs(g))
    e *= 1 - (p["c19"] * g + p["c20"]) * sign(x)
    m_z = whole(peak, p["c0"], slope, e, x, p["c14"] * f + p["c15"] + (p["c16"] * f**2 + p["c17"] * f) * g)
    return f_x, f_y, m_z


def by_letters(c: dict[str, float]) -> Call:
    return wheel(model=LETTERS, numbers=tuple(c.values()))


def test_a_tyre_by_letters_has_the_forces_of_its_formula_in_pure_slip() -> None:
    """Along where nothing slips across, across and about the normal where the shifted slip along is none."""
    centred = LETTER_TYRE | dict.fromkeys(("A8", "A9", "A10", "B9", "B10"), 0.0)
    call, random = by_letters(centred), np.random.default_rng(4)
    for _ in range(20):
        lean, sideways, slipping = random.uniform(-0.08, 0.08), random.normal() * 2.0, random.normal()
        call.at(standing(0.0, 0.28 * math.cos(lean), lean, (20.0, sideways, 0.0), spin=20.0 / 0.28))
        slip_angle, _, load, _, y, z = call.kept[REPORT : REPORT + 6]
        _, f_y, m_z = letters(centred, load, 0.0, -slip_angle, lean * FADE)
        assert (y, z) == pytest.approx((-f_y, -m_z), rel=1e-9)
        call.at(standing(0.0, 0.28, 0.0, (20.0, 0.0, 0.0), spin=(20.0 - slipping) / 0.28))
        _, kappa, load, x = call.kept[REPORT : REPORT + 4]
        assert x == pytest.approx(letters(centred, load, kappa, 0.0, 0.0)[0], rel=1e-9)


def test_with_both_slips_its_forces_keep_within_the_ellipse_of_their_peaks() -> None:
    plain = {name: 0.0 if int(name[1:]) in range(8, 18) and name[0] == "A" else v for name, v in LETTER_TYRE.items()}
    plain |= {f"B{place}": 0.0 for place in range(9, 14)}
    call, random, largest = by_letters(plain), np.random.default_rng(6), 0.0
    for _ in range(200):
        sideways, slipping = random.normal(size=2) * 3.0
        call.at(standing(0.0, 0.28, 0.0, (20.0, sideways, 0.0), spin=(20.0 - slipping) / 0.28))
        load, x, y = call.kept[REPORT + 2 : REPORT + 5]
        f = load / 1000
        largest = max(largest, math.hypot(x / f / (-21.3 * f + 1144), y / f / (-22.1 * f + 1011)) / FRICTION)
    assert 0.99 < largest <= 1.0 + 1e-12


def tir(path: Path, numbers: dict[str, float], *more: str) -> Path:
    lines = ["[MODEL]", *more, "[DIMENSION]", "VERTICAL_STIFFNESS = 2e5"]
    path.write_text("\n".join([*lines, *(f"{name} = {value} $ number" for name, value in numbers.items())]))
    return path


def test_files_of_all_forms_are_told_apart(tmp_path: Path) -> None:
    bike = read_tir(tir(tmp_path / "bike.tir", MOTORCYCLE_TYRE, "PROPERTY_FILE_FORMAT = 'PAC_MC'"))
    assert bike.form == "motorcycle" and bike.coefficients == MOTORCYCLE_TYRE
    old = read_tir(tir(tmp_path / "old.tir", LETTER_TYRE | {"UNLOADED_RADIUS": 0.3}, "PROPERTY_FILE_FORMAT = 'PAC94'"))
    assert old.form == "letters" and old.coefficients == LETTER_TYRE
    assert old.fields()["radius"] == 0.3 and old.relaxation() == (0.0, 0.0)
    car = read_tir(tir(tmp_path / "car.tir", FULL | {"FITTYP": 6}))
    assert car.form == "names" and car.coefficients["FITTYP"] == 52.0
    for place, (more, fit) in enumerate((("PROPERTY_FILE_FORMAT = 'MF-MCTYRE'", 6), ("", 52))):
        path = tir(tmp_path / f"{place}.tir", FULL | {"FITTYP": fit}, more)
        with pytest.raises(MechanismError, match="of the form of motorcycles, whose PCY2 it has not"):
            read_tir(path)


def test_letters_of_other_years_are_refused(tmp_path: Path) -> None:
    """In PAC89 A8 is the shift by camber, A9 that by the load; they were read as those of PAC94 without a word."""
    numbers = LETTER_TYRE | {"UNLOADED_RADIUS": 0.3}
    for said in ("PAC89", "FIALA"):
        with pytest.raises(MechanismError, match=f"of the form '{said}' have other meanings"):
            read_tir(tir(tmp_path / "old.tir", numbers, f"PROPERTY_FILE_FORMAT = '{said}'"))
    for line in ("PROPERTY_FILE_FORMAT = 'PAC94'", ""):
        assert read_tir(tir(tmp_path / "old.tir", numbers, line)).form == "letters"


def test_what_scales_what_is_not_scaled_is_refused_from_python_too(tmp_path: Path) -> None:
    file = read_tir(tir(tmp_path / "car.tir", FULL | {"FITTYP": 61, "LCY": 1.1, "LVX": 1.0}))
    wanted = r"car\.tir: LCY scale what is not scaled here; they must be 1"
    with pytest.raises(MechanismError, match=wanted):
        file.fields()
    m = lw.Spatial("wheel")
    body = m.body("wheel", (0, 0, 0.3), mass={"mass": 20, "inertia": (0.5, 0.9, 0.5)})
    fields = {"model": "coefficients", "radius": 0.313, "stiffness": 2e5, "file": file.name}
    m.tyre("tyre", m.ground, body.frame(axis=(0, 1, 0)), **fields)
    with pytest.raises(MechanismError, match=wanted):
        m.assemble()


def test_a_car_mounts_the_tyres_of_a_file_on_both_sides(tmp_path: Path) -> None:
    """TYRESIDE is that of the file; each wheel gives its own side."""
    file = read_tir(tir(tmp_path / "car.tir", FULL | {"FITTYP": 61}, "TYRESIDE = 'Right'"))
    fields = file.fields()
    assert fields.pop("measured_on") == file.side == "right"
    fields.pop("radius")
    whole = real_time_saloon()
    rear = replace(whole.rear, tyre=fields | {"measured_on": "right"})
    tyres: Any = replace(whole, rear=rear).mechanism(20).forces
    assert [tyres[f"rear_{side}_tyre"].side for side in ("left", "right")] == ["left", "right"]
    assert tyres["front_left_tyre"].side is None  # a tyre by other formulas is the same on either side
    with pytest.raises(MechanismError, match="its tyre has no side; each wheel gives it its own"):
        replace(whole.rear, tyre=rear.tyre | {"side": "left"})


LETTER_SHORT = {name: LETTER_TYRE[name] for name in ("A0", "A1", "A2", "A3", "A4", "B0", "B1", "B2", "B3", "B4")}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({**LETTER_SHORT, "PCY1": 1.3}, "PCY1 not known"),
        ({"A0": 1.3, "A2": 1000, "A3": 1000}, "needs A4, B0, B2"),
        (LETTER_SHORT | {"A4": 0.0}, "A4 must be greater than zero"),
        (LETTER_SHORT | {"B3": 0.0, "B4": 0.0}, "B3 and B4 give no force"),
        ({name: value for name, value in MOTORCYCLE_TYRE.items() if name != "PKY3"}, "needs PKY3"),
        (MOTORCYCLE_TYRE | {"PKY1": 20.0}, "PKY1 is below zero"),
    ],
)
def test_coefficients_that_are_of_no_form_are_named(given: dict[str, float], words: str) -> None:
    m = lw.Spatial("wheel")
    wheel = m.body("wheel", (0, 0, 0.3), mass={"mass": 20, "inertia": (0.5, 0.9, 0.5)})
    fields = {"model": "coefficients", "radius": 0.3, "stiffness": 2e5, "coefficients": given}
    m.tyre("tyre", m.ground, wheel.frame(axis=(0, 1, 0)), **fields)
    with pytest.raises(MechanismError, match=words):
        m.assemble()


def test_a_run_tells_what_the_file_of_a_tyre_holds_beside_the_formula(tmp_path: Path) -> None:
    numbers = {name: FULL[name] for name in ("FNOMIN", "UNLOADED_RADIUS", "PCY1", "PDY1", "PKY1", "PKY2")}
    path = tir(tmp_path / "car.tir", numbers | {"PPY1": 0.3, "RIM_WIDTH": 0.2})
    m = lw.Spatial("wheel")
    body = m.body("wheel", (0, 0, 0.3), mass={"mass": 20, "inertia": (0.5, 0.9, 0.5)})
    fields = {"model": "coefficients", "radius": 0.313, "stiffness": 2e5, "file": str(path), "spins": False}
    m.tyre("tyre", m.ground, body.frame(axis=(0, 1, 0)), **fields)
    run = m.simulate(0.01, 3, progress=False)
    assert f"{path}: 2 keys are kept and not used: PPY1, RIM_WIDTH" in run.notes


WHOLE = {
    "names, 5.2": (FULL | {"FITTYP": 52.0}, {}),
    "names, 6.1": (FULL | {"FITTYP": 61.0}, {}),
    "6.1 with turn slip": (FULL | TURNING | {"FITTYP": 61.0}, {"turn_slip": True}),
    "motorcycle": (MOTORCYCLE_TYRE, {}),
    "letters": (LETTER_TYRE, {}),
}
ODD, EVEN = ("across", "aligning", "tx", "tz"), ("load", "along", "grip", "ty")


def rolled(name: str, sign: int, **sides: str) -> dict[str, float]:
    """What a tyre does whose wheel leans, drifts and turns to one side, or (sign -1) as its mirror image does."""
    numbers, fields = WHOLE[name]
    random = np.random.default_rng(5)
    given = {key: value + (0.01 * random.normal() if value == 0.0 else 0.0) for key, value in numbers.items()}
    m = lw.Spatial("wheel")
    axle = np.array([0.0, math.cos(0.07), sign * math.sin(0.07)])
    wheel = m.body("wheel", (0, 0, 0.29), mass={"mass": 20, "inertia": (0.5, 0.9, 0.5)})
    own: Any = {"model": "coefficients", "radius": 0.3, "stiffness": 2e5, "coefficients": given, **fields, **sides}
    m.tyre("tyre", m.ground, wheel.frame(axis=tuple(axle)), **own)
    speeds = {"wheel.vx": 20.0, "wheel.vy": sign * 0.6, "wheel.vz": 0.0}
    turning = 72.0 * axle + [0.0, 0.0, sign * 0.5]
    speeds |= {f"wheel.omega.{axis}": float(value) for axis, value in zip("xyz", turning, strict=True)}
    run = m.simulate(1e-6, 2, speeds=speeds, progress=False)
    told = {each: float(run[f"tyre.{each}"][0]) for each in (*ODD, *EVEN)}
    return told | {"notes": float(sum("not mirrored" in note for note in run.notes))}


@pytest.mark.parametrize("name", WHOLE)
def test_a_tyre_of_the_other_side_is_mirrored(name: str) -> None:
    """Mounted on the right, coefficients of the left give the mirror image of all that they give on the left."""
    left = rolled(name, 1, measured_on="left", side="left")
    right = rolled(name, -1, measured_on="left", side="right")
    alone, wrong = rolled(name, 1), rolled(name, -1, measured_on="left")
    for each in ODD:
        assert right[each] == pytest.approx(-left[each], rel=1e-11)
    for each in ODD[:2]:
        assert abs(wrong[each] + left[each]) > 1e-3 * abs(left[each])  # it does push to one side by itself
    for each in EVEN:
        assert right[each] == pytest.approx(left[each], rel=1e-11)
    assert alone == left and (left["notes"], right["notes"], wrong["notes"]) == (0.0, 0.0, 1.0)
