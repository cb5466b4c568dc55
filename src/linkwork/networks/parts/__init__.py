"""The parts of circuits, a file a domain."""
