"""The JSON Schema of model files, for editors and other programs, and the fields that each part may have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

from linkwork import functions
from linkwork.elements.planar.catalogue import ELEMENTS, FORCES
from linkwork.mechanism.bodies import Body, Plane
from linkwork.mechanism.expression import Expression
from linkwork.mechanism.mass import Mass
from linkwork.mechanism.model import (
    SECTIONS,
    AnalysisRequest,
    EquilibriumRequest,
    InverseRequest,
    KinematicsRequest,
    OutputRequest,
    PlanarModel,
    SimulateRequest,
    TreeRequest,
)
from linkwork.mechanism.number import written
from linkwork.mechanism.shapes import SHAPES
from linkwork.signals.parts import SIGNALS, When

_FUNCTIONS: tuple[type[BaseModel], ...] = (
    functions.Constant,
    functions.Polynomial,
    functions.Harmonic,
    functions.Table,
    functions.Piecewise,
    functions.Formula,
)
_OUTLINES: tuple[type[BaseModel], ...] = (
    functions.Circle,
    functions.Polar,
    functions.Points,
    functions.Parametric,
    functions.Straight,
)
_ALL: tuple[type[BaseModel], ...] = (*ELEMENTS, *FORCES, *SIGNALS, *_FUNCTIONS, *_OUTLINES, *SHAPES)
_TYPED = {kind.model_fields["type"].default: kind for kind in _ALL}
_PLAIN: dict[str, type[BaseModel]] = {"bodies": Body, "planes": Plane, "pieces": functions.Piece, "events": When}
_NAMED: dict[str, type[BaseModel]] = {
    "tree": TreeRequest,
    "analysis": AnalysisRequest,
    "output": OutputRequest,
    "kinematics": KinematicsRequest,
    "inverse_dynamics": InverseRequest,
    "simulate": SimulateRequest,
    "equilibrium": EquilibriumRequest,
    "mass": Mass,
}


class _Schema(GenerateJsonSchema):
    """Shows defaults as a model file writes them."""

    def encode_default(self, dft: Any) -> Any:
        return super().encode_default(_shown(dft))


def _shown(value: Any) -> Any:
    if isinstance(value, Expression):
        return written(value)
    if isinstance(value, functions.Formula):
        return written(value.value)
    return [_shown(item) for item in value] if isinstance(value, tuple | list) else value


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a model file."""
    schema = PlanarModel.model_json_schema(by_alias=True, schema_generator=_Schema)
    properties = schema["properties"]
    bodies = properties["bodies"]
    bodies["additionalProperties"] = _or_nothing(bodies["additionalProperties"])
    for name in SECTIONS:
        properties[name] = _or_nothing(properties[name])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "Linkwork planar mechanism",
        "description": "A planar mechanism as `linkwork` reads it: bodies, joints, drivers and what to do with them.",
    }


def _or_nothing(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema, or nothing after the colon; what describes it stays outside."""
    outside: dict[str, Any] = {key: schema[key] for key in ("title", "description", "default") if key in schema}
    inside = {key: value for key, value in schema.items() if key not in outside}
    return {**outside, "anyOf": [inside, {"type": "null"}]}


def known_fields(path: Sequence[str | int], kind: Any) -> list[str]:
    """The fields that may stand in the mapping at `path`; `kind` is what it gives as its `type`."""
    model: type[BaseModel] | None = PlanarModel if not path else None
    if isinstance(kind, str) and kind in _TYPED:
        model = _TYPED[kind]
    elif path:
        model = (_PLAIN.get(str(path[-2])) if len(path) > 1 else None) or _NAMED.get(str(path[-1]))
    if model is None:
        return []
    return [field.alias or name for name, field in model.model_fields.items()]
