"""Replaces jinja2's own `bccache` in the worker.

That module keeps compiled templates in files, and on import brings pickle, tempfile, shutil and every compression
along. Our templates arrive compiled.
"""


class BytecodeCache:
    """A name that jinja2 exports; the worker makes no instance."""


class FileSystemBytecodeCache(BytecodeCache):
    pass


class MemcachedBytecodeCache(BytecodeCache):
    pass
