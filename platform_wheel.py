"""The wheel of a platform: the pure one with the library of kernels in it, which `make wheel` compiles before.

Without `LINKWORK_WHEEL`, the folder of that library, nothing is added and the wheel is pure.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_OLDEST = (2, 17)  # the first C library for which a tag of this form is defined


class PlatformWheel(BuildHookInterface):
    """Adds the folder `linkwork/kernels` and the tag of the platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it builds."""
        chosen = os.environ.get("LINKWORK_WHEEL")
        if not chosen:
            return
        folder = Path(self.root) / chosen
        for file in sorted(folder.iterdir()):
            build_data["force_include"][str(file)] = f"linkwork/kernels/{file.name}"
        (library,) = (file for file in folder.iterdir() if file.suffix != ".json")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform_tag(library)}"


def platform_tag(library: Path) -> str:
    """The platforms on which a library runs: on Linux those with the C library whose names it asks for, or a newer."""
    if sys.platform != "linux":
        return re.sub(r"[-.]", "_", sysconfig.get_platform())
    asked = re.findall(rb"GLIBC_(\d+)\.(\d+)", library.read_bytes())
    newest = max([_OLDEST, *((int(major), int(minor)) for major, minor in asked)])
    return f"manylinux_{newest[0]}_{newest[1]}_{os.uname().machine}"
