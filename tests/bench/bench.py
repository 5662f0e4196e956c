#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench.py BUILD WORK [OUT.md]: paperwatch beside the floor and beside its peers, as whole programs.

Every figure is a ratio to the floor (or to a program that only links the same libraries) measured in
turns with it, the median of the rounds: what else the machine does falls on both alike.
"""
import datetime
import os
import pathlib
import platform
import shutil
import socket
import statistics
import subprocess
import sys
import time

SOURCES, PAGES, ROUNDS, STARTS = 25, 4, 5, 21
SCENARIOS = {  # which pages are served, whether with validators, whether the program has been there
    "everything is new": ("earlier", True, False),
    "unchanged, 304": ("earlier", True, True),
    "unchanged, 200 with the same bytes": ("earlier", False, True),
    "1 % of the records changed": ("later", True, True),
}


class Cost:
    def __init__(self, cpu, wall, peak):
        self.cpu, self.wall, self.peak = cpu, wall, peak


def run(command, folder):
    begin = time.monotonic()
    with open(folder / "output", "w") as out:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} left {process.returncode}:\n{(folder / 'output').read_text()[-2000:]}")
    return Cost(usage.ru_utime + usage.ru_stime, time.monotonic() - begin, usage.ru_maxrss / 1024)


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Site:
    """The corpus, served at one address whatever is served there."""

    def __init__(self, build, corpus, port):
        self.build, self.corpus, self.port, self.process = build, corpus, port, None

    def show(self, moment, validators):
        self.close()
        ready = self.corpus / "ready"
        ready.unlink(missing_ok=True)
        command = [self.build / "tests/support/serve_folder", self.corpus / moment, "--port", str(self.port),
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


SPIDER = """
import sqlite3, scrapy
class Cards(scrapy.Spider):
    name = "cards"
    start_urls = [{urls}]
    custom_settings = {{"LOG_LEVEL": "ERROR", "ROBOTSTXT_OBEY": False, "TELNETCONSOLE_ENABLED": False,
                       "CONCURRENT_REQUESTS_PER_DOMAIN": 8, "HTTPCACHE_ENABLED": True, "HTTPCACHE_DIR": "{folder}/cache",
                       "HTTPCACHE_POLICY": "scrapy.extensions.httpcache.RFC2616Policy"}}
    db = sqlite3.connect("{folder}/papers.db")
    db.execute("CREATE TABLE IF NOT EXISTS papers(id PRIMARY KEY, title, url, abstract)")
    def parse(self, response):
        for card in response.css("article.card"):
            self.db.execute("INSERT OR REPLACE INTO papers VALUES(?, ?, ?, ?)", (card.attrib["data-id"],
                "".join(card.css("h2 ::text").getall()), card.css("a.out::attr(href)").get(), card.css("p.abstract::text").get()))
        yield from response.follow_all(css="a[rel=next]")
    def closed(self, reason):
        self.db.commit()
