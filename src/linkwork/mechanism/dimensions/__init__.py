"""What kind of quantity every field, channel and variable is, and whether what is written there is one."""
