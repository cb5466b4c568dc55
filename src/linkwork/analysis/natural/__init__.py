"""Natural coordinates shown."""
