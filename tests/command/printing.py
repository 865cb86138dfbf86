"""Not a test: runs commands, each in a child of its own whose standard output is a pipe, a closed pipe or a terminal.

`run_jobs` starts it. The children are forked from a process that has everything loaded, so that a command takes some hundredths
of a second, where a process of its own takes seconds; from there on they are like one. What is printed into a closed pipe can
fail as late as at the end of the interpreter, so these go through that, which takes longer.
"""

from __future__ import annotations

import fcntl
import gc
import io
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import termios
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import asdict, dataclass
from typing import NoReturn

LONGEST_S = 120
"""A child that takes longer is ended by an alarm."""


@dataclass(frozen=True)
class Job:
    """A command, and the stream on which it prints.

    encoding: of standard output and standard error; closed: nobody reads what is printed, so the first write fails; columns: it
    is printed on a terminal so wide (0: it is none) of this kind; both: standard error goes there too; folder: where it runs.
    """

    arguments: tuple[str, ...]
    encoding: str = "utf-8"
    closed: bool = False
    columns: int = 0
    terminal: str = "dumb"
    both: bool = False
    folder: str = "."


@dataclass(frozen=True)
class Printed:
    """What a command left: exit code and both streams."""

    code: int
    out: str
    err: str


def run_jobs(jobs: list[Job], *, first: list[tuple[str, ...]]) -> list[Printed]:
    """Run jobs in children of a process that has run the commands of `first` itself, so that all they need is loaded."""
    done = subprocess.run(
        [sys.executable, __file__],
        input=json.dumps({"first": first, "jobs": [asdict(job) for job in jobs]}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [Printed(**entry) for entry in json.loads(done.stdout)]


def main() -> None:
    from experiments.cli import main_command

    asked = json.load(sys.stdin)
    for arguments in asked["first"]:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), suppress(SystemExit):
            main_command(arguments, prog_name="simulate")
    gc.freeze()
    results = [printed(Job(**job)) for job in asked["jobs"]]
    print(json.dumps([asdict(result) for result in results]))


def printed(job: Job) -> Printed:
    """Run a job in a child; what it left."""
    reader, writer = os.openpty() if job.columns else os.pipe()
    if job.columns:
        fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, job.columns, 0, 0))
    if job.closed:
        os.close(reader)
    with tempfile.TemporaryFile() as errors:
        child = os.fork()
        if not child:
            play(job, writer, errors.fileno())
        os.close(writer)
        out = b"" if job.closed else everything(reader)
        _, status = os.waitpid(child, 0)
        errors.seek(0)
        texts = [text.decode(job.encoding, "replace") for text in (out, errors.read())]
    return Printed(os.waitstatus_to_exitcode(status), texts[0].replace("\r\n", "\n"), texts[1])


def everything(reader: int) -> bytes:
    """All that comes until the last writer is gone; a terminal then says that there is an error."""
    parts = []
    with suppress(OSError):
        while part := os.read(reader, 1 << 16):
            parts.append(part)
    os.close(reader)
    return b"".join(parts)


def play(job: Job, out: int, err: int) -> NoReturn:
    """In the child: be the command, down to the end of the interpreter."""
    from experiments.cli import main as command

    signal.alarm(LONGEST_S)
    os.dup2(out, 1)
    os.dup2(out if job.both else err, 2)
    os.close(out)
    os.chdir(job.folder)
    os.environ["TERM"] = job.terminal
    os.environ.pop("COLUMNS", None)
    sys.stdout = sys.__stdout__ = os.fdopen(1, "w", encoding=job.encoding, closefd=False)
    sys.stderr = sys.__stderr__ = os.fdopen(2, "w", encoding=job.encoding, closefd=False)
    sys.argv = ["simulate", *job.arguments]
    try:
        command()
    except SystemExit as end:
        if not job.closed:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(end.code or 0)
        raise
    raise AssertionError("the command must leave by itself")


if __name__ == "__main__":
    main()
