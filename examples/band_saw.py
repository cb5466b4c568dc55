"""A band saw: how fast may the blade run, and what does a faster one lose of its stiffness across?

The blade is an Eulerian strand: it runs through its guides, and what is looked at are deflections at places, not at
points of the blade. Its own speed takes stiffness away, for a deflected blade has to be turned by the tension.
"""

from typing import Any

import numpy as np

from linkwork.cvt import MovingStrand

GUIDES = 0.6  # m between them
MASS = 0.2  # kg/m: a steel blade of 25 mm by 1 mm
TENSION = 2000.0  # N
BENDING = 0.44  # N m^2 across the blade


def blade(speed: float, tension: float = TENSION) -> MovingStrand:
    """The blade between its guides at a speed in m/s."""
    return MovingStrand(GUIDES, MASS, tension, speed=speed, bending=BENDING, waves=32)


def give(speed: float, tension: float = TENSION) -> float:
    """How far a side force of 1 N pushes the blade in the middle between the guides, m."""
    strand = blade(speed, tension)
    shape = np.sin(np.pi / 2 * np.arange(1, strand.waves + 1))
    return float(shape @ np.linalg.solve(strand.matrices()[2], shape))


speeds = np.linspace(0.0, 95.0, 20)
gives = np.array([give(speed) for speed in speeds])
lowest = np.array([blade(speed).frequencies()[0] for speed in speeds])


def drawn() -> Any:
    """Give and lowest frequency over the speed; a figure of Matplotlib."""
    import matplotlib.pyplot as plt

    figure, (top, bottom) = plt.subplots(2, 1, sharex=True, layout="constrained")
    top.plot(speeds, 1e6 * gives)
    top.set_ylabel("give across (um/N)")
    bottom.plot(speeds, lowest)
    bottom.set_ylabel("lowest frequency (Hz)")
    bottom.set_xlabel("speed of the blade (m/s)")
    return figure


if __name__ == "__main__":
    print(f"the blade is held up to {blade(0.0).critical_speed:.1f} m/s")
    for speed, far, hertz in zip(speeds[::4], gives[::4], lowest[::4], strict=True):
        print(f"{speed:5.1f} m/s: {1e6 * far:6.1f} um/N, {hertz:5.1f} Hz")
    drawn().savefig("band_saw.png")
