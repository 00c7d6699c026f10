"""The character sheet: fields, derived values, conditions, and bindings to calculators."""
