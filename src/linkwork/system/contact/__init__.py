"""Contacts that open and close, impact and dry friction: what touches, with which force, and until when."""
