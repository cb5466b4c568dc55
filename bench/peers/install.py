"""`python -m bench.peers.install`: install the other programs one by one, and say which have no wheel for this platform."""

from __future__ import annotations

import subprocess
import sys

from bench.peers.programs import PROGRAMS


def main() -> None:
    """Install what is missing."""
    for program in PROGRAMS:
        if program.missing():
            command = [sys.executable, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", program.package]
            done = subprocess.run(command, capture_output=True, text=True, check=False).returncode == 0
            print(
                f"{program.name}: "
                + ("installed" if done else f"no wheel for this platform or Python ({program.wheels})")
            )
        else:
            print(f"{program.name}: there already, {program.version()}")


if __name__ == "__main__":
    main()
