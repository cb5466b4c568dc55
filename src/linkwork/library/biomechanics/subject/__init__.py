"""One person: segments by stature and mass, models scaled to markers, steps of a walk."""
