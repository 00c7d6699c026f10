"""Replaces threading in the worker: it has one thread, so a lock has nothing to do.

Jinja guards a cache by one; that module, on import, builds all that threads need.
"""

from _thread import RLock, allocate_lock, get_ident

__all__ = ["Lock", "RLock", "get_ident"]

Lock = allocate_lock
