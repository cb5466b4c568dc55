"""What a skeleton shall do by its own muscles."""
