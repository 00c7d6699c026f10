"""What modules would compile at each start."""

import sys

from .places import part_of


class Notes:
    """What modules would compile at each start: texts for dataclasses and named tuples, and patterns.

    Noted by the part that they belong to: `texts`, with how each is to be compiled, and `patterns`, with what `re` made
    of each.
    """

    def __init__(self):
        import collections
        import dataclasses
        import re._compiler as patterns

        self.by_part = {}
        self._module = patterns
        self._compile, self._build = patterns.compile, patterns._sre.compile
        dataclasses.exec = lambda text, scope, names: exec(self._text(text, "exec"), scope, names)
        collections.eval = lambda text, scope: eval(self._text(text, "eval"), scope)
        patterns.compile = self._pattern
        for _, pattern, flags in list(re_cache()):
            self._pattern(pattern, flags, part="std")

    def _text(self, text, mode):
        self._part(owner())["texts"][text] = mode
        return text

    def _pattern(self, pattern, flags=0, part=None):
        held = []
        if not isinstance(pattern, (str, bytes)):
            return self._compile(pattern, flags)

        class Noting:
            def __getattr__(_, name):  # noqa: N805
                return getattr(sre, name)

            def compile(_, *parts):  # noqa: N805
                held.extend(parts)
                return self._build(*parts)

        sre, self._module._sre = self._module._sre, Noting()
        try:
            made = self._compile(pattern, flags)
        finally:
            self._module._sre = sre
        if held:
            # Plain numbers; `re` gives some of them names.
            text, flags_found, steps, *groups = held
            parts = [text, int(flags_found), [int(step) for step in steps], *groups]
            self._part(part or owner())["patterns"][pattern, int(flags)] = parts
        return made

    def _part(self, name):
        return self.by_part.setdefault(name, {"texts": {}, "patterns": {}})


def re_cache():
    import re

    return re._cache


def owner():
    """The part whose module is being imported, or at work."""
    makers = ("collections", "dataclasses", "enum", "re", "re._compiler", "typing", __name__)
    frame = sys._getframe(1)
    while frame and frame.f_globals.get("__name__") in makers:
        frame = frame.f_back
    name = frame.f_globals.get("__name__", "") if frame else ""
    if name.partition(".")[0] not in ("pyrules", "web"):
        return "std"
    path = name.replace(".", "/")
    return part_of(f"{path}.py") or part_of(f"{path}/__init__.py")
