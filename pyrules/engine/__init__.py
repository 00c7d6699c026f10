"""What all games share: dice, procedures, chains, inputs, answers, tables. Knows no game."""
