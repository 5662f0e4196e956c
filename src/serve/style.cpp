// SPDX-License-Identifier: MIT
#include "serve/style.hpp"

namespace paperwatch {

namespace {

// Colours are pairs that reach a contrast of 4.5 (WCAG AA) on every ground they stand on; a test
// computes it.
constexpr const char* style_text = R"css(:root {
  color-scheme: light dark;
  --ground: #fcfbf8;
  --raised: #ffffff;
  --ink: #24211d;
  --quiet: #625c54;
  --line: #e3ded4;
  --accent: #0b5d63;
  --come: #14532d;
  --come-ground: #dcf3e1;
  --gone: #8a1f1f;
  --gone-ground: #fbe4e1;
  --alarm: #8a1f1f;
  --alarm-ground: #fbe4e1;
  --good: #14532d;
  --good-ground: #e2f2e5;
  --wait: #6b4a00;
  --wait-ground: #fbeec9;
  --serif: ui-serif, "Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", Georgia, serif;
  --sans: ui-sans-serif, system-ui, "Segoe UI", "Noto Sans", "Helvetica Neue", Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #17181a;
    --raised: #1f2123;
    --ink: #e9e5dc;
    --quiet: #aaa49a;
    --line: #34363a;
    --accent: #7fc9cd;
    --come: #b5ebc3;
    --come-ground: #173d25;
    --gone: #f5bdb6;
    --gone-ground: #4d1f1d;
    --alarm: #f5bdb6;
    --alarm-ground: #4d1f1d;
    --good: #b5ebc3;
    --good-ground: #1b3a26;
    --wait: #f0d693;
    --wait-ground: #40330f;
  }
}
* { box-sizing: border-box; }
html { font: 106.25%/1.55 var(--serif); background: var(--ground); color: var(--ink); }
body { margin: 0 auto; max-width: 68rem; padding: 0 1.25rem; }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--raised); padding: .5rem 1rem; }

.banner { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem;
  padding: 1.1rem 0 .9rem; border-bottom: 1px solid var(--line); margin-bottom: 1.8rem; }
.banner .name { margin: 0; font-size: 1.3rem; font-style: italic; letter-spacing: -.01em; }
.banner .name a { color: var(--ink); text-decoration: none; }
nav ul { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; list-style: none; margin: 0; padding: 0; }
nav a { font: .9rem var(--sans); color: var(--quiet); text-decoration: none; display: inline-block;
  padding: .45rem 0; border-bottom: 2px solid transparent; }
nav a:hover { color: var(--ink); }
nav a[aria-current] { color: var(--ink); border-color: var(--accent); }
.number { font: 600 .75rem var(--sans); background: var(--alarm-ground); color: var(--alarm);
  border-radius: 1rem; padding: .05rem .45rem; }
.search { margin-left: auto; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; }
form.filter { margin: 0 0 1.6rem; }
form.inline { display: inline-flex; margin: .8rem .5rem 0 0; }
label { font: .8rem var(--sans); color: var(--quiet); display: grid; gap: .2rem; }
label.wide { flex: 1 1 18rem; }
input, select, button { font: .95rem var(--sans); color: var(--ink); background: var(--raised);
  border: 1px solid var(--quiet); border-radius: 4px; padding: .4rem .65rem; min-height: 2.4rem; }
input { min-width: 0; width: 100%; }
.search input { width: 13rem; }
.search button { display: none; }
button { cursor: pointer; background: var(--accent); border-color: var(--accent); color: var(--ground); }
button.second { background: var(--raised); color: var(--ink); border-color: var(--quiet); }
button.quiet { background: none; border: 0; padding: 0; color: var(--accent); min-height: 0;
  font: inherit; text-decoration: underline; }

h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 500; letter-spacing: -.015em; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; line-height: 1.3; font-weight: 600; margin: 2rem 0 .6rem; }
h3 { font-size: 1.05rem; line-height: 1.35; font-weight: 600; margin: 0; }
p { margin: .35rem 0; }
.lead { color: var(--quiet); margin-bottom: 1.6rem; }
time { white-space: nowrap; }
.facts, .authors, .feeds, time { font: .84rem/1.5 var(--sans); color: var(--quiet); }
.authors { font: italic .95rem/1.45 var(--serif); margin: .1rem 0; }
.facts { margin: .15rem 0 0; }
.facts a, .feeds a { color: var(--accent); }
.feeds a { margin-right: .35rem; }
.title a { color: var(--ink); text-decoration: none; }
.title a:hover { text-decoration: underline; }
.title { overflow-wrap: anywhere; }

.columns { display: grid; gap: 0 3rem; }
@media (min-width: 60rem) { .columns { grid-template-columns: minmax(0, 5fr) minmax(0, 4fr); } }
.columns > * > h2:first-child { margin-top: 0; }
.columns > section + section { margin-top: 0; }
@media (max-width: 59.99rem) { .columns > section + section { margin-top: 2.5rem; } }

.source { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .1rem 1rem;
  padding: .9rem 0; border-top: 1px solid var(--line); }
