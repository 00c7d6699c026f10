"""One exchange: the attacker, the defender, both rolls and the damage."""
