"""Impulses of the step before are found at once, however many contacts there are."""

from collections import Counter

import numpy as np
import pytest

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import STEPPING
from linkwork.system.stepping.layout_kernel import FEATURES, TABLE, chain_of

CHAINS = 1 << 15


@njit
def chains_of(k, keys, found):
    """The chain of every key."""
    for number in range(len(keys)):
        found[number] = chain_of(k, keys[number])


def _keys(members: int, features: int) -> np.ndarray:
    """Keys of neighbours, as in a heap: each member with those that were made soon after it."""
    pairs = [(one, one + gap) for one in range(members) for gap in (1, 2, 10, 11, 100)]
    return np.array(
        [
            float((one * members + other) * FEATURES * FEATURES + feature * FEATURES + feature % 3)
            for one, other in pairs
            for feature in range(features)
        ]
    )


@pytest.mark.parametrize("members, features", [(2000, 1), (500, 4)])
def test_keys_of_many_contacts_hang_in_short_chains(members: int, features: int) -> None:
    """10,000 keys in 32,768 chains; by chance alone hardly a chain has more than six."""
    k = np.zeros(64, np.int64)
    k[STEPPING] = 20
    k[20 + TABLE] = CHAINS
    keys = _keys(members, features)
    found = np.zeros(len(keys), np.int64)
    chains_of(k, keys, found)
    assert found.min() >= 0 and found.max() < CHAINS
    assert max(Counter(found.tolist()).values()) <= 8
