"""What holds a body without its muscles: limits of joints, ligaments, the ground under its feet."""
