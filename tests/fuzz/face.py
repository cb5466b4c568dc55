"""The whole public face, found by looking: functions, constructors, and the methods of everything that they give."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import linkwork as lw

_SKIPPED = {"show"}  # opens a notebook's viewer
_STARTS_CODE = {"ProgramPart", "serve"}
_MADE_BY_OTHERS = {"Expression", "Subsystem"}
"""Results that only calls make, exported for annotations."""
_MODULES = ("vehicles", "muscles", "impacts", "biomechanics", "crash", "hexapod", "cvt")
"""Public, and imported by those who need them."""


@dataclass(frozen=True)
class Call:
    """A public call: its name, how the thing to call is got, and the names of its parameters."""

    name: str
    get: Callable[[], Callable[..., Any]]
    parameters: tuple[inspect.Parameter, ...]


def pendulum() -> Any:
    """A driven pendulum with a named point, a parameter and a spring, made anew."""
    m = lw.Planar("pendulum")
    m.parameters(l=1.0, k=3.0)
    bob = m.body("bob", estimate=(-1, 0, 0), points={"tip": (0, "l/10")})
    m.mass("bob", mass=1, inertia=0.1)
    m.set_gravity(0, -9.81)
    m.revolute("pin", m.ground.at(0, 0), bob.at("l", 0))
    m.torsion_spring("coil", m.ground, bob, stiffness="k")
    return m


def driven() -> Any:
    """The same, turned by a motor."""
    m = pendulum()
    m.drive("motor", joint="pin", angle="pi + t")
    return m


def spatial() -> Any:
    """A pendulum in space."""
    m = lw.Spatial("top")
    m.parameters(l=1.0)
    bob = m.body("bob", estimate=(1, 0, 0), points={"tip": (1, 0, 0)})
    m.mass("bob", mass=1, inertia=(0.1, 0.2, 0.3))
    m.set_gravity(0, 0, -9.81)
    m.revolute("pin", m.ground, bob, at=(0, 0, 0), axis=(0, 1, 0))
    return m


def elastic() -> Any:
    """A body that only springs hold."""
    m = lw.Planar("platform")
    m.parameters(k=3.0)
    bob = m.body("bob", estimate=(0, 0, 0))
    m.revolute("pin", m.ground, m.body("arm"))
    m.torsion_spring("coil", m.ground, "arm", stiffness="k")
    for number, (x, y) in enumerate([(1, 0), (-1, 0.5), (0, 1)]):
        m.spring(f"s{number}", m.ground.at(2 * x, 2 * y), bob.at(x, y + 0.1 * number), stiffness="k", free_length=0.5)
    return m


@cache
def results() -> dict[str, Any]:
    """One result of every kind of analysis; reading them changes nothing."""
    quiet = {"progress": False}
    free, moved, solid = pendulum(), driven(), spatial()
    run = free.simulate(until=0.2, points=11, **quiet)
    inverse = moved.inverse_dynamics(until=0.2, points=11, **quiet)
    plan, asked = lw.plans.monte_carlo(6, l="1 +- 0.01"), ["max(pin.force)"]
    study = moved.study(plan, asked, analysis="inverse_dynamics", until=0.1, points=5, workers=1, **quiet)
    linear = free.linearise(inputs=[], outputs=["bob.angle"])
    found = {
        "run": run,
        "inverse": inverse,
        "moving": solid.simulate(until=0.1, points=5, **quiet),
        "assembly": free.assemble(),
        "report": free.check(),
        "branches": moved.branches(),
        "trace": moved.trace(points=50, starts=1, **quiet),
        "equilibrium": free.equilibrium(),
        "equilibria": free.equilibria(starts=4),
        "stiffness": elastic().stiffness("bob"),
        "stiffness_map": elastic().stiffness_map("bob", {"k": [2, 3]}, **quiet),
        "linear": linear,
        "root_locus": linear.root_locus("k", [1, 2]),
        "overlay": moved.overlay(until=0.1, points=3, l=[0.9, 1.0], **quiet),
        "study": study,
        "contributions": study.contributions("max(pin.force)"),
        "sensitivity": moved.sensitivity("bob.x", ["l"], until=0.1, points=3),
        "topology": free.topology(),
        "c_functions": free.c_functions(0.01),
        "free_body": inverse.free_body("bob"),
        "link_load": inverse.link_load("bob", "pin", "tip"),
        "spectrum": run.spectrum("bob.x"),
        "contact_table": run.contact_log(),
        "verification": moved.verify(until=0.1, points=3, **quiet),
        "motion": lw.cams.Motion([lw.cams.rise("20 mm", over="120 deg"), lw.cams.dwell("60 deg"), lw.cams.fall()]),
        "cam": _cam(),
        "functions": free.functions(),
        "program": free.program(),
        **_of_the_library(),
        **_glued(),
    }
    return found


def _of_the_library() -> dict[str, Any]:
    from linkwork import cvt, impacts, muscles, vehicles

    belt = cvt.PushBeltDrive(fine=cvt.Fineness(arc=42, span=10, coarse=16, levels=1))
    tyre = vehicles.LinearTyre(1e5)
    ball, rod = impacts.Sphere(0.02, 2.1e11, 0.3, 7800), impacts.Rod(0.01, 1.0, 2.1e11, 0.3, 7800)
    return {
        "tyre": vehicles.MagicFormula(10, 1.9, 1, 0.97),
        "car": vehicles.SingleTrack(1500, 2500, 1.2, 1.5, tyre, tyre),
        "route": vehicles.LaneChange(3.5, 20, 30),
        "muscle": muscles.Muscle(1000, 0.1, 0.2),
        "fibres": muscles.Thelen(),
        "ball": ball,
        "rod": rod,
        "blow": impacts.blow(ball, rod, 0.3, modes=8),
        "steady": belt.steady(),
        "drive_run": belt.run(0.01, points=3),
    }


def _glued() -> dict[str, Any]:
    """A pendulum as a part of a coupled model, and what came of it; parts themselves are called by the coordinator."""
    coupled = lw.coupling.Coupled("pair")
    part = lw.coupling.MechanismPart(pendulum(), interfaces={"tip": "bob.tip"}, outputs={"angle": "bob.angle"})
    coupled.add("left", part)
    return {"coupled": coupled, "coupled_run": coupled.run(until=0.02, step=0.01, progress=False)}


def _cam() -> Any:
    motion = lw.cams.Motion([lw.cams.rise("20 mm", over="120 deg"), lw.cams.dwell("60 deg"), lw.cams.fall()])
    return lw.cams.Cam(motion, lw.cams.roller("8 mm"), base_radius="40 mm")


def public_calls() -> list[Call]:
    """Everything that a user can call."""
    return list(_functions()) + list(_methods())


def _functions() -> Iterator[Call]:
    for name in (*lw.__all__, *_MODULES):
        thing = import_module(f"linkwork.{name}") if name in _MODULES else getattr(lw, name)
        if isinstance(thing, ModuleType):
            for inner in dir(thing):
                value = getattr(thing, inner)
                if not inner.startswith("_") and _ours(value) and _shown(thing, inner, value):
                    yield _call(f"{name}.{inner}", lambda value=value: value, value)
        elif _ours(thing):
            yield _call(name, lambda thing=thing: thing, thing)


def _shown(module: ModuleType, name: str, value: Any) -> bool:
    """Whether a module means a name for its users: it lists it, or has no list and defines it."""
    return name in module.__all__ if hasattr(module, "__all__") else value.__module__ == module.__name__


def _ours(value: Any) -> bool:
    if getattr(value, "__name__", "") in _MADE_BY_OTHERS | _STARTS_CODE:
        return False
    made = inspect.isclass(value) and not inspect.isabstract(value) and not issubclass(value, Exception)
    return (inspect.isfunction(value) or made) and value.__module__.startswith("linkwork")


def _methods() -> Iterator[Call]:
    for label, make in {"pendulum": pendulum, "driven": driven, "spatial": spatial}.items():
        for name in _public(make()):
            get = _method(make, name)
            yield _call(f"{label}.{name}", get, get())
    for name in _public(pendulum().circuit("net")):
        get = _method(lambda: pendulum().circuit("net"), name)
        yield _call(f"circuit.{name}", get, get())
    for label, make in {"body": pendulum, "solid": spatial}.items():
        for name in _public(_bob(make)):
            get = _method(lambda make=make: _bob(make), name)
            yield _call(f"{label}.{name}", get, get())
    for label, value in results().items():
        for name in _public(value):
            get = _method(lambda value=value: value, name)
            yield _call(f"{label}.{name}", get, get())


def _method(make: Callable[[], Any], name: str) -> Callable[[], Any]:
    return lambda: getattr(make(), name)


def _bob(make: Callable[[], Any]) -> Any:
    m = make()
    return type(m.ground)(m, "bob")


def _public(value: Any) -> list[str]:
    found = []
    for name in dir(type(value)):
        member = getattr(type(value), name, None)
        called = inspect.isfunction(member) or inspect.ismethod(member)
        asked = name == "__getitem__" and hasattr(member, "__wrapped__")  # by a name in square brackets
        if called and (asked or not name.startswith("_")) and name not in _SKIPPED:
            found.append(name)
    return found


def _call(name: str, get: Callable[[], Any], value: Any) -> Call:
    return Call(name, get, tuple(inspect.signature(value).parameters.values()))
