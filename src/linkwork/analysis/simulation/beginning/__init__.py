"""How simulations begin, and what is kept of it while only numbers change."""
