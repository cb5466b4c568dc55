"""Bodies with elastic modes (floating frame of reference) and the frames on them, in the plane and in space."""
