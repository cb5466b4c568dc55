"""Model files for the tests of the server."""

from __future__ import annotations

from importlib.resources import files
from math import atan2, hypot, sqrt
from pathlib import Path

Point = tuple[float, float]

LEG = {"b": 41.5, "c": 39.3, "d": 40.1, "e": 55.8, "f": 39.4, "g": 36.7, "h": 65.7, "i": 49.0, "j": 50.0, "k": 61.9}
"""Lengths of Theo Jansen's leg, mm."""


def example(folder: Path, name: str = "four-bar") -> Path:
    """One of the models that come with the program, as a file of one's own."""
    path = folder / f"{name}.yaml"
    path.write_text(files("linkwork.examples").joinpath(f"{name}.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    return path


def walking_leg(folder: Path) -> Path:
    """Jansen's leg on both sides of one crank: thirteen bodies, every length a parameter."""
    lines = ["linkwork: 1", "name: walking leg", "parameters:", "  m: 15 mm  # crank", "  a: 38 mm", "  l: 7.8 mm"]
    lines += [f"  {name}: {length} mm" for name, length in LEG.items()]
    lines += ["bodies:", "  crank: {estimate: [0, 0, 0]}"]
    joints = ["joints:", "  O: {type: revolute, between: [ground, crank]}"]
    for side, sign in (("left", -1.0), ("right", 1.0)):
        bodies, more = _leg(side, sign)
        lines += bodies
        joints += more
    lines += joints
    lines += [
        "drivers:",
        "  motor: {type: angle, joint: O, value: 60 rpm*t}",
        "analysis: {kinematics: {until: 1, points: 201}}",
        "output: {traces: [left_foot.tip, right_foot.tip], plots: [[left_foot.tip.x, left_foot.tip.y]]}",
    ]
    path = folder / "walking-leg.yaml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _leg(side: str, sign: float) -> tuple[list[str], list[str]]:
    """Bodies and joints of one leg; bars begin at the joint nearer to the crank."""
    pin, pivot = (15.0, 0.0), (sign * 38.0, -7.8)
    top = _meet(pin, LEG["j"], pivot, LEG["b"], sign)
    low = _meet(pin, LEG["k"], pivot, LEG["c"], -sign)
    knee = _meet(pivot, LEG["d"], top, LEG["e"], -sign)
    heel = _meet(knee, LEG["f"], low, LEG["g"], sign)
    turn = "-" if sign > 0 else ""
    hip = f"[(b^2 + d^2 - e^2)/(2*b), {turn}sqrt(d^2 - ((b^2 + d^2 - e^2)/(2*b))^2)]"
    tip = f"[(g^2 + i^2 - h^2)/(2*g), {turn}sqrt(i^2 - ((g^2 + i^2 - h^2)/(2*g))^2)]"
    places = {"upper": (pin, top), "lower": (pin, low), "hip": (pivot, top), "rocker": (pivot, low)}
    places |= {"shin": (knee, heel), "foot": (low, heel)}
    points = {"hip": f", points: {{knee: {hip}}}", "foot": f", points: {{tip: {tip}}}"}
    bodies = [
        f"  {side}_{name}: {{estimate: [{x:.4f} mm, {y:.4f} mm, {atan2(v - y, u - x):.5f}]{points.get(name, '')}}}"
        for name, ((x, y), (u, v)) in places.items()
    ]
    pivot_text = f"{{ground: [{'' if sign > 0 else '-'}a, -l]}}"
    pairs = {
        "A": f"{{crank: [m, 0]}}, {side}_upper",
        "B": f"{{crank: [m, 0]}}, {side}_lower",
        "C": f"{{{side}_upper: [j, 0]}}, {{{side}_hip: [b, 0]}}",
        "D": f"{pivot_text}, {side}_hip",
        "E": f"{pivot_text}, {side}_rocker",
        "F": f"{{{side}_lower: [k, 0]}}, {{{side}_rocker: [c, 0]}}",
        "G": f"{{{side}_lower: [k, 0]}}, {side}_foot",
        "H": f"{side}_hip.knee, {side}_shin",
        "I": f"{{{side}_shin: [f, 0]}}, {{{side}_foot: [g, 0]}}",
    }
    return bodies, [f"  {side}_{name}: {{type: revolute, between: [{pair}]}}" for name, pair in pairs.items()]


def _meet(first: Point, r: float, second: Point, s: float, side: float) -> Point:
    """Where two circles meet, on the left of the way from the first centre to the second when `side` is positive."""
    x, y = second[0] - first[0], second[1] - first[1]
    distance = hypot(x, y)
    along = (r * r - s * s + distance * distance) / (2.0 * distance)
    away = side * sqrt(r * r - along * along)
    return first[0] + (along * x - away * y) / distance, first[1] + (along * y + away * x) / distance
