#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench.py BUILD WORK PAGE.md [PART...]: measures the parts named, or all, and writes each into its place in
PAGE.md, `<!-- figures: PART -->`.

Every figure is a ratio to the floor (or to a program that only links the same libraries, or to paperwatch with
less to do) measured in turns with it, the median of the rounds: what else the machine does falls on both alike.
"""
import datetime
import os
import pathlib
import platform
import re
import shutil
import sys

from growth import growth
from large import large
from measure import fresh
from programs import one_page, peers, stages
from resting import idle, starts
from serving import serving

PARTS = {"peers": peers, "stages": stages, "one-page": one_page, "starts": starts, "idle": idle, "growth": growth,
         "large": large, "serving": serving}


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    return f"{os.cpu_count()} × {model}, {platform.system()} {platform.release()}"


def put(page, part, lines):
    """In the place of what stands between the part's mark and the next one."""
    mark = f"<!-- figures: {part} -->\n"
    text = page.read_text()
    if mark not in text:
        text = text.rstrip("\n") + "\n\n" + mark
    head, _, rest = text.partition(mark)
    following = re.search(r"^(<!-- figures: |#)", rest, re.MULTILINE)
    tail = rest[following.start():] if following else ""
    page.write_text(head + mark + "\n" + "\n".join(lines) + "\n" + ("\n" + tail if tail else ""))


def main():
    if len(sys.argv) < 4 or set(sys.argv[4:]) - set(PARTS):
        sys.exit(f"usage: bench.py BUILD WORK PAGE.md [PART...]; parts: {' '.join(PARTS)}")
    build, work, page = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    for part in sys.argv[4:] or PARTS:
        print(f"  {part}", file=sys.stderr, flush=True)
        lines = [f"{datetime.date.today()}, {machine()}.", "", *PARTS[part](build, fresh(work))]
        print("\n".join(lines) + "\n", flush=True)
        put(page, part, lines)
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
