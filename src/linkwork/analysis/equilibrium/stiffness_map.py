"""Stiffness maps: the stiffness of a body over two parameters, such as the place of a platform in its workspace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.equilibrium.stiffness import stiffness
from linkwork.analysis.equilibrium.stiffness_result import Stiffness
from linkwork.analysis.overlay import restore
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError, MechanismError, shown
from linkwork.base.names import suggestion
from linkwork.base.progress import Progress
from linkwork.expression import as_expression
from linkwork.expression.given import FilePath, public

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def _compliance(stiffness: Stiffness, length: float) -> float:
    """The mean of the principal compliances."""
    values = stiffness.principal(length)[0]
    return float("inf") if stiffness.singular else float(np.mean(1.0 / values))


def _condition(stiffness: Stiffness, length: float) -> float:
    """The least principal stiffness over the largest: 1 where it is equally stiff in all directions."""
    values = stiffness.principal(length)[0]
    return float(values[0] / values[-1])


MEASURES: dict[str, Callable[[Stiffness, float], float]] = {
    "softest": lambda stiffness, length: stiffness.softest(length),
    "stiffest": lambda stiffness, length: float(stiffness.principal(length)[0][-1]),
    "compliance": _compliance,
    "isotropy": _condition,
    "determinant": lambda stiffness, length: float(np.linalg.det(stiffness.scaled(length))),
}
"""What a map can show; `compliance` is the mean of the principal ones."""


@public
@dataclass
class StiffnessMap:
    """Stiffnesses on a grid, by parameter; places that failed are None, with the reason in `failed`."""

    body: str
    parameters: tuple[str, ...]
    values: tuple[Array, ...]
    found: list[Stiffness | None]
    failed: dict[tuple[float, ...], str] = field(default_factory=dict)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values of each parameter there are."""
        return tuple(len(values) for values in self.values)

    def measure(self, what: str = "softest", length: float = 1.0) -> Array:
        """A number of every place, in an array with an axis a parameter; not a number where it failed."""
        if what not in MEASURES:
            raise AnalysisError(f"stiffness map: there is no measure '{what}'{suggestion(what, MEASURES, 'measures')}")
        numbers = [np.nan if one is None else MEASURES[what](one, length) for one in self.found]
        return np.reshape(np.array(numbers), self.shape)

    @property
    def singular(self) -> Array:
        """Where nothing holds the body against some small motion."""
        return np.reshape(np.array([one is not None and one.singular for one in self.found]), self.shape)

    def words(self, length: float = 1.0) -> str:
        """The map in a sentence; `length` (m) is that over which shifts count as rotations by 1 rad."""
        count, singular = len(self.found), int(np.sum(self.singular))
        softest = np.where(self.singular, 0.0, self.measure(length=length))
        least, most = (
            (float(np.nanmin(softest)), float(np.nanmax(softest))) if len(self.failed) < count else (np.nan, np.nan)
        )
        where = "none" if not singular else "all" if singular == count else str(singular)
        return (
            f"{where} of {count} positions singular; softest {least:.5g} to {most:.5g} N m for {length:g} m or 1 rad"
            + (f"; {len(self.failed)} failed" if self.failed else "")
        )

    def page(self, path: FilePath, length: float = 1.0) -> Path:
        """A page (.html, one file): every measure over the parameters, its numbers where one points."""
        from linkwork.view.fields.map_page import write_stiffness_map_page

        write_stiffness_map_page(self, Path(path), length)
        return Path(path)

    def plot(self, what: str = "softest", length: float = 1.0, path: FilePath | None = None, title: str = "") -> Any:
        """A coloured map over two parameters, or a curve over one; singular places are marked."""
        from linkwork.view.figures.stiffness_figure import plot_maps

        return plot_maps({title or self.body: self}, what, length, path)


def _values(name: str, given: Any) -> Array:
    """The values of a parameter, which may have units."""
    try:
        values = np.array([as_expression(value).value({}).real for value in given], float)
    except (TypeError, MechanismError):
        raise AnalysisError(f"stiffness map: give a list of values for '{name}'; found {shown(given)}") from None
    if not len(values):
        raise AnalysisError(f"stiffness map: the list of values for '{name}' is empty")
    return values


def stiffness_map(
    mechanism: Mechanism, body: str, over: Mapping[str, Sequence[Any]], point: Any = None, progress: bool = True
) -> StiffnessMap:
    """The stiffness of a body for all combinations of one or two parameters, which keep their values in the end."""
    if not isinstance(over, Mapping):
        raise AnalysisError(f"stiffness map: give values by parameter, as in {{'l': [0.1, 0.2]}}; found {shown(over)}")
    names = tuple(over)
    if not 1 <= len(names) <= 2:
        raise AnalysisError(f"stiffness map: give the values of one or two parameters; found {len(names)}")
    for name in names:
        if name not in mechanism.parameters_by_name:
            known = suggestion(name, mechanism.parameters_by_name, "parameters")
            raise AnalysisError(f"stiffness map: there is no parameter '{name}'{known}")
    values = tuple(_values(name, over[name]) for name in names)
    places = [
        tuple(map(float, place)) for place in np.stack(np.meshgrid(*values, indexing="ij"), -1).reshape(-1, len(names))
    ]
    before = {name: mechanism.parameters_by_name[name] for name in names}
    result = StiffnessMap(body, names, values, [])
    try:
        with Progress("stiffness map", len(places), show=progress) as bar:
            for number, place in enumerate(places):
                result.found.append(_one(mechanism, body, dict(zip(names, place, strict=True)), point, result.failed))
                bar.update(number + 1, 1, 1.0)
    finally:
        restore(mechanism, before)
    return result


def _one(
    mechanism: Mechanism, body: str, chosen: dict[str, float], point: Any, failed: dict[tuple[float, ...], str]
) -> Stiffness | None:
    try:
        mechanism.set(**chosen)
        return stiffness(mechanism, body, point=point)
    except LinkworkError as error:
        failed[tuple(chosen.values())] = str(error)
        return None
