"""An FMU as a file: description, sources, and a library for this platform where a C compiler is there."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import FilePath
from linkwork.program.fmu.core import StateVector, c_of_fmu
from linkwork.program.fmu.description import description
from linkwork.program.program import identifier, program
from linkwork.program.work import refuse_yielding

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

VERSIONS = ("2.0", "3.0")
_BUILD = """<?xml version="1.0" encoding="UTF-8"?>
<fmiBuildDescription fmiVersion="3.0">
  <BuildConfiguration modelIdentifier="{name}">
    <SourceFileSet language="C99"><SourceFile name="{name}.c"/></SourceFileSet>
  </BuildConfiguration>
</fmiBuildDescription>
"""


def fmu(
    mechanism: Mechanism,
    path: FilePath,
    version: str = "2.0",
    step: float = 1e-3,
    parameters: Sequence[str] = (),
    outputs: Sequence[str] = (),
    coordinates: str = "joints",
    speeds: Mapping[str, Any] | None = None,
    binary: bool | None = None,
    hold: Mapping[str, Any] | None = None,
    branch: int = 0,
) -> Path:
    """Write the mechanism as an FMU; `binary` none: compiled where a compiler is there."""
    require_version(version)
    if not 0.0 < step < inf:
        raise AnalysisError(f"fmu: step: expected a finite time above zero, in s; found {step}")
    compiler = wanted_compiler(binary)
    refuse_yielding(mechanism, "fmu")
    target = Path(path)
    options: dict[str, Any] = {"nearest": True, "lawful": True, "hold": hold, "branch": branch}
    written = program(mechanism, parameters, coordinates, outputs, speeds, **options)
    vector, name = StateVector(written), identifier(target.stem)
    token = "{" + sha256(written.source("c", name).encode() + version.encode()).hexdigest()[:32] + "}"
    text = c_of_fmu(written, vector, name, version, token, float(step))
    write_archive(
        target, version, description(written, vector, name, version, token, float(step)), name, text, compiler
    )
    return target


def require_version(version: str) -> None:
    """Refuse a version of the interface that is not written."""
    if version not in VERSIONS:
        raise AnalysisError(f"fmu: version: expected 2.0 or 3.0; found '{version}'")


def wanted_compiler(binary: bool | None) -> str | None:
    """The C compiler, where a library is wanted and there is one; none: where it is there."""
    compiler = next((written for written in map(shutil.which, ("cc", "gcc", "clang")) if written), None)
    if binary and compiler is None:
        raise AnalysisError(
            "fmu: there is no C compiler (cc, gcc or clang); leave `binary` out to get the sources alone"
        )
    return None if binary is False else compiler


def write_archive(target: Path, version: str, told: str, name: str, text: str, compiler: str | None) -> None:
    """Description, sources and, with a compiler, the library of this platform in one file."""
    with written_aside(target) as aside, zipfile.ZipFile(aside, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("modelDescription.xml", told)
        archive.writestr(f"sources/{name}.c", text)
        if version == "3.0":
            archive.writestr("sources/buildDescription.xml", _BUILD.format(name=name))
        if compiler is not None:
            folder, ending = _platform(version)
            archive.writestr(f"binaries/{folder}/{name}{ending}", _compiled(compiler, text, name, ending))


def _platform(version: str) -> tuple[str, str]:
    """The folder of this platform's library, and its ending."""
    system = {"linux": "linux", "darwin": "darwin"}.get(sys.platform, "windows" if sys.platform == "win32" else "other")
    ending = {"darwin": ".dylib", "windows": ".dll"}.get(system, ".so")
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    if version == "2.0":
        bits = "64" if sys.maxsize > 2**32 else "32"
        return {"windows": "win"}.get(system, system) + bits, ending
    return f"{machine}-{system}", ending


def _compiled(compiler: str, text: str, name: str, ending: str) -> bytes:
    """The library."""
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / f"{name}.c", Path(folder) / f"{name}{ending}"
        source.write_text(text, encoding="utf-8")
        options = ["-std=c99", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-w"]
        call = [compiler, *options, str(source), "-o", str(library), "-lm"]
        told = subprocess.run(call, capture_output=True, text=True, check=False)
        if told.returncode != 0:
            raise AnalysisError(f"fmu: the C compiler failed: {told.stderr.strip().splitlines()[-1]}")
        return library.read_bytes()
