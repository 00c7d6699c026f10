"""Stands in for threading in the worker's pack: a worker has one thread, and locks are for those that share.

Jinja guards a cache by one; that module, on import, builds all that threads need.
"""

from _thread import RLock, allocate_lock, get_ident

__all__ = ["Lock", "RLock", "get_ident"]

Lock = allocate_lock
