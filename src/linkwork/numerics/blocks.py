"""Sets of equations taken apart: a largest matching, strongly connected groups and an order to solve them in.

Hopcroft and Karp (1973), Tarjan (1972) and Kahn (1962); all without recursion, in the order of what is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

Links = Mapping[int, Sequence[int]]
Waiting = Mapping[int, Iterator[int]]


def largest_matching(choices: Links) -> dict[int, int]:
    """A column for as many rows as possible, none twice; `choices` are the columns that a row can have."""
    column_of: dict[int, int] = {}
    row_of: dict[int, int] = {}
    while True:
        layer = _layers(choices, column_of, row_of)
        waiting = {row: iter(choices[row]) for row in layer}
        augmented = [_augment(row, layer, waiting, column_of, row_of) for row in choices if row not in column_of]
        if not any(augmented):
            return column_of


def _layers(choices: Links, column_of: dict[int, int], row_of: dict[int, int]) -> dict[int, int]:
    """How many exchanges away from a row without a column the other rows are."""
    layer = dict.fromkeys((row for row in choices if row not in column_of), 0)
    for row in (front := list(layer)):
        for column in choices[row]:
            taken = row_of.get(column)
            if taken is not None and taken not in layer:
                layer[taken] = layer[row] + 1
                front.append(taken)
    return layer


def _augment(
    row: int, layer: Mapping[int, int], waiting: Waiting, column_of: dict[int, int], row_of: dict[int, int]
) -> bool:
    """Give a row a column, if need be by exchanging columns along a path through the layers."""
    path: list[tuple[int, int]] = []
    while True:
        for column in waiting[row]:
            taken = row_of.get(column)
            if taken is None:
                for one, other in [*path, (row, column)]:
                    column_of[one], row_of[other] = other, one
                return True
            if layer.get(taken) == layer[row] + 1:
                path.append((row, column))
                row = taken
                break
        else:
            if not path:
                return False
            row, _ = path.pop()


def strong_components(links: Links) -> list[list[int]]:
    """Groups of nodes that reach each other, each after those that it points to."""
    low: dict[int, int] = {}
    number: dict[int, int] = {}
    done: set[int] = set()
    stack: list[int] = []
    strong_components = []
    for start in links:
        if start in number:
            continue
        path = [(start, iter(links[start]))]
        number[start] = low[start] = len(number)
        stack.append(start)
        while path:
            node, rest = path[-1]
            for other in rest:
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    path.append((other, iter(links[other])))
                    break
                if other not in done:
                    low[node] = min(low[node], number[other])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == number[node]:
                    at = stack.index(node)
                    strong_components.append(stack[at:])
                    done.update(stack[at:])
                    del stack[at:]
    return strong_components


def solving_order(links: Links) -> list[list[int]]:
    """The strongly connected groups, so that each comes after those it points to; what nothing waits for is last."""
    groups = strong_components(links)
    group_of = {node: place for place, group in enumerate(groups) for node in group}
    after: list[dict[int, None]] = [{} for _ in groups]
    for node, others in links.items():
        after[group_of[node]].update((group_of[other], None) for other in others if group_of[other] != group_of[node])
    waits = [0] * len(groups)
    for place in (place for behind in after for place in behind):
        waits[place] += 1
    order = [place for place, count in enumerate(waits) if count == 0]
    for place in order:
        for other in after[place]:
            waits[other] -= 1
            if waits[other] == 0:
                order.append(other)
    return [groups[place] for place in reversed(order)]
