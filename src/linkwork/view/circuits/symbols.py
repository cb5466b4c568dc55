"""The symbol of every kind of part, after IEC 60617 and ISO 1219 where they have one."""

from __future__ import annotations

from collections.abc import Callable

from linkwork.view.circuits.shapes import (
    Stroke,
    Symbol,
    arc,
    arrow,
    box,
    circle,
    leads,
    line,
    outline,
    zigzag,
)

_MIDDLE = (2.0, 0.0)


def symbol_of(kind: str) -> Symbol:
    """The symbol of a part with two ends; a box with some letters of its kind where it has none of its own."""
    if kind in _SYMBOLS:
        return _SYMBOLS[kind]()
    letters = "".join(word[0] for word in kind.split("_")).upper()
    return Symbol((*leads(1.0, 3.0), box(1.0, 3.0, 0.55)), ((letters, _MIDDLE),))


def letters_of(kind: str) -> str:
    """What is written into the box of a part with more than two ends."""
    return _LETTERS.get(kind, kind.replace("_", " "))


def _round(letters: str = "", *more: Stroke) -> Symbol:
    said = ((letters, _MIDDLE),) if letters else ()
    return Symbol((*leads(1.15, 2.85), circle(_MIDDLE, 0.85), *more), said)


def _resistor(*more: Stroke) -> Symbol:
    return Symbol((*leads(1.0, 3.0), box(1.0, 3.0, 0.4), *more))


def _capacitor(*more: Stroke) -> Symbol:
    plates = (line((1.82, -0.75), (1.82, 0.75)), line((2.18, -0.75), (2.18, 0.75)))
    return Symbol((*leads(1.82, 2.18), *plates, *more))


def _inductor(*more: Stroke) -> Symbol:
    humps = tuple(arc((1.25 + 0.5 * n, 0.0), 0.25, 180.0, 0.0, 9) for n in range(4))
    return Symbol((*leads(1.0, 3.0), *humps, *more))


def _voltage_source() -> Symbol:
    plus = (line((1.5, -0.18), (1.5, 0.18)), line((1.32, 0.0), (1.68, 0.0)))
    return _round("", *plus, line((2.5, -0.18), (2.5, 0.18)))


def _current_source() -> Symbol:
    return _round("", *arrow((1.4, 0.0), (2.65, 0.0)))


def _battery() -> Symbol:
    plates = [line((x, -half), (x, half)) for x, half in ((1.6, 0.8), (1.87, 0.4), (2.13, 0.8), (2.4, 0.4))]
    return Symbol((*leads(1.6, 2.4), *plates))


def _diode() -> Symbol:
    triangle = outline((1.45, -0.55), (1.45, 0.55), (2.5, 0.0))
    return Symbol((line((0.0, 0.0), (4.0, 0.0)), triangle, line((2.5, -0.55), (2.5, 0.55))))


def _switch() -> Symbol:
    dots = (circle((1.2, 0.0), 0.1), circle((2.8, 0.0), 0.1))
    return Symbol((*leads(1.1, 2.9), line((1.28, 0.05), (2.75, 0.75)), *dots))


def _conductor() -> Symbol:
    return _resistor(line((0.75, -0.75), (2.9, 0.75), (3.3, 0.75), thin=True))


def _pump() -> Symbol:
    return _round("", outline((2.85, 0.0), (2.3, 0.42), (2.3, -0.42), fill="ink"))


def _pump_motor() -> Symbol:
    inwards = outline((1.15, 0.0), (1.7, 0.42), (1.7, -0.42), fill="ink")
    return _round("", outline((2.85, 0.0), (2.3, 0.42), (2.3, -0.42), fill="ink"), inwards)


def _pressure_source() -> Symbol:
    return _round("", outline((2.6, 0.0), (1.6, 0.5), (1.6, -0.5)))


