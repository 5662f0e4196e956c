# SPDX-License-Identifier: MIT
"""A database of a million papers with three versions each: how long a look at it takes."""
import subprocess
import sys
import time
import urllib.request

from measure import Cost, Daemon, free_port, fresh, median, run, table

PAPERS, SOURCES, ROUNDS = 1_000_000, 1000, 7
QUESTIONS = {
    "`status`": ["status"],
    "`events --limit 50`": ["events", "--limit", "50"],
    "`papers --search`, two words": ["papers", "--search", "bacephdin vorlumzy"],
    "`show PAPER`": ["show", "PAPER"],
}
PAGES = {"`/`": "/", "`/events`": "/events", "`/papers?q=`, a frequent word": "/papers?q=bababa",
         "`/papers/ID`": "/papers/PAPER", "`/sources/ID`": "/sources/s7"}


def configuration(port):
    sources = "".join(f"  - {{id: s{number}, url: 'https://example.org/s/{number}', enabled: false, template: t}}\n"
                      for number in range(1, SOURCES + 1))
    return (f"serve: {{listen: '127.0.0.1:{port}'}}\ntemplates:\n"
            f"  t: {{extract: {{record: li, fields: {{title: a, url: 'a::attr(href)'}}}}}}\nsources:\n{sources}")


def get(daemon, address):
    """What the answer costs, as a browser asks for it."""
    begin, cpu = time.monotonic(), daemon.cpu()
    with urllib.request.urlopen(urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})) as answer:
        answer.read()
    return Cost(daemon.cpu() - cpu, time.monotonic() - begin, 0)


def milliseconds(costs):
    return [f"{1000 * median(costs, 'wall'):.0f}", f"{1000 * median(costs, 'cpu'):.0f}"]


def ask(build, state, paper):
    rows = []
    for name, words in QUESTIONS.items():
        command = [build / "paperwatch", *(word.replace("PAPER", paper) for word in words)]
        rows.append([name, *milliseconds([run(command, state) for _ in range(ROUNDS)])])
    return table(["command", "ms", "of CPU time"], rows)


def look(build, state, base, paper):
    rows = []
    for name, path in PAGES.items():
        address = base + path.replace("PAPER", paper)
        firsts, seconds = [], []
        for _ in range(ROUNDS):
            with Daemon(build, state) as daemon:
                daemon.wait_for(base + "/healthz")
                firsts.append(get(daemon, address))
                seconds.append(get(daemon, address))
        rows.append([name, *milliseconds(firsts), *milliseconds(seconds)])
    return table(["page", "first view, ms", "of CPU time", "second view, ms", "of CPU time"], rows)


def large(build, work, papers=PAPERS):
    state = fresh(work / "large")
    port, paper = free_port(), f"doi:10.1000/p{papers // 2}"
    (state / "paperwatch.yaml").write_text(configuration(port))
    print("  (makes the database; some minutes)", file=sys.stderr)
    subprocess.run([build / "tests/bench/large_database", state / "paperwatch.db", str(papers), str(SOURCES)], check=True)
    run([build / "paperwatch", "feeds"], state)
    return [f"{papers:,} papers with {3 * papers:,} versions from {SOURCES:,} sources; the program started anew each time, medians of",
            f"{ROUNDS} rounds:", "", *ask(build, state, paper), "", *look(build, state, f"http://127.0.0.1:{port}", paper)]
