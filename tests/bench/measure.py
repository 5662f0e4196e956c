# SPDX-License-Identifier: MIT
"""What all parts of the bench measure with: a run's cost, a site, and ratios of what took turns."""
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import time
import urllib.request


class Cost:
    """CPU time and wall time in seconds, the most memory in MB."""

    def __init__(self, cpu, wall, peak):
        self.cpu, self.wall, self.peak = cpu, wall, peak


def run(command, folder, **variables):
    begin = time.monotonic()
    with open(folder / "output", "w") as out:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                   env={**os.environ, **variables})
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} left {process.returncode}:\n{(folder / 'output').read_text()[-2000:]}")
    return Cost(usage.ru_utime + usage.ru_stime, time.monotonic() - begin, usage.ru_maxrss / 1024)


def median(costs, member):
    return statistics.median(getattr(cost, member) for cost in costs)


def ratio(costs, others, member):
    """Of two that took turns: the median of the rounds."""
    return statistics.median(getattr(a, member) / getattr(b, member) for a, b in zip(costs, others))


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


class Site:
    """A corpus (write_corpus), served at one address whatever is served there."""

    def __init__(self, build, folder, sources, pages):
        self.build, self.folder, self.port, self.process = build, folder, free_port(), None
        self.base = f"http://127.0.0.1:{self.port}"
        self.write(sources, pages)

    def write(self, sources, pages, records=18):
        """Another corpus in the place of what was there."""
        self.close()
        subprocess.run([self.build / "tests/bench/write_corpus", fresh(self.folder), str(sources), str(pages), self.base,
                        str(records)], check=True)

    def show(self, moment, validators=True):
        """Its earlier or later moment."""
        self.close()
        ready = self.folder / "ready"
        ready.unlink(missing_ok=True)
        command = [self.build / "tests/support/serve_folder", self.folder / moment, "--port", str(self.port),
                   "--ready-file", ready] + ([] if validators else ["--without-validators"])
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while not ready.exists():
            if self.process.poll() is not None:
                sys.exit("the site is not served")
            time.sleep(0.02)

    def close(self):
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Daemon:
    """paperwatch's, from its start to its end."""

    def __init__(self, build, folder):
        self.process = subprocess.Popen([build / "paperwatch", "--quiet", "daemon"], cwd=folder)

    def wait_for(self, address):
        """Until it answers: the seconds that took."""
        begin = time.monotonic()
        while self.process.poll() is None:
            try:
                urllib.request.urlopen(address).read()
                return time.monotonic() - begin
            except OSError:
                time.sleep(0.01)
        sys.exit("the daemon ended")

    def memory(self):
        """In MB, by the names of smaps_rollup."""
        rollup = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()
        return {line.split(":")[0]: int(line.split()[1]) / 1024 for line in rollup[1:]}

    def cpu(self):
        """CPU time so far in seconds."""
        spent = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(file.read_text().split()[0]) for file in spent) / 1e9

    def wake_ups(self):
        statuses = [file.read_text() for file in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/status")]
        return sum(int(line.split()[1]) for text in statuses for line in text.splitlines() if line.startswith("voluntary"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
