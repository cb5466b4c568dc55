"""A trace in words: circuits, limits of the input, crossings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwork.analysis.trace.trace import Trace


def counted(count: int, noun: str) -> str:
    """`1 point`, `2 points`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def trace_text(trace: Trace) -> str:
    """Circuits, limits of the input, crossings."""
    circuits, starts = counted(len(trace.circuits), "circuit"), counted(trace.starts, "start")
    lines = [f"{trace.mechanism.name}: {circuits} from {starts} (not proven complete)"]
    for number, circuit in enumerate(trace.circuits, 1):
        shape = "closed" if circuit.closed else "open or longer than was followed"
        points = counted(len(circuit.run.t), "point")
        lines.append(f"circuit {number}: {shape}, {points}, length {circuit.run.t[-1]:.4g}")
        if not circuit.limits and trace.driver:
            lines.append(f"  driver '{trace.driver}' has no limit on it: it can go round")
        for limit in circuit.limits:
            lines.append(f"  driver '{trace.driver}' turns back at its {limit.kind} value {limit.value:.10g}")
        lines += [f"  another curve crosses at arc length {arc:.6g}" for arc in circuit.crossings]
    return "\n".join(lines)
