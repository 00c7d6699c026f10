"""Social conflict: fast talk, oratory, intimidation, surrender and prolonged contests."""
