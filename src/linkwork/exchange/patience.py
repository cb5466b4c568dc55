"""How long an answer is waited for."""

from __future__ import annotations

from linkwork.exchange.subsystem import CouplingError

_MOST = 1e6  # s, over eleven days: the clocks of systems take no more than some hundred years


def checked_patience(what: str, timeout: float) -> float:
    """The seconds that were given, where an operating system can wait so long."""
    if not 0.0 < timeout <= _MOST:
        raise CouplingError(f"{what}: timeout must be above 0 and at most {_MOST:g} s; found {timeout:g} s")
    return float(timeout)
