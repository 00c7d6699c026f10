"""Python for the browser: Pyodide, trimmed, and our own code in packs."""
