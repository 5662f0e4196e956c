# SPDX-License-Identifier: MIT
"""Whole programs on one corpus: paperwatch, the floor, and what others use."""
import shutil

from measure import Site, fresh, median, ratio, run, table

SOURCES, PAGES, ROUNDS = 25, 4, 5
SCENARIOS = {  # which pages are served, whether with validators, whether the program has been there
    "everything is new": ("earlier", True, False),
    "unchanged, 304": ("earlier", True, True),
    "unchanged, 200 with the same bytes": ("earlier", False, True),
    "1 % of the records changed": ("later", True, True),
}

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


def paperwatch(site, state, sources, pages):
    shutil.copy(site.folder / "paperwatch.yaml", state)
    return [site.build / "paperwatch", "--quiet", "sync"]


def until(stage):
    """What `sync` does, and no more than up to that stage."""
    def command(site, state, sources, pages):
        shutil.copy(site.folder / "paperwatch.yaml", state)
        return [site.build / "tests/bench/sync_until", stage, state / "paperwatch.yaml"]
    return command


def floor(site, state, sources, pages):
    return [site.build / "tests/bench/floor", state / "floor.db", site.base, str(sources)]


def urlwatch(site, state, sources, pages):
    jobs = [f'url: "{site.base}/list/{source}' + (f'?page={page}"' if page > 1 else '"')
            + "\nfilter:\n  - css: article.card\n  - html2text:\n"
            for source in range(sources) for page in range(1, pages + 1)]
    (state / "jobs.yaml").write_text("---\n".join(jobs))
    (state / "urlwatch.yaml").write_text("report: {stdout: {enabled: true, color: false}}\n")
    (state / "hooks.py").write_text("")
    return ["urlwatch", "--urls", state / "jobs.yaml", "--config", state / "urlwatch.yaml", "--hooks", state / "hooks.py",
            "--cache", state / "cache.db"]


def scrapy(site, state, sources, pages):
    urls = ", ".join(f'"{site.base}/list/{source}"' for source in range(sources))
    (state / "spider.py").write_text(SPIDER.format(urls=urls, folder=state))
    return ["scrapy", "runspider", state / "spider.py"]


def measure(programs, site, work, scenario, sources, pages, rounds):
    """The costs of each program, round by round."""
    moment, validators, has_been = SCENARIOS[scenario]
    costs = {name: [] for name in programs}
    for _ in range(rounds):
        for name, command_of in programs.items():
            state = fresh(work / name)
            command = command_of(site, state, sources, pages)
            if has_been:
                site.show("earlier")
                run(command, state)
            site.show(moment, validators)
            costs[name].append(run(command, state))
    return costs


def peers(build, work):
    """CPU time of each program in each scenario, as a multiple of the floor's (wall time in brackets)."""
    known = {"paperwatch": paperwatch, "urlwatch": urlwatch, "scrapy": scrapy}
    programs = {"floor": floor} | {name: of for name, of in known.items() if name == "paperwatch" or shutil.which(name)}
    rows = {name: [name] for name in programs}
    peak = dict.fromkeys(programs, 0)
    with Site(build, work / "corpus", SOURCES, PAGES) as site:
        for scenario in SCENARIOS:
            costs = measure(programs, site, work, scenario, SOURCES, PAGES, ROUNDS)
            for name in programs:
                rows[name].append(f"{ratio(costs[name], costs['floor'], 'cpu'):.1f} ({ratio(costs[name], costs['floor'], 'wall'):.1f})")
                peak[name] = max(peak[name], median(costs[name], "peak"))
    lines = [rows[name] + [f"{peak[name]:.0f}"] if name in rows else [name, "not installed"] + [""] * len(SCENARIOS)
             for name in ["floor", *known]]
    return [f"Whole programs on {SOURCES} listings of {PAGES} pages: CPU time as a multiple of the floor's (wall time in brackets),",
            f"medians of {ROUNDS} rounds in turns.", "", *table(["", *SCENARIOS, "peak memory, MB"], lines)]


def stages(build, work, rounds=7):
    """How far a first sync has come for what CPU time."""
    programs = {"floor": floor, "until all is committed, pages archived": until("committed"),
                "and papers are findable by their words": until("indexed"), "and feeds are written: `sync`": paperwatch}
    with Site(build, work / "corpus", SOURCES, PAGES) as site:
        costs = measure(programs, site, work, "everything is new", SOURCES, PAGES, rounds)
    rows = [[name, f"{ratio(costs[name], costs['floor'], 'cpu'):.2f}"] for name in programs if name != "floor"]
    return [f"A first visit of the same listings, stage by stage, medians of {rounds} rounds:", "",
            *table(["", "CPU time, times the floor's"], rows)]


def one_page(build, work, rounds=21):
    """One source with one page: where starting weighs most."""
    rows = []
    programs = {"floor": floor, "paperwatch": paperwatch}
    with Site(build, work / "corpus", 1, 1) as site:
        for scenario in ("everything is new", "unchanged, 304"):
            costs = measure(programs, site, work, scenario, 1, 1, rounds)
            ours, theirs = costs["paperwatch"], costs["floor"]
            rows.append([scenario, f"{ratio(ours, theirs, 'wall'):.2f}", f"{ratio(ours, theirs, 'cpu'):.2f}",
                         f"{1000 * median(ours, 'wall'):.0f} and {1000 * median(theirs, 'wall'):.0f}"])
    return [f"One source with one page, medians of {rounds} rounds:", "",
            *table(["", "wall time, times the floor's", "CPU time", "ms here"], rows)]
