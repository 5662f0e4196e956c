// SPDX-License-Identifier: MIT
#include <utility>

#include "base/json_text.hpp"
#include "base/time.hpp"
#include "render/json.hpp"

namespace paperwatch {

namespace {

// Ids start at 1: 0 is "not stored", as in a dry run.
Json id_or_null(std::int64_t id) {
  return id == 0 ? Json() : Json(id);
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json json_of(const CountChange& change) {
  return {{"before", paperwatch::json_of(change.before)},
          {"after", paperwatch::json_of(change.after)},
          {"basis", name_of(change.basis)}};
}

Json value_or_null(const std::optional<Value>& value) {
  return value ? paperwatch::json_of(*value) : Json();
}

enum class Layout { compact, indented };

class JsonWriter {
 public:
  explicit JsonWriter(Layout layout) : layout_(layout) {}

  std::string text(const Json& json) {
    write(json);
    return std::move(out_);
  }

 private:
  void write(const Json& json) {
    if (json.is_string()) {
      append_json_string(out_, json.get_ref<const std::string&>());
    } else if (json.is_object()) {
      write_members('{', json.items(), '}', [this](const auto& member) {
        append_json_string(out_, member.key());
        out_ += layout_ == Layout::indented ? ": " : ":";
        write(member.value());
      });
    } else if (json.is_array()) {
      write_members('[', json, ']', [this](const Json& element) { write(element); });
    } else {
      out_ += json.dump();
    }
  }

  template <typename Members, typename Write>
  void write_members(char open, const Members& members, char close, const Write& write_one) {
    out_ += open;
    ++depth_;
    bool is_first = true;
    for (const auto& member : members) {
      if (!is_first) out_ += ',';
      is_first = false;
      new_line();
      write_one(member);
    }
    --depth_;
    if (!is_first) new_line();
    out_ += close;
  }

  void new_line() {
    if (layout_ == Layout::compact) return;
    out_ += '\n';
    out_.append(2 * depth_, ' ');
  }

  Layout layout_;
  std::size_t depth_ = 0;
  std::string out_;
};

}  // namespace

std::string compact_text(const Json& json) {
  return JsonWriter(Layout::compact).text(json);
}

std::string indented_text(const Json& json) {
  return JsonWriter(Layout::indented).text(json);
}

Json json_of(const Value& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Json json_of(const Fields& fields) {
  Json json = Json::object();
  for (const auto& [name, value] : fields) json[name] = json_of(value);
  return json;
}

Json json_of(const Count& count) {
  return {{"kind", name_of(count.kind)}, {"value", count.value}};
}

Json json_of(const std::optional<Count>& count) {
  return count ? json_of(*count) : Json();
}

Json json_of(const std::optional<Time>& time) {
  return time ? Json(rfc3339(*time)) : Json();
}

Json json_of(const std::optional<Problem>& problem) {
  if (!problem) return {};
  return {{"code", problem->code}, {"message", problem->message}};
}

Json json_of(const std::vector<Change>& changes) {
  Json json = Json::array();
  for (const auto& change : changes) {
    json.push_back({{"field", change.field},
                    {"before", value_or_null(change.before)},
                    {"after", value_or_null(change.after)}});
  }
  return json;
}

Json json_of(const PaperSummary& paper) {
  return {{"id", id_or_null(paper.id)},
          {"key", paper.key},
          {"title", paper.title},
          {"url", text_or_null(paper.url)},
          {"authors", paper.authors},
          {"subjects", paper.subjects},
          {"year", paper.year ? Json(*paper.year) : Json()}};
}

Json json_of(const Event& event, std::string_view delivery) {
  Json json = {{"id", id_or_null(event.id)},
               {"kind", name_of(event.kind)},
               {"source", event.source},
               {"visit", id_or_null(event.visit)},
               {"at", rfc3339(event.at)},
               {"baseline", event.baseline},
               {"paper", event.paper ? json_of(*event.paper) : Json()},
               {"changes", json_of(event.changes)},
               {"count", event.count ? json_of(*event.count) : Json()},
               {"also", event.also},
               {"message", event.message}};
  if (event.late) json["late"] = true;
  if (!delivery.empty()) json["delivery"] = delivery;
  return json;
}

}  // namespace paperwatch
