"""Coupled models as files: YAML with a schema."""
