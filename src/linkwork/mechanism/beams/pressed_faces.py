"""Faces that are tied by their normals: no frames, so that no forces but those of pressure make sense there.

Tension p on such a face is the force p R with the torque p T on it, in a cavity p R on it and -p R with p T beside it
(`Pushed`); any other force there would be taken for pressure as far as it is along R, and lost as far as it is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from linkwork.base.errors import MechanismError
from linkwork.mechanism.dry_row import dry
from linkwork.places.interfaces import AT, interface_name, is_interface, owner_of, seat_of

_SEAT = seat_of("")
_SAME = 1e-6  # of all components: what is off more is no pressure
_PLACES = 3  # the vectors of a force and of a torque have so many components at most
_PROBES = (0.7, -0.3, 1.9, 23.0, -11.0, 170.0, 0.013, -1900.0, 31000.0, 1.7e6)
"""About what each name in a formula is taken for, to see whether formulas are in proportion."""


def check_pressed_faces(scope: Any) -> None:
    """Refuse forces at faces tied by their normals that are not those of a pressure."""
    forces = scope.mechanism.forces
    for name, force in forces.items():
        face = _face_of(scope, force)
        if face is None:
            continue
        body, label, beside = face
        if not beside:
            _check_pressure(scope, name, force, body, label)
            continue
        other = forces.get(name.removesuffix(_SEAT)) if name.endswith(_SEAT) else None
        if other is None or _face_of(scope, other) != (body, label, False):
            _refuse_half(name, label, name.removesuffix(_SEAT), interface_name(body, label))


def _face_of(scope: Any, force: Any) -> tuple[str, str, bool] | None:
    """Body and label of the face tied by its normals on which a force acts, and whether it acts beside it."""
    if not getattr(force, "follows", False) or not is_interface(force.on.body):
        return None
    body, label = owner_of(force.on.body), force.on.body.partition(AT)[2]
    described = scope.body(body).flexible
    if described is None:
        return None
    faces = [name for name, given in described.interfaces.items() if given.tie == "normal"]
    if label in faces:
        return body, label, False
    beside = [name for name in faces if seat_of(name) == label]
    return (body, beside[0], True) if beside else None


def _check_pressure(scope: Any, name: str, force: Any, body: str, label: str) -> None:
    """Refuse a force on a face that is not that of a pressure."""
    from linkwork.bodies.flexible.expand import reduced_body

    dimensions = scope.mechanism.world.dimensions
    made = reduced_body(scope.body(body).flexible, scope, dimensions).reduced
    pushed: Any = next(tie.pushed for tie in made.ties if tie.name == label)
    pull, torque, parts = list(pushed.size * pushed.along), list(pushed.torque), [force]
    none = [0.0] * len(torque)
    wanted = [*pull, *torque]
    if pushed.closed:
        seat = scope.mechanism.forces.get(seat_of(name))
        if seat is None or _face_of(scope, seat) != (body, label, True):
            _refuse_half(name, label, seat_of(name), interface_name(body, seat_of(label)))
        parts.append(seat)
        wanted = [*pull, *none, *(-value for value in pull), *torque]
    lever = float(pushed.size) ** 0.5
    levers = ([1.0] * dimensions + [lever] * len(torque)) * len(parts)
    wanted = [value / by for value, by in zip(wanted, levers, strict=True)]
    square = sum(value * value for value in wanted)
    row = dry(scope.mechanism.row_class)(scope, f"force '{name}'", name, None)
    moved = any(value.real != 0.0 for part in parts for value in row.point(part.on))
    for values in _values(scope, name, [law for part in parts for law in _laws(part, dimensions)]):
        given = [value / by for value, by in zip(values, levers, strict=True)]
        share = sum(one * other for one, other in zip(given, wanted, strict=True)) / square
        off = max(abs(one - share * other) for one, other in zip(given, wanted, strict=True))
        if moved or off > _SAME * max(map(abs, given)):
            along = ", ".join(f"{round(value, 9) + 0.0:.4g}" for value in pushed.along)
            pair = f", with the opposite force of '{seat_of(name)}' beside it" if pushed.closed else ""
            raise MechanismError(
                f"force '{name}': interface '{label}' is a face tied by its normals, which is no frame: nothing acts "
                f"there but pressure (m.pressure), a force along ({along}){pair}; give others an interface that is "
                "tied rigidly or by the mean"
            )


def _refuse_half(name: str, label: str, other: str, place: str) -> None:
    """Refuse what is one of the two forces of a pressure in a cavity, or none at all."""
    known = (
        f"'{other}' at '{place}' is missing" if other != name else f"its name ends in '{_SEAT}', the other's does not"
    )
    raise MechanismError(
        f"force '{name}': interface '{label}' is a face tied by its normals, which is no frame: nothing acts there but "
        f"pressure, in a cavity a pair of forces, and {known}; give both by m.pressure, or delete '{name}', too"
    )


def _laws(force: Any, dimensions: int) -> list[Any]:
    """Its components and those of its torque."""
    if dimensions == _PLACES:
        return [force.x, force.y, force.z, force.torque_x, force.torque_y, force.torque_z]
    return [force.x, force.y, force.torque]


def _values(scope: Any, name: str, laws: list[Any]) -> Iterator[list[float]]:
    """What laws are at some values of what they read, which may be anything here."""
    formulas: list[Any] = [getattr(law, "value", None) if law.type == "expression" else None for law in laws]
    if any(formula is None for formula in formulas):
        raise MechanismError(f"force '{name}': it acts on a face tied by its normals, where laws are formulas alone")
    names = sorted({one for formula in formulas for one in formula.names})
    tried = 0
    for probe in _PROBES:
        env: Mapping[str, Any] = {one: probe * (1.0 + 0.37 * number) for number, one in enumerate(names)}
        env = {one: value for one, value in env.items() if one not in scope.env} | dict(scope.env)
        try:
            values = [float(complex(formula.value(env)).real) for formula in formulas]
        except (ArithmeticError, ValueError, MechanismError):  # it has no value there
            continue
        if all(abs(value) < float("inf") for value in values):
            tried += 1
            yield values
    if not tried:
        raise MechanismError(f"force '{name}': its formulas have no value wherever they were tried")
