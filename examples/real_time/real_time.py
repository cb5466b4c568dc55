"""A slider-crank that runs in a real-time loop written in C.

Linkwork compiles the mechanism and hands its functions out as C addresses; `loop.c`, beside this file, is compiled with
the system's C compiler, loaded with ctypes, and calls them a thousand times a second. The controller in the loop reads
the crank's speed and sets the motor's torque, which is a flag of the mechanism.
"""

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import linkwork as lw

STEP = 0.001

m = lw.Planar("slider-crank with a controlled motor")
crank, rod, slider = m.bodies("crank", "rod", "slider")
m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
m.revolute("A", crank.at(0.2, 0), rod.at(0, 0))
m.revolute("B", rod.at(0.5, 0), slider.at(0, 0))
m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
m.mass(crank, mass=8, inertia=0.4)
m.mass(rod, mass=1, center=(0.25, 0), inertia=0.02)
m.mass(slider, mass=1.5, inertia=0.01)
m.set_gravity(0, -9.81)
m.flag("torque")
m.force("motor", crank, torque="torque")
m.force("load", slider, x="-20*vx")
m.initially(crank_angle=1.0)


def compiler() -> str | None:
    """The first C compiler that is found."""
    return next((found for name in ("cc", "gcc", "clang", "cl") if (found := shutil.which(name))), None)


def build(functions: lw.CFunctions, folder: Path) -> ctypes.CDLL:
    """Compile the loop for this mechanism, and load it."""
    (folder / "model.h").write_text(functions.header(), encoding="utf-8")
    source, library = str(Path(__file__).resolve().with_name("loop.c")), str(folder / "loop.so")
    program = str(compiler())
    command = [program, "-std=c99", "-O2", "-Wall", "-shared", "-fPIC", f"-I{folder}", source, "-o", library]
    if Path(program).stem.lower() == "cl":
        command = [program, "/O2", "/LD", f"/I{folder}", source, f"/Fe{library}"]
    subprocess.run(command, check=True, cwd=folder, capture_output=True, text=True)
    loaded = ctypes.CDLL(library)
    loaded.control_loop.restype = ctypes.c_int64
    loaded.control_loop.argtypes = [
        ctypes.c_void_p,
        *[ctypes.c_int64] * 2,
        *[ctypes.c_double] * 3,
        *[ctypes.c_void_p] * 2,
    ]
    return loaded


def run(count: int, *, paced: bool, bias: float = 0.0, gain: float = 0.0, wanted: float = 0.0, **options):
    """Build the loop and run it: time, torque and the observed numbers after every step, and what each took in s."""
    functions = m.c_functions(STEP, **options)
    record, cost = np.zeros((count, 2 + len(functions.names))), np.zeros(count)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        library, model = build(functions, Path(folder)), functions.model()
        status = library.control_loop(
            ctypes.byref(model), count, paced, bias, gain, wanted, record.ctypes.data, cost.ctypes.data
        )
    if status:
        raise RuntimeError(f"step failed: reason {status}")
    return functions, record, cost


if compiler() is None:
    print("no C compiler found: install one to run this example")
else:
    functions, record, cost = run(1000, paced=True, gain=4.0, wanted=20.0)
    speed = record[:, 2 + functions.index("crank.omega")]
    print(f"crank speed after {record[-1, 0]:.3f} s: {speed[-1]:.3f} rad/s; torque {record[-1, 1]:.3f} N m")
    print(f"a step of {1e3 * STEP:g} ms took {1e6 * cost.mean():.1f} us on average, {1e6 * cost.max():.1f} us at most")
