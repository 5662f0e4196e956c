// SPDX-License-Identifier: MIT
#include "extract/json_page.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/text.hpp"

namespace paperwatch {

namespace {

constexpr int max_depth = 200;

struct TooComplex {};

std::optional<std::size_t> array_index(std::string_view name) {
  std::size_t index = 0;
  const char* end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data(), end, index);
  if (error != std::errc() || stop != end) return std::nullopt;
  if (name.size() > 1 && name.front() == '0') return std::nullopt;
  return index;
}

const Json* child(const Json& from, const std::string& name) {
  if (from.is_object()) {
    const auto found = from.find(name);
    return found == from.end() ? nullptr : &*found;
  }
  if (!from.is_array()) return nullptr;
  const auto index = array_index(name);
  return index && *index < from.size() ? &from[*index] : nullptr;
}

// "~1" is a slash, "~0" a tilde; any other tilde is a fault.
bool unescape(std::string& name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] != '~') {
      out += name[i];
      continue;
    }
    const char next = i + 1 < name.size() ? name[++i] : '\0';
    if (next != '0' && next != '1') return false;
    out += next == '0' ? '~' : '/';
  }
  name = std::move(out);
  return true;
}

}  // namespace

Result<Json> parse_json(std::string_view utf8, const ParseBudget& budget) {
  if (utf8.size() > budget.max_bytes) return fail("too_large", "the page is larger than the limit");
  std::size_t values = 0;
  const auto count = [&](int depth, Json::parse_event_t, Json&) {
    if (depth > max_depth || ++values > budget.max_nodes) throw TooComplex();
    return true;
  };
  try {
    return Json::parse(utf8, count);
  } catch (const TooComplex&) {
    return fail("too_complex", "the JSON is deeper or has more values than a page may have");
  } catch (const Json::parse_error& e) {
    if (trim(utf8).empty()) return fail("no_content", "the page is empty");
    const char first = trim(utf8).front();
    const bool cut = e.byte >= utf8.size() && (first == '{' || first == '[');
    if (cut) return fail("truncated", "the JSON ends in the middle");
    return fail("no_content", "the page is no JSON: wrong at byte " + std::to_string(e.byte),
                first == '<' ? "the source answers with markup; use `format: html` or `xml`" : "");
  }
}

std::optional<JsonPointer> JsonPointer::parse(std::string_view text, std::string& fault) {
  JsonPointer pointer;
  if (text.empty()) return pointer;
  if (text.front() != '/') {
    fault = "a JSON Pointer starts with /";
    return std::nullopt;
  }
  for (std::string& name : split(text.substr(1), '/')) {
    const bool every = name == "*";
    if (!unescape(name)) {
      fault = "in a JSON Pointer a ~ is written ~0, and a / inside a name ~1";
      return std::nullopt;
    }
    pointer.steps_.push_back({every, std::move(name)});
  }
  return pointer;
}

bool JsonPointer::has_wildcard() const {
  return std::any_of(steps_.begin(), steps_.end(), [](const Step& step) { return step.every; });
}

std::vector<const Json*> JsonPointer::find(const Json& from) const {
  std::vector<const Json*> found = {&from};
  for (const Step& step : steps_) {
    std::vector<const Json*> next;
    for (const Json* value : found) {
      if (!step.every) {
        if (const Json* one = child(*value, step.name)) next.push_back(one);
      } else if (value->is_structured()) {
        for (const Json& element : *value) next.push_back(&element);
      }
    }
    found = std::move(next);
  }
  std::erase_if(found, [](const Json* value) { return value->is_null(); });
  return found;
}

std::string scalar_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  return {};
}

}  // namespace paperwatch
