"""The character sheet: fields, derived values, weapons, and bindings to calculators."""
