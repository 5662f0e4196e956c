#!/usr/bin/env python3
# soak.py PROGRAM [MINUTES] [SOURCES]
#
# The daemon over a long time: listings that change under it, a webhook that now and then refuses.
# Fails if a paper was not told, if one was told twice in effect (two keys for one event), or if memory or open files
# of the daemon grow. `./dev soak 30` is the long form; the tests run a short one.
import json, os, random, signal, subprocess, sys, tempfile, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

program = os.path.abspath(sys.argv[1])
minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 0.5
sources = int(sys.argv[3]) if len(sys.argv) > 3 else 200
interval = 10  # seconds between two visits of a source

dice = random.Random(1)
lock = threading.Lock()
papers = {s: [f"Paper {s}-{i} on the growth of daemons" for i in range(10)] for s in range(sources)}
added = set()  # titles put on a listing after its first visit
visited = set()
told = {}  # title of a new paper -> keys of its deliveries
refused = 0


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", kind="text/html; charset=utf-8", **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        source = int(self.path.rsplit("/", 1)[1])
        with lock:
            titles = list(papers[source])
            visited.add(source)
        tag = f'"{len(titles)}"'
        if self.headers.get("If-None-Match") == tag:
            return self.answer(304, ETag=tag)
        items = "".join(f"<li><a href='/p/{t.split()[1]}'>{t}</a></li>\n" for t in reversed(titles))
        self.answer(200, f"<!doctype html><html><body><ul>{items}</ul></body></html>".encode(), ETag=tag)

    def do_POST(self):
        global refused
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if dice.random() < 0.02:  # before anything is taken
            refused += 1
            return self.answer(503, **{"Retry-After": "1"})
        with lock:
            told.setdefault(body["paper"]["title"], set()).add(self.headers["Idempotency-Key"])
        self.answer(204)


def figures(process):
    with open(f"/proc/{process}/status") as status:
        resident = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    return resident / 1024, len(os.listdir(f"/proc/{process}/fd"))


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    with tempfile.TemporaryDirectory(prefix="paperwatch-soak-") as folder:
        with open(f"{folder}/paperwatch.yaml", "w") as config:
            config.write(
                "fetch: {private_addresses: allow, host_delay: 0s, robots: ignore}\nfeeds: {directory: feeds}\n"
                f"channels: {{hook: {{type: webhook, url: '{address}/hook'}}}}\n"
                "routes: [{channel: hook, kinds: paper_new}]\n"
                "templates: {t: {extract: {record: li, fields: {title: a, url: 'a::attr(href)'}}}}\nsources:\n"
            )
            for s in range(sources):
                config.write(f"  - {{id: s{s}, url: '{address}/s/{s}', template: t, every: {interval}s}}\n")
        log = open(f"{folder}/log", "w")
        daemon = subprocess.Popen([program, "--quiet", "daemon"], cwd=folder, stdout=log, stderr=log)
        samples = []
        end = time.time() + minutes * 60
        number = 0
        while time.time() < end and daemon.poll() is None:
            time.sleep(1)
            with lock:
                for s in dice.sample(sorted(visited), min(len(visited), 2)):
                    if len(papers[s]) < 60:  # a visit may be under way: what it reads first is its baseline
                        title = f"Paper {s}-new{number} on the growth of daemons"
                        number += 1
                        papers[s].append(title)
                        added.add(title)
            samples.append(figures(daemon.pid))
        for _ in range(12 * interval):
            time.sleep(1)
            with lock:
                if added <= told.keys():
                    break
        was_alive = daemon.poll() is None
        daemon.send_signal(signal.SIGTERM)
        status = daemon.wait(20)
        log.close()
        report(samples, was_alive, status, open(f"{folder}/log").read())


# The most that was seen in each tenth of the time.
def tenths(samples):
    bounds = [len(samples) * i // 10 for i in range(11)]
    parts = [samples[a:b] for a, b in zip(bounds, bounds[1:]) if a < b]
    return [(max(m for m, _ in part), max(f for _, f in part)) for part in parts]


def report(samples, was_alive, status, log):
    # What the first visits need is no growth: the first third is left out.
    late = samples[len(samples) // 3 :]
    half = len(late) // 2
    before, after = (max(m for m, _ in part) for part in (late[:half], late[half:]))
    files_before, files_after = (max(f for _, f in part) for part in (late[:half], late[half:]))
    twice = [title for title, keys in told.items() if len(keys) > 1]
    missing = added - told.keys()
    print(f"{sources} sources, {minutes:g} minutes: {len(added)} papers added, {len(told)} told, {refused} refusals")
    print(f"memory {before:.1f} → {after:.1f} MB, open files {files_before} → {files_after} (first and second half)")
    print("over time: " + ", ".join(f"{memory:.1f} MB/{files}" for memory, files in tenths(samples)))
    faults = []
    if not was_alive or status != 0:
        faults.append(f"the daemon ended with {status}:\n{log[-2000:]}")
    if missing:
        faults.append(f"{len(missing)} papers were not told, such as {sorted(missing)[:3]}")
    if twice:
        faults.append(f"{len(twice)} papers were told twice, such as {twice[:3]}")
    if after > before * 1.1 + 2:
        faults.append("memory grows")
    if files_after > files_before + 20:
        faults.append("open files grow")
    for fault in faults:
        print("FAULT:", fault)
    sys.exit(1 if faults else 0)


main()
