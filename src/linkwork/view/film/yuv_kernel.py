"""Pictures as an encoder takes them: brightness of every pixel, colour of every four (ITU-R BT.601, 16 to 235)."""

from __future__ import annotations

from linkwork.numerics.jit import njit


@njit
def encode(pixels, pairs, before, planes):
    """Bring the planes Y, U, V, one after the other, up to date where pixels differ from those before.

    `pairs` are the same pixels two by two as whole numbers, and `before` those of the last picture.
    """
    rows, half = before.shape[0] // 2, before.shape[1]
    wide = 2 * half
    u, v = 2 * rows * wide, 2 * rows * wide + rows * half
    for row in range(rows):
        one, two = 2 * row, 2 * row + 1
        for column in range(half):
            if pairs[one, column] == before[one, column] and pairs[two, column] == before[two, column]:
                continue
            before[one, column], before[two, column] = pairs[one, column], pairs[two, column]
            reds, greens, blues = 0.0, 0.0, 0.0
            for n in range(4):
                i, j = one + n // 2, 2 * column + n % 2
                red, green, blue = float(pixels[i, j, 0]), float(pixels[i, j, 1]), float(pixels[i, j, 2])
                planes[i * wide + j] = int(16.5 + (65.481 * red + 128.553 * green + 24.966 * blue) / 255.0)
                reds, greens, blues = reds + red, greens + green, blues + blue
            at = row * half + column
            # ITU-R BT.601: the mean of four pixels, 4 * 255 = 1020
            planes[u + at] = int(128.5 + (-37.797 * reds - 74.203 * greens + 112.0 * blues) / 1020.0)
            planes[v + at] = int(128.5 + (112.0 * reds - 93.786 * greens - 18.214 * blues) / 1020.0)
