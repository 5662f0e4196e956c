// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "base/text.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t authors_named = 3;

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

std::string in_quotes(std::string_view text) {
  return fmt::format("“{}”", single_line(text));
}

std::string authors_text(const std::vector<std::string>& authors) {
  const auto named = std::min(authors.size(), authors_named);
  std::string out =
      join({authors.begin(), authors.begin() + static_cast<std::ptrdiff_t>(named)}, ", ");
  if (named < authors.size()) out += " et al.";
  return out;
}

// `“Title” (authors, arXiv id)`
std::string paper_text(const PaperSummary& paper) {
  std::vector<std::string> known;
  if (!paper.authors.empty()) known.push_back(single_line(authors_text(paper.authors)));
  if (auto key = key_text(paper.key); !key.empty()) known.push_back(std::move(key));
  if (known.empty()) return in_quotes(paper.title);
  return fmt::format("{} ({})", in_quotes(paper.title), join(known, ", "));
}

std::string changes_text(const std::vector<Change>& changes) {
  std::vector<std::string> parts;
  for (const auto& change : changes) parts.push_back(change_text(change));
  return join(parts, "; ");
}

std::string changed_text(const Event& event, const PaperSummary& paper) {
  const auto& changes = event.changes;
  // The old and the new title name the paper well enough.
  if (changes.size() == 1 && changes[0].field == "title")
    return "changed: " + change_text(changes[0]);
  return fmt::format("changed: {}: {}", paper_text(paper), changes_text(changes));
}

std::string with_changes(std::string text, const std::vector<Change>& changes) {
  if (!changes.empty()) text += "; " + changes_text(changes);
  return text;
}

std::string removed_text(const Event& event, const PaperSummary& paper) {
  auto text = fmt::format("no longer listed in {}: {}", event.source, paper_text(paper));
  if (!event.also.empty()) text += "; still in " + join(event.also, ", ");
  return text;
}

std::string paper_message(const Event& event, const PaperSummary& paper) {
  switch (event.kind) {
    case EventKind::paper_new:
      return "new: " + paper_text(paper);
    case EventKind::paper_changed:
      return changed_text(event, paper);
    case EventKind::paper_withdrawn:
      return with_changes("withdrawn: " + paper_text(paper), event.changes);
    case EventKind::paper_removed:
      return removed_text(event, paper);
    case EventKind::paper_returned:
      return with_changes(fmt::format("listed again in {}: {}", event.source, paper_text(paper)),
                          event.changes);
    default:
      return {};
  }
}

std::string count_message(const Event& event) {
  if (!event.count) return event.source + ": the count changed";
  const auto who = event.count->basis == CountChange::Basis::stated ? "stated" : "observed";
  return fmt::format("{}: {} count {} → {}", event.source, who, count_text(event.count->before),
                     count_text(event.count->after));
}

std::string source_message(const Event& event, std::string_view detail) {
  std::string_view what;
  switch (event.kind) {
    case EventKind::source_broken:
      what = "the page no longer looks like the listing";
      break;
    case EventKind::source_unreachable:
      what = "cannot be reached";
      break;
    case EventKind::source_stale:
      what = "nothing new for longer than expected";
      break;
    case EventKind::source_recovered:
      what = "works again";
      break;
    default:
      return {};
  }
  auto text = fmt::format("{}: {}", event.source, what);
  if (!detail.empty()) text += fmt::format(": {}", single_line(detail));
  return text;
}

}  // namespace

std::string single_line(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const char32_t c = next_character(text, i);
    if (is_control(c)) {
      out += ' ';
    } else {
      append_utf8(out, c);
    }
  }
  return collapse_space(out);
}

std::string value_text(const Value& value) {
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) return join(*list, ", ");
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

std::string change_text(const Change& change, std::size_t longest) {
  const auto side = [&](const std::optional<Value>& value) -> std::string {
    if (!value) return "nothing";
    const auto text = cut_to_width(single_line(value_text(*value)), longest);
    return std::holds_alternative<std::string>(*value) ? fmt::format("“{}”", text) : text;
  };
  return fmt::format("{}: {} → {}", single_line(change.field), side(change.before),
                     side(change.after));
}

std::string count_text(const Count& count) {
  switch (count.kind) {
    case CountKind::exact:
      return std::to_string(count.value);
    case CountKind::at_least:
      return fmt::format("at least {}", count.value);
    case CountKind::about:
      return fmt::format("about {}", count.value);
  }
  return {};
}

std::string key_text(std::string_view key) {
  if (key.starts_with("arxiv:")) return fmt::format("arXiv {}", single_line(key.substr(6)));
  if (key.starts_with("doi:")) return fmt::format("doi {}", single_line(key.substr(4)));
  return {};
}

std::string message_of(const Event& event, std::string_view detail) {
  if (event.paper) return paper_message(event, *event.paper);
  if (event.kind == EventKind::count_changed) return count_message(event);
  return source_message(event, detail);
}

}  // namespace paperwatch
