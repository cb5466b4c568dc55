"""With what a report was made: versions of the program and of what it stands on, without the name of the machine."""

from __future__ import annotations

import platform
from importlib import metadata

from linkwork.base.version import __version__
from linkwork.report.parts import Words


def versions_words() -> Words:
    """Program, libraries, Python and the kind of machine."""
    rows = [("linkwork", __version__)]
    rows += [(name, _version(name)) for name in ("numpy", "scipy", "numba", "matplotlib")]
    rows.append(("python", f"{platform.python_implementation()} {platform.python_version()}"))
    rows.append(("platform", f"{platform.system()} {platform.machine()}"))
    return Words(f"{', '.join(f'{name} {version}' for name, version in rows)}.")


def _version(name: str) -> str:
    """The version that is installed; numba may be missing where all kernels are compiled ahead."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "none"
