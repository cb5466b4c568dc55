"""Files of other programs: C3D recordings, MuJoCo models."""
