"""Critical actions: what they do, the saves against them, and the bank of saved criticals."""
