"""Numbering from the leaves to the root, the path matrix and the pattern of the mass matrix.

Source: Garcia de Jalon, Alvarez, de Ribera, Rodriguez and Funes (Advances in Computational Multibody Systems, 2005),
Eqs. 24 and 32: with bodies numbered such that every one comes after those it carries, the path matrix T is upper
triangular and the elimination of the mass matrix fills nothing in.
"""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.names import GROUND
from linkwork.topology.spanning_tree import Tree


def leaves_to_root(tree: Tree) -> tuple[str, ...]:
    """Bodies in an order in which each comes after all that it carries, branch by branch."""
    children = tree.children()
    leaves, waiting = [], [GROUND]
    while waiting:
        body = waiting.pop()
        leaves.append(body)
        waiting += children[body]
    return tuple(leaves[:0:-1])


def path_matrix(tree: Tree, order: tuple[str, ...]) -> Array:
    """T of Eq. 24: row k has a 1 for every joint between body k and the ground, column k for every body it carries.

    Joints have the numbers of the bodies that they carry.
    """
    number = {body: place for place, body in enumerate(order)}
    matrix = np.zeros((len(order), len(order)), dtype=np.int8)
    for body in tree.parents:
        parent = tree.parents[body]
        if parent != GROUND:
            matrix[number[body]] = matrix[number[parent]]
        matrix[number[body], number[body]] = 1
    return matrix


def composite_pattern(tree: Tree, order: tuple[str, ...]) -> Array:
    """Which composite inertia stands in entry (i, j) of the mass matrix (Eq. 32): the number of its body, or -1.

    It is that of the outer one of the two joints when one of them carries the other; otherwise the entry is zero.
    """
    above = path_matrix(tree, order).astype(bool)
    numbers = np.arange(len(order))
    pattern = np.where(above, numbers[:, None], -1)
    return np.where(above.T, numbers[None, :], pattern)


def branches(tree: Tree) -> list[tuple[str, ...]]:
    """The tree in runs without branching: each begins on the ground or on a body that carries several."""
    children = tree.children()
    branches = []
    for body, parent in tree.parents.items():
        if parent != GROUND and len(children[parent]) == 1:
            continue
        run = [body]
        while len(children[run[-1]]) == 1:
            run.append(children[run[-1]][0])
        branches.append(tuple(run))
    return branches
