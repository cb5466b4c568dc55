"""Bodies that bend as pages show them: a skin in the frame of a body, how it is displaced, and its stress."""
