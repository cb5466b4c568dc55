"""Data as the text of a `.DYN` file, in the English spelling; reading it again gives the same data."""

from __future__ import annotations

from collections.abc import Iterator

from linkwork.formats.dyn.data import (
    ArcElement,
    CircleElement,
    Curve,
    CurveElement,
    DynFile,
    Link,
    LinkRecord,
    Loop,
    Matrix,
    Pair,
    PairRecord,
    PointElement,
    SegmentElement,
    Surface,
)

_WIDTH = 20


def write_dyn_text(file: DynFile) -> str:
    """The whole file."""
    blocks = [_head(file)]
    for link in file.links:
        blocks += [_link(link), *(_surface(surface) for surface in link.surfaces)]
    blocks += [_pair(pair) for pair in file.pairs]
    blocks += [_link_record(record) for record in file.link_records]
    blocks += [_pair_record(record) for record in file.pair_records]
    blocks += [_loop(loop) for loop in file.loops]
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks)


def _entry(key: str, value: object) -> str:
    """A key and its value."""
    return f"{key:<{_WIDTH}}: {value}".rstrip()


def _numbers(values: tuple[float, ...]) -> str:
    """Numbers on one line."""
    return " ".join(_number(value) for value in values)


def _number(value: float) -> str:
    """The shortest text that reads back as the same number."""
    return repr(float(value)).removesuffix(".0")


def _matrix(key: str, matrix: Matrix) -> list[str]:
    """A key and the rows of its matrix."""
    return [key, *(f" {_numbers(row)}" for row in matrix)]


def _truth(value: bool) -> str:
    """TRUE or FALSE."""
    return "TRUE" if value else "FALSE"


def _head(file: DynFile) -> list[str]:
    """The entity MECH."""
    numbers = {"GRAVITY": file.gravity, "TIME": file.time, "STEP": file.step}
    lines = [_entry("ENTITY", "MECH"), _entry("NAME", file.name)]
    return [*lines, *(_entry(key, _number(value)) for key, value in numbers.items()), _entry("STATE", file.state)]


def _link(link: Link) -> list[str]:
    """The entity LINK."""
    lines = [_entry("ENTITY", "LINK"), _entry("NAME", link.name)]
    return lines + _matrix("ARO", link.place) + _matrix("MASS", link.inertia)


def _surface(surface: Surface) -> list[str]:
    """The entity SURF."""
    lines = [_entry("ENTITY", "SURF"), _entry("NAME", surface.name)]
    if not isinstance(surface, Curve):
        return [*lines, _entry("TYPE", "REPERE"), *_matrix("SHAPE", surface.shape)]
    lines += [_entry("TYPE", "COURBE"), _entry("NORMAL VECTOR", _numbers(surface.normal))]
    for number, element in enumerate(surface.elements, 1):
        lines += [*_element(element), _entry("FIN", "YES" if number == len(surface.elements) else "NO")]
    return lines


def _element(element: CurveElement) -> Iterator[str]:
    """One element of a curve; its kind, then its data."""
    if isinstance(element, PointElement):
        yield _entry("TYPE OF CURVE", "POINT")
        return
    if isinstance(element, SegmentElement):
        yield _entry("TYPE OF CURVE", "SEGMENT")
        yield from _ends(element)
        return
    if isinstance(element, ArcElement):
        yield _entry("TYPE OF CURVE", "ARC")
        yield _entry("CENTRE", _numbers(element.centre))
        yield from _ends(element)
    elif isinstance(element, CircleElement):
        yield _entry("TYPE OF CURVE", "CIRCLE")
        yield _entry("CENTRE", _numbers(element.centre))
        yield _entry("RADIUS", _number(element.radius))
        yield _entry("PINIT", _numbers(element.start))
    else:
        yield _entry("TYPE OF CURVE", "POLY")
        yield _entry("NUM", len(element.coefficients))
        yield _entry("COEFFI", _numbers(element.coefficients))
        yield _entry("ORDER", _numbers(element.orders))
        yield _entry("Ao", _number(element.first))
        yield _entry("Ro", _number(element.initial_radius))
        if element.divisor is not None:
            yield _entry("Ko", _number(element.divisor))
        yield _entry("CENTRE", _numbers(element.origin))
    yield _entry("CONCAVE OR CONVEX", "CONCAVE" if element.concave else "CONVEX")


def _ends(element: SegmentElement | ArcElement) -> Iterator[str]:
    """Start and end of an element, where it has them."""
    if element.start is not None:
        yield _entry("PINIT", _numbers(element.start))
    if element.end is not None:
        yield _entry("PEND", _numbers(element.end))


def _pair(pair: Pair) -> list[str]:
    """The entity PAIR."""
    entries = {
        "ENTITY": "PAIR",
        "NAME": pair.name,
        "PINLINK": pair.first_link,
        "PINSURF": pair.first_surface,
        "POUTLINK": pair.second_link,
        "POUTSURF": pair.second_surface,
        "TYPEPAIR": pair.kind,
    }
    return [_entry(key, value) for key, value in entries.items()]


def _link_record(record: LinkRecord) -> list[str]:
    """The entity OCLI."""
    entries = {"ENTITY": "OCLI", "NAME": record.name, "SOLID": record.solid, "FIXED": _truth(record.fixed)}
    return [_entry(key, value) for key, value in entries.items()]


def _pair_record(record: PairRecord) -> list[str]:
    """The entity OCPA."""
    entries = {
        "ENTITY": "OCPA",
        "NAME": record.name,
        "JOINT": record.joint,
        "FORCE": _number(record.force),
        "STIFF": _number(record.stiffness),
        "LENGTH": _number(record.length),
        "LINK OF INPUT PAIR": record.first_link,
        "LINK OF OUTPUT PAIR": record.second_link,
    }
    lines = [_entry(key, value) for key, value in entries.items()]
    lines += [
        "INITIAL POSITION:",
        f" {_numbers(record.position)}",
        "INITIAL VELOCITY:",
        f" {_numbers(record.velocity)}",
    ]
    lines += [_entry(f"ARMOTOR[{slot}]", _truth(flag)) for slot, flag in enumerate(record.independent, 1)]
    if record.active is not None:
        lines.append(_entry("CONTACT ACTIF", _truth(record.active)))
    if record.restitution is not None:
        lines.append(_entry("RESTITUTION", _number(record.restitution)))
    return lines


def _loop(loop: Loop) -> list[str]:
    """The entity LOOP."""
    lines = [_entry("ENTITY", "LOOP"), _entry("NAME", loop.name)]
    lines += [_entry("CHAIN", "CLOSED" if loop.closed else "OPEN"), _entry("NUMPAIR", len(loop.joints))]
    for forward, joint in loop.joints:
        lines += [_entry("RECLOOP", _truth(forward)), joint]
    return lines
