"""Examples with a closed loop, cut at one pin and glued to themselves: they come to what they are.

Bodies without masses get one of our own, in the example and in what is cut: a motion that moves no mass has no forces.
Some of them in every run, all that have a pin between moving bodies with the variable LINKWORK_EVERY_EXAMPLE.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ruamel.yaml import YAML

from linkwork.exchange.coupling import Coupled, MechanismPart
from linkwork.formats.model_file import loads

FOLDER = Path(__file__).parents[2] / "examples"
UNTIL = {"squeezer": 0.02}  # s; the others 0.1
STEPS = (20, 40, 80)
USUAL = ("compressor", "four-bar", "excavator", "motor-crank")
WITH_CONTACTS = ("bouncing-block", "jumping-cam", "trigger", "geneva-wheel", "loose-slider-crank", "newtons-cradle")
WITH_CONTACTS += ("ratchet", "trebuchet", "woodpecker", "kerb")
REDUNDANT = ("cognates",)  # bars that imply each other: the part that is left does not keep its constraints over 5 ms
OWN = {"mass": 1.0, "inertia": 0.05}
FILES = [path for path in sorted(FOLDER.rglob("*.yaml")) if path.parent.name != "coupling"]
TAKEN = [path for path in FILES if path.stem in USUAL or "LINKWORK_EVERY_EXAMPLE" in os.environ]


def plain(value: Any) -> Any:
    """Data of a YAML file without its comments."""
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, bool) or value is None:
        return value
    return (int if isinstance(value, int) else float if isinstance(value, float) else str)(value)


def pin_of(model: dict[str, Any]) -> tuple[str, list[tuple[str, Any]]] | None:
    """A pin between two moving bodies, and its places on them."""
    for name, joint in model.get("joints", {}).items():
        if joint.get("type") != "revolute" or "between" not in joint:
            continue
        ends = [
            next(iter(end.items())) if isinstance(end, dict) else end.partition(".")[::2] for end in joint["between"]
        ]
        if all(body in model["bodies"] for body, _ in ends):
            return name, [(str(body), at or [0, 0]) for body, at in ends]
    return None


def in_formulas(body: str) -> str:
    return body if body.isidentifier() else repr(body)


class Cut:
    """An example whose pin is taken out."""

    def __init__(self, path: Path) -> None:
        self.folder, self.name = str(path.parent), path.stem
        model = plain(YAML().load(path.read_text(encoding="utf-8")))
        if (
            model.get("world") == "space"
            or path.stem in (*WITH_CONTACTS, *REDUNDANT)
            or "flexible" in model
            or "modes" in model
        ):
            pytest.skip("in space, with contacts, modes or redundant bars")
        pin = pin_of(model) if model.get("bodies") else None
        if pin is None:
            pytest.skip("no pin between moving bodies")
        self.bodies = list(model["bodies"])
        for body in self.bodies:
            model["bodies"][body] = {"mass": OWN} | (model["bodies"][body] or {})
        self.whole = loads(json.dumps(model), folder=self.folder)
        plan = self.whole.system(dynamics=True).plan
        if not plan.cuts and not plan.rods:
            pytest.skip("no loop is closed")
        self.start = self.whole.simulate(until=1e-6, points=2, progress=False)
        del model["joints"][pin[0]]
        self.places = []
        for body in self.bodies:
            place = [float(self.start[f"{in_formulas(body)}.{letter}"][0]) for letter in ("x", "y", "angle")]
            model["bodies"][body]["estimate"] = place
        for number, (body, at) in enumerate(pin[1]):
            if not isinstance(at, str):
                model["bodies"][body].setdefault("points", {})[f"cut{number}"] = at
            self.places.append(f"{body}.{at if isinstance(at, str) else f'cut{number}'}")
        self.model = json.dumps(model)

    def seen(self) -> list[str]:
        """Where all bodies are."""
        return [f"{in_formulas(body)}.{letter}" for body in self.bodies for letter in ("x", "y", "angle")]

    def glued(self, until: float, steps: int) -> Any:
        """The pin's two places glued."""
        speeds = {f"{body}.omega": float(self.start[f"{in_formulas(body)}.omega"][0]) for body in self.bodies}
        ends, outputs = dict(zip(("one", "two"), self.places, strict=True)), {each: each for each in self.seen()}
        c = Coupled(self.name)
        own = loads(self.model, folder=self.folder)
        c.add("m", MechanismPart(own, interfaces=ends, outputs=outputs, speeds=speeds))
        c.glue("pin", "m.one", "m.two")
        return c.run(until=until, step=until / steps, progress=False)


@pytest.mark.parametrize("path", TAKEN, ids=[path.stem for path in TAKEN])
def test_cut_at_a_pin_and_glued_it_comes_to_itself(path: Path) -> None:
    cut, until = Cut(path), UNTIL.get(path.stem, 0.1)
    run = cut.whole.simulate(until=until, points=2, rtol=1e-11, atol=1e-13, progress=False)
    wanted = np.array([run[name][-1] for name in cut.seen()])
    errors, steps = [], STEPS[-1]
    for steps in STEPS:
        glued = cut.glued(until, steps)
        assert glued.completed and glued["pin.gap"].max() < 1e-9, glued.notes
        errors.append(float(np.abs(np.array([glued[f"m.{name}"][-1] for name in cut.seen()]) - wanted).max()))
    while errors[-1] >= 1e-6 and steps < 1000:  # its finest step; with the order of the scheme that is not far
        steps *= 4
        finer = cut.glued(until, steps)
        errors.append(float(np.abs(np.array([finer[f"m.{name}"][-1] for name in cut.seen()]) - wanted).max()))
    assert errors[-1] < 1e-6, errors
    assert errors[2] < 1e-8 or errors[1] / errors[2] > 6.0, errors  # order three or more, until rounding is left
