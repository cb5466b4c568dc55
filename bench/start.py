"""Start-up: processor time of whole processes, warm and for the first time, beside the floor that Python and numba set.

Bytecode is kept in a folder of its own, as an installation keeps it. With the Python of an environment in which a wheel
of the platform is installed, only first results are measured, with an empty cache and an empty home folder, as a new
user has them.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import linkwork
from linkwork.cli.new import example
from linkwork.numerics.ahead.library import INDEX
from linkwork.numerics.ahead.sources import PACKAGE, cache_root

Row = dict[str, Any]
REPEATS = 5
TARGETS = {"run, warm": 2.0, "run, first ever": 30.0, "warmup, first ever": 120.0}
_NUMBA_FLOOR = """
import numba
@numba.njit(cache=True)
def add(a, b):
    return a + b
add(1.0, 2.0)
"""
_PENDULUM = """
import linkwork as lw
m = lw.Planar("pendulum")
m.set_gravity(0, -9.81)
bar = m.body("bar", estimate=(0, 0, 0))
m.mass("bar", mass=1, center=(1, 0), inertia=0.1)
m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
"""
_IN_SPACE = """
import linkwork as lw
m = lw.Spatial("pendulum")
m.set_gravity(0, 0, -9.81)
bar = m.body("bar")
m.mass("bar", mass=1, center=(1, 0, 0), inertia=(0.1, 0.1, 0.1))
m.revolute("O", m.ground.at(0, 0, 0), bar.at(0, 0, 0), axis=(0, 1, 0))
"""
_BALL = """
import linkwork as lw
m = lw.Planar("ball")
m.set_gravity(0, -9.81)
m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
ball = m.body("ball", estimate=(0, 0.5, 0))
m.mass("ball", mass=1, inertia=0.01)
ball.profile("skin", lw.circle(0.1))
m.contact("bounce", "ball.skin", "ground.floor", restitution=0.8)
"""
_BALL_IN_SPACE = """
import linkwork as lw
m = lw.Spatial("ball")
m.set_gravity(0, 0, -9.81)
m.ground.solid("floor", "plane", normal=(0, 0, 1))
ball = m.body("ball", estimate=(0, 0, 0.5))
m.mass("ball", mass=1, inertia=(0.01, 0.01, 0.01))
ball.solid("skin", "sphere", radius=0.1)
m.contact("bounce", "ball.skin", "ground.floor", restitution=0.8)
"""
_SIMULATE = "m.simulate(1, 11, progress=False)"
_SENSITIVITY = """
m.parameters(length=1.0)
m.joint_spring("coil", "O", stiffness="10*length")
m.sensitivity("bar.angle", to=["length"], until=0.1, points=3, analysis="simulate")
"""
FIRST_RESULTS = {
    "simulate a pendulum": (_PENDULUM + _SIMULATE, 3.0),
    "simulate a pendulum in space": (_IN_SPACE + _SIMULATE, 3.0),
    "a ball bounces": (_BALL + _SIMULATE, 4.0),
    "a ball bounces in space": (_BALL_IN_SPACE + _SIMULATE, 4.0),
    "linearise the pendulum": (_PENDULUM + "m.linearise(m.equilibrium())", 4.0),
    "a sensitivity of the pendulum": (_PENDULUM + _SENSITIVITY, 4.0),
}
"""What a new process computes with kernels compiled ahead, and at most how many times `import numpy` it may take."""
_FIGURE_FLOOR = _NUMBA_FLOOR + "import pydantic, matplotlib.figure\n"


def cpu_of(command: list[str], env: dict[str, str] | None = None) -> float:
    """Processor time of a process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def rows() -> Iterator[Row]:
    """First results with kernels compiled ahead; first runs on an empty cache; everything warm, and the floors."""
    cli = [sys.executable, "-m", "linkwork.cli.main"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        driven, moving = _models(folder)
        if (PACKAGE / "kernels" / INDEX).exists():
            yield from _ahead(folder, cli, driven, _new_user(folder))
            return
        env = _environment(folder, "unused") | {"LINKWORK_CACHE": str(cache_root())}
        cpu_of([*cli, "kernels"], env)
        yield from _ahead(folder, cli, driven, env)
        run = [*cli, "run", driven, "--out", str(folder / "out")]
        env = _environment(folder, "cache")
        yield _row("run, first ever", cpu_of(run, env))
        yield _row("warmup, first ever", cpu_of([*cli, "warmup"], _environment(folder, "other")))
        cpu_of([*cli, "warmup"], env)
        for label, command in {
            "python alone": [sys.executable, "-c", "pass"],
            "linkwork --help": [*cli, "--help"],
            "import linkwork": [sys.executable, "-c", "import linkwork; linkwork.Planar"],
            "one cached numba function (floor)": [sys.executable, _script(folder, "floor", _NUMBA_FLOOR)],
            "the same, pydantic, matplotlib (floor)": [sys.executable, _script(folder, "figures", _FIGURE_FLOOR)],
            "check, warm": [*cli, "check", driven],
            "run, warm": run,
            "run with simulate, warm": [*cli, "run", moving, "--out", str(folder / "out")],
            "warmup, warm": [*cli, "warmup"],
        }.items():
            cpu_of(command, env)
            yield _row(label, min(cpu_of(command, env) for _ in range(REPEATS)))


def _ahead(folder: Path, cli: list[str], model: str, env: dict[str, str]) -> Iterator[Row]:
    """First results with kernels compiled ahead, as multiples of the time in which numpy is imported.

    The library is that of the wheel, or of the user's cache, where it was made if there was none.
    """
    floor = [sys.executable, "-c", "import numpy"]
    commands = {
        label: ([sys.executable, _script(folder, label.replace(" ", "-"), text)], most)
        for label, (text, most) in FIRST_RESULTS.items()
    }
    commands |= {
        "check": ([*cli, "check", model], 4.0),
        "run without figures": ([*cli, "run", model, "--no-figures", "--out", str(folder / "out")], 5.0),
    }
    for label, (command, most) in commands.items():
        cpu_of(command, env)
        pairs = [(cpu_of(command, env), cpu_of(floor, env)) for _ in range(REPEATS)]
        ratio = min(spent for spent, _ in pairs) / min(numpy for _, numpy in pairs)  # that of pairs may flatter
        yield {"problem": f"{label}, compiled ahead: times import numpy", "cpu_s": round(ratio, 2), "target": most}


def _models(folder: Path) -> tuple[str, str]:
    """The slider-crank that `linkwork new` writes, and one that is simulated."""
    driven, moving = folder / "slider-crank.yaml", folder / "bouncing-block.yaml"
    for path in (driven, moving):
        path.write_text(example(path.stem), encoding="utf-8")
    return str(driven), str(moving)


def _new_user(folder: Path) -> dict[str, str]:
    """A process that has only what is installed: no folder of this package on its way, no cache, an empty home."""
    ours = ("LINKWORK_CACHE", "LINKWORK_KERNELS", "PYTHONPATH", "XDG_CACHE_HOME")
    home = folder / "home"
    home.mkdir()
    return {key: value for key, value in os.environ.items() if key not in ours} | {"HOME": str(home)}


def _environment(folder: Path, cache: str) -> dict[str, str]:
    """A process that finds its own folders for bytecode and compiled code, and this package."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    source = str(Path(linkwork.__file__).parent.parent)
    own = {"LINKWORK_CACHE": cache, "PYTHONPYCACHEPREFIX": "bytecode"}
    return env | {key: str(folder / name) for key, name in own.items()} | {"PYTHONPATH": source}


def _script(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


def _row(label: str, seconds: float) -> Row:
    row: Row = {"problem": label, "cpu_s": round(seconds, 2)}
    return row | ({"target": TARGETS[label]} if label in TARGETS else {})
