"""How numbers flow from bodies through signals to forces: which signals a force hangs on.

Sensors, functions, formulas and laws of the user tell by their integers what they read and write. What a force reads is
among its integers, too; one that looks like the place of a signal by chance only makes the answer larger.
"""

from __future__ import annotations

from linkwork.elements.planar.forces.point_force_kernel import point_force
from linkwork.elements.planar.forces.spring_kernel import spring
from linkwork.elements.planar.freedom_kernel import ANGLE
from linkwork.elements.planar.joints.revolute_kernel import revolute
from linkwork.numerics.jit import address
from linkwork.places import layout_kernel as layout
from linkwork.signals.formula_kernel import formula
from linkwork.signals.function_kernel import function
from linkwork.signals.measure_kernel import measure
from linkwork.signals.python_kernel import python
from linkwork.system.system import System
from linkwork.system.tangent.signal_flow import read_and_written

_ENDS = 4  # integers before those of the kernel


def signals_of_forces(system: System) -> list[set[int]] | None:
    """For every force the signals that it hangs on, directly or through others; None where that is not known."""
    k = system.k
    kinds = {address(kernel, "constraint", system.scalar): kernel for kernel in (measure, function, formula, python)}
    reads: list[set[int]] = []
    writer: dict[int, int] = {}
    for number in range(int(k[layout.SIGNALS])):
        record = int(k[layout.SIGNAL_AT]) + layout.RECORD * number
        kernel = kinds.get(int(k[record + layout.ADDRESS]))
        known = read_and_written(kernel, k, int(k[record + layout.INTS_AT]) + _ENDS)
        if known is None:
            return None
        read, written = known
        reads.append(read)
        writer |= dict.fromkeys(written, number)
    direct = [_forces_read(system, number) for number in range(int(k[layout.FORCES]))]
    return [_closed({writer[place] for place in places if place in writer}, reads, writer) for places in direct]


def _forces_read(system: System, number: int) -> set[int]:
    """All integers of a force, up to those of the next part."""
    k = system.k
    records = (
        (layout.ELEMENT_AT, layout.ELEMENTS),
        (layout.FORCE_AT, layout.FORCES),
        (layout.SIGNAL_AT, layout.SIGNALS),
    )
    starts = [
        int(k[k[at] + layout.RECORD * which + layout.INTS_AT]) for at, count in records for which in range(k[count])
    ]
    own = int(k[k[layout.FORCE_AT] + layout.RECORD * number + layout.INTS_AT])
    end = min((start for start in starts if start > own), default=int(k[layout.ELEMENT_AT]))
    return set(map(int, k[own + _ENDS : end]))


def _closed(closed: set[int], reads: list[set[int]], writer: dict[int, int]) -> set[int]:
    """With all signals on which these hang."""
    waiting = list(closed)
    while waiting:
        new = {writer[place] for place in reads[waiting.pop()] if place in writer} - closed
        closed |= new
        waiting += new
    return closed


def is_pin(system: System, number: int) -> bool:
    """Whether no row of an element's matrix, and no gamma, has the place or the velocity of its bodies' origins."""
    element = system.elements[number].element
    if system.world.dimensions == 2:
        return element.kernel_body() is revolute
    from linkwork.elements.spatial.catalogue import Revolute, Spherical, Universal

    return isinstance(element, Spherical | Revolute | Universal)  # points on each other, and directions


def turning_only(
    system: System, acting: list[set[int]], hangs: list[set[int]], units: int
) -> tuple[set[int], set[int]]:
    """Units whose place is in no force but for its angle, and those whose velocity is not but for its angular one."""
    turning_only = set(range(units))
    for number, (affected, signals) in enumerate(zip(acting, hangs, strict=True)):
        if not _knows_angles_only(system, number, signals):
            turning_only -= affected
    pushed = address(point_force, "constraint", system.scalar)
    powered = {
        unit
        for number, affected in enumerate(acting)
        for unit in affected
        if system.k[system.k[layout.FORCE_AT] + layout.RECORD * number + layout.ADDRESS] == pushed
    }
    return turning_only, turning_only - powered


def _knows_angles_only(system: System, number: int, signals: set[int]) -> bool:
    """Whether a force is a spring in an angle, or a force at a point, whose signals measure angles only."""
    k = system.k
    record = int(k[layout.FORCE_AT]) + layout.RECORD * number
    kernel = k[record + layout.ADDRESS]
    if kernel == address(spring, "constraint", system.scalar):
        if k[k[record + layout.INTS_AT] + _ENDS] != ANGLE:
            return False
    elif kernel != address(point_force, "constraint", system.scalar):
        return False
    sensor = address(measure, "constraint", system.scalar)
    for signal in signals:
        record = int(k[layout.SIGNAL_AT]) + layout.RECORD * signal
        if k[record + layout.ADDRESS] == sensor and k[k[record + layout.INTS_AT] + _ENDS] != ANGLE:
            return False
    return True
