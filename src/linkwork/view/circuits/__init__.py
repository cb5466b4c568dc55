"""Diagrams of circuits: which ends parts have, where they are drawn, and by which symbols."""
