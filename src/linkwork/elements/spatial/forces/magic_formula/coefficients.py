"""Coefficients of the Magic Formula by the names of tyre files: of version 5.2, 6.1, motorcycles, and by letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.expression.number import Number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from linkwork.places.spatial.row import SpatialRow

_NAMES = """
FNOMIN UNLOADED_RADIUS FITTYP LFZO LMUX LMUY LKX LKY
PCX1 PDX1 PDX2 PDX3 PEX1 PEX2 PEX3 PEX4 PKX1 PKX2 PKX3 PHX1 PHX2 PVX1 PVX2
RBX1 RBX2 RBX3 RCX1 REX1 REX2 RHX1
PCY1 PDY1 PDY2 PDY3 PEY1 PEY2 PEY3 PEY4 PEY5 PKY1 PKY2 PKY3 PKY4 PKY5 PKY6 PKY7
PHY1 PHY2 PHY3 PVY1 PVY2 PVY3 PVY4
RBY1 RBY2 RBY3 RBY4 RCY1 REY1 REY2 RHY1 RHY2 RVY1 RVY2 RVY3 RVY4 RVY5 RVY6
QSX1 QSX2 QSX3 QSY1 QSY2
QBZ1 QBZ2 QBZ3 QBZ4 QBZ5 QBZ6 QBZ9 QBZ10 QCZ1 QDZ1 QDZ2 QDZ3 QDZ4 QDZ6 QDZ7 QDZ8 QDZ9 QDZ10 QDZ11
QEZ1 QEZ2 QEZ3 QEZ4 QEZ5 QHZ1 QHZ2 QHZ3 QHZ4 SSZ1 SSZ2 SSZ3 SSZ4
PECP1 PECP2 PDXP1 PDXP2 PDXP3 PKYP1 PDYP1 PDYP2 PDYP3 PDYP4 PHYP1 PHYP2 PHYP3 PHYP4
QDTP1 QCRP1 QCRP2 QBRP1 QDRP1 QDRP2
PCY2
"""
COEFFICIENTS = _NAMES.split()
"""The coefficients of the Magic Formula in the order of the kernel's table, with the names of tyre files."""
LETTERS = [f"{letter}{place}" for letter, most in (("A", 18), ("B", 14), ("C", 21)) for place in range(most)]
"""Those of the form of 1994 to 1996, in the order of its kernel's table."""
_OTHERS = "LCX LEX LHX LVX LCY LEY LHY LVY LTR LRES LXAL LYKA LVYKA LS LMX LVMX LMY LKYC LKZC LGAX LGAY LGAZ"
SCALES = _OTHERS.split()
"""Factors of scale of tyre files that the formulas here do not have."""
NEW = 60.0
"""FITTYP from which the formula is that of 6.1."""
_LEFT_OUT = {"FITTYP": 52.0, "LFZO": 1.0, "LMUX": 1.0, "LMUY": 1.0, "LKX": 1.0, "LKY": 1.0, "PKY4": 2.0}
_LEFT_OUT |= {"RCX1": 1.0, "RCY1": 1.0, "PCX1": 1.0, "PDX1": 1.0, "PKX1": 1.0}
_LETTERS_LEFT_OUT = {"B0": 1.0, "B2": 1.0, "B4": 1.0}
_NEEDED = ("FNOMIN", "UNLOADED_RADIUS", "PCY1", "PDY1", "PKY1", "PKY2")
_POSITIVE = ("FNOMIN", "UNLOADED_RADIUS", "PCX1", "PDX1", "PCY1", "PDY1", "LFZO", "LMUX", "LMUY", "LKX", "LKY")

_ODD_NAMES = "PHY1 PHY2 PVY1 PVY2 PEY3 RHX1 RBY3 RVY1 RVY2 QSX1 QHZ1 QHZ2 QDZ6 QDZ7 QEZ4 SSZ1"
_ODD = set(_ODD_NAMES.split())
"""What makes a tyre push to one side, by names: its mirror image has them with the other sign."""
_ODD_LETTERS = {"A8", "A9", "A11", "A12", "A17", "C11", "C12", "C14", "C15", "C20"}

_TURNING = ("PKY6", "QDZ8", "PHYP1", "PHYP2", "QCRP1", "QDRP1")


def form_of(names: Iterable[str]) -> str:
    """Which form of the formula coefficients with these names are of: `names`, `motorcycle` or `letters`."""
    given = set(names)
    if given & set(LETTERS):
        return "letters"
    return "motorcycle" if "PCY2" in given else "names"


