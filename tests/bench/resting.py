# SPDX-License-Identifier: MIT
"""What paperwatch takes where there is nothing to do: to start, and to wait."""
import shutil
import time

from measure import Daemon, Site, fresh, ratio, run, table


def starts(build, work, rounds=21):
    big = fresh(work / "big")
    with Site(build, work / "corpus", 10, 50) as site:
        shutil.copy(site.folder / "paperwatch.yaml", big)
        site.show("earlier")
        run([build / "paperwatch", "--quiet", "sync"], big)
    rows = []
    for name, words in {"`--version`": ["--version"], "`status`, 9,000 papers": ["status"]}.items():
        costs, others = [], []
        for _ in range(rounds):
            costs.append(run([build / "paperwatch", *words], big))
            others.append(run([build / "tests/bench/links_only"], big))
        rows.append([name, f"{ratio(costs, others, 'cpu'):.2f}"])
    return ["Starting, in CPU time:", "", *table(["", "times a program that only links the same libraries"], rows)]


def idle(build, work, seconds=20):
    rows = []
    for sources in (200, 1000):
        with Site(build, work / f"idle-{sources}", sources, 1) as site:
            site.show("earlier")
            # Visited by a run before: the daemon has nothing to do from its start on.
            run([build / "paperwatch", "--quiet", "sync"], site.folder)
            with Daemon(build, site.folder) as daemon:
                time.sleep(10)
                before = daemon.wake_ups()
                time.sleep(seconds)
                woken, memory = daemon.wake_ups() - before, daemon.memory()
        rows.append([str(sources), f"{memory['Rss']:.1f}", f"{memory['Private_Dirty']:.1f}", str(woken)])
    return ["The daemon with nothing to do:", "",
            *table(["sources", "resident, MB", "private dirty, MB", f"wake-ups in {seconds} s"], rows)]
