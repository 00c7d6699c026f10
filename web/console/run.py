"""Runs one script of the Console: what it prints and shows is sent in order, its last expression is shown too."""

from __future__ import annotations

import ast
import inspect
import io
import json
import linecache
import time
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from types import CodeType
from typing import Any

import pyrules
from pyrules.engine.dice import Dice, Die, always, d
from pyrules.engine.procedure import Procedure, settle, throw

from .rolling import at_least, dice, roll, total
from .shown import parts
from .sweeps import compare, sweep

SCRIPT = "script"
"""What tracebacks call the file of the script."""
LONGEST_TEXT = 200_000
"""The most characters that one run prints."""
MOST_SHOWN = 100
"""The most values that one run shows."""
EAGER_LINES, FLUSH_SECONDS, FLUSH_CHARACTERS = 100, 0.1, 16_000
"""The first lines are sent at once; later ones together, after this time or this many characters."""

Send = Callable[[str, Any], None]
"""`send(kind, content)` with a kind of "text", "shown" and "error"."""


class TooMuch(BaseException):
    """A script prints or shows more than a page can hold. No `except Exception` of the script catches it."""


class Output(io.TextIOBase):
    """Collects what a script prints and sends it in pieces."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._held: list[str] = []
        self._length = self._total = self._lines = 0
        self._sent = time.monotonic()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        """Raises `TooMuch` above `LONGEST_TEXT`; the text up to there is sent."""
        room = LONGEST_TEXT - self._total
        self._held.append(text[:room])
        self._length += len(text[:room])
        self._total += len(text)
        if self._total > LONGEST_TEXT:
            raise TooMuch(f"The script was stopped: it prints more than {LONGEST_TEXT:,} characters.")
        self._lines += text.count("\n")
        is_eager = self._lines <= EAGER_LINES and text.endswith("\n")
        if is_eager or self._length > FLUSH_CHARACTERS or time.monotonic() - self._sent > FLUSH_SECONDS:
            self.flush()
        return len(text)

    def flush(self) -> None:
        held, self._held = self._held, []
        self._length, self._sent = 0, time.monotonic()
        if held:
            self._send("text", "".join(held))


class Shower:
    """The `show` of a script."""

    def __init__(self, send: Send, output: Output) -> None:
        self._send, self._output, self._count = send, output, 0

    def show(self, value: Any, title: str = "") -> None:
        """Shows a value below the script: an answer, a roll, dice, a distribution, a sweep, rows or a text."""
        self._count += 1
        if self._count > MOST_SHOWN:
            raise TooMuch(f"The script was stopped: it shows more than {MOST_SHOWN} values.")
        drawn = parts(value, str(title))
        self._output.flush()
        self._send("shown", drawn)


async def run(source: str, send: Send) -> None:
    """Runs a script; faults of the script are sent as an "error". A script may `await` at its top level."""
    output = Output(send)
    shower = Shower(send, output)
    names = namespace(shower.show)
    linecache.cache[SCRIPT] = (len(source), None, source.splitlines(keepends=True), SCRIPT)
    with redirect_stdout(output), redirect_stderr(output):
        error = await _fault(source, names, shower.show)
        output.flush()
    if error:
        send("error", error)


async def run_with_json(source: str, post: Callable[[str, str], None]) -> None:
    """`run` for a worker: `post` gets the kind and the content as JSON."""
    await run(source, lambda kind, content: post(kind, json.dumps(content)))


async def _fault(source: str, names: dict[str, Any], show: Callable[[Any], None]) -> str:
    """Runs the script; returns what went wrong, if anything did."""
    try:
        body, last = compiled(source)
        await _ended(eval(body, names))
        if last:
            value = await _ended(eval(last, names))
            if value is not None:
                show(value)
    except SystemExit:
        return ""
    except TooMuch as fault:
        return str(fault)
    except BaseException as fault:
        return described(fault)
    return ""


async def _ended(value: Any) -> Any:
    return await value if inspect.iscoroutine(value) else value


def compiled(source: str) -> tuple[CodeType, CodeType | None]:
    """The script, and its last expression if it ends with one. Raises `SyntaxError`."""
    tree = ast.parse(source, SCRIPT)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    awaits = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    body = compile(tree, SCRIPT, "exec", awaits)
    if not isinstance(last, ast.Expr):
        return body, None
    return body, compile(ast.Expression(last.value), SCRIPT, "eval", awaits)


def described(fault: BaseException) -> str:
    """A traceback with the lines of the script alone."""
    trace = traceback.TracebackException.from_exception(fault)
    inner: traceback.TracebackException | None = trace
    while inner:
        lines = [line for line in inner.stack if line.filename == SCRIPT]
        inner.stack = traceback.StackSummary.from_list(lines)
        inner = inner.__cause__ or inner.__context__
    text = "".join(trace.format())
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]} …"


def no_input(prompt: object = "") -> str:
    """Raises `RuntimeError`: nobody can type while a script runs."""
    raise RuntimeError("The Console has no keyboard input: write the value into the script.")


def namespace(show: Callable[..., None]) -> dict[str, Any]:
    """The names that every script finds."""
    return {
        "__name__": "__main__",
        "Dice": Dice,
        "Die": Die,
        "Fraction": Fraction,
        "Procedure": Procedure,
        "always": always,
        "answer": pyrules.answer,
        "at_least": at_least,
        "compare": compare,
        "d": d,
        "dice": dice,
        "input": no_input,
        "pyrules": pyrules,
        "roll": roll,
        "settle": settle,
        "show": show,
        "sweep": sweep,
        "throw": throw,
        "total": total,
    }
