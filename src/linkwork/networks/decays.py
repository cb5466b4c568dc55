"""How fast what a circuit stores dies out, from the factors of its solved equations alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.expression import Expression
from linkwork.networks.network import Network

_MOST = 200  # states, beyond which eigenvalues cost more than they tell


def fastest_decay(network: Network, scope: Any) -> float:
    """The fastest decay in 1/s of the constant stores, all else held; 0 where there is none or are too many."""
    stores = [
        one
        for one in network.states
        if one.other is None and isinstance(one.value, Expression) and not one.value.names - network.fixed
    ]
    if not 0 < len(stores) <= _MOST:
        return 0.0
    number = {(one.across if one.kind == "capacity" else one.through): n for n, one in enumerate(stores)}
    matrix = np.zeros((len(stores), len(stores)))
    for row, one in enumerate(stores):
        size = float(np.real(network.value(scope, one)))
        for name, factor in network.solution(scope)[one.feeds]:
            if name in number:
                matrix[row, number[name]] += float(np.real(factor)) / size
    return float(np.max(-np.linalg.eigvals(matrix).real, initial=0.0))
