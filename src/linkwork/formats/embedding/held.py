"""Values and rates that are held at the start, and what is asked of the mechanism, in the words of space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.names import GROUND
from linkwork.elements.planar import catalogue as planar
from linkwork.elements.spatial import catalogue as spatial
from linkwork.expression import Expression
from linkwork.mechanism.model_requests import AnalysisRequest, OutputRequest, TreeRequest
from linkwork.places.places import Point

if TYPE_CHECKING:
    from linkwork.formats.embedding.embedding import Embedding

_VALUES = {"x": "x", "y": "y", "angle": "angle"}
_RATES = {"vx": "x_rate", "vy": "y_rate", "omega": "omega"}


def held_values(embedding: Embedding, values: dict[str, Any]) -> dict[str, Any]:
    """Held values such as `crank.angle` as values of joints: a hinge on the ground, or a planar joint on it."""
    return dict(_translated(embedding, name, value, _VALUES) for name, value in values.items())


def held_rates(embedding: Embedding, rates: dict[str, Any]) -> dict[str, Any]:
    """The same for rates such as `crank.omega`."""
    return dict(_translated(embedding, name, value, _RATES) for name, value in rates.items())


def _translated(embedding: Embedding, name: str, value: Any, words: dict[str, str]) -> tuple[str, Any]:
    head, _, quantity = name.rpartition(".")
    body, _, point = head.partition(".")
    if head in embedding.planar.joints or body not in embedding.planar.bodies_by_name or quantity not in words:
        return name, value
    if embedding.plane_of(body).is_xy and words[quantity] not in ("angle", "omega"):
        return name, value
    if words[quantity] in ("angle", "omega") and not point:
        for joint, element in embedding.planar.joints.items():
            if isinstance(element, planar.Revolute):
                ends = tuple(place.body for place in element.places())
                if ends == (GROUND, body):
                    return f"{joint}.{quantity}", value
                if ends == (body, GROUND):
                    return f"{joint}.{quantity}", -value
    return f"{keeper(embedding, body, point)}.{words[quantity]}", value


def keeper(embedding: Embedding, body: str, point: str = "") -> str:
    """The planar joint that keeps a body in its plane, made when it is not there; its x, y, angle are in the plane."""
    name = f"plane of {body} {point}".strip()
    if name not in embedding.made:
        site = embedding.site(body)
        second = site.hinge(Point(body=body, named=point or None))
        embedding.made[name] = spatial.PlanarJoint(between=(site.upright(GROUND), second))
    return name


def requests(embedding: Embedding) -> tuple[TreeRequest, AnalysisRequest, OutputRequest]:
    """What the planar model asks for, as far as it can be asked in space."""
    mechanism = embedding.planar
    tree = mechanism.tree_request
    free = tuple(name for name in tree.independent if not name.startswith("free("))
    asked = mechanism.analysis
    if asked.simulate is not None:
        changed = {
            "speeds": held_rates(embedding, asked.simulate.speeds),
            "hold": held_values(embedding, asked.simulate.hold),
        }
        asked = asked.model_copy(update={"simulate": asked.simulate.model_copy(update=changed)})
    if asked.equilibrium is not None:
        near = held_values(embedding, asked.equilibrium.near)
        asked = asked.model_copy(update={"equilibrium": asked.equilibrium.model_copy(update={"near": near})})
    bodies = set(mechanism.bodies_by_name)
    plots = [plot for plot in mechanism.output.plots if not any(name.partition(".")[0] in bodies for name in plot)]
    output = OutputRequest(plots=plots, traces=mechanism.output.traces)
    return tree.model_copy(update={"independent": free}), asked, output


def jumps(embedding: Embedding, values: dict[str, Expression]) -> dict[str, Expression]:
    """Rates that jump in an event, each with its factor; a factor has no sign of direction."""
    jumps = {}
    for name, factor in values.items():
        held, _ = _translated(embedding, name, factor, _RATES)
        jumps[held] = factor
    return jumps
