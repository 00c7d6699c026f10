"""The round: stances, actions declared in advance, luck, and the best plan for a round."""
