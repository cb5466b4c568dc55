"""A control unit as an FMU for co-simulation: the unit in C, with the functions of the interface around it."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree as Xml

from linkwork.base.errors import AnalysisError
from linkwork.expression.given import FilePath, public
from linkwork.library.vehicles.control import faults, monitoring
from linkwork.library.vehicles.control import unit as units
from linkwork.library.vehicles.control.sensing import SIGNALS, UNITS
from linkwork.library.vehicles.control.unit import ControlUnit
from linkwork.library.vehicles.control.unit_part import INPUTS, OUTPUTS
from linkwork.program.fmu.description import write_units
from linkwork.program.fmu.package import require_version, wanted_compiler, write_archive
from linkwork.program.program import identifier


@public
def unit_fmu(unit: ControlUnit, path: FilePath, version: str = "2.0", binary: bool | None = None) -> Path:
    """Write a control unit as an FMU of FMI 2.0 or 3.0, whose signals are those of the unit bit by bit.

    Its clock beats with the unit's period, whatever steps a master makes. `binary` none: compiled where there is a C
    compiler; true: refused where there is none; false: the sources alone.
    """
    require_version(version)
    if set(unit.sensors) != set(SIGNALS):
        raise AnalysisError(f"a control unit as an FMU: its sensors are {', '.join(SIGNALS)}")
    compiler, target = wanted_compiler(binary), Path(path)
    name = identifier(target.stem)
    text = "\n".join([_numbers(unit), _read("linkwork.library.vehicles.control", "unit.c")])
    token = "{" + sha256(text.encode() + version.encode()).hexdigest()[:32] + "}"
    interface = _read("linkwork.program.fmu", f"fmi{version[0]}.c")
    whole = "\n".join([text, f'#define LW_GUID "{token}"', interface])
    write_archive(target, version, _description(unit, name, version, token), name, whole, compiler)
    return target


def _read(package: str, name: str) -> str:
    return (files(package) / name).read_text(encoding="utf-8")


def _numbers(unit: ControlUnit) -> str:
    """Sizes and thresholds of the unit as C has them; doubles written so are read back exactly."""
    sensors = [unit.sensors[name] for name in SIGNALS]
    rates = [monitoring.RATES["wheel" if name.startswith("wheel") else name] for name in SIGNALS]
    numbers: dict[str, float | int | str] = {
        "WHEELBASE": unit.wheelbase,
        "TRACK": unit.track,
        "RADIUS": unit.radius,
        "CHARACTERISTIC": unit.characteristic_speed,
        "PERIOD": unit.period,
        "YAW_GAIN": unit.yaw_gain,
        "MOST": unit.most,
        "LEAST": _row(each.least for each in sensors),
        "MOST_OF": _row(each.most for each in sensors),
        "RATES": _row(rates),
        "NO_SIGNAL": faults.NO_SIGNAL,
    }
    for module, names in (
        (monitoring, ("BEYOND", "SOON", "LATER", "AWAY", "AGREE", "LINEAR", "SLOW")),
        (units, ("SLIP", "RATE", "DOWN", "UP", "SLOWS", "SPINS", "BACK", "ON", "STILL", "GRIP", "FREE")),
    ):
        numbers |= {name: getattr(module, name) for name in names}
    return "\n".join(f"#define U_{name} {_number(value)}" for name, value in numbers.items())


def _number(value: float | int | str) -> str:
    return value if isinstance(value, str) else repr(value) if isinstance(value, int) else repr(float(value))


def _row(values: Iterable[float]) -> str:
    return "{" + ", ".join(repr(float(value)) for value in values) + "}"


def _unit_of(name: str) -> str:
    if name.startswith("brake"):
        return "N m"
    return UNITS.get(name.removeprefix("expected_"), "")


def _description(unit: ControlUnit, name: str, version: str, token: str) -> str:
    """The text of modelDescription.xml."""
    two = version == "2.0"
    root = Xml.Element("fmiModelDescription", fmiVersion=version, modelName="control unit")
    root.set("guid" if two else "instantiationToken", token)
    root.set("generationTool", "Linkwork")
    able = {"canGetAndSetFMUstate" if two else "canGetAndSetFMUState": "true"}
    able |= {"canSerializeFMUstate" if two else "canSerializeFMUState": "true"}
    steps = {"modelIdentifier": name, "canHandleVariableCommunicationStepSize": "true", **able}
    together = Xml.SubElement(root, "CoSimulation", steps)
    if two:
        Xml.SubElement(Xml.SubElement(together, "SourceFiles"), "File", name=f"{name}.c")
    write_units(root, map(_unit_of, (*INPUTS, *OUTPUTS)))
    Xml.SubElement(root, "DefaultExperiment", startTime="0.0", stepSize=repr(float(unit.period)))
    model = Xml.SubElement(root, "ModelVariables")
    if not two:
        Xml.SubElement(
            model, "Float64", name="time", valueReference="0", causality="independent", variability="continuous"
        )
    for reference, each in enumerate((*INPUTS, *OUTPUTS), start=1):
        given = reference <= len(INPUTS)
        said = {"name": each, "valueReference": str(reference), "causality": "input" if given else "output"}
        said["variability"] = "discrete"
        if not given:
            said["initial"] = "calculated"
        number = ({"start": "0.0"} if given else {}) | ({"unit": _unit_of(each)} if _unit_of(each) else {})
        if two:
            Xml.SubElement(Xml.SubElement(model, "ScalarVariable", said), "Real", number)
        else:
            Xml.SubElement(model, "Float64", said | number)
    structure = Xml.SubElement(root, "ModelStructure")
    places = range(len(INPUTS) + 1, len(INPUTS) + len(OUTPUTS) + 1)
    if two:
        for title in ("Outputs", "InitialUnknowns"):
            part = Xml.SubElement(structure, title)
            for place in places:
                Xml.SubElement(part, "Unknown", index=str(place))
    else:
        for title in ("Output", "InitialUnknown"):
            for place in places:
                Xml.SubElement(structure, title, valueReference=str(place))
    Xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"
