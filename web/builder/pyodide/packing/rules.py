"""Which rules the worker tells in full: few of them, for the reference is made of pages."""

import ast

from .places import read, sources


def told_rules(game):
    """The rules whose words stand under an answer's figures (web/worker/render/explanation.py)."""
    return sorted({output.rule for calculator in game.calculators for output in calculator.outputs if output.rule})


def rules_of_sheets(game):
    """The further rules a character may need: each rule that a module of sheets names, or a row of a table.

    web/worker/render/sheet.py shows those that the character's weapons and conditions call for.
    """
    import tomllib

    folder = f"pyrules/games/{game.id}/"
    texts, rows = set(), []
    for name, path in sources():
        if name.startswith(f"{folder}sheet/"):
            texts |= set(texts_in(read(path)))
        elif name == f"{folder}tables/rules.toml":
            rows = tomllib.loads(read(path).decode())["rule"]
        elif name.startswith(f"{folder}tables/") and name.endswith(".toml"):
            texts |= set(values_in(tomllib.loads(read(path).decode()).get("row", ())))
    told = told_rules(game)
    return [row for row in rows if row["id"] in texts and row["id"] not in told]


def texts_in(source):
    """The texts that stand in a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def values_in(rows):
    """The texts in the rows of a table."""
    for row in rows:
        yield from (value for value in row.values() if isinstance(value, str))
