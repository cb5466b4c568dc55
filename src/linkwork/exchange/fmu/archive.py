"""The archive of an FMU: unpacked without leaving its folder, and looked at before its code is loaded."""

from __future__ import annotations

import platform
import sys
import zipfile
from pathlib import Path
from typing import Any

from linkwork.exchange.subsystem import CouplingError

_DESCRIPTION = "modelDescription.xml"
_LARGEST = 2_000_000_000  # bytes when unpacked


def unpacked(path: str, folder: str) -> str:
    """The files of an FMU in a folder; an entry that would lie elsewhere, and XML with a DOCTYPE, are refused."""
    try:
        with zipfile.ZipFile(path) as archive:
            _require_good(path, archive, Path(folder).resolve())
            archive.extractall(folder)
    except FileNotFoundError:
        raise CouplingError(f"FMU '{path}': there is no such file") from None
    except (OSError, zipfile.BadZipFile) as error:
        raise CouplingError(f"FMU '{path}' cannot be unpacked: {error}") from None
    return folder


def _require_good(path: str, archive: zipfile.ZipFile, folder: Path) -> None:
    names = archive.namelist()
    for name in names:
        if not (folder / name).resolve().is_relative_to(folder):
            raise CouplingError(f"FMU '{path}': its entry '{name}' would lie outside its folder; it is not taken")
    if sum(entry.file_size for entry in archive.infolist()) > _LARGEST:
        raise CouplingError(f"FMU '{path}': unpacked it has more than {_LARGEST / 1e9:g} GB; it is not taken")
    if _DESCRIPTION not in names:
        raise CouplingError(f"FMU '{path}': it has no {_DESCRIPTION}")
    if any(b"<!" + word in archive.read(_DESCRIPTION) for word in (b"DOCTYPE", b"ENTITY")):
        raise CouplingError(f"FMU '{path}': {_DESCRIPTION} declares entities or a document type; it is not read")


def require_platform(path: str, folder: str, told: Any) -> None:
    """Refuse an FMU that has no code for this machine, with the names of those that it has."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    system = {"win32": "windows", "darwin": "darwin"}.get(sys.platform, "linux")
    old = {"linux": "linux", "windows": "win", "darwin": "darwin"}[system] + "64"
    wanted = f"{machine}-{system}" if told.fmiVersion.startswith("3") else old
    has = sorted(each.name for each in (Path(folder) / "binaries").glob("*")) if Path(folder).exists() else []
    if wanted not in has:
        raise CouplingError(
            f"FMU '{path}': it has no code for this machine ({wanted}), only for {', '.join(has) or 'none'}; ask for "
            "an FMU of this platform, or compile its sources"
        )
