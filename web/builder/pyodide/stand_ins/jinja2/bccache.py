"""Stands in for jinja2's own `bccache` in the worker's pack.

That module keeps compiled templates in files, and on import brings pickle, tempfile, shutil and every compression
along. Our templates arrive compiled.
"""


class BytecodeCache:
    """What jinja2 exports by these names; nobody here makes one."""


class FileSystemBytecodeCache(BytecodeCache):
    pass


class MemcachedBytecodeCache(BytecodeCache):
    pass
