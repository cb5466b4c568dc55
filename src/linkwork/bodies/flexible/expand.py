"""A flexible body as a body with elastic modes: its mass and modes, formulas where its material is one.

Shapes do not depend on the modulus, the density or the thickness of one material, so masses are the density times a
number and stiffnesses the modulus times a number; studies and derivatives follow them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.errors import ExpressionError, MechanismError, within
from linkwork.bodies.flexible.body import FlexibleModes, modes_of
from linkwork.bodies.flexible.description import Flexible
from linkwork.expression import Expression, as_expression, sqrt
from linkwork.places.interfaces import seat_of

_FOLLOWED = ("material", "thickness", "damping", "start")
"""Fields whose numbers may be formulas; all others are used once, when the body is meshed."""


def number_of(scope: Any) -> Any:
    """The value of a formula among the parameters of a mechanism."""

    def number(value: Any) -> Any:
        return scope.number(value)

    return number


def reduced_body(described: Flexible, scope: Any, dimensions: int) -> FlexibleModes:
    """The modes of a flexible body of a mechanism."""
    _refuse_formulas(described)
    return modes_of(_beside(described, scope.mechanism), number_of(scope), dimensions)


def expanded(name: str, described: Flexible, scope: Any, dimensions: int) -> dict[str, Any]:
    """Fields `mass` and `modes` of a body with elastic modes."""
    with within(f"body '{name}'"):
        with within("flexible"):
            flexible = reduced_body(described, scope, dimensions)
        return {"mass": _mass(described, flexible), "modes": _modes(described, flexible, scope)}


def _beside(described: Flexible, mechanism: Any) -> Flexible:
    """The description with its files where the model file lies."""
    from linkwork.base.local_file import beside

    def path(given: Any) -> Any:
        return beside(mechanism, given) if isinstance(given, str) else given

    if described.mesh is not None:
        return described.model_copy(
            update={"mesh": described.mesh.model_copy(update={"file": path(described.mesh.file)})}
        )
    if described.matrices is None:
        return described
    given = described.matrices
    moved = {field: path(getattr(given, field)) for field in ("stiffness", "mass", "nodes", "freedoms")}
    return described.model_copy(update={"matrices": given.model_copy(update=moved)})


def _refuse_formulas(described: Flexible) -> None:
    for field in type(described).model_fields:
        if field not in _FOLLOWED:
            _require_numbers(getattr(described, field), field)
    if described.material is not None:
        _require_numbers(described.material.poissons_ratio, "material.poissons_ratio")
        formulas = described.material.youngs_modulus.names | described.material.density.names
        if described.frequency is not None and formulas:
            raise MechanismError(
                "'frequency' chooses modes by a material that is a formula, so that their number would change with its "
                "parameters; give the number of modes"
            )


def _require_numbers(value: Any, path: str) -> None:
    from pydantic import BaseModel

    if isinstance(value, Expression) and value.names:
        raise MechanismError(
            f"'{path}' is '{value.text}', but a body is meshed once, when it is added: give a number there; formulas "
            "are followed in youngs_modulus, density, thickness and damping"
        )
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            _require_numbers(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, dict):
        for name, item in value.items():
            _require_numbers(item, f"{path}.{name}")
    elif isinstance(value, tuple | list):
        for item in value:
            _require_numbers(item, path)


def _plain(value: Expression) -> Expression | float:
    """A number where a formula has no names."""
    constant = value.constant
    return value if constant is None else constant


def factors(described: Flexible) -> tuple[Any, Any]:
    """What masses and stiffnesses are multiplied by: density and modulus, in the plane times the thickness."""
    if described.material is None:
        return 1.0, 1.0
    thick = _plain(described.thickness)
    density, modulus = _plain(described.material.density), _plain(described.material.youngs_modulus)
    return (density, modulus) if thick == 1.0 else (density * thick, modulus * thick)


def _times(factor: Any, values: Any) -> Any:
    """Nested lists of a factor times numbers."""
    array = np.asarray(values, dtype=float)
    if array.ndim:
        return [_times(factor, item) for item in array]
    return 0.0 if array == 0.0 else factor * float(array)


def _mass(described: Flexible, flexible_modes: FlexibleModes) -> dict[str, Any]:
    density, _ = factors(described)
    whole = flexible_modes.integrals
    centre = [float(value) for value in whole.centre]
    if len(centre) == 2:
        return {"mass": _times(density, whole.mass), "center": centre, "inertia": _times(density, whole.inertia)}
    names = ("xx", "yy", "zz", "xy", "yz", "zx")
    inertia = dict(zip(names, _times(density, whole.inertia), strict=True))
    return {"mass": _times(density, whole.mass), "center": centre, "inertia": inertia}


def _modes(described: Flexible, flexible_modes: FlexibleModes, scope: Any) -> dict[str, Any]:
    density, modulus = factors(described)
    whole, result = flexible_modes.integrals, flexible_modes.reduced
    values = np.maximum(result.values, 0.0)
    modes = {
        "mass": _times(density, np.full(len(values), whole.mass)),
        "stiffness": _times(modulus, whole.mass * values),
        "linear_coupling": _times(density, whole.linear),
        "angular_coupling": _times(density, whole.angular),
        "inertia_slope": _times(density, whole.slope),
        "inertia_curvature": _times(density, whole.curvature),
        "gyroscopic_coupling": _times(density, whole.gyroscopic),
        "interfaces": {tie.name: _interface(tie, flexible_modes) for tie in result.ties} | _seats(result.ties),
        "start": list(described.start),
    }
    bent = flexible_modes.shapes.bent
    if bent is not None:
        modes |= {"linear_curvature": _times(density, bent.linear), "angular_curvature": _times(density, bent.angular)}
    damping = _damping(described, flexible_modes, scope)
    return modes | ({"damping": damping} if damping else {})


def _seats(ties: Any) -> dict[str, Any]:
    """The frames beside the faces of cavities, which take back what pressure there pushes as a whole."""
    seats = {seat_of(tie.name): {"at": tie.at.tolist()} for tie in ties if tie.pushed is not None and tie.pushed.closed}
    for tie in ties:
        if tie.name in seats:
            raise MechanismError(f"interface '{tie.name}' has the name of the frame beside a cavity; choose another")
    return seats


def _interface(tie: Any, flexible_modes: FlexibleModes) -> dict[str, Any]:
    d, bent = len(tie.at), flexible_modes.shapes.bent
    motion = np.asarray(tie.rows @ flexible_modes.reduced.shapes)
    rotation = motion[d] if d == 2 else motion[d:].T
    frame = {"at": tie.at.tolist(), "translation": motion[:d].T.tolist(), "rotation": rotation.tolist()}
    if bent is not None and tie.name in bent.interfaces:
        frame["translation_curvature"] = bent.interfaces[tie.name].tolist()
    return frame


def _damping(described: Flexible, flexible_modes: FlexibleModes, scope: Any) -> list[Any]:
    """Numbers of every mode: 2 ratio sqrt(k m), or alpha m + beta k."""
    mass, values = flexible_modes.integrals.mass, np.maximum(flexible_modes.reduced.values, 0.0)
    given, (density, modulus) = described.damping, factors(described)
    rayleigh = given.mass_share is not None or given.stiffness_share is not None
    ways = [given.ratio is not None, rayleigh, bool(given.table)]
    if sum(ways) > 1:
        raise MechanismError("damping: give a ratio, shares of mass and stiffness, or a table by frequency; only one")
    if not any(ways):
        return []
    if rayleigh:
        alpha, beta = (_plain(value or as_expression(0)) for value in (given.mass_share, given.stiffness_share))
        return [alpha * (density * mass) + beta * (modulus * float(mass * value)) for value in values]
    critical = density * modulus
    root = sqrt(critical) if isinstance(critical, Expression) else critical**0.5
    if given.ratio is not None:
        ratios: list[Any] = [_plain(given.ratio)] * len(values)
    else:
        ratios = _by_frequency(given.table, flexible_modes, scope)
    return [2.0 * mass * float(value) ** 0.5 * root * ratio for value, ratio in zip(values, ratios, strict=True)]


def _by_frequency(table: Any, flexible_modes: FlexibleModes, scope: Any) -> list[float]:
    try:
        rows = np.array([[scope.number(value).real for value in row] for row in table])
    except (ValueError, ExpressionError) as error:
        raise MechanismError(f"damping: {error}") from None
    if rows.ndim != 2 or rows.shape[1] != 2 or (np.diff(rows[:, 0]) <= 0).any():
        raise MechanismError("damping: 'table' needs rows of frequency in Hz and ratio, frequencies rising")
    return [float(value) for value in np.interp(flexible_modes.hertz, rows[:, 0], rows[:, 1])]
