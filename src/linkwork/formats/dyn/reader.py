"""The text of a `.DYN` file as data (Wang, Appendix D.1)."""

from __future__ import annotations

from linkwork.formats.dyn.curve_reader import read_elements
from linkwork.formats.dyn.data import Curve, DynFile, Frame, Link, LinkRecord, Loop, Pair, PairRecord, Six, Surface
from linkwork.formats.dyn.dyn_text import CHAINS, PAIRS, SURFACES, TRUTH, normal
from linkwork.formats.dyn.fields import Entity, Field, entities
from linkwork.formats.dyn.findings import DynReport


def read_dyn_text(text: str, name: str = "<text>") -> tuple[DynFile, DynReport]:
    """The file as data, and what was found while reading; a ModelFileError says what is wrong and on which line."""
    report = DynReport(name)
    heads: list[Entity] = []
    links: list[tuple[Entity, list[Surface]]] = []
    pairs, link_records, pair_records, loops = [], [], [], []
    for entity in entities(text, report):
        if entity.kind == "MECH":
            heads.append(entity)
        elif entity.kind == "LINK":
            links.append((entity, []))
        elif entity.kind == "SURF":
            if not links:
                entity.fail(entity.line, "a surface belongs to the LINK before it, and there is none")
            links[-1][1].append(_surface(entity))
        elif entity.kind == "PAIR":
            pairs.append(_pair(entity))
        elif entity.kind == "OCLI":
            link_records.append(_link_record(entity))
        elif entity.kind == "OCPA":
            pair_records.append(_pair_record(entity))
        else:
            loops.append(_loop(entity))
    if len(heads) != 1:
        line = heads[1].line if heads else 1
        report.fail(line, f"a file has one entity MECH (or MACH); this one has {len(heads)}")
    parts = (tuple(pairs), tuple(link_records), tuple(pair_records), tuple(loops))
    dyn_file = DynFile(*_head(heads[0]), tuple(_link(*link) for link in links), *parts, line=heads[0].line)
    return dyn_file, report


def _head(entity: Entity) -> tuple[str, float, float, float, str]:
    """Name, gravity, time, step and state."""
    name = entity.name()
    numbers = (entity.number("GRAVITY", missing=0.0), entity.number("TIME"), entity.number("STEP"))
    for key, value in zip(("TIME", "STEP"), numbers[1:], strict=True):
        if value <= 0.0:
            entity.fail(entity.line, f"{key} must be greater than zero; found {value:g}")
    state = entity.take("STATE")
    entity.finish()
    return name, *numbers, "" if state is None else state.text


def _link(entity: Entity, surfaces: list[Surface]) -> Link:
    """A link with its surfaces."""
    name = entity.name()
    link = Link(name, entity.matrix("ARO", 3), entity.matrix("MASS", 4), tuple(surfaces), line=entity.line)
    entity.finish()
    return link


def _surface(entity: Entity) -> Surface:
    """A joint frame or a contact curve."""
    name = entity.name()
    kind = entity.choice(entity.need("TYPE"), SURFACES)
    if kind == "REPERE":
        surface: Surface = Frame(name, entity.matrix("SHAPE", 3), line=entity.line)
    else:
        x, y, z = entity.numbers(entity.need("NORMAL VECTOR"), 3)
        surface = Curve(name, (x, y, z), read_elements(entity), line=entity.line)
    entity.finish()
    return surface


def _pair(entity: Entity) -> Pair:
    """A pair."""
    name = entity.name()
    first = entity.text("PINLINK"), entity.text("PINSURF")
    second = entity.text("POUTLINK"), entity.text("POUTSURF")
    kind = normal(entity.text("TYPE"))
    pair = Pair(name, *first, *second, PAIRS.get(kind, kind), line=entity.line)
    entity.finish()
    return pair


def _link_record(entity: Entity) -> LinkRecord:
    """What moves with a link."""
    name = entity.name()
    solid = entity.take("SOLID")
    record = LinkRecord(name, "" if solid is None else solid.text, entity.truth("FIXED"), line=entity.line)
    entity.finish()
    return record


def _pair_record(entity: Entity) -> PairRecord:
    """What moves in a pair."""
    name = entity.name()
    joint = entity.text("JOINT")
    force, stiffness, length = (entity.number(key, missing=0.0) for key in ("FORCE", "STIFF", "LENGTH"))
    ends = (entity.text("LINK OF INPUT PAIR"), entity.text("LINK OF OUTPUT PAIR"))
    start = _start(entity)
    flags = tuple(_flag(entity, slot) for slot in range(1, 7))
    active, bounce = entity.take("CONTACT ACTIF"), entity.take("RESTITUTION")
    record = PairRecord(
        name,
        joint,
        force,
        stiffness,
        length,
        *ends,
        *start,
        flags,
        None if active is None else entity.choice(active, TRUTH),
        None if bounce is None else entity.numbers(bounce, 1)[0],
        line=entity.line,
    )
    entity.finish()
    return record


def _start(entity: Entity) -> tuple[Six, Six]:
    """Position and velocity at the start; a second position where the velocity is missing is the velocity (D.3)."""
    positions = [given for given in entity.fields if given.key == "INITIAL POSITION"]
    if len(positions) == 2 and not any(given.key == "INITIAL VELOCITY" for given in entity.fields):
        second = positions[1]
        second.key = "INITIAL VELOCITY"
        entity.report.conflict(
            second.line,
            f"{entity}: INITIAL POSITION stands here a second time and INITIAL VELOCITY is missing; "
            "the second is read as the velocity",
        )
    return _six(entity, "INITIAL POSITION"), _six(entity, "INITIAL VELOCITY")


def _six(entity: Entity, key: str) -> Six:
    """Six numbers; zeros where they are missing, which is told."""
    given = entity.take(key)
    if given is None:
        entity.report.assumed(entity.line, f"{entity}: {key} is missing; zeros are taken")
        return (0.0,) * 6
    a, b, c, d, e, f = entity.numbers(given, 6)
    return a, b, c, d, e, f


def _flag(entity: Entity, slot: int) -> bool:
    """Whether a variable is independent; not, when nothing is said."""
    given = entity.take(f"ARMOTOR[{slot}]")
    return given is not None and entity.choice(given, TRUTH)


def _loop(entity: Entity) -> Loop:
    """A loop with its joints."""
    name = entity.name()
    chain = entity.take("CHAIN") or entity.need("STATE")
    count = entity.take("NUMPAIR") or entity.need("NUM")
    joints = tuple(_step(entity, given) for given in entity.take_all("RECLOOP"))
    if entity.numbers(count, 1)[0] != len(joints):
        entity.report.conflict(
            count.line, f"{entity}: {count.key} says {count.text}, but {len(joints)} joints follow; these are read"
        )
    loop = Loop(name, entity.choice(chain, CHAINS), joints, line=entity.line)
    entity.finish()
    return loop


def _step(entity: Entity, given: Field) -> tuple[bool, str]:
    """Whether a joint is met in its own direction, and its name on the next line."""
    words = normal(given.text).split()
    names = [text for _, text in given.more]
    if len(words) != 1 or words[0] not in TRUTH or len(names) != 1:
        entity.fail(given.line, "write 'RECLOOP : TRUE' or FALSE, and the name of the joint on the next line")
    return TRUTH[words[0]], names[0]
