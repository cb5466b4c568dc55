"""The force of a contact in two parts (Wang, 3.6.2): what holds the applied forces, and what moves the masses.

The static part is that of the mechanism at rest in the same position: applied forces, constraints, closed contacts in
equilibrium, without inertia and without forces of speeds. Friction keeps its share of the normal force where a point
slides. Freedoms that are left must be held by something, and the static part depends on what it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion
from linkwork.run.contact.contact_points import ClosedPoint, channel_of, closed_points, point_names
from linkwork.run.contact.contact_table import chosen

if TYPE_CHECKING:
    from linkwork.run.run import Run
    from linkwork.system.dynamics.dynamics import Dynamics

_NOTHING = 1e-9  # of the largest force, of the largest singular value


def contact_parts(run: Run, name: str, hold: Any = ()) -> tuple[Array, Array]:
    """Static and dynamic part of a contact point's normal force over the run; not a number where not determined."""
    from linkwork.run.reactions import required
    from linkwork.system.dynamics.dynamics import Dynamics

    required(run)
    if run.mechanism.world.dimensions == 3:
        raise AnalysisError(f"contact '{name}': its force is split into parts in the plane only")
    if name not in chosen(run, (name,)) or name not in dict(point_names(run)):
        raise AnalysisError(f"'{name}' is no contact; only forces of contacts are split into parts")
    dynamics = Dynamics(run.system)
    held = _held(run, (hold,) if isinstance(hold, str) else tuple(hold))
    static = np.zeros(len(run.t))
    own = channel_of(run, name)
    closed = np.real(run[f"{own}.mode"]) != 0
    for row in np.flatnonzero(closed):
        static[row] = _static(run, dynamics, int(row), name, held)
    if np.any(closed) and np.all(np.isnan(static[closed])):
        raise AnalysisError(
            f"contact '{name}': its static part is not determined: the mechanism is not held at rest, or several "
            "contacts share the load; name coordinates that hold it still, as in hold=('cam.angle',)"
        )
    return static, np.real(run[f"{own}.force"]) - static


def _held(run: Run, names: tuple[str, ...]) -> list[int]:
    """Columns of the coordinates that something holds."""
    known = list(run.system.coordinates)
    for name in names:
        if name not in known:
            raise AnalysisError(f"hold: there is no coordinate '{name}'{suggestion(name, known, 'coordinates')}")
    return [known.index(name) for name in names]


def _static(run: Run, dynamics: Dynamics, row: int, name: str, held: list[int]) -> float:
    """The normal force in equilibrium with the applied forces of one row."""
    dynamics.place(run.q[row], float(run.t[row]))
    load = np.real(dynamics.forces())
    columns = [np.real(dynamics.jacobian()).T]
    place = -1
    for point in closed_points(run, row):
        normal, tangent = _direction(run, dynamics, row, point)
        count = sum(column.shape[1] for column in columns)
        place = count if point.name == name else place
        columns.append(np.column_stack([normal, tangent] if point.mode == 2 else [normal]))
    columns.append(np.eye(len(load))[:, held])
    matrix = np.hstack(columns)
    static, _, rank, _ = np.linalg.lstsq(matrix, -load, rcond=_NOTHING)
    if np.max(np.abs(matrix @ static + load)) > _NOTHING * max(float(np.max(np.abs(load))), 1e-300):
        return float("nan")
    others = np.delete(matrix, place, axis=1)
    unique = np.linalg.matrix_rank(others, tol=_NOTHING * np.linalg.norm(matrix, 2)) < rank
    return float(static[place]) if unique else float("nan")


def _direction(run: Run, dynamics: Dynamics, row: int, point: ClosedPoint) -> tuple[Array, Array]:
    """Scaled generalised forces of a unit normal force, with the friction of sliding, and of a unit tangential one."""
    nx, ny = (float(np.real(run[f"{point.name}.n{axis}"][row])) for axis in "xy")
    normal, tangent = np.array([nx, ny]), np.array([-ny, nx])
    own = channel_of(run, point.name)
    force = float(np.real(run[f"{own}.force"][row]))
    if point.mode == 1 and force > 0.0:
        normal = normal + float(np.real(run[f"{own}.friction"][row])) / force * tangent
    part = dict(point_names(run))[point.name]
    rows = np.zeros((2, len(run.system.coordinates)))
    for sign, body in zip((-1.0, 1.0), part.bodies(), strict=True):
        if body == "ground":
            continue
        first = 3 * list(run.system.bodies).index(body)
        lever = point.at - np.real(run.q[row, first : first + 2])
        for line, direction in zip(rows, (normal, tangent), strict=True):
            turning = lever[0] * direction[1] - lever[1] * direction[0]
            line[first : first + 3] += sign * np.array([*direction, turning])
    return rows[0] * dynamics.scale, rows[1] * dynamics.scale