def one_sided(names: Iterable[str], new: bool) -> set[str]:
    """Which of the coefficients change their sign for the mirror image of the tyre; `new`: of version 6.1.

    In 5.2 QBZ4 and QDZ3 are factors of gamma, in 6.1 QDZ3 is one of |gamma| and QBZ4 is not used; of motorcycles QBZ4
    is a factor of gamma alone.
    """
    given, form = set(names), form_of(names)
    if form == "letters":
        return given & _ODD_LETTERS
    by_camber = {"QBZ4"} if form == "motorcycle" else set() if new else {"QBZ4", "QDZ3"}
    return given & (_ODD | by_camber)


def coefficient_numbers(
    row: SpatialRow, given: dict[str, Number], spins: bool, turns: bool, mirrored: bool
) -> list[Any]:
    """The numbers of the kernel's table; those left out are zero, factors of scale one.

    `mirrored`: those of the mirror image of the tyre, which pushes to the left where the tyre pushes to the right.
    """
    numbers = _checked_numbers(row, given, spins, turns)
    for name in one_sided(given, numbers.get("FITTYP", 0.0).real >= NEW) if mirrored else ():
        numbers[name] = -numbers[name]
    return list(numbers.values())


def _checked_numbers(row: SpatialRow, given: dict[str, Number], spins: bool, turns: bool) -> dict[str, Any]:
    form = form_of(given)
    if turns and form != "names":
        row.fail(f"turn_slip belongs to version 6.1 of the Magic Formula; these coefficients are of the form '{form}'")
    if form == "letters":
        return _letter_numbers(row, given, spins)
    motorcycle = form == "motorcycle"
    _refuse_others(row, given, COEFFICIENTS)
    needed = [*_NEEDED, *(("PKY3",) if motorcycle else ()), *(("PCX1", "PDX1", "PKX1") if spins else ())]
    _refuse_missing(row, given, needed)
    left_out = _LEFT_OUT | ({"PKY4": 0.0} if motorcycle else {})
    numbers = {name: row.number(given[name]) if name in given else left_out.get(name, 0.0) for name in COEFFICIENTS}
    for name in (*_POSITIVE, *(("PCY2", "PKY3") if motorcycle else ())):
        if numbers[name].real <= 0.0:
            row.fail(f"coefficients: {name} must be greater than zero; it is {numbers[name].real:g}")
    if turns:
        _refuse_no_turning(row, numbers)
    if numbers["PKY1"].real * numbers["PKY2"].real >= 0.0:
        row.fail(
            "coefficients: PKY1 is below zero where alpha has the sign of the sliding (ISO), as tyre files have it"
        )
    return numbers


def _letter_numbers(row: SpatialRow, given: dict[str, Number], spins: bool) -> dict[str, Any]:
    """Those of the form by letters."""
    _refuse_others(row, given, LETTERS)
    _refuse_missing(row, given, ["A0", "A2", "A3", "A4", *(("B0", "B2") if spins else ())])
    left_out = {} if spins else _LETTERS_LEFT_OUT
    numbers = {name: row.number(given[name]) if name in given else left_out.get(name, 0.0) for name in LETTERS}
    for name in ("A0", "A2", "A3", "A4", "B0", "B2"):
        if numbers[name].real <= 0.0:
            row.fail(f"coefficients: {name} must be greater than zero; it is {numbers[name].real:g}")
    if numbers["B3"].real + numbers["B4"].real <= 0.0:
        row.fail("coefficients: B3 and B4 give no force along the wheel: (B3 F + B4) F is its slope")
    return numbers


def _refuse_others(row: SpatialRow, given: dict[str, Number], known: list[str]) -> None:
    unknown = sorted(set(given) - set(known))
    if unknown:
        row.fail(
            f"coefficients: {', '.join(unknown)} not known; read_tir keeps such keys of a file aside and tells them"
        )


def _refuse_missing(row: SpatialRow, given: dict[str, Number], needed: list[str]) -> None:
    missing = [name for name in needed if name not in given]
    if missing:
        row.fail(f"the model 'coefficients' needs {', '.join(missing)}")


def _refuse_no_turning(row: SpatialRow, numbers: dict[str, Any]) -> None:
    """Refuse turn slip where its formulas would divide by nothing, or push along the turning."""
    if numbers["FITTYP"].real < NEW:
        row.fail("turn_slip belongs to version 6.1 of the Magic Formula; give FITTYP 61 and the coefficients of it")
    missing = [name for name in _TURNING if numbers[name].real == 0.0]
    if missing:
        row.fail(f"turn_slip needs the coefficients {', '.join(missing)}")
    if numbers["PECP1"].real >= 1.0:
        row.fail(f"coefficients: PECP1 is below 1; it is {numbers['PECP1'].real:g}")
    if not 0.0 < numbers["QDRP1"].real < 2.0 or numbers["QCRP1"].real < 0.0 or numbers["QDZ8"].real > 0.0:
        row.fail(
            "coefficients: the moment of turn slip acts against the turning with QCRP1 > 0, 0 < QDRP1 < 2, QDZ8 < 0"
        )
