"""PHCpack's black-box solver (Debian's package phcpack) on a polynomial system of ours: processor time, regular zeros."""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import tempfile
from pathlib import Path

from linkwork.numerics.homotopy.system import PolynomialSystem


def is_installed() -> bool:
    return shutil.which("phc") is not None


def written(system: PolynomialSystem) -> str:
    """The system as PHCpack reads it."""
    lines = [str(system.unknowns)]
    for equation in system.equations:
        terms = []
        for monomial, value in equation.terms.items():
            number = complex(value)
            text = f"({number.real!r}{number.imag:+}*i)" if number.imag else f"({number.real!r})"
            terms.append("*".join([text, *(f"x{unknown}" for unknown in monomial)]))
        lines.append(" + ".join(terms) + ";")
    return "\n".join(lines) + "\n"


def solve(system: PolynomialSystem) -> tuple[float, int]:
    """Processor seconds and how many regular solutions it reports."""
    with tempfile.TemporaryDirectory() as folder:
        given, told = Path(folder) / "system", Path(folder) / "told"
        given.write_text(written(system))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(["phc", "-b", str(given), str(told)], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        count = re.findall(r"regular solutions\s*:\s*(\d+)", told.read_text())
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, int(count[-1]) if count else 0