def _orifice(*more: Stroke) -> Symbol:
    arcs = (arc((2.0, 1.05), 0.85, 215.0, 325.0), arc((2.0, -1.05), 0.85, 35.0, 145.0))
    return Symbol((line((0.0, 0.0), (4.0, 0.0)), *arcs, *more))


def _valve() -> Symbol:
    spring = zigzag(2.75, 3.35, 0.16, 2)
    raised = Stroke(tuple((x, y + 0.85) for x, y in spring.points), thin=True)
    return Symbol((*leads(1.3, 2.7), box(1.3, 2.7, 0.7), *arrow((1.3, 0.25), (2.7, 0.25)), raised))


def _leakage() -> Symbol:
    gaps = tuple(line((1.1 + 0.4 * n, 0.3), (1.3 + 0.4 * n, -0.3), thin=True) for n in range(5))
    return Symbol((*leads(1.0, 3.0), line((1.0, 0.3), (3.0, 0.3)), line((1.0, -0.3), (3.0, -0.3)), *gaps))


def _air_gap() -> Symbol:
    faces = tuple(box(low, high, 0.5, fill="ink") for low, high in ((1.2, 1.7), (2.3, 2.8)))
    return Symbol((*leads(1.2, 2.8), *faces))


def _magnet() -> Symbol:
    halves = (box(1.0, 2.0, 0.45), box(2.0, 3.0, 0.45))
    return Symbol((*leads(1.0, 3.0), *halves), (("S", (1.5, 0.0)), ("N", (2.5, 0.0))))


def _volume() -> Symbol:
    return Symbol((line((0.0, 0.0), (1.2, 0.0)), outline(*_capsule(1.2, 2.9, 0.65))))


def _accumulator() -> Symbol:
    body = outline(*_capsule(1.1, 3.0, 0.65))
    return Symbol((line((0.0, 0.0), (1.1, 0.0)), body, line((2.05, -0.65), (2.05, 0.65))))


def _capsule(low: float, high: float, half: float) -> list[tuple[float, float]]:
    right, left = arc((high - half, 0.0), half, -90.0, 90.0), arc((low + half, 0.0), half, 90.0, 270.0)
    return [*right.points, *left.points]


def _cylinder() -> Symbol:
    tube = box(0.9, 2.7, 0.6)
    piston = outline((1.6, -0.6), (1.85, -0.6), (1.85, 0.6), (1.6, 0.6), fill="ink")
    rod = outline((1.85, -0.12), (3.3, -0.12), (3.3, 0.12), (1.85, 0.12))
    return Symbol((line((0.0, 0.0), (0.9, 0.0)), tube, piston, rod, line((3.3, 0.0), (4.0, 0.0), thin=True)))


def _pipe() -> Symbol:
    return Symbol((*leads(1.0, 3.0), box(1.0, 3.0, 0.24), line((1.0, 0.0), (3.0, 0.0), thin=True)))


def _flow_control() -> Symbol:
    orifice = _orifice(*arrow((1.3, -0.75), (2.75, 0.75)))
    return Symbol((box(1.0, 3.0, 1.0), *orifice.strokes))


def _heat_capacity() -> Symbol:
    return Symbol((line((0.0, 0.0), (1.2, 0.0)), box(1.2, 2.8, 0.7)), (("C", _MIDDLE),))


def _conductance() -> Symbol:
    hatch = tuple(line((1.2 + 0.4 * n, -0.4), (1.5 + 0.4 * n, 0.4), thin=True) for n in range(4))
    return _resistor(*hatch)


def _waves(count: int) -> Symbol:
    waves = []
    for n in range(count):
        y = 0.5 * (n - 0.5 * (count - 1))
        waves += [arc((1.25 + 0.5 * k, y), 0.25, 180.0, 360.0 * (k % 2), 9) for k in range(4)]
    return Symbol((*leads(1.0, 3.0), *waves))


