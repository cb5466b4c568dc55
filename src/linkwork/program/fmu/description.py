"""modelDescription.xml: every variable of an FMU with its unit, in the words of FMI 2.0 and 3.0."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

from linkwork.program.laws import deciders
from linkwork.run.remarks import remarks_of

if TYPE_CHECKING:
    from linkwork.program.fmu.core import StateVector
    from linkwork.program.program import Program

_BASE = {"m": {"m": 1}, "m/s": {"m": 1, "s": -1}, "m/s^2": {"m": 1, "s": -2}, "N": {"kg": 1, "m": 1, "s": -2}}
_BASE |= {"N m": {"kg": 1, "m": 2, "s": -2}, "s": {"s": 1}, "rad": {"rad": 1}, "rad/s": {"rad": 1, "s": -1}}
_BASE |= {"rad/s^2": {"rad": 1, "s": -2}, "kg": {"kg": 1}, "Pa": {"kg": 1, "m": -1, "s": -2}, "A": {"A": 1}}
_BASE |= {"V": {"kg": 1, "m": 2, "s": -3, "A": -1}, "W": {"kg": 1, "m": 2, "s": -3}, "J": {"kg": 1, "m": 2, "s": -2}}


@dataclass(frozen=True)
class Variable:
    """A number of the FMU."""

    name: str
    reference: int
    causality: str
    variability: str
    unit: str = ""
    start: float | None = None
    derivative_of: int | None = None
    initial: str = ""
    about: str = ""


def variables(program: Program, vector: StateVector) -> list[Variable]:
    """All numbers in the order of their references."""
    r, names = program.recorded, vector.names
    listed = [Variable("time", 0, "independent", "continuous", "s")]
    for name, start in zip(names, vector.start, strict=True):
        unit = program.unit(name)
        listed.append(Variable(name, len(listed), "local", "continuous", unit, start, initial="exact"))
    for number, name in enumerate(names):
        unit = program.unit(name)
        unit = {"": "", "m/s": "m/s^2", "rad/s": "rad/s^2"}.get(unit, f"{unit}/s")
        listed.append(
            Variable(f"der({name})", len(listed), "local", "continuous", unit, None, number + 1, "calculated")
        )
    remarks = remarks_of(program.mechanism)
    for name in r.inputs:
        told = ("its law holds until a number comes" if name in r.lawful else "", remarks.get(name, ""))
        about = "; ".join(each for each in told if each)
        unit, start = program.unit(name), r.begin[name]
        listed.append(Variable(name, len(listed), "input", "continuous", unit, start, about=about))
    for name in r.parameters:
        start = r.begin[name]
        listed.append(Variable(name, len(listed), "parameter", "tunable", program.unit(name), start, initial="exact"))
    for name in r.outputs:
        label = name if all(name != each.name for each in listed) else f"output {name}"
        about, unit = remarks.get(name, ""), program.unit(name)
        listed.append(Variable(label, len(listed), "output", "continuous", unit, initial="calculated", about=about))
    for number, who in enumerate(deciders(r), 1):
        name, about = f"event indicator {number}", f"{who} decides otherwise where it passes zero"
        listed.append(Variable(name, len(listed), "local", "continuous", initial="calculated", about=about))
    return listed


def description(program: Program, vector: StateVector, name: str, version: str, token: str, step: float) -> str:
    """The text of modelDescription.xml."""
    listed = variables(program, vector)
    two = version == "2.0"
    root = Xml.Element("fmiModelDescription", fmiVersion=version, modelName=program.mechanism.name)
    root.set("guid" if two else "instantiationToken", token)
    root.set("generationTool", "Linkwork")
    root.set("variableNamingConvention", "flat")
    switches = program.recorded.shapes["switches"][0]
    if two:
        root.set("numberOfEventIndicators", str(switches))
    able = {"canGetAndSetFMUstate" if two else "canGetAndSetFMUState": "true"}
    able |= {"canSerializeFMUstate" if two else "canSerializeFMUState": "true"}
    able |= {"providesDirectionalDerivative" if two else "providesDirectionalDerivatives": "true"}
    exchange = Xml.SubElement(root, "ModelExchange", {"modelIdentifier": name, **able})
    steps = {"canHandleVariableCommunicationStepSize": "true"}
    together = Xml.SubElement(root, "CoSimulation", {"modelIdentifier": name, **steps, **able})
    if two:
        for part in (exchange, together):
            sources = Xml.SubElement(part, "SourceFiles")
            Xml.SubElement(sources, "File", name=f"{name}.c")
    write_units(root, (each.unit for each in listed))
    Xml.SubElement(root, "DefaultExperiment", startTime="0.0", stepSize=repr(step))
    model = Xml.SubElement(root, "ModelVariables")
    for each in listed:
        (_two if two else _three)(model, each)
    _structure(root, listed, len(vector.names), switches, two)
    Xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"


def write_units(root: Xml.Element, used: Iterable[str]) -> None:
    """The units that variables have, each once, by their powers of the SI's where these are known."""
    names = list(dict.fromkeys(unit for unit in used if unit))
    if names:
        units = Xml.SubElement(root, "UnitDefinitions")
        for name in names:
            unit = Xml.SubElement(units, "Unit", name=name)
            if name in _BASE:
                Xml.SubElement(unit, "BaseUnit", {key: str(value) for key, value in _BASE[name].items()})


def _two(model: Xml.Element, each: Variable) -> None:
    scalar = Xml.SubElement(model, "ScalarVariable", name=each.name, valueReference=str(each.reference))
    scalar.set("causality", each.causality)
    scalar.set("variability", each.variability)
    if each.about:
        scalar.set("description", each.about)
    if each.initial:
        scalar.set("initial", each.initial)
    real = Xml.SubElement(scalar, "Real")
    if each.unit:
        real.set("unit", each.unit)
    if each.start is not None:
        real.set("start", "NaN" if isnan(each.start) else repr(each.start))
    if each.derivative_of is not None:
        real.set("derivative", str(each.derivative_of + 1))


def _three(model: Xml.Element, each: Variable) -> None:
    real = Xml.SubElement(model, "Float64", name=each.name, valueReference=str(each.reference))
    real.set("causality", each.causality)
    real.set("variability", each.variability)
    if each.about:
        real.set("description", each.about)
    if each.initial:
        real.set("initial", each.initial)
    if each.unit:
        real.set("unit", each.unit)
    if each.start is not None:
        real.set("start", "NaN" if isnan(each.start) else repr(each.start))
    if each.derivative_of is not None:
        real.set("derivative", str(each.derivative_of))


def _structure(root: Xml.Element, listed: list[Variable], states: int, switches: int, two: bool) -> None:
    structure = Xml.SubElement(root, "ModelStructure")
    outputs = [each.reference for each in listed if each.causality == "output"]
    rates = list(range(states + 1, 2 * states + 1))
    if two:  # counts variables from one
        for title, references in (("Outputs", outputs), ("Derivatives", rates), ("InitialUnknowns", outputs + rates)):
            if references:
                part = Xml.SubElement(structure, title)
                for reference in sorted(references):
                    Xml.SubElement(part, "Unknown", index=str(reference + 1))
        return
    for title, references in (
        ("Output", outputs),
        ("ContinuousStateDerivative", rates),
        ("InitialUnknown", sorted(outputs + rates)),
    ):
        for reference in references:
            Xml.SubElement(structure, title, valueReference=str(reference))
    for number in range(switches):
        Xml.SubElement(structure, "EventIndicator", valueReference=str(len(listed) - switches + number))
