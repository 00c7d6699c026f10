"""OBSS, the Old Bell School System: armed combat."""
