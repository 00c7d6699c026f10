"""The step-die game: everything Tableside offers for it, in reading order."""
