// SPDX-License-Identifier: MIT
// Values that tests of what people read start from.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/store.hpp>

#include "base/time.hpp"

namespace paperwatch::test {

inline Time at(const char* text) {
  return *parse_rfc3339(text);
}

inline PaperSummary summary(std::string title) {
  PaperSummary paper;
  paper.id = 5;
  paper.key = "arxiv:2305.01234";
  paper.title = std::move(title);
  paper.url = "https://example.org/5";
  paper.authors = {"Ann Lee", "Bo Chen"};
  paper.subjects = {"cs.DC"};
  paper.year = 2025;
  return paper;
}

inline Event paper_event(EventKind kind, std::string title = "Sparse things") {
  Event event;
  event.id = 17;
  event.kind = kind;
  event.source = "hoefler";
  event.visit = 12;
  event.at = at("2026-11-30T09:00:02Z");
  event.paper = summary(std::move(title));
  return event;
}

inline Event source_event(EventKind kind) {
  Event event;
  event.id = 18;
  event.kind = kind;
  event.source = "hoefler";
  event.visit = 12;
  event.at = at("2026-11-30T09:00:02Z");
  return event;
}

inline Change title_change() {
  return {"title", "Old name", "New name"};
}

inline PaperRow row(Fields fields) {
  PaperRow paper;
  paper.id = 5;
  paper.key = "arxiv:2305.01234";
  paper.aliases = {"arxiv:2305.01234", "title:sparse things"};
  paper.first_seen = at("2026-11-01T00:00:00Z");
  paper.last_seen = at("2026-11-30T09:00:00Z");
  paper.version = 2;
  paper.sources = {"hoefler"};
  paper.fields = std::move(fields);
  return paper;
}

}  // namespace paperwatch::test
