"""The vehicle of Haug 12.5 as in `examples/vehicle.yaml`, without its stabiliser bars or with another rack curve."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

import linkwork as lw
from linkwork.formats.model_file import loads

FILE = Path(__file__).resolve().parents[3] / "examples" / "vehicle.yaml"
BARS = {"bodies": ("bar 7", "bar 8"), "joints": ("J", "K"), "initial": ("bar 7.rx", "bar 8.rx")}
CIRCLE = [[1, 0], [2, "steer"]]
"""The rack goes to one side and stays there."""


def vehicle(*, bars: bool = True, rack: Any = None, **parameters: float) -> lw.Spatial:
    """Model 2, or model 1 without bars."""
    data = YAML(typ="safe", pure=True).load(FILE.read_text(encoding="utf-8"))
    if not bars:
        for section, names in BARS.items():
            for name in names:
                del data[section][name]
        data["forces"] = {name: force for name, force in data["forces"].items() if not name.startswith("bar ")}
        speeds = data["analysis"]["simulate"]["speeds"]
        data["analysis"]["simulate"]["speeds"] = {name: v for name, v in speeds.items() if not name.startswith("bar ")}
    if rack is not None:
        data["drivers"]["steering"]["value"]["points"] = rack
    mechanism = loads(json.dumps(data))
    assert isinstance(mechanism, lw.Spatial)
    mechanism.set(**parameters)
    return mechanism
