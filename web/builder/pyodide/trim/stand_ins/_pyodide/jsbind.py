"""Replaces Pyodide's own `jsbind` in the worker: how Python calls JavaScript functions.

That module reads the types of Python functions that stand for such ones, and on import brings inspect along. The worker
has none of those: here is how any other function is called.
"""

from typing import Any

from _pyodide_core import JsFuncSignature, js2py_default_call_result, py2js_default


def _any_function(*args: Any, **kwargs: Any) -> None:
    """A function whose signature accepts every call."""


no_default = object()
default_signature = JsFuncSignature(
    _any_function, False, 0, (), (), py2js_default, (), (), (), py2js_default, js2py_default_call_result
)


def func_to_sig(function: Any) -> Any:
    return default_signature


def bind_class_sig(signature: Any) -> Any:
    return type[signature]
