"""How each kind of output is drawn: the module with the name of a kind has its `DRAWING`."""
