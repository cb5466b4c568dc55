"""Space: what the tables and the equations of a spatial mechanism have of their own."""
