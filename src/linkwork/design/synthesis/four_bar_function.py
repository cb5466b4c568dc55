"""Function generation by four-bars: Freudenstein's equation, exact for three pairs, least squares for more."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError, shown
from linkwork.design.synthesis.candidates import Candidate, Synthesis, ranked
from linkwork.design.synthesis.four_bar import NAMES, four_bar, placed
from linkwork.design.synthesis.synthesise import improved
from linkwork.design.synthesis.targets import function
from linkwork.expression import as_expression
from linkwork.expression.given import public

_SINGULAR = 1e-9


@public
def freudenstein(pairs: Sequence[Any]) -> Array:
    """K1, K2, K3 of K1 cos(psi) - K2 cos(phi) + K3 = cos(phi - psi) for pairs of crank and rocker angles.

    K1 and K2 are the ground link over crank and rocker, K3 = (l1^2 + l2^2 - l3^2 + l4^2) / (2 l2 l4). More than three
    pairs are met by least squares.
    """
    phi, psi = _angles(pairs)
    matrix = np.stack([np.cos(psi), -np.cos(phi), np.ones(len(phi))], axis=-1)
    if np.linalg.svd(matrix, compute_uv=False)[-1] < _SINGULAR:
        raise AnalysisError("four_bar_function: these pairs of angles do not determine a four-bar; choose others")
    if len(phi) == 3:
        return np.asarray(np.linalg.solve(matrix, np.cos(phi - psi)))
    return np.asarray(np.linalg.lstsq(matrix, np.cos(phi - psi), rcond=None)[0])


@public
def four_bar_function(pairs: Sequence[Any], *, ground: float = 1.0, name: str = "four-bar function") -> Synthesis:
    """The four-bar whose rocker has given angles at given angles of the crank, both from the ground link's direction.

    Three pairs are met exactly; with more the angles of the rocker are met by least squares, begun with Freudenstein's.
    A link of negative length points against its angle.
    """
    begin = time.perf_counter()
    if not ground > 0.0:
        raise AnalysisError(f"four_bar_function: the ground link is longer than zero; found {shown(ground)}")
    k1, k2, k3 = freudenstein(pairs)
    if k1 == 0.0 or k2 == 0.0:
        raise AnalysisError("four_bar_function: the crank or the rocker would be infinitely long; choose other angles")
    crank, rocker = ground / k1, ground / k2
    square = ground**2 + crank**2 + rocker**2 - 2.0 * crank * rocker * k3
    if not square > 0.0:
        raise AnalysisError("four_bar_function: no coupler joins crank and rocker at these angles; choose others")
    values = dict.fromkeys(NAMES, 0.0) | {"l1": ground, "l2": crank, "l3": float(np.sqrt(square)), "l4": rocker}
    phi, psi = _angles(pairs)
    values["phase"] = float(phi[0])
    pins = crank * np.exp(1j * phi), ground + rocker * np.exp(1j * psi)
    q = placed(0j, complex(ground), *pins, values)
    q[:, 2], q[:, 8] = phi, psi
    way = 1.0 if np.sum(np.diff(phi)) >= 0.0 else -1.0
    m = four_bar(values, q[0], way, name)
    targets = function("crank.angle", "rocker.angle", list(zip(phi.tolist(), psi.tolist(), strict=True)))
    better = improved(m, targets, ("l2", "l3", "l4"), q)
    one = Candidate(
        better.mechanism, {**values, **better.parameters}, better.error, better.largest, better.positions, targets
    )
    return Synthesis(name, ranked([one], np.ones(len(NAMES)), 1), 1, time.perf_counter() - begin)


def _angles(pairs: Sequence[Any]) -> tuple[Array, Array]:
    try:
        angles = np.array([[float(as_expression(_plain(angle)).value().real) for angle in pair] for pair in pairs])
    except MechanismError as error:
        raise AnalysisError(f"four_bar_function: {error}") from None
    except (TypeError, ValueError):
        raise AnalysisError(
            f"four_bar_function: pairs are such as ('45 deg', '60 deg'); found {shown(pairs)}"
        ) from None
    if angles.ndim != 2 or angles.shape[1] != 2 or len(angles) < 3:
        raise AnalysisError("four_bar_function: give three pairs of angles or more")
    return angles[:, 0], angles[:, 1]


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, np.generic) else value
