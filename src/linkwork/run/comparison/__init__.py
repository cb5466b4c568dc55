"""What is laid beside a run: other runs, models, measured data."""