.source h3 { display: inline; margin-right: .5rem; }
.source .count { text-align: right; font: 1.05rem var(--serif); font-variant-numeric: tabular-nums; }
.source .count small { display: block; font: .78rem var(--sans); color: var(--quiet); }
.source > p, .source > .problem { grid-column: 1 / -1; }
.sparkline { width: 7.5rem; height: 1.75rem; display: block; }
.source .sparkline { margin-left: auto; }
.sparkline polyline { fill: none; stroke: var(--accent); stroke-width: 1.5; stroke-linejoin: round; }
.sparkline circle { fill: var(--accent); }
.health { font: 600 .74rem var(--sans); border-radius: 1rem; padding: .12rem .55rem; white-space: nowrap;
  background: var(--wait-ground); color: var(--wait); vertical-align: .1em; }
.health.ok { background: var(--good-ground); color: var(--good); }
.health.broken, .health.unreachable, .health.failed, .health.quarantined { background: var(--alarm-ground); color: var(--alarm); }
.problem { background: var(--alarm-ground); color: var(--alarm); border-radius: 4px; padding: .5rem .8rem;
  margin: .4rem 0; font: .9rem/1.5 var(--sans); overflow-wrap: anywhere; }
.problem p { margin: 0; }
.notice { background: var(--good-ground); color: var(--good); border-radius: 4px; padding: .6rem .9rem;
  font: .95rem var(--sans); }

.day > h2 { font: 600 .8rem var(--sans); color: var(--quiet); letter-spacing: .03em;
  margin: 1.8rem 0 0; padding-bottom: .35rem; border-bottom: 1px solid var(--line); }
.day:first-of-type > h2 { margin-top: 0; }
.event { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 1rem; padding: .85rem 0; }
.event + .event, .paper + .paper { border-top: 1px solid var(--line); }
.kind { font: 600 .8rem var(--sans); color: var(--quiet); margin: .22rem 0 0; }
.kind.paper_new, .kind.paper_returned, .kind.source_recovered { color: var(--good); }
.kind.paper_withdrawn, .kind.paper_removed, .kind.source_broken, .kind.source_unreachable { color: var(--alarm); }
.message { margin: 0; overflow-wrap: anywhere; }
.paper { padding: .85rem 0; }
.paper h2 { font-size: 1.08rem; margin: 0; }

.changes { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem .9rem;
  margin: .5rem 0; padding: .55rem .85rem; background: var(--raised); border: 1px solid var(--line);
  border-radius: 4px; font-size: .96rem; }
dt { font: .8rem/1.9 var(--sans); color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
ins { color: var(--come); background: var(--come-ground); text-decoration: underline;
  text-decoration-thickness: 1px; text-underline-offset: .15em; border-radius: 2px; padding: 0 .12em; }
del { color: var(--gone); background: var(--gone-ground); text-decoration: line-through; border-radius: 2px;
  padding: 0 .12em; }

.fields { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1.2rem; margin: 1rem 0; }
.abstract { max-width: 42rem; }
.version { padding: .7rem 0 .7rem 1.1rem; border-left: 2px solid var(--line); }
.version h3 { font: 600 .9rem var(--sans); }
table { border-collapse: collapse; width: 100%; font: .87rem/1.45 var(--sans); }
th { text-align: left; font-weight: 600; color: var(--quiet); }
th, td { padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top;
  overflow-wrap: anywhere; }
td.figure, th.figure { text-align: right; font-variant-numeric: tabular-nums; }
code, pre { font: .9em ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 4px; padding: .7rem 1rem;
  overflow-x: auto; }
.turn { display: flex; gap: 1.5rem; margin: 1.6rem 0; font: .95rem var(--sans); }
.subscribe { display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; font: .87rem var(--sans); color: var(--quiet);
  border-bottom: 1px solid var(--line); padding-bottom: .8rem; margin-bottom: .4rem; }
footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 2rem; margin: 3.5rem 0 2rem;
  padding-top: .8rem; border-top: 1px solid var(--line); font: .84rem var(--sans); color: var(--quiet); }

@media (max-width: 40rem) {
  body { padding: 0 1rem; }
  .search { margin: 0; width: 100%; }
  .search input { width: 100%; }
  .search { flex-wrap: nowrap; }
  nav a { padding: .55rem 0; }
  .event { grid-template-columns: minmax(0, 1fr); }
  .changes, .fields { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .changes dd + dt, .fields dd + dt { margin-top: .4rem; }
  table, tbody, tr, td { display: block; }
  thead { position: absolute; left: -99rem; }
  tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td, td.figure { border: 0; padding: .1rem 0 .1rem 7rem; text-align: left; position: relative; }
  td::before { content: attr(data-column); position: absolute; left: 0; color: var(--quiet); }
  td:empty { display: none; }
}
@media print { .banner nav, .search, footer, .feeds { display: none; } }
)css";

constexpr const char* icon_text =
    R"svg(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M7 3h12l6 6v20H7z" fill="#0b5d63"/><path d="M19 3v6h6z" fill="#7fc9cd"/><path d="M11 15h10M11 19h10M11 23h6" stroke="#fff" stroke-width="2"/></svg>)svg";

constexpr const char* for_a_day = "public, max-age=86400";

}  // namespace

const Stored& stylesheet() {
  static const Stored stored =
      store_bytes(style_text, "text/css; charset=utf-8", std::nullopt, for_a_day);
  return stored;
}

const Stored& favicon() {
  static const Stored stored = store_bytes(icon_text, "image/svg+xml", std::nullopt, for_a_day);
  return stored;
}

const std::string& style_path() {
  static const std::string path = "/style.css?v=" + stylesheet().etag.substr(0, 8);
  return path;
}

}  // namespace paperwatch
