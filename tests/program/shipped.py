"""What ships as C, as Python and as an FMU beside the engine: how far off the worst number is, of what is allowed."""

from __future__ import annotations

import math
import shutil
import subprocess
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.base.names import unquoted
from linkwork.run.loads import empty_loads
from linkwork.run.reactions import LABELS as REACTIONS_OF_PLANE
from linkwork.run.registry import find, names_of
from linkwork.run.run import Run
from linkwork.run.spatial.reactions import LABELS as REACTIONS_OF_SPACE
from program.c_library import COMPILER, CLibrary
from program.fmi_calls import Fmu
from program.recorded_state import STEP, TIME, States

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "examples", ROOT / "src" / "linkwork" / "examples")
NO_MECHANISM = ("two-arms", "plan", "cut-squeezer")  # couplings of mechanisms, a plan of tests
SHIPPED = sorted(path for folder in FOLDERS for path in folder.rglob("*.yaml") if path.stem not in NO_MECHANISM)
WITH_CONTACTS = (
    "bouncing-block",
    "jumping-cam",
    "trigger",
    "geneva-wheel",
    "hard-and-soft-bounces",
    "loose-slider-crank",
    "newtons-cradle",
    "ratchet",
    "trebuchet",
    "where-a-beam-is-struck",
    "woodpecker",
)
WITH_FRICTION = ("strain-feedback",)
THAT_PRESS = ("jumping",)  # contacts with a law of force by the speed of the first touch
REFUSED = (
    dict.fromkeys(WITH_CONTACTS, "a program knows no contacts such as")
    | dict.fromkeys(THAT_PRESS, "contact 'heel' remembers the speed of its first touch")
    | dict.fromkeys(WITH_FRICTION, "a program knows no dry friction such as")
)
YIELDING = ("train-crash", "folding-member")  # programs, but no FMUs
YIELDS = "remembers whether it yields"  # words by which FMUs of absorbers and plastic hinges are refused
SINGULAR = ("governor",)  # a state drawn has an arm along the spindle, where the engine's damping decides
MOST_CHANNELS = 40  # about so many, evenly taken, whose derivatives are looked at
LADDER = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8)  # steps of an FMU, the longest at which the method has converged
STEPS = 100


@dataclass
class Off:
    """The worst share of what is allowed, and where; above one it is too much."""

    share: float = 0.0
    where: str = "nothing"

    def see(self, off: float, allowed: float, where: str) -> None:
        share = float(off / allowed) if math.isfinite(off) else math.inf
        if share > self.share:
            self.share, self.where = share, where


def condition(states: States) -> float:
    """How much more the position makes of a rounding: of the rows, those that others imply left out."""
    sizes = np.linalg.svd(states.dynamics.jacobian(), compute_uv=False)
    kept = sizes[sizes > 1e-9]
    return float(kept[0] / kept[-1]) if len(kept) else 1.0


def channels(m: Any) -> list[str]:
    """All channels of a run that are numbers of one moment and of one place."""
    none = [f"energy.{whole}" for whole in ("lost", "given", "driven", "balance")]
    none += [f"violation.{whole}" for whole in ("position", "velocity")]
    for body in m.system(dynamics=True).modal:
        none += [f"{body.name}.{whole}" for whole in ("deflection", "stress")]
        flexible = m.bodies_by_name[body.name].flexible
        none += [f"{body.name}.{place}.stress" for place in (flexible.places if flexible else ())]
    return [name for name in names_of(one_point(m)) if name not in none and ".principal_" not in name]


def one_point(m: Any) -> Run:
    """A run of one point, to ask for its channels."""
    system = m.system(dynamics=True)
    still = np.zeros((1, len(system.coordinates)))
    loads = empty_loads(system, 1)
    return Run(system, np.zeros(1), still, still, still, np.zeros(1), loads.memory, "", loads)


def quoted(name: str) -> str:
    """A channel whose owner is no word stands in quotes."""
    owner, dot, label = name.partition(".")
    return f"{owner if owner.isidentifier() else repr(owner)}{dot}{label}"


