"""Character sheets: their fields, derived values and the bindings to calculators."""
