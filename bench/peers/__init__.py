"""Other programs on the same problems: `common` holds data, references and error measure, `bench_*` one program each.

Each script runs alone, as in `python -m bench.peers.bench_mujoco squeezer`, and prints one JSON line a run.
"""
