"""Tyre files (.tir) of the Magic Formula: `KEY = number` in sections, comments behind $ or !."""

from __future__ import annotations

import math
from dataclasses import field
from pathlib import Path
from typing import Literal

from linkwork.base.errors import MechanismError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.local_file import read_bytes
from linkwork.elements.spatial.forces.magic_formula.coefficients import COEFFICIENTS, LETTERS, NEW, SCALES, form_of
from linkwork.expression.given import public, publicly_made

LARGEST = 16 * 1024 * 1024  # bytes
_MOTORCYCLE, _MOTORCYCLE_WORDS = (51.0, 52.0), ("PAC_MC", "PACMC", "MF_MCTYRE")
"""What says that a file is of MF-MCTyre 1.0 or 1.1, or of PAC_MC."""
_LETTER_YEARS = ("94", "95", "96")
"""What the name of the form has where the letters mean what they mean here: earlier ones use the same otherwise."""
_TAKEN = {"VERTICAL_STIFFNESS", "VERTICAL_DAMPING", "UNLOADED_RADIUS", "PTX1", "PTX2", "PTX3", "PTY1", "PTY2"}
"""Keys beside the coefficients of which `fields` makes numbers of a tyre."""
_UNCOMPARED = {
    "motorcycle": ("the motorcycle's form was not compared with another program: compare a curve of the tyre's own",),
    "letters": ("the form by letters was not compared with another program: compare a curve of the tyre's own",),
}
"""What is said of forms of which no other program was at hand."""
_UNITS = {"LENGTH": "meter", "FORCE": "newton", "ANGLE": "radians", "MASS": "kg", "TIME": "second"}


@public
@publicly_made
@dataclass(frozen=True)
class TyreFile:
    """What a tyre file holds: coefficients by name, numbers that the formula here does not use, words."""

    coefficients: dict[str, float]
    unknown: dict[str, float] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    name: str = "a tyre file"

    @property
    def form(self) -> str:
        """`names` (versions 5.2 and 6.1), `motorcycle`, or `letters` (1994 to 1996)."""
        return form_of(self.coefficients)

    @property
    def side(self) -> Literal["left", "right"] | None:
        """The side of the vehicle for which the coefficients hold (TYRESIDE); None where the file does not say it."""
        said = self.words.get("TYRESIDE", "").strip().lower()
        return "left" if said == "left" else "right" if said == "right" else None

    @property
    def notes(self) -> tuple[str, ...]:
        """What is kept aside, and which forms nobody compared, in words."""
        aside = sorted(set(self.unknown) - _TAKEN)
        notes = (f"{len(aside)} keys are kept and not used: {', '.join(aside)}",) if aside else ()
        return notes + _UNCOMPARED.get(self.form, ())

    def fields(self) -> dict[str, object]:
        """The fields of a tyre that has these coefficients: `m.tyre(..., **file.fields())`."""
        self.require_unscaled()
        every = self.coefficients | self.unknown
        fields: dict[str, object] = {"model": "coefficients", "coefficients": dict(self.coefficients)}
        if self.side is not None:
            fields["measured_on"] = self.side
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

    def require_unscaled(self) -> None:
        """Refuse factors of scale that the formulas here do not have."""
        scaled = sorted(name for name in SCALES if self.unknown.get(name, 1.0) != 1.0)
        if scaled:
            raise MechanismError(f"{self.name}: {', '.join(scaled)} scale what is not scaled here; they must be 1")

    def relaxation(self, load: float | None = None) -> tuple[float, float]:
        """Relaxation lengths along and across at a load, the nominal one when left out; 0 where the file has none."""
        every = self.coefficients | self.unknown
        if "FNOMIN" not in every:
            return 0.0, 0.0
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
    letters = form_of(numbers) == "letters"
    needed = ("UNLOADED_RADIUS",) if letters else ("FNOMIN", "UNLOADED_RADIUS")
    missing = [key for key in needed if key not in numbers]
    if missing:
        raise MechanismError(f"{path}: a tyre file of the Magic Formula has {' and '.join(missing)}; this one has not")
    for key in needed:
        if numbers[key] <= 0.0:
            raise MechanismError(f"{path}: {key} must be greater than zero; it is {numbers[key]:g}")
    known = LETTERS if letters else COEFFICIENTS
    if letters:
        _require_letters_known(path, words)
    else:
        _settle_version(path, numbers, words)
    coefficients = {key: value for key, value in numbers.items() if key in known}
    unknown = {key: value for key, value in numbers.items() if key not in known}
    return TyreFile(coefficients, unknown, words, str(path))


def _require_letters_known(path: str | Path, words: dict[str, str]) -> None:
    """Refuse forms by letters of other years: in PAC89, A8 to A13 are other shifts, and camber enters otherwise."""
    said = words.get("PROPERTY_FILE_FORMAT", "")
    if said and not any(year in said for year in _LETTER_YEARS):
        raise MechanismError(
            f"{path}: letters A0, A1, ... of the form '{said}' have other meanings than those of 1994 to 1996 (PAC94), "
            "which are read"
        )


def _settle_version(path: str | Path, numbers: dict[str, float], words: dict[str, str]) -> None:
    """Put 5.2 or 6.1 in the place of the file's own version; refuse one of a motorcycle that is of neither form."""
    version, said = numbers.pop("FITTYP", 0.0), words.get("PROPERTY_FILE_FORMAT", "").upper().replace("-", "_")
    motorcycle = version in _MOTORCYCLE or said in _MOTORCYCLE_WORDS
    if form_of(numbers) == "motorcycle":
        return
    if motorcycle:
        raise MechanismError(f"{path}: it is said to be of the form of motorcycles, whose PCY2 it has not")
    numbers["FITTYP"] = 61.0 if version >= NEW else 52.0
