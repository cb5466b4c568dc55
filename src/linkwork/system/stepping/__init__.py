"""Time-stepping for very many contacts: no events are searched, impulses of a step keep bodies apart (Moreau)."""