def _radiation() -> Symbol:
    return Symbol((*leads(1.0, 3.0), *arrow((1.0, 0.35), (3.0, 0.35)), *arrow((1.0, -0.35), (3.0, -0.35))))


def _inertia() -> Symbol:
    return Symbol((line((0.0, 0.0), (1.6, 0.0)), box(1.6, 2.3, 0.85, fill="ink"), line((2.3, 0.0), (2.9, 0.0))))


def _spring() -> Symbol:
    return Symbol((*leads(0.9, 3.1), zigzag(0.9, 3.1, 0.5, 4)))


def _damper() -> Symbol:
    pot = line((3.0, 0.55), (1.4, 0.55), (1.4, -0.55), (3.0, -0.55))
    return Symbol((line((0.0, 0.0), (1.4, 0.0)), pot, line((2.2, -0.42), (2.2, 0.42)), line((2.2, 0.0), (4.0, 0.0))))


def _clutch() -> Symbol:
    plates = tuple(line((x, -0.75), (x, 0.75)) for x in (1.75, 2.25))
    return Symbol((*leads(1.75, 2.25), *plates, *(line((1.75, y), (2.25, y), thin=True) for y in (-0.5, 0.5))))


def _port() -> Symbol:
    return Symbol((*leads(1.5, 2.5), circle(_MIDDLE, 0.5), circle(_MIDDLE, 0.15, fill="ink")))


_SYMBOLS: dict[str, Callable[[], Symbol]] = {
    "resistor": _resistor,
    "capacitor": _capacitor,
    "inductor": _inductor,
    "voltage_source": _voltage_source,
    "current_source": _current_source,
    "battery": _battery,
    "diode": _diode,
    "switch": _switch,
    "conductor": _conductor,
    "dc_motor": lambda: _round("M"),
    "induction_motor": lambda: _round("M 3~"),
    "synchronous_motor": lambda: _round("MS"),
    "brushless_motor": lambda: _round("BL"),
    "solenoid": lambda: _inductor(line((1.0, 0.45), (3.0, 0.45)), line((1.0, 0.58), (3.0, 0.58))),
    "winding": _inductor,
    "reluctance": _resistor,
    "air_gap": _air_gap,
    "core": lambda: _resistor(line((1.0, 0.0), (1.6, 0.0), (2.4, 0.3), (3.0, 0.3), thin=True)),
    "magnet": _magnet,
    "piezo": lambda: _capacitor(box(1.9, 2.1, 0.6)),
    "moving_plate": lambda: _capacitor(*arrow((1.3, -0.8), (2.75, 0.8))),
    "pump": _pump,
    "pump_motor": _pump_motor,
    "pressure_source": _pressure_source,
    "orifice": _orifice,
    "valve": _valve,
    "leakage": _leakage,
    "volume": _volume,
    "accumulator": _accumulator,
    "cylinder": _cylinder,
    "line": _pipe,
    "flow_control": _flow_control,
    "gas_source": _pressure_source,
    "gas_chamber": _volume,
    "gas_orifice": _orifice,
    "heat_capacity": _heat_capacity,
    "conductance": _conductance,
    "convection": lambda: _waves(2),
    "radiation": _radiation,
    "temperature_source": lambda: _round("T"),
    "heat_source": lambda: _round("", *arrow((1.4, 0.0), (2.65, 0.0))),
    "inertia": _inertia,
    "shaft_spring": _spring,
    "shaft_damper": _damper,
    "clutch": _clutch,
    "torque_source": _current_source,
    "speed_source": lambda: _round("ω"),
    "joint_port": _port,
}
_LETTERS = {
    "transformer": "n : 1",
    "coupled_inductors": "L  M  L",
    "operational_amplifier": "▷ ∞",
    "pwm_bridge": "PWM",
    "directional_valve": "⇅  ⤬",
    "induction_motor": "M 3~",
    "synchronous_motor": "MS 3~",
    "brushless_motor": "BL 3~",
    "three_phase_source": "3 ~",
}
