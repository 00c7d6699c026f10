"""Stands in for Pyodide's own `webloop` in the worker's pack: nothing here waits for the browser's event loop."""


def _initialize_event_loop() -> None:
    """There is none."""
