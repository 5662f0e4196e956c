// SPDX-License-Identifier: MIT
#include <paperwatch/config.hpp>

namespace paperwatch {

std::string starter_config() {
  return R"yaml(# paperwatch: which listings of papers to watch, and how.
# After each change: `paperwatch check`, then `paperwatch try SOURCE` shows what the rules find.

database: paperwatch.db             # relative paths are relative to this file

fetch:
  # Say who asks, so that a site's keeper can write to you instead of shutting you out:
  # user_agent: "paperwatch (+mailto:you@example.org)"
  host_delay: 3s                    # between two requests to one host

feeds:
  directory: feeds                  # one feed per source, as RSS, Atom and JSON

# Who is told besides the feeds. Without routes every channel gets every event.
channels:
  # journal: {type: log}            # one line an event in the log, for a daemon
  # hook: {type: webhook, url: "https://hooks.example.org/papers", secret: {file: hook.key}}

# Rules that several sources share.
templates:
  arxiv-list:
    extract:
      record: "dl#articles > dt"    # one element per paper; in quotes, for # may begin a comment
      span: siblings                # a paper's <dt> and the <dd> behind it belong together
      section: {heading: "dl h3"}
      fields:
        title: {select: .list-title, remove: .descriptor}
        authors: {select: ".list-authors a", all: true}
        arxiv_id: {select: 'a[title="Abstract"]', match: 'arXiv:(\S+)'}
        url: 'a[title="Abstract"]::attr(href)'
        pdf: 'a[title="Download PDF"]::attr(href)'
        subjects: {select: .list-subjects, remove: .descriptor, split: "; "}
        comments: {select: .list-comments, remove: .descriptor}
        abstract: p.mathjax
      count: {select: .paging, match: 'Total of [\d,]+ entries'}
      empty: {text: "No updates"}
    pages:
      next: {xpath: "//div[@class='paging']/span[. != '...']/following-sibling::*[1][self::a]/@href"}
    track: {window: day}            # shows one day's papers only: those of the day before are not removed

sources:
  - id: arxiv-cs-dl                 # a short name that stays for good
    title: "arXiv: Digital Libraries"
    url: https://arxiv.org/list/cs.DL/new
    template: arxiv-list
    every: 12h

  # A feed needs no rules:
  # - id: a-journal
  #   url: https://journal.example.org/rss.xml
  #   template: feed
)yaml";
}

}  // namespace paperwatch