class Wanted:
    """Channels of the engine at a state, and how near to them a program has to come."""

    def __init__(self, states: States, names: list[str]) -> None:
        run, shared, self.factor = states.run(), states.shared(), 1e-12 * condition(states)
        self.values, self.units = dict[str, float](), dict[str, str]()
        for name in names:
            element, _, label = name.partition(".")
            if not (element in shared and label in (*REACTIONS_OF_PLANE, *REACTIONS_OF_SPACE)):
                values, self.units[name] = find(run, name)
                self.values[name] = float(values[0])
        self.sizes = dict.fromkeys(self.units.values(), 1.0)
        for name, value in self.values.items():
            self.sizes[self.units[name]] = max(self.sizes[self.units[name]], abs(value))
        arm = float(np.real(states.system.length))  # torques are of forces on arms, whose roundings they have
        self.sizes["N m"] = max(self.sizes.get("N m", 1.0), self.sizes.get("N", 0.0) * arm)

    def compare(self, given: dict[str, float], worst: Off) -> None:
        """Every number is the engine's, to 1e-12 of the largest with its unit, times the condition of the position."""
        for name, value in self.values.items():
            off, unit = abs(given[name] - value), self.units[name]
            allowed = self.factor * self.sizes[unit]
            if unit == "rad":
                off = abs(math.remainder(given[name] - value, 2 * math.pi))
            if name.endswith(".direction"):  # of a force, however small it is beside the others
                allowed *= self.sizes["N"] / max(self.values[name.removesuffix("direction") + "force"], 1e-300)
            if name.rpartition(".")[2] in ("e0", "e1", "e2", "e3"):  # both signs are the same orientation
                off = min(off, abs(given[name] + value))
            worst.see(off, allowed, f"{name}: {given[name]} beside {value}")


def states_of(m: Any, p: Any, library: CLibrary, seed: int) -> States:
    functions = {"move": library.move} | ({"close": library.close} if "closure" in p.results else {})
    return States(m, p, seed, functions)


def values_off(path: Path, folder: Path, count: int = 50) -> tuple[Off, Off, int]:
    """All channels at random states on the constraints, in C and in Python, and how many channels there are."""
    m: Any = lw.load(path)
    names = channels(m)
    p = m.program(outputs=[quoted(name) for name in names])
    library, space = CLibrary(p, folder), dict[str, Any]()
    exec(p.source("python"), space)
    states = states_of(m, p, library, 2 if path.stem in SINGULAR else 1)
    in_c, in_python = Off(), Off()
    for _ in range(count):
        states.draw_regular()
        state = [states.q, states.v, states.x, states.u]
        wanted = Wanted(states, names)
        for worst, values in (
            (in_c, library.call("outputs", TIME, state, "outputs")[0]),
            (in_python, space["outputs"](TIME, *state)),
        ):
            wanted.compare(dict(zip(map(unquoted, p.outputs), values, strict=True)), worst)
    return in_c, in_python, len(names)


