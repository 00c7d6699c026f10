"""Hit points and magic points: damage, dying, stabilizing, first aid and recovery."""
