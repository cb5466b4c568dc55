"""Circuits: a ladder of sections from 10 to 1000 nodes, a drive with ten loops, a valve that switches very often.

ladder     sections of resistor, inductor and capacitor behind a source; seconds of processor time for laying out the
           tables and for a run of 1 ms by radau at 1e-6, and the exponent of cost over nodes
drive      ten loops of filters, the fastest with a time constant of 0.1 ms, a motor and a slider-crank: times real
           time, of the first call of a new mechanism and of the next, the best of three
valve      a pump, a volume of 1e-4 m^3, an orifice that opens and closes 1000 times a second, a cylinder with a mass
servo      a cylinder with a servo-valve after a published exercise, whose valve changes over 1000 times a second
rod        a heavy rod on two cylinders that share a pump, after an example of MathWorks, by valves that change 1000
           times a second
ngspice    the ladders by ngspice, where it is installed: seconds of processor time of the program as a whole, and the
           largest difference from our voltages at the end
"""

from __future__ import annotations

import math
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw

NODES = (10, 30, 100, 300, 1000)
LONGEST = 60.0  # s of processor time, after which no larger one is tried


def ladder(nodes: int) -> lw.Planar:
    """Sections behind a source."""
    m = lw.Planar("ladder")
    c = m.circuit("c")
    c.voltage_source("E", "n0", "ground", "sin(2000*t)")
    for n in range(nodes // 2):
        c.resistor(f"R{n}", f"n{n}", f"m{n}", 1)
        c.inductor(f"L{n}", f"m{n}", f"n{n + 1}", 1e-4)
        c.capacitor(f"C{n}", f"n{n + 1}", "ground", 1e-6)
    c.resistor("end", f"n{nodes // 2}", "ground", 10)
    return m


def drive() -> lw.Planar:
    """A motor behind filters turns a slider-crank."""
    m = lw.Planar("drive")
    crank = m.body("crank", estimate=(0, 0, 1))
    rod = m.body("rod", estimate=(0.08, 0.13, -0.4))
    slider = m.body("slider", estimate=(0.4, 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.15, 0), rod.at(0, 0))
    m.revolute("B", rod.at(0.35, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.mass("crank", mass=0.5, center=(0.07, 0), inertia=1e-3)
    m.mass("rod", mass=0.4, center=(0.17, 0), inertia=4e-3)
    m.mass("slider", mass=1)
    c = m.circuit("c")
    c.voltage_source("E", "n0", "ground", "24*(1 - exp(-20*t))")
    for n in range(9):
        c.resistor(f"R{n}", f"n{n}", f"n{n + 1}", 0.1)
        c.capacitor(f"C{n}", f"n{n + 1}", "ground", 1e-3 * (1 + n))  # R C of the first: 0.1 ms
    c.dc_motor("M", "n9", "ground", joint="O", constant=0.1, resistance=0.5, inductance=1e-3)
    return m


def valve() -> lw.Planar:
    """A piston whose supply is switched."""
    m = lw.Planar("valve")
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=50)
    m.add_point("ground", "foot", (-0.5, 0))
    m.joint_spring("k", "arm_rail", stiffness=2e5, damping=2000)
    h = m.circuit("h")
    h.pressure_source("P", "p", "100 bar")
    h.orifice("V", "p", "a", "if(sin(2*pi*1000*t) > 0, 2e-6, 1e-12)")
    h.orifice("out", "a", "ground", 1e-6)
    h.cylinder("ram", "ground.foot", "arm", chamber_a="a", area_a=1e-3, closed_length=0.4, stroke=0.3, dead_volume=1e-4)
    return m


BORE, STROKE, SUPPLY, LOAD, FRICTION = math.pi * 0.025**2, 0.7, 20e6, 10e3, 200.0
RING, MOVING, BULK, VALVE = BORE - math.pi * 0.01**2, 100.0, 2e9, 1e-4 * 0.01  # of the valve: flow constant by opening


def servo() -> lw.Planar:
    """A servo cylinder under load whose valve goes from one end to the other 1000 times a second.

    All numbers are those of an exercise of KTH's course MF2007 as published (github.com/AndFroSwe/MF2007,
    DynamicPart2/ex6.m): cylinder 50 mm, rod 20 mm, stroke 0.7 m, 100 kg, 200 N s/m, load 10 kN, supply 20 MPa, tank 0,
    oil 1000 kg/m^3 and 2 GPa, each chamber taken as A l, Q = 1e-4 x sqrt(p) with the valve open by x = 1 cm. Ours are
    how often it switches, 10 MPa in both chambers at the start, and that below 10 kPa flow is laminar, for the slope of
    a root has no end.
    """
    m = lw.Planar("servo cylinder")
    m.carriage("piston", at=(0, 0), along=(1, 0), mass=MOVING)
    m.signal("spool", "if(sin(2*pi*500*t) > 0, 1, -1)")
    h = m.circuit("h")
    h.pressure_source("supply", "p", SUPPLY)
    opened = VALVE / math.sqrt(2 / 1000)
    ways = {"pa": ("p", "a", "+"), "bt": ("b", "ground", "+"), "pb": ("p", "b", "-"), "at": ("a", "ground", "-")}
    for name, (first, second, sign) in ways.items():
        h.orifice(name, first, second, f"{opened}*(1 {sign} spool)/2", coefficient=1, density=1000, laminar=1e4)
    for chamber, area in (("a", BORE), ("b", -RING)):
        h.volume(f"V{chamber}", chamber, BORE * STROKE, bulk_modulus=BULK, start=10e6)
        h.pump(f"swept_{chamber}", chamber, "ground", f"{area}*piston.vx")
    push = f"{BORE}*h.a.pressure - {RING}*h.b.pressure - {LOAD} - {FRICTION}*piston.vx"
    m.force("push", "piston", x=push)
    return m


def rod(first: str, second: str) -> lw.Planar:
    """A heavy rod on two cylinders that share a pump, from MathWorks' example "Two Cylinder Model with Load
    Constraints"; `first` and `second` are the areas of its valves.

    Printed there: length 1.5 m, 2500 kg, 100 kg m^2, pump 0.005 m^3/s, areas up to 1.2e-5 m^2; bulk modulus 7e8 Pa and
    piston 1e-3 m^2 in its sister with four cylinders. Its leakage at the pump, 3e-9 m^3/(s Pa), could not carry the rod
    (0.005/3e-9 Pa on both pistons are 3.3 kN, its weight is 24.5 kN): we take 3e-10. Discharge coefficient, density,
    conductance of the lines and dead volume stand in a third example, which we do not have, and the volume at the pump
    in none: they are ours.
    """
    m = lw.Planar("rod on two cylinders")
    beam = m.body("rod", estimate=(0, 0, 0), points={"a": (-0.75, 0), "b": (0.75, 0)})
    m.pin_in_slot("guide", m.ground.line((0, 0), (0, 1)), beam.at(0, 0))
    m.mass("rod", mass=2500, inertia=100)
    m.set_gravity(0, -9.81)
    h = m.circuit("h")
    h.pump("P", "ground", "p1", 0.005)
    h.leakage("leak", "p1", "ground", 3e-10)
    h.volume("V", "p1", 1e-4, bulk_modulus=7e8, start=1.4e7)
    for end, place, area in (("a", -0.75, first), ("b", 0.75, second)):
        m.add_point("ground", end, (place, -1))
        h.orifice(f"V{end}", "p1", f"p2{end}", area, coefficient=0.61, density=800)
        h.leakage(f"L{end}", f"p2{end}", f"p3{end}", 2e-8)
        given: dict[str, Any] = {"chamber_a": f"p3{end}", "area_a": 1e-3, "dead_volume": 2.5e-5, "bulk_modulus": 7e8}
        given |= {"closed_length": 1, "stroke": 10, "start_a": 9.81 * 1250 / 1e-3}
        h.cylinder(f"C{end}", f"ground.{end}", f"rod.{end}", **given)
    return m


def switched_rod() -> lw.Planar:
    """The same with valves that open in turn, each 500 times a second: 1000 times a second one of them changes over."""
    areas = (f"if({sign}sin(2*pi*500*t) > 0, 1.2e-5, 1e-9)" for sign in ("", "-"))
    return rod(*areas)


def netlist(nodes: int) -> str:
    """The same ladder for ngspice."""
    sections = nodes // 2
    lines = ["* ladder", ".options reltol=1e-6 abstol=1e-12 vntol=1e-9", "VE n0 0 sin(0 1 318.30988618379064)"]
    for n in range(sections):
        lines += [f"R{n} n{n} m{n} 1", f"L{n} m{n} n{n + 1} 1e-4 ic=0", f"C{n} n{n + 1} 0 1e-6 ic=0"]
    lines += [f"Rend n{sections} 0 10", ".tran 1e-5 1e-3 0 1e-5 uic", ".control", "set numdgt=12", "run"]
    return "\n".join([*lines, "wrdata out.txt v(n1) v(n5)", "quit", ".endc", ".end"])


def by_ngspice(nodes: int) -> Iterator[dict[str, Any]]:
    """A row where the program is there."""
    if shutil.which("ngspice") is None:
        return
    run = ladder(nodes).simulate(until=1e-3, points=2, method="radau", rtol=1e-9, atol=1e-12)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "c.cir").write_text(netlist(nodes))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(["ngspice", "-b", "c.cir"], cwd=folder, check=False, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        last = np.loadtxt(Path(folder) / "out.txt")[-1, 1::2]
    off = max(abs(last[0] - run["c.n1.voltage"][-1]), abs(last[1] - run["c.n5.voltage"][-1]))
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    yield {"problem": "ladder, ngspice", "nodes": nodes, "whole s": spent, "off by": float(off)}


def rows() -> Iterator[dict[str, Any]]:
    """A row a run."""
    costs: list[float] = []
    for nodes in (10, 100):
        ladder(nodes).simulate(until=1e-3, points=2, method="radau", rtol=1e-6)
    for nodes in NODES:
        m = ladder(nodes)
        begin = time.process_time()
        m.system(dynamics=True)
        laid_out = time.process_time() - begin
        begin = time.process_time()
        m.simulate(until=1e-3, points=2, method="radau", rtol=1e-6)
        costs.append(time.process_time() - begin)
        yield {"problem": "ladder", "nodes": nodes, "laid out s": laid_out, "1 ms s": costs[-1]}
        yield from by_ngspice(nodes)
        if costs[-1] > LONGEST:
            break
    reach = NODES[len(costs) - 1]
    exponent = math.log(costs[-1] / costs[0]) / math.log(reach / NODES[0])
    yield {"problem": f"ladder, exponent from 10 to {reach}", "exponent": exponent}
    runs: list[tuple[str, Callable[[], lw.Planar], dict[str, Any]]] = [
        ("drive", drive, {"rtol": 1e-6}),
        ("drive, radau", drive, {"rtol": 1e-6, "method": "radau"}),
        ("valve", valve, {"rtol": 1e-4, "method": "radau"}),
        ("servo", servo, {"rtol": 1e-4, "method": "radau"}),
        ("servo, dop853", servo, {"rtol": 1e-4}),
        ("rod on two cylinders", switched_rod, {"rtol": 1e-4, "hold": {"rod.y": 0, "rod.angle": 0}}),
    ]
    for name, made, options in runs:
        made().simulate(until=0.01, points=2, **options)
        first = again = math.inf
        for _ in range(3):
            m = made()
            for call in range(2):
                begin = time.process_time()
                run = m.simulate(until=1.0, points=101, **options)
                spent = time.process_time() - begin
                first, again = (min(first, spent), again) if call == 0 else (first, min(again, spent))
        row = {"problem": name, "first call, times real time": 1 / first, "times real time": 1 / again}
        yield row | {"events": len(run.events), "done": str(run.completed)}
