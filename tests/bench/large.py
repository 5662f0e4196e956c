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
    "`show PAPER`": ["show", "doi:10.1000/p500000"],
}
PAGES = {"`/`": "/", "`/events`": "/events", "`/papers?q=`, a frequent word": "/papers?q=bababa",
         "`/papers/ID`": "/papers/doi:10.1000/p500000", "`/sources/ID`": "/sources/s7"}


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


def ask(build, state):
    rows = []
    for name, words in QUESTIONS.items():
        rows.append([name, *milliseconds([run([build / "paperwatch", *words], state) for _ in range(ROUNDS)])])
    return table(["command", "ms", "of CPU time"], rows)


def look(build, state, base):
    rows = []
    for name, path in PAGES.items():
        firsts, seconds = [], []
        for _ in range(ROUNDS):
            with Daemon(build, state) as daemon:
                daemon.wait_for(base + "/healthz")
                firsts.append(get(daemon, base + path))
                seconds.append(get(daemon, base + path))
        rows.append([name, *milliseconds(firsts), *milliseconds(seconds)])
    return table(["page", "first view, ms", "of CPU time", "second view, ms", "of CPU time"], rows)


def large(build, work, papers=PAPERS):
    state = fresh(work / "large")
    port = free_port()
    (state / "paperwatch.yaml").write_text(configuration(port))
    print("  (makes the database; some minutes)", file=sys.stderr)
    subprocess.run([build / "tests/bench/large_database", state / "paperwatch.db", str(papers), str(SOURCES)], check=True,
                   stderr=subprocess.DEVNULL)
    run([build / "paperwatch", "feeds"], state)
    return [f"{papers:,} papers with {3 * papers:,} versions from {SOURCES:,} sources; the program started anew each time, medians of",
            f"{ROUNDS} rounds:", "", *ask(build, state), "", *look(build, state, f"http://127.0.0.1:{port}")]
