"""Combat rounds: surprise, scouting, combat order, the round tracker and the end of combat."""