"""


def paperwatch(build, corpus, base, state):
    shutil.copy(corpus / "paperwatch.yaml", state)
    return [build / "paperwatch", "--quiet", "sync"]


def floor(build, corpus, base, state):
    return [build / "tests/bench/floor", state / "floor.db", base, str(SOURCES)]


def urlwatch(build, corpus, base, state):
    jobs = [f'url: "{base}/list/{source}' + (f'?page={page}"' if page > 1 else '"') + "\nfilter:\n  - css: article.card\n  - html2text:\n"
            for source in range(SOURCES) for page in range(1, PAGES + 1)]
    (state / "jobs.yaml").write_text("---\n".join(jobs))
    (state / "urlwatch.yaml").write_text("report: {stdout: {enabled: true, color: false}}\n")
    (state / "hooks.py").write_text("")
    return ["urlwatch", "--urls", state / "jobs.yaml", "--config", state / "urlwatch.yaml", "--hooks", state / "hooks.py",
            "--cache", state / "cache.db"]


def scrapy(build, corpus, base, state):
    urls = ", ".join(f'"{base}/list/{source}"' for source in range(SOURCES))
    (state / "spider.py").write_text(SPIDER.format(urls=urls, folder=state))
    return ["scrapy", "runspider", state / "spider.py"]


PROGRAMS = {"paperwatch": paperwatch, "urlwatch": urlwatch, "scrapy": scrapy}


def measure_scenario(programs, site, build, work, base, scenario):
    """CPU, wall and peak of each program, round by round."""
    moment, validators, has_been = SCENARIOS[scenario]
    costs = {name: [] for name in programs}
    for _ in range(ROUNDS):
        for name, command_of in programs.items():
            state = work / name
            shutil.rmtree(state, ignore_errors=True)
            state.mkdir(parents=True)
            command = command_of(build, site.corpus, base, state)
            if has_been:
                site.show("earlier", True)
                run(command, state)
            site.show(moment, validators)
            costs[name].append(run(command, state))
    site.close()
    return costs


def ratio(costs, others, member):
    return statistics.median(getattr(a, member) / getattr(b, member) for a, b in zip(costs, others))


def scenarios(build, work):
    corpus = work / "corpus"
    base = f"http://127.0.0.1:{free_port()}"
    subprocess.run([build / "tests/bench/write_corpus", corpus, str(SOURCES), str(PAGES), base], check=True)
    site = Site(build, corpus, int(base.rsplit(":", 1)[1]))
    programs = {"floor": floor} | {name: of for name, of in PROGRAMS.items() if name == "paperwatch" or shutil.which(name)}
    lines = ["| | " + " | ".join(SCENARIOS) + " | peak memory, MB |", "|---|" + "---|" * (len(SCENARIOS) + 1)]
    rows = {name: [] for name in programs}
    peak = dict.fromkeys(programs, 0)
    try:
        for scenario in SCENARIOS:
            print(f"  {scenario}", file=sys.stderr)
            costs = measure_scenario(programs, site, build, work, base, scenario)
            for name in programs:
                rows[name].append(f"{ratio(costs[name], costs['floor'], 'cpu'):.1f} ({ratio(costs[name], costs['floor'], 'wall'):.1f})")
                peak[name] = max(peak[name], statistics.median(cost.peak for cost in costs[name]))
    finally:
        site.close()
    for name in ["floor", *PROGRAMS]:
        cells = rows[name] + [f"{peak[name]:.0f}"] if name in rows else ["not installed"] + [""] * len(SCENARIOS)
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


def starts(build, work):
    links_only = [build / "tests/bench/links_only"]
    big = work / "big"
    big.mkdir(parents=True, exist_ok=True)
    corpus = work / "big-corpus"
    base = f"http://127.0.0.1:{free_port()}"
    subprocess.run([build / "tests/bench/write_corpus", corpus, "10", "56", base], check=True)
    shutil.copy(corpus / "paperwatch.yaml", big)
    site = Site(build, corpus, int(base.rsplit(":", 1)[1]))
    site.show("earlier", True)
    run([build / "paperwatch", "--quiet", "sync"], big)
    site.close()
    lines = ["| | times a program that only links the same libraries |", "|---|---|"]
    for name, words in {"`--version`": ["--version"], "`status`, 10,080 papers": ["status"]}.items():
        costs, others = [], []
        for _ in range(STARTS):
            costs.append(run([build / "paperwatch", *words], big))
            others.append(run(links_only, big))
        lines.append(f"| {name} | {ratio(costs, others, 'cpu'):.2f} |")
    return lines


def memory_of(pid):
    rollup = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return {line.split(":")[0]: int(line.split()[1]) / 1024 for line in rollup[1:]}


def wake_ups(pid):
    statuses = [file.read_text() for file in pathlib.Path(f"/proc/{pid}/task").glob("*/status")]
    return sum(int(line.split()[1]) for text in statuses for line in text.splitlines() if line.startswith("voluntary"))


def idle(build, work, seconds=20):
    lines = ["| sources | resident, MB | private dirty, MB | wake-ups in 20 s |", "|---|---|---|---|"]
    for sources in (200, 1000):
        folder = work / f"idle-{sources}"
        base = f"http://127.0.0.1:{free_port()}"
        subprocess.run([build / "tests/bench/write_corpus", folder, str(sources), "1", base], check=True)
        site = Site(build, folder, int(base.rsplit(":", 1)[1]))
        site.show("earlier", True)
        # Visited by a run before: the daemon has nothing to do from its start on.
        run([build / "paperwatch", "--quiet", "sync"], folder)
        daemon = subprocess.Popen([build / "paperwatch", "--quiet", "daemon"], cwd=folder)
        time.sleep(10)
        before = wake_ups(daemon.pid)
        time.sleep(seconds)
        woken, memory = wake_ups(daemon.pid) - before, memory_of(daemon.pid)
        daemon.terminate()
        daemon.wait()
        site.close()
        lines.append(f"| {sources} | {memory['Rss']:.1f} | {memory['Private_Dirty']:.1f} | {woken} |")
    return lines


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    return f"{os.cpu_count()} × {model}, {platform.system()} {platform.release()}"


def main():
    build, work = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    lines = [f"`./dev bench` on {datetime.date.today()}; {machine()}.", "",
             f"Whole programs on {SOURCES} listings of {PAGES} pages: CPU time as a multiple of the floor's (wall time in brackets),",
             f"medians of {ROUNDS} rounds in turns.", "", *scenarios(build, work), "", "Starting (CPU time):", "", *starts(build, work),
             "", "The daemon with nothing to do:", "", *idle(build, work)]
    print("\n".join(lines))
    if len(sys.argv) > 3:
        page = pathlib.Path(sys.argv[3])
        head, mark, _ = page.read_text().partition("<!-- figures -->\n")
        page.write_text(head + mark + "\n" + "\n".join(lines) + "\n")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
