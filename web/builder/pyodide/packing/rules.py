"""Which rules the worker shows in full: few of them, for the reference is made of pages."""

import ast
import tomllib

from .places import read, sources


def shown_rules(game):
    """By calculator: the rules whose words stand under its figures (web/worker/render/explanation.py)."""
    shown = {}
    for calculator in game.calculators:
        rules = {output.rule for output in calculator.outputs if output.rule}
        if rules:
            shown[calculator.slug] = sorted(rules)
    return shown


def rules_of_answers(game):
    """The rows of the rules that stand under figures, in book order."""
    wanted = {rule for rules in shown_rules(game).values() for rule in rules}
    return [row for row in rows_of(game) if row["id"] in wanted]


def rules_of_sheets(game):
    """The rows of the further rules a character may need: those that a module of sheets or a row of a table names.

    web/worker/render/sheet.py shows those that the character's weapons and conditions call for.
    """
    folder = f"pyrules/games/{game.id}/"
    texts = set()
    for name, path in sources():
        if name.startswith(f"{folder}sheet/"):
            texts |= set(texts_in(read(path)))
        elif name.startswith(f"{folder}tables/") and name.endswith(".toml"):
            texts |= set(values_in(tomllib.loads(read(path).decode()).get("row", ())))
    shown = {row["id"] for row in rules_of_answers(game)}
    return [row for row in rows_of(game) if row["id"] in texts - shown]


def rows_of(game):
    """Every rule of a game."""
    [path] = (path for name, path in sources() if name == f"pyrules/games/{game.id}/tables/rules.toml")
    return tomllib.loads(read(path).decode())["rule"]


def texts_in(source):
    """The texts that stand in a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def values_in(rows):
    """The texts in the rows of a table."""
    for row in rows:
        yield from (value for value in row.values() if isinstance(value, str))
