"""Films straight into pixels: solids by a depth buffer, and frames as the encoder takes them."""
