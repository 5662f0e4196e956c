// SPDX-License-Identifier: MIT
#include "fetch/exchange_file.hpp"

#include <charconv>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/time.hpp"

namespace paperwatch {

namespace {

constexpr std::string_view first_line = "paperwatch exchange 1";

std::string one_line(std::string text) {
  return replace_all(replace_all(std::move(text), "\r", " "), "\n", " ");
}

std::string marked(std::string_view head, std::string_view mark) {
  std::string out;
  for (const auto& line : split(head, '\n')) {
    if (const auto text = trim(line); !text.empty()) out += fmt::format("{}{}\n", mark, text);
  }
  return out;
}

// Reads the parts of a file one after the other.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  // Nothing: the end of the part, or of the file.
  std::optional<std::string_view> line() {
    const auto end = rest_.find('\n');
    auto found = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    if (found.ends_with('\r')) found.remove_suffix(1);
    if (found.empty()) return std::nullopt;
    return found;
  }
  std::string_view rest() const { return rest_; }
  Failure failure(std::string_view what) const {
    return fail("io", fmt::format("line {}: {}", number_, what),
                "files of a recording begin with the line '" + std::string(first_line) + "'");
  }

 private:
  std::string_view rest_;
  int number_ = 0;
};

struct Note {
  std::string_view name, value;
};

std::optional<Note> note_of(std::string_view line) {
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return Note{line.substr(0, colon), trim(line.substr(colon + 1))};
}

bool take_note(const Note& note, RecordedExchange& exchange) {
  auto& result = exchange.result;
  const auto error = [&]() -> Error& {
    return result.error ? *result.error : result.error.emplace();
  };
  if (note.name == "url") {
    exchange.url = note.value;
  } else if (note.name == "at") {
    const auto at = parse_rfc3339(note.value);
    if (!at) return false;
    exchange.at = *at;
  } else if (note.name == "took") {
    const auto took = parse_duration(note.value);
    if (!took) return false;
    result.took = *took;
  } else if (note.name == "received") {
    const auto end = note.value.data() + note.value.size();
    if (std::from_chars(note.value.data(), end, result.bytes).ec != std::errc()) return false;
  } else if (note.name == "request") {
    if (note.value == "sent") result.sent.emplace();
  } else if (note.name == "end") {
    result.length_known = note.value == "announced";
  } else if (note.name == "problem") {
    error().code = note.value;
  } else if (note.name == "message") {
    error().message = note.value;
  } else if (note.name == "hint") {
    error().hint = note.value;
  } else {
    return false;
  }
  return true;
}

// The lines of a head, without their marks.
std::optional<std::string> read_head(Reader& reader, std::string_view mark) {
  std::string head;
  while (const auto line = reader.line()) {
    if (!line->starts_with(mark)) return std::nullopt;
    head += line->substr(mark.size());
    head += '\n';
  }
  return head;
}

}  // namespace

std::string render_exchange(const RecordedExchange& exchange) {
  const auto& result = exchange.result;
  std::string out = fmt::format(
      "{}\nurl: {}\nat: {}\ntook: {}\nreceived: {} bytes\nrequest: {}\nend: {}\n", first_line,
      exchange.url, rfc3339(exchange.at), duration_text(result.took), result.bytes,
      result.sent ? "sent" : "not sent", result.length_known ? "announced" : "not announced");
  if (result.error) {
    out += fmt::format("problem: {}\nmessage: {}\n", result.error->code,
                       one_line(result.error->message));
    if (!result.error->hint.empty()) out += "hint: " + one_line(result.error->hint) + "\n";
  }
  out += "\n" + marked(result.request_head, "> ");
  out += "\n" + marked(result.response_head, "< ");
  return out + "\n" + result.body;
}

Result<RecordedExchange> parse_exchange(std::string_view text) {
  Reader reader(text);
  if (reader.line() != first_line) return reader.failure("this is no recorded exchange");
  RecordedExchange exchange;
  while (const auto line = reader.line()) {
    const auto note = note_of(*line);
    if (!note || !take_note(*note, exchange))
      return reader.failure(fmt::format("'{}' cannot be read", *line));
  }
  if (exchange.url.empty()) return reader.failure("no url: among the notes");
  auto request = read_head(reader, "> ");
  if (!request) return reader.failure("lines of the request begin with '> '");
  auto response = read_head(reader, "< ");
  if (!response) return reader.failure("lines of the answer begin with '< '");

  auto& result = exchange.result;
  for (const auto& line : split(*response, '\n')) result.head.read_line(line);
  if (result.head.status == 0 && !result.error)
    return reader.failure("neither an answer nor a problem");
  result.request_head = std::move(*request);
  result.response_head = std::move(*response);
  result.body = reader.rest();
  return exchange;
}

}  // namespace paperwatch
