"""What muscles burn: heat and work of their fibres, and the energy of a motion."""
