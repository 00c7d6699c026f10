"""One exchange: an attack, the defense against it, and the damage."""
