"""Cars seen from above: on a single track, extended by loads that move and wheels that lock and spin; their tyres."""
