"""Other programs on the same problems: `references` holds data, references and
error measure, `common` the choice of steps, `bench_*` one program each.

Each script runs alone, as in `python -m bench.peers.bench_mujoco squeezer`, and prints one JSON line a run.
"""