def linear_off(path: Path, folder: Path, count: int = 50) -> Off | None:
    """A, B, C, D along directions of all states and inputs, in C, against the complex step through the engine.

    Where rows imply others, accelerations away from the constraints are none: such models have no answer.
    """
    m: Any = lw.load(path)
    rough = (".e0", ".e1", ".e2", ".e3", ".direction", ".deflection", ".stress")  # of any sign, of no force, of no part
    smooth = [name for name in channels(m) if not name.endswith(rough)]
    names = smooth[:: max(1, len(smooth) // MOST_CHANNELS)]
    p = m.program(linear=True, outputs=[quoted(name) for name in names])
    library = CLibrary(p, folder)
    states, random, worst = states_of(m, p, library, 2), np.random.default_rng(5), Off()
    first, labels = len(p.coordinates), list(map(unquoted, p.outputs))
    for _ in range(count):
        states.draw_regular()
        rows = states.dynamics.jacobian()
        if len(rows) and np.linalg.matrix_rank(rows, 1e-9) < len(rows):
            return None
        dq, dv, dx, du = (random.normal(size=n) for n in (states.n, states.n, len(p.states), len(p.inputs)))
        state = [states.q, states.v, states.x, states.u]
        a, b, c, d = library.call("linear", TIME, state, "A", "B", "C", "D")
        dy = np.concatenate([states.direction(dq), dv, dx])
        run = states.changing_run(dq, dv, dx, du)
        wanted = run.a[0].imag / STEP
        size = max(float(np.abs(wanted).max(initial=0.0)), 1.0)
        ours = (a @ dy + b @ du)[first : first + states.n]
        for rate, one, other in zip(p.rates, ours, wanted, strict=True):
            worst.see(abs(one - other), 1e-9 * size, f"of the rate of {rate}: {one} beside {other}")
        changes = {name: find(run, name) for name in smooth}
        sizes = dict.fromkeys((unit for _, unit in changes.values()), 1.0)
        for values, unit in changes.values():  # of all channels, as for values: they are solved for together
            sizes[unit] = max(sizes[unit], abs(values[0].imag / STEP))
        outs = dict(zip(labels, c @ dy + d @ du, strict=True))
        for name in names:
            values, unit = changes[name]
            if name.endswith((".force", ".torque")) and abs(values[0].real) < 1e-6:
                continue  # the length of a vector that vanishes
            change = values[0].imag / STEP
            worst.see(abs(outs[name] - change), 1e-9 * sizes[unit], f"{name}: {outs[name]} beside {change}")
    return worst


def fmu_off(path: Path, folder: Path, version: str = "2.0") -> tuple[Off, float]:
    """A run of an FMU beside our own with the same method and steps, to 1e-9: all bodies; and the step."""
    m: Any = lw.load(path)
    request = m.analysis.simulate
    start = {} if request is None else {"speeds": request.speeds, "hold": request.hold}
    system = m.system(dynamics=True)
    plane = ("x", "y", "angle", "vx", "vy", "omega")
    space = ("x", "y", "z", "vx", "vy", "vz", "omega.x", "omega.y", "omega.z")
    names = [
        f"{body}.{label}" for body in system.bodies for label in (plane if system.world.dimensions == 2 else space)
    ]
    step, wanted = own_motion(m, names, start)
    target = m.fmu(folder / "it.fmu", version, step, outputs=[quoted(name) for name in names], binary=False, **start)
    it = Fmu(with_library(target), folder / "unpacked")
    it.start()
    for number in range(10):
        if it.step(0.1 * number * STEPS * step, 0.1 * STEPS * step) != 0:
            return Off(math.inf, f"step {number} failed"), step
    called = [name if name in it.variables else quoted(name) for name in names]
    given = it.get(*(f"output {name}" if f"output {name}" in it.variables else name for name in called))
    worst, units = Off(), [label.partition(".")[2].split(".")[0] for label in names]
    for name, unit, one, other in zip(names, units, given, wanted, strict=True):
        size = max(1.0, *(abs(value) for value, of in zip(wanted, units, strict=True) if of == unit))
        off = abs(math.remainder(one - other, 2 * math.pi)) if unit == "angle" else abs(one - other)
        worst.see(off, 1e-9 * size, f"{name}: {one} beside {other}")
    return worst, step


def own_motion(m: Any, names: Sequence[str], start: dict[str, Any]) -> tuple[float, list[float]]:
    """Our own run of so many steps, with the longest step of the ladder at which half of it hardly changes the end."""
    for step in LADDER:
        ends = []
        for part in (1, 2):
            try:
                options = {"method": "rk4", "step": step / part, "formulation": "joint", "compiled": "tables"}
                run = m.simulate(until=STEPS * step, points=2, progress=False, **options, **start)
            except AnalysisError:
                break
            if len(run.t) < 2:  # ended early: the steps are too long for what is stiff in it
                break
            ends.append([float(run[name][-1]) for name in names])
        if len(ends) == 2 and np.max(np.abs(np.subtract(*ends)) / np.maximum(np.abs(ends[1]), 1.0)) < 1e-10:
            return step, ends[0]
    raise AssertionError("the classical method does not converge at any of these steps")


def with_library(target: Path) -> Path:
    """The same FMU with the library of its sources, compiled without optimisation: what is run once is sooner there."""
    folder = target.parent / "sources"
    with zipfile.ZipFile(target) as archive:
        archive.extractall(folder)
    source = next((folder / "sources").glob("*.c"))
    library = folder / "it.so"
    options = ["-std=c99", "-O0", "-fPIC", "-shared", "-w", str(source), "-o", str(library), "-lm"]
    subprocess.run([str(COMPILER), *options], check=True)
    with zipfile.ZipFile(target, "a") as archive:
        archive.write(library, "binaries/here/it.so")
    shutil.rmtree(folder)
    return target
