"""Names and prose use one word for one thing: retired names and phrases do not come back."""

import io
import os
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

RETIRED_NAMES = {
    "At": "ReadContext",
    "Drain": "PoolDepletion",
    "EMPTIED": "CLEAR",
    "Fills": "Bindings",
    "Lead": "RaceResult",
    "Many": "ListInput",
    "SYSTEM": "GAME",
    "SYSTEMS": "GAMES",
    "SYSTEM_IDS": "GAME_IDS",
    "Scene": "Matchup",
    "Slot": "InputField",
    "Standard": "DefaultSource",
    "System": "Game",
    "Throw": "RollOption",
    "Told": "RolledStep or Reply",
    "UNTOLD": "NOT_APPLICABLE",
    "anew": "starts_new_explanation",
    "anyway": "as_note",
    "aside": "side_note",
    "bout": "duel_to_the_end",
    "losing": "depletion_curve",
    "of_weapon": "per_weapon",
    "parted": "split_modifiers",
    "steady": "condition_free",
    "swayed": "target_condition_dependent",
    "system_id": "game_id",
    "throws": "rolls",
    "universe": "bindable_options",
    "unseen": "api_only",
    "unsteady": "condition_dependent",
    "untext": "parse_text",
    "without_halves": "drop_incomplete_records",
}
"""Names of Python that were renamed, each with the name that took its place."""

RETIRED_FILES = {
    "against", "busy", "chosen", "filling", "folds", "follows", "keeping", "lean", "line", "mine",
    "patience", "rehearsal", "rehearse", "rescue", "retell", "said", "sheet_fills", "sheetshelf", "shelf", "squeeze",
    "swept", "sweep_course", "tablerules", "together", "tracked", "wording",
}  # fmt: skip
"""Names of files, without their ending, that say too little."""

RETIRED_HOOKS = ("data-against", "data-anew", "data-carry", "data-mine", "data-told")
RETIRED_CLASSES = ("against", "barred", "follows", "mine", "said", "told")
"""Attributes and classes of templates that say too little."""

RETIRED_PHRASES = (
    "anew", "are told", "be it", "for good", "goes by", "in vain", "is had", "is said", "is told", "of one's own",
    "stands for", "thereof", "whoever",
)  # fmt: skip
"""Phrases that comments and docstrings do without."""

FOLDERS = ("pyrules", "web", "tests")
NOT_OURS = {"node_modules", "stand_ins", "__pycache__", ".failed"}
"""Folders of other people's code, stand-ins under the names of others, and output."""


@cache
def all_files() -> tuple[Path, ...]:
    """All our files, in order."""
    found: list[Path] = []
    for folder in FOLDERS:
        for place, folders, names in os.walk(ROOT / folder):
            folders[:] = sorted({*folders} - NOT_OURS)
            found += [Path(place, name) for name in sorted(names)]
    return tuple(found)


def files(*endings: str) -> Iterator[Path]:
    """Our files with one of these endings."""
    return (path for path in all_files() if path.suffix in endings)


def lines(*endings: str) -> Iterator[tuple[Path, int, str]]:
    """The lines of our files with one of these endings, with file and number."""
    for path in files(*endings):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield path, number, line


def tokens(may_matter: Callable[[str], bool]) -> Iterator[tuple[Path, tokenize.TokenInfo]]:
    """The tokens of the Python files whose text may matter: it is slow to take a text apart."""
    for path in files(".py"):
        text = path.read_text(encoding="utf-8")
        if may_matter(text):
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                yield path, token


def where(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT).as_posix()}:{line}"


def test_no_python_name_is_a_retired_one() -> None:
    found = [
        f"{where(path, token.start[0])} {token.string}: use {RETIRED_NAMES[token.string]}"
        for path, token in tokens(lambda text: not RETIRED_NAMES.keys().isdisjoint(re.findall(r"\w+", text)))
        if token.type == tokenize.NAME and token.string in RETIRED_NAMES
    ]

    assert not found


def test_no_file_has_a_retired_name() -> None:
    found = [
        path.relative_to(ROOT).as_posix()
        for path in files(".py", ".js", ".mjs", ".html")
        if path.name.partition(".")[0] in RETIRED_FILES
    ]

    assert not found


def test_no_template_style_or_script_has_a_retired_hook() -> None:
    hooks = "|".join(RETIRED_HOOKS)
    pattern = re.compile(rf"({hooks})(?![-\w])")
    found = [where(path, line) for path, line, text in lines(".html", ".css", ".js", ".mjs") if pattern.search(text)]

    assert not found


def test_no_template_has_a_retired_class() -> None:
    names = "|".join(RETIRED_CLASSES)
    pattern = re.compile(rf'class="(?:[^"]*\s)?({names})[\s"]')
    found = [where(path, line) for path, line, text in lines(".html") if pattern.search(text)]

    assert not found


def test_no_comment_or_docstring_uses_a_retired_phrase() -> None:
    phrases = "|".join(map(re.escape, RETIRED_PHRASES))
    pattern = re.compile(rf"(?<![-\w])({phrases})\b", re.IGNORECASE)
    found = [
        f"{where(path, line)} {used[0]}" for path, line, text in prose() for used in [pattern.search(text)] if used
    ]

    assert not found


def test_no_text_calls_a_table_rule_a_house_rule() -> None:
    pattern = re.compile(r"house[ -](rule|switch)", re.IGNORECASE)
    texts = lines(".py", ".toml", ".html", ".js", ".mjs")
    found = [where(path, line) for path, line, text in texts if pattern.search(text)]

    assert not found


def has_a_retired_phrase(text: str) -> bool:
    """Faster than the pattern, which also asks that the phrase stands alone."""
    text = text.lower()
    return any(phrase in text for phrase in RETIRED_PHRASES)


def prose() -> Iterator[tuple[Path, int, str]]:
    """Comments and docstrings with file and line: of Python files that have a retired phrase, and of all scripts."""
    for path, token in tokens(has_a_retired_phrase):
        is_docstring = token.type == tokenize.STRING and token.string.startswith('"""')
        if path != Path(__file__).resolve() and (is_docstring or token.type == tokenize.COMMENT):
            yield path, token.start[0], token.string
    for path, number, line in lines(".js", ".mjs"):
        if line.lstrip().startswith(("//", "*", "/*")):
            yield path, number, line
