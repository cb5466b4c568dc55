"""A sum of numbers of the memory with constant factors: what linear equations solved beforehand leave to be done."""

from __future__ import annotations


def linear(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: factors; k: place of the result, number of terms, their places."""
    total = 0.0 * t
    for i in range(k[b + 5]):
        total += p[a + i] * memory[k[b + 6 + i]]
    memory[k[b + 4]] = total
