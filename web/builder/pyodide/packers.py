"""Processes of Node in which the site's Python packs itself (pack.mjs)."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType

from web.builder.dev.environment import node
from web.builder.pyodide import stock
from web.builder.pyodide.node_step import RuntimeBuildError

TOOL = Path(__file__).with_name("pack.mjs")


class Packer:
    """One process. Python starts in it at once; it takes the first task when it has started."""

    def __init__(self, cache: Path) -> None:
        self._said = tempfile.TemporaryFile(mode="w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - close() closes it
        command = [node(), str(TOOL), str(stock.FOLDER), str(cache)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said, encoding="utf-8"
        )

    def carry_out(self, task: Sequence[str]) -> None:
        """Wait until a task of pack.py has been carried out; raises `RuntimeBuildError`."""
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(f"{json.dumps(task)}\n")
            self._process.stdin.flush()
            result = self._process.stdout.readline()
        except BrokenPipeError:
            result = ""
        problem = json.loads(result) if result else f"Node ended with exit code {self._process.wait()}."
        if problem:
            self._said.seek(0)
            text = f"The Python packs, at {' '.join(task)}, could not be made:\n{self._said.read()}{problem}"
            raise RuntimeBuildError(text)

    def close(self) -> None:
        """End the process, whatever it is at."""
        self._process.kill()
        self._process.communicate()
        self._said.close()


class Packers:
    """Packers that share a folder of work, which has the library before the first of them starts."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache
        self._started: list[Packer] = []

    def __enter__(self) -> Packers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def start(self, number: int) -> list[Packer]:
        """The first packers, started if they have not been."""
        while len(self._started) < number:
            self._started.append(Packer(self.cache))
        return self._started[:number]

    def carry_out(self, tasks: Iterable[Sequence[str]]) -> None:
        """Carry out each task in a process of its own, side by side."""
        listed = list(tasks)
        packers = self.start(len(listed))
        with ThreadPoolExecutor() as several:
            list(several.map(Packer.carry_out, packers, listed))

    def close(self) -> None:
        """End the packers that have started; others may start after them."""
        while self._started:
            self._started.pop().close()
