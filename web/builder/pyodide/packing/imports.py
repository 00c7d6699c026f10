"""What modules of games import and read, noted while the games are imported."""

import builtins
import importlib.util
import sys


class Imports:
    """Notes which modules of games import which, and which tables they read.

    The worker imports a calculator without the rest of its game. Its module then imports just what is noted here.
    """

    def __init__(self):
        self._imported = {}
        self._read = {}

    def __enter__(self):
        from pyrules.engine.tables import Tables

        self._import, self._table = builtins.__import__, Tables.table
        builtins.__import__ = self._note_import
        Tables.table = lambda tables, name: self._note_table(tables, name)
        return self

    def __exit__(self, *_):
        from pyrules.engine.tables import Tables

        builtins.__import__, Tables.table = self._import, self._table

    def of(self, module):
        """The modules of its game that this one imports, with itself, and the tables that they read then."""
        found, waiting = set(), [module]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self._imported.get(name, ())
                waiting += [parent for parent in [name.rpartition(".")[0]] if in_a_game(parent)]
        return sorted(found), sorted(set().union(*(self._read.get(name, ()) for name in found)))

    def _note_import(self, name, scope=None, local=None, listed=(), level=0):
        made = self._import(name, scope, local, listed, level)
        importer = scope["__name__"] if scope else ""
        if in_a_game(importer):
            whole = importlib.util.resolve_name("." * level + name, scope["__package__"])
            names = [whole, *(f"{whole}.{each}" for each in listed or ())]
            found = [each for each in names if in_a_game(each) and each in sys.modules]
            self._imported.setdefault(importer, []).extend(found)
        return made

    def _note_table(self, tables, name):
        """Every module at work reads the table: a function that keeps what it has read reads it once for all."""
        frame = sys._getframe(2)
        while frame:
            reader = frame.f_globals["__name__"]
            if in_a_game(reader):
                self._read.setdefault(reader, set()).add(name)
            frame = frame.f_back
        return self._table(tables, name)


def in_a_game(module):
    """Whether this is a module in the package of a game."""
    return module.startswith("pyrules.games.") and module.count(".") > 2
