"""A linear filter given by its transfer function, as states in controllable form.

(b_0 + b_1 s + ... + b_n s^n) / (a_0 + a_1 s + ... + s^n):  x_i' = x_(i+1),  x_n' = u - a_0 x_1 - ... - a_(n-1) x_n
y = b_n u + (b_0 - b_n a_0) x_1 + ... + (b_(n-1) - b_n a_(n-1)) x_n
"""

from __future__ import annotations


def transfer(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: a_0 ... a_(n-1), output weights of x_1 ... x_n, b_n; k: result, input, order, first state, its rate."""
    order, state, rate = k[b + 6], k[b + 7], k[b + 8]
    u = memory[k[b + 5]]
    last, output = u, p[a + 2 * order] * u
    for n in range(order):
        last = last - p[a + n] * memory[state + n]
        output = output + p[a + order + n] * memory[state + n]
        if n > 0:
            memory[rate + n - 1] = memory[state + n]
    memory[rate + order - 1] = last
    memory[k[b + 4]] = output
