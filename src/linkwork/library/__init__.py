"""Machines of one kind, written in the public language: what stands here, a user could have written."""
