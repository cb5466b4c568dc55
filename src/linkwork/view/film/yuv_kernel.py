"""Pictures as an encoder takes them: brightness of every pixel, colour of every four (ITU-R BT.601, 16 to 235)."""

from __future__ import annotations

from linkwork.numerics.jit import njit


@njit
def encode(pixels, before, planes):
    """Bring the planes Y, U, V, one after the other, up to date where pixels differ from those before."""
    tall, wide = before.shape[0], before.shape[1]
    half = wide // 2
    u, v = tall * wide, tall * wide + (tall // 2) * half
    for row in range(0, tall, 2):
        for column in range(0, wide, 2):
            same = True
            for n in range(4):
                i, j = row + n // 2, column + n % 2
                if (
                    pixels[i, j, 0] != before[i, j, 0]
                    or pixels[i, j, 1] != before[i, j, 1]
                    or pixels[i, j, 2] != before[i, j, 2]
                ):
                    same = False
            if same:
                continue
            reds, greens, blues = 0.0, 0.0, 0.0
            for n in range(4):
                i, j = row + n // 2, column + n % 2
                red, green, blue = float(pixels[i, j, 0]), float(pixels[i, j, 1]), float(pixels[i, j, 2])
                before[i, j, 0], before[i, j, 1], before[i, j, 2] = pixels[i, j, 0], pixels[i, j, 1], pixels[i, j, 2]
                planes[i * wide + j] = int(16.5 + (65.481 * red + 128.553 * green + 24.966 * blue) / 255.0)
                reds, greens, blues = reds + red, greens + green, blues + blue
            at = (row // 2) * half + column // 2
            # ITU-R BT.601: the mean of four pixels, 4 * 255 = 1020
            planes[u + at] = int(128.5 + (-37.797 * reds - 74.203 * greens + 112.0 * blues) / 1020.0)
            planes[v + at] = int(128.5 + (112.0 * reds - 93.786 * greens - 18.214 * blues) / 1020.0)
