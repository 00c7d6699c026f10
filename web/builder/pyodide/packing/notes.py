"""What modules would compile at each start."""

import collections
import dataclasses
import re
import re._compiler as patterns
import sys

from .places import has_module

PATTERNS_OF_START = list(re._cache)
"""The patterns that Python has compiled before it has a task."""

LIBRARY = "std"
"""The name under which the notes for the library stand."""


class Notes:
    """What modules would compile at each start: texts for dataclasses and named tuples, and patterns.

    `by_module` has for each module of ours, and for the library as a whole: `texts` with the mode of compiling each,
    and `patterns` with what `re` made of each.
    """

    def __init__(self):
        self.by_module = {}
        self._module = patterns
        self._compile, self._build = patterns.compile, patterns._sre.compile
        dataclasses.exec = lambda text, scope, names: exec(self._text(text, "exec"), scope, names)
        collections.eval = lambda text, scope: eval(self._text(text, "eval"), scope)
        patterns.compile = self._pattern
        for _, pattern, flags in PATTERNS_OF_START:
            self._pattern(pattern, flags, module=LIBRARY)

    def as_texts(self):
        """The notes as JSON can hold them: patterns and what became of them as texts."""
        return {
            module: {"texts": noted["texts"], "patterns": {repr(k): repr(v) for k, v in noted["patterns"].items()}}
            for module, noted in self.by_module.items()
        }

    def _text(self, text, mode):
        self._of(owner())["texts"][text] = mode
        return text

    def _pattern(self, pattern, flags=0, module=None):
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
            self._of(module or owner())["patterns"][pattern, int(flags)] = parts
        return made

    def _of(self, module):
        return self.by_module.setdefault(module, {"texts": {}, "patterns": {}})


def owner():
    """The module of ours that is being imported or at work, or the library."""
    makers = ("collections", "dataclasses", "enum", "re", "re._compiler", "typing", __name__)
    frame = sys._getframe(1)
    while frame and frame.f_globals.get("__name__") in makers:
        frame = frame.f_back
    name = frame.f_globals.get("__name__", "") if frame else ""
    return name if has_module(name) else LIBRARY
