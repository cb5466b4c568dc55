"""Where a law finds a channel: coordinates of bodies, freedoms of joints, gauges of modes, distances between places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from linkwork.base.errors import MechanismError
from linkwork.base.names import GROUND, suggestion
from linkwork.elements.freedoms import freedoms_of, names_of_rate, rate_names, world_of
from linkwork.places.interfaces import is_interface

if TYPE_CHECKING:
    from linkwork.signals.records import Signals

_ACCELERATIONS = ("ax", "ay", "az", "alpha", "acceleration")
_RESULTS_ONLY = ("fx", "fy", "fz", "torque", "force")


def channel_place(signals: Signals, name: str) -> int:
    """Place of a channel that is no signal, by name."""
    place = _call(signals, name) if "(" in name else _dotted(signals, name)
    if place is None:
        _refuse(signals, name)
    return place


def _dotted(signals: Signals, name: str) -> int | None:
    head, _, quantity = name.partition(".")
    mechanism = signals.scope.mechanism
    if is_interface(head):
        signals.scope.interface(head)  # or an error that says what there is
    if head in mechanism.bodies_by_name or is_interface(head):
        measured = world_of(signals).of_body(_row(signals, head), head, quantity)
        return _gauge(signals, head, quantity) if measured is None else signals.measure(measured[0]) + measured[1]
    owner = name.rpartition(".")[0]
    if owner in mechanism.signals:
        if sensor_of(name, mechanism.signals):
            return _place_of_rate(signals, owner)
        signals.channel(owner)
        if name in signals.places:  # a machine names its modes when it is packed
            return signals.places[name]
        return signals.state(name)[0] if name in signals.numbers else None
    if name in signals.numbers:
        return signals.state(name)[0]
    prepare = getattr(mechanism.forces.get(head), "prepare", None)
    if prepare is not None and f"{head}.length" not in signals.places:
        prepare(_row(signals, head))
    if name in signals.places:
        return signals.places[name]
    for group in (mechanism.joints, mechanism.drivers, mechanism.forces):
        if head in group:
            for label, freedom in freedoms_of(_row(signals, head), group[head]).items():
                value, rate, _ = rate_names(label)
                if quantity in (value, rate):
                    return signals.measure(freedom) + (quantity == rate)
    return None


def sensor_of(name: str, signals: Any) -> str | None:
    """The sensor whose rate a name asks for, `gauge.rate`; none where it asks for something else."""
    owner = name.removesuffix(".rate")
    return owner if owner != name and getattr(signals.get(owner), "channel", None) else None


def _place_of_rate(signals: Signals, sensor: str) -> int:
    channel = signals.scope.mechanism.signals[sensor].channel
    place = signals.channel(channel)
    if place in signals.rated:
        return place + 1
    for name in names_of_rate(channel):
        try:
            return signals.channel(name)
        except MechanismError:
            continue
    raise MechanismError(
        f"a law cannot read '{sensor}.rate': the rate of '{channel}' is not known where laws are evaluated; measure "
        "it by a filter of the sensor with numerator [0, 1] and denominator [1, 0.001]"
    )


def _gauge(signals: Signals, body: str, quantity: str) -> int | None:
    """Place of a sum of the modes of a body, or of its rate, which lies behind."""
    if is_interface(body) or signals.scope.mechanism.bodies_by_name[body].modes is None:
        return None
    from linkwork.bodies.gauges import gauge

    name = quantity.removesuffix("_rate")
    key = f"{body}.{name}"
    if key not in signals.gauges:
        measured = gauge(signals.scope, body, name)
        if measured is None:
            return None
        signals.gauges[key] = signals.cell(2)
        signals.rated.add(signals.gauges[key])
        ints = [len(measured.factors), signals.gauges[key]]
        first = signals.scope.mechanism.bodies_by_name[body].modes.labels[0]
        signals.record("measure_modes", measured.factors, ints, ends=(GROUND, f"{body}.{first}"))
    return signals.gauges[key] + (name != quantity)


def _row(signals: Signals, name: str) -> Any:
    """A row that only answers questions about what has this name."""
    return signals.row(signals.scope, f"'{name}'", name, signals)


def _call(signals: Signals, name: str) -> int | None:
    kind, _, rest = name.partition("(")
    inside, _, suffix = rest.rpartition(")")
    if suffix not in ("", ".rate"):
        return None
    freedom = world_of(signals).call(_row(signals, name), kind, [item.strip() for item in inside.split(",")])
    return None if freedom is None else signals.measure(freedom) + (suffix == ".rate")


def _refuse(signals: Signals, name: str) -> NoReturn:
    mechanism = signals.scope.mechanism
    if name.partition(".")[0].partition("[")[0] in {*mechanism.touching_parts, *mechanism.frictions}:
        raise MechanismError(
            f"laws and events cannot read '{name}': channels of contacts and frictions are results; read a "
            "position or a distance between two places, such as distance(ball, ground.P), also as a sensor"
        )
    if name.rpartition(".")[2] in _ACCELERATIONS or ".alpha." in name or name.endswith("_acceleration"):
        raise MechanismError(
            f"a law cannot read '{name}': accelerations follow from the forces; read positions and speeds, or measure "
            "it by a filter of the speed with numerator [0, 1] and denominator [1, 0.001]"
        )
    if name.rpartition(".")[2] in _RESULTS_ONLY:
        raise MechanismError(f"a law cannot read '{name}': reactions follow from the forces; read positions and speeds")
    _refuse_strain(signals, name)
    if name.partition(".")[0] in mechanism.forces:
        raise MechanismError(
            f"a law cannot read '{name}': forces are evaluated after signals; read what the force measures, "
            "such as a spring's length"
        )
    known = [*mechanism.signals, *_known_gauges(signals, name)]
    known += [f"{body}.{quantity}" for body in mechanism.bodies_by_name for quantity in world_of(signals).BODY_CHANNELS]
    known += [
        f"{joint}.{quantity}" for joint in mechanism.joints for quantity in ("angle", "omega", "position", "speed")
    ]
    close = suggestion(name, known, "channels")
    raise MechanismError(f"there is no channel '{name}'{close if len(close) < 120 else ''}")


def _refuse_strain(signals: Signals, name: str) -> None:
    """What bends an exact beam, and angles of the plane in space: refused with what measures it."""
    mechanism, head = signals.scope.mechanism, name.partition(".")[0]
    plane = mechanism.world.dimensions == 2
    turn = "angle({0}, {1})" if plane else "turn({0}, {1}, z)"
    beam, _, number = head.partition("_element_")
    if f"{beam}_element_1" in mechanism.forces and (number or "." in name) and head not in mechanism.bodies_by_name:
        raise MechanismError(
            f"a law cannot read '{name}': forces are evaluated after signals; a strain gauge on '{beam}' is a law of "
            f"how much the nodes at both ends of the element are turned against each other, by its length: a sensor "
            f"of {turn.format(f'{beam}_1', f'{beam}_2')}"
        )
    if name.startswith("angle(") and not plane:
        raise MechanismError(
            f"a law cannot read '{name}' in space; read the angle of a joint, or turn(first, second, z): how far the "
            "second body is turned against the first, along z of the first"
        )


def _known_gauges(signals: Signals, name: str) -> list[str]:
    """Gauges of the body that a name begins with; refuses what is no sum of its modes."""
    head, _, quantity = name.partition(".")
    body = signals.scope.mechanism.bodies_by_name.get(head)
    if body is None or head == GROUND or body.modes is None:
        return []
    from linkwork.bodies.gauges import gauge_names

    if quantity.rpartition(".")[2].startswith(("stress", "principal", "deflection")):
        raise MechanismError(
            f"a law cannot read '{name}': it is a result; read a part of it at one of the body's places, such as "
            f"{head}.place.stress_xx or {head}.place.dx"
        )
    return [f"{head}.{one}" for one in (*body.modes.labels, *gauge_names(signals.scope, head))]
