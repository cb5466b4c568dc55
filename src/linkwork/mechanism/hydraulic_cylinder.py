"""A hydraulic cylinder in one call: tube and rod, pressures, ends of its stroke, buckling.

It becomes plain parts, which a model file holds: a force drawn as a cylinder, two one-sided springs at the ends of the
stroke, and computed channels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from linkwork.base.errors import MechanismError
from linkwork.expression import as_expression, resolve_parameters


@dataclass(frozen=True)
class HydraulicCylinder:
    """Names of the parts of a hydraulic cylinder: forces, the driver of a prescribed length, and channels."""

    force: str
    closed_stop: str
    open_stop: str
    stroke: str | None
    push: str
    pressure: str
    buckling: str


def add_cylinder(m: Any, name: str, first: Any, second: Any, given: dict[str, Any]) -> HydraulicCylinder:
    """Add the parts; see `hydraulic_cylinder` of a mechanism."""
    _check(m, name, given)
    bore, rod, closed, stroke = (as_expression(given[field]) for field in ("bore", "rod", "closed", "stroke"))
    area, ring = math.pi / 4 * bore**2, math.pi / 4 * (bore**2 - rod**2)
    pressure, back = given["pressure"], given["back_pressure"]
    law: Any = 0
    if given["length"] is None:
        law = f"-({_text(pressure)})*({area}) + ({_text(back)})*({ring})"
    m.spring(name, first, second, damping=given["damping"], force=law, look="cylinder")
    stops = {"stiffness": given["stop_stiffness"], "clipped": True, "look": "none"}
    stops["damping"] = given["stop_damping"]
    m.spring(f"{name}_closed", first, second, free_length=closed, only="compression", **stops)
    m.spring(f"{name}_open", first, second, free_length=closed + stroke, only="tension", **stops)
    driver = None
    if given["length"] is not None:
        driver = f"{name}_stroke"
        m.drive(driver, between=(first, second), strut=given["length"])
    pushing = f"-('{name}'.strength)" if driver is None else f"'{driver}'.force"
    parts = HydraulicCylinder(
        name, f"{name}_closed", f"{name}_open", driver, f"{name}_push", f"{name}_pressure", f"{name}_buckling"
    )
    m.channel(parts.push, pushing)
    m.channel(parts.pressure, f"(({pushing}) + ({_text(back)})*({ring}))/({area})")
    inertia = math.pi / 64 * rod**4
    modulus = as_expression(given["modulus"])
    m.channel(parts.buckling, f"{math.pi**2!r}*({modulus})*({inertia})/('{name}'.length)^2")
    return parts


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(as_expression(value))


def _check(m: Any, name: str, given: dict[str, Any]) -> None:
    """Refuse sizes that are none, a rod that does not fit its bore, and two ways of moving it at once."""
    env = resolve_parameters(m.parameters_by_name)
    size = {field: float(as_expression(given[field]).value(env).real) for field in ("bore", "rod", "closed", "stroke")}
    for field, value in size.items():
        if not value > 0.0:
            raise MechanismError(f"hydraulic cylinder '{name}': {field} must be above zero; found {value:g} m")
    if size["rod"] >= size["bore"]:
        raise MechanismError(
            f"hydraulic cylinder '{name}': a rod of {size['rod']:g} m does not fit a bore of {size['bore']:g} m"
        )
    if given["length"] is not None and given["pressure"] is not None:
        raise MechanismError(f"hydraulic cylinder '{name}': give the pressure or the length; the other one follows")
    if given["length"] is None and given["pressure"] is None:
        raise MechanismError(f"hydraulic cylinder '{name}': give its pressure, or its length as a function of t")
