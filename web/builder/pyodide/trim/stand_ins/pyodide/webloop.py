"""Replaces Pyodide's own `webloop` in the worker: nothing waits for the browser's event loop."""


def _initialize_event_loop() -> None:
    """There is no event loop."""
