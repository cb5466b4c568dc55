"""Results of analyses as plain text for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwork.analysis.assemble import Assembly


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """Columns lined up: the first to the left, the others to the right."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = []
    for row in [head, *rows]:
        cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  " + "  ".join(cells).rstrip())
    return lines


def assembly_text(assembly: Assembly) -> str:
    """The assembled position, or what keeps the mechanism from closing."""
    name = assembly.system.mechanism.name
    lines = [f"{name}: assembled at t = {assembly.t:g} s" if assembly.ok else f"{name}: cannot be assembled"]
    if assembly.ok:
        lines.append(f"branch: {assembly.branch}")
    else:
        lines += [f"  {gap}" for gap in assembly.gaps]
        lines.append("  the closest position found is below; change a length, or give estimates nearer to a solution")
    rows = [[body, f"{x:.6g}", f"{y:.6g}", f"{a:.6g}"] for body, (x, y, a) in assembly.poses.items()]
    lines += table(["body", "x (m)", "y (m)", "angle (rad)"], rows)
    own = assembly.system.coordinates[3 * len(assembly.system.bodies) :]
    lines += [f"  {coordinate} = {assembly[coordinate]:.6g}" for coordinate in own]
    lines += [f"note: {note}" for note in assembly.notes]
    return "\n".join(lines)
