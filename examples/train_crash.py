"""A train of three cars runs into the end of the line: what each device takes, and levels that are easier on the cars.

    python examples/train_crash.py

The cars are those of Dias and Pereira (Advances in Computational Multibody Systems, 2005); the absorbers are ours.
"""

from linkwork.crash import Problem, Steps, Train, against_stop, data, energy_by_part, sustained

LEVELS = dict(zip(("h1", "h2", "h3"), data.HIGH_LEVELS, strict=True))
low = Steps(data.SLOPE, data.LOW_LEVELS, data.LOW_REACH)
cars = Train(data.CAR_MASSES, low, Steps(data.SLOPE, tuple(LEVELS), data.HIGH_REACH), coupler=data.COUPLER)
stop = against_stop(cars, speed=30 / 3.6, numbers=LEVELS)
m = stop.mechanism


def hardest(runs, design):
    """The sustained acceleration of the first car in m/s^2."""
    return [sustained(runs["stop"], "a1.ax", data.SUSTAINED_WINDOW)]


def short(runs, design):
    """The front may be crushed by two metres, and its levels rise by 500 kN."""
    rises = [design["h1"] + 5e5 - design["h2"], design["h2"] + 5e5 - design["h3"]]
    return [runs["stop"]["front.plastic"][-1] - 2.0, *(rise / 1e6 for rise in rises)]


problem = Problem({"stop": stop}, {name: (0.5 * n, 1.5 * n) for name, n in LEVELS.items()}, hardest, short)
run = stop.run()
energies = energy_by_part(stop.mechanism, run)
before = hardest({"stop": run}, LEVELS)[0]
best = problem.best(LEVELS)
after = float(best.criteria[0, 0])

if __name__ == "__main__":
    for name, energy in energies.items():
        print(f"{name:8} {energy / 1e6:.2f} MJ")
    print(f"sustained acceleration of the first car: {before:.1f} m/s^2, after {best.evaluations} designs {after:.1f}")
