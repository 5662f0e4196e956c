# SPDX-License-Identifier: MIT
"""Feeds over HTTP, beside a server of the same library that only says the same bytes (hello)."""
import gzip
import re
import shutil
import statistics
import subprocess
import sys
import time
import urllib.request

from measure import Daemon, Site, free_port, fresh, run, table

CONNECTIONS, SECONDS, ROUNDS = 50, 3, 5


def requests_a_second(address, *headers):
    words = [word for header in headers for word in ("-H", header)]
    out = subprocess.run(["wrk", "-t", "2", "-c", str(CONNECTIONS), "-d", f"{SECONDS}s", *words, address],
                         check=True, capture_output=True, text=True).stdout
    if trouble := re.search(r"Non-2xx or 3xx responses.*|Socket errors.*", out):
        sys.exit(f"wrk {address}: {trouble[0]}")
    return float(re.search(r"Requests/sec:\s*([\d.]+)", out)[1])


class Hello:
    def __init__(self, build, size):
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/"
        self.process = subprocess.Popen([build / "tests/bench/hello", str(port), str(size)])
        time.sleep(0.3)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def in_turns(build, feed, size, headers):
    """Our requests a second, and their ratios to hello's."""
    ours, ratios = [], []
    with Hello(build, size) as hello:
        for _ in range(ROUNDS):
            ours.append(requests_a_second(feed, *headers))
            ratios.append(ours[-1] / requests_a_second(hello.address, *headers))
    return statistics.median(ours), statistics.median(ratios)


def serving(build, work):
    if not shutil.which("wrk"):
        return ["Feeds over HTTP: wrk is not installed."]
    state = fresh(work / "serving")
    base = f"http://127.0.0.1:{free_port()}"
    with Site(build, work / "corpus", 10, 1) as site:
        rules = (site.folder / "paperwatch.yaml").read_text()
        (state / "paperwatch.yaml").write_text(f"serve: {{listen: '{base[7:]}'}}\n" + rules)
        site.show("earlier")
        run([build / "paperwatch", "--quiet", "sync"], state)
        site.show("later")
        run([build / "paperwatch", "--quiet", "sync"], state)
        rows = []
        with Daemon(build, state) as daemon:
            daemon.wait_for(base + "/healthz")
            feed = base + "/feeds/all.rss"
            with urllib.request.urlopen(feed) as answer:
                body, tag = answer.read(), answer.headers["ETag"]
            packed = len(gzip.compress(body))
            for name, size, headers in (("200", len(body), []), ("200, gzip", packed, ["Accept-Encoding: gzip"]),
                                        ("304", 0, [f"If-None-Match: {tag}"])):
                count, ratio = in_turns(build, feed, size, headers)
                rows.append([name, f"{size:,}", f"{ratio:.2f}", f"{count:,.0f}"])
    return [f"A feed over HTTP, {CONNECTIONS} connections kept alive, wrk on the same machine, medians of {ROUNDS} rounds in turns with a",
            "server of the same library that sends as many bytes and knows nothing else:", "",
            *table(["answer", "bytes", "requests a second, times that server's", "requests a second here"], rows)]
