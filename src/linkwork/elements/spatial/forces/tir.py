"""Tyre files (.tir) of the Magic Formula: `KEY = number` in sections, comments behind $ or !."""

from __future__ import annotations

import math
from dataclasses import field
from pathlib import Path

from linkwork.base.errors import MechanismError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.local_file import read_bytes
from linkwork.elements.spatial.forces.tyre_parts import COEFFICIENTS
from linkwork.expression.given import public, publicly_made

LARGEST = 16 * 1024 * 1024  # bytes
_UNITS = {"LENGTH": "meter", "FORCE": "newton", "ANGLE": "radians", "MASS": "kg", "TIME": "second"}


@public
@publicly_made
@dataclass(frozen=True)
class TyreFile:
    """What a tyre file holds: coefficients by name, numbers that the formula here does not use, words."""

    coefficients: dict[str, float]
    unknown: dict[str, float] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is kept aside, in words."""
        if not self.unknown:
            return ()
        return (f"{len(self.unknown)} keys are kept and not used: {', '.join(sorted(self.unknown))}",)

    def fields(self) -> dict[str, object]:
        """The fields of a tyre that has these coefficients: `m.tyre(..., **file.fields())`."""
        every = self.coefficients | self.unknown
        fields: dict[str, object] = {"model": "coefficients", "coefficients": dict(self.coefficients)}
        fields["radius"] = every["UNLOADED_RADIUS"]
        if "VERTICAL_STIFFNESS" in every:
            fields["stiffness"] = every["VERTICAL_STIFFNESS"]
        if every.get("VERTICAL_DAMPING", 0.0) > 0.0:
            fields["damping"] = every["VERTICAL_DAMPING"]
        along, across = self.relaxation()
        if along > 0.0:
            fields["relaxation_along"] = along
        if across > 0.0:
            fields["relaxation_across"] = across
        return fields

    def relaxation(self, load: float | None = None) -> tuple[float, float]:
        """Relaxation lengths along and across at a load, the nominal one when left out; 0 where the file has none."""
        every = self.coefficients | self.unknown
        nominal, radius = every["FNOMIN"], every["UNLOADED_RADIUS"]
        share = (nominal if load is None else load) / nominal
        more = share - 1.0
        along = share * (every.get("PTX1", 0.0) + every.get("PTX2", 0.0) * more)
        along *= math.exp(-every.get("PTX3", 0.0) * more) * radius
        soft = every.get("PTY2", 0.0)
        across = every.get("PTY1", 0.0) * math.sin(2.0 * math.atan(share / soft)) * radius if soft else 0.0
        return along, across


def read_tyre_file(path: str | Path) -> TyreFile:
    """Read a tyre file; keys that are not known are kept aside, other units than SI refused."""
    text = read_bytes(str(path), LARGEST, "a tyre file (.tir)").decode("utf-8", errors="replace")
    numbers: dict[str, float] = {}
    words: dict[str, str] = {}
    for count, line in enumerate(text.splitlines(), start=1):
        said = line.split("$")[0].split("!")[0].strip()
        if not said or said.startswith("[") or "=" not in said:
            continue
        key, value = (part.strip() for part in said.split("=", 1))
        key = key.upper()
        if value.startswith("'") or value.startswith('"'):
            words[key] = value.strip("'\"")
            continue
        try:
            numbers[key] = float(value.replace("D", "E").replace("d", "e"))
        except ValueError:
            raise MechanismError(f"{path}, line {count}: {key} must be a number, not '{value}'") from None
        if not math.isfinite(numbers[key]):
            raise MechanismError(f"{path}, line {count}: {key} must be a finite number, not '{value}'")
    for key, wanted in _UNITS.items():
        if key in words and words[key].lower() not in (wanted, wanted.rstrip("s"), wanted + "s"):
            raise MechanismError(f"{path}: {key} is in '{words[key]}'; tyre files are read in SI, so in {wanted}")
    missing = [key for key in ("FNOMIN", "UNLOADED_RADIUS") if key not in numbers]
    if missing:
        raise MechanismError(f"{path}: a tyre file of the Magic Formula has {' and '.join(missing)}; this one has not")
    for key in ("FNOMIN", "UNLOADED_RADIUS"):
        if numbers[key] <= 0.0:
            raise MechanismError(f"{path}: {key} must be greater than zero; it is {numbers[key]:g}")
    version = numbers.get("FITTYP", 0.0)
    numbers["FITTYP"] = 61.0 if version >= 60.0 else 52.0
    coefficients = {key: value for key, value in numbers.items() if key in COEFFICIENTS}
    return TyreFile(coefficients, {key: value for key, value in numbers.items() if key not in COEFFICIENTS}, words)
