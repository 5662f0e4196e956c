# SPDX-License-Identifier: MIT
"""What grows with what is known: nothing of a visit but what its pages show."""
import datetime
import shutil

from measure import Site, fresh, ratio, run, table

COUNTS, SHOWN, ROUNDS = (100, 1000, 10_000, 100_000), 18, 11
LONG_PAGE = 100  # records, where a whole long listing is shown


def sync(build, state, **variables):
    return run([build / "paperwatch", "--quiet", "sync"], state, **variables)


def visit_in_turns(build, states, site, moments):
    """The costs of visits by count of known papers, round by round."""
    costs = {count: [] for count in states}
    for turn in range(ROUNDS):
        site.show(moments[turn % len(moments)], validators=False)
        for count, state in states.items():
            costs[count].append(sync(build, state))
    return costs


def known(build, work):
    """A source that has shown many papers and shows the newest of them."""
    states, firsts = {count: fresh(work / f"known-{count}") for count in COUNTS}, {}
    with Site(build, work / "corpus", 1, 1) as site:
        rules = (site.folder / "paperwatch.yaml").read_text()
        for count, state in states.items():
            (state / "paperwatch.yaml").write_text(rules.replace("    every:", f"    track: {{window: {SHOWN}}}\n    every:"))
            site.write(1, -(-count // LONG_PAGE), LONG_PAGE)
            site.show("earlier")
            firsts[count] = sync(build, state)
        site.write(1, 1, SHOWN)
        site.show("earlier")
        for state in states.values():
            sync(build, state)
        unchanged = visit_in_turns(build, states, site, ["earlier"])
        changed = visit_in_turns(build, states, site, ["later", "earlier"])
    few, rows = COUNTS[0], []
    for count in COUNTS:
        cells = [f"{ratio(costs[count], costs[few], member):.2f}" for costs in (unchanged, changed) for member in ("cpu", "peak")]
        rows.append([f"{count:,}", *cells])
    return firsts, ["Visits of a source that shows the newest 18 of its papers, beside one with 100 papers known, medians of "
                    f"{ROUNDS} rounds in turns:", "",
                    *table(["papers known", "unchanged: CPU time", "memory", "one paper changed: CPU time", "memory"], rows)]


def long_listings(firsts):
    few, rows = 10_000, []
    for count in (10_000, 100_000):
        per_record = (firsts[count].cpu / count) / (firsts[few].cpu / few)
        rows.append([f"{count:,}", f"{per_record:.2f}", f"{firsts[count].peak:.0f}"])
    return ["The first visit of a long listing:", "", *table(["records", "CPU time of each", "peak memory, MB"], rows)]


def database_size(state):
    return sum(file.stat().st_size for file in state.glob("paperwatch.db*") if not file.name.endswith("-shm"))


def without_news(build, work, warm_up=100, visits=1000):
    """What a visit that brings nothing leaves in the database, before old ones are folded."""
    state = fresh(work / "without-news")
    now = datetime.datetime(2026, 11, 1, tzinfo=datetime.timezone.utc)
    with Site(build, work / "corpus", 1, 1) as site:
        shutil.copy(site.folder / "paperwatch.yaml", state)
        site.show("earlier")
        for number in range(warm_up + visits):
            if number == warm_up:
                before = database_size(state)
            sync(build, state, PAPERWATCH_NOW=(now + datetime.timedelta(minutes=30 * number)).strftime("%Y-%m-%dT%H:%M:%SZ"))
    return [f"{visits:,} visits without news add {(database_size(state) - before) / visits:.0f} bytes each to the database;",
            "what is older than the archive is folded then (database.md)."]


def growth(build, work):
    firsts, lines = known(build, work)
    return [*lines, "", *long_listings(firsts), "", *without_news(build, work)]
