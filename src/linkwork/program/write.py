"""Writers: a program as one file without dependencies, with a head that names every number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.program import texts
from linkwork.program.languages import LANGUAGES, Language
from linkwork.program.lines import assignments

if TYPE_CHECKING:
    from linkwork.program.program import Program

GROUPS = (("q", "coordinates"), ("v", "rates"), ("x", "states"), ("u", "inputs"), ("par", "parameters"))


def written(program: Program, language: str, name: str) -> str:
    """The text of a program."""
    chosen = LANGUAGES[language]
    lines, stores = _body(program, chosen)
    head = _head(program, chosen, name)
    r = program.recorded
    n, m = r.shapes["jacobian"][1], r.shapes["jacobian"][0]
    numbers = {"name": name, "n": n, "m": m, "positions": len(r.coordinates), "states": len(r.states)}
    numbers |= {"inputs": len(r.inputs), "parameters": len(r.parameters)}
    form = texts.FORMS[language]
    body = "\n".join(form.indent + line for line in [*lines, *stores])
    text = form.text.translate_names(numbers)
    return text.replace("@HEAD@", "\n".join(head)).replace("@BODY@", body)


def _body(program: Program, language: Language) -> tuple[list[str], list[str]]:
    """The lines that compute, and those that store the results."""
    r = program.recorded
    inputs = {"t": "t"}
    for letter, group in GROUPS:
        for number, name in enumerate(getattr(r, group)):
            inputs[name] = language.index.format(letter, number + language.first)
    outputs = [entry.place for entries in r.results.values() for entry in entries]
    lines, names = assignments(r.tape, outputs, inputs, language)
    stores = list[str]()
    end = ";" if language.ending in (".c", ".js", ".m") else ""
    for result, entries in r.results.items():
        shape = r.shapes[result]
        for entry in entries:
            place = texts.place_of(language, result, entry.row, entry.column, shape)
            stores.append(f"{place} = {names[entry.place]}{end}")
    return lines, stores


def _head(program: Program, language: Language, name: str) -> list[str]:
    """Every input and result by name and unit, as comments."""
    r, mark = program.recorded, language.comment
    found = [f"{mark}{name}: equations of motion of '{program.mechanism.name}', written by Linkwork"]
    system = program.mechanism.system(dynamics=True)
    lengths = ("x", "y", "z")
    for letter, group in GROUPS:
        for number, each in enumerate(getattr(r, group)):
            label = each.rpartition(".")[2]
            unit = ""
            if group == "coordinates":
                unit = "m" if label in lengths else "" if label.startswith("e") and label[1:].isdigit() else "rad"
            elif group == "rates":
                unit = "m/s" if label in ("vx", "vy", "vz") else "rad/s"
            place = language.index.format(letter, number + language.first)
            found.append(f"{mark}  {place:10s} {each}{f' ({unit})' if unit else ''}")
    for number, equation in enumerate(system.equations):
        found.append(f"{mark}  equation {number + language.first}: {equation}")
    return found
