"""Character sheets: their inputs, derived values and bindings to calculators."""
