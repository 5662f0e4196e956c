// SPDX-License-Identifier: MIT
// Captured pages of real sites against the right answers, compared as the test data's own script
// compares them.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>

#include <nlohmann/json.hpp>

#include <paperwatch/config.hpp>
#include <paperwatch/extract.hpp>

#include "base/file.hpp"
#include "base/text.hpp"
#include "extract/charset.hpp"
#include "extract/html.hpp"
#include "support/catch.hpp"
#include "support/visible_tree.hpp"

namespace fs = std::filesystem;
using namespace paperwatch;
using Json = nlohmann::json;

namespace {

std::string content(const fs::path& file) {
  const auto read = read_file(file);
  REQUIRE(read);
  return *read;
}

std::vector<fs::path> expected_files() {
  std::vector<fs::path> out;
  const fs::path data(PAPERWATCH_TEST_DATA);
  if (data.empty()) return out;
  for (const fs::path& folder : {data / "pages", data / "seeds" / "site-a"}) {
    if (!fs::exists(folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().filename().string().ends_with(".expected.json")) out.push_back(entry.path());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

Json to_json(const Value& value) {
  return std::visit([](const auto& v) { return Json(v); }, value);
}

Json to_json(const Record& record) {
  Json out = Json::object();
  for (const auto& [name, value] : record.fields) out[name] = to_json(value);
  return out;
}

// C1 controls count as U+FFFD, characters that nobody sees do not count.
std::string comparable(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_character(text, at);
    const bool unseen = c == 0xad || (c >= 0x200b && c <= 0x200d) || c == 0x2060 || c == 0xfeff;
    if (!unseen) append_utf8(out, c >= 0x80 && c <= 0x9f ? 0xfffd : c);
  }
  return out;
}

bool same(const Json& a, const Json& b) {
  if (a.is_string() && b.is_string())
    return comparable(a.get<std::string>()) == comparable(b.get<std::string>());
  if (!a.is_array() || !b.is_array()) return a == b;
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same);
}

bool is_nothing(const Json& value) {
  return value.is_null() || value == "" || (value.is_array() && value.empty());
}

std::string encoding_name(std::string name) {
  static const std::map<std::string, std::string> aliases = {
      {"iso-8859-1", "windows-1252"}, {"gb2312", "gbk"}, {"utf8", "utf-8"}, {"us-ascii", "utf-8"}};
  const auto found = aliases.find(lower_ascii(name));
  return found == aliases.end() ? lower_ascii(name) : found->second;
}

struct Verdict {
  std::size_t right = 0, total = 0;
  std::vector<std::string> faults;
};

void compare_record(const Json& actual, const Json& wanted, std::size_t number,
                    const Json& expected, Verdict& verdict) {
  std::set<std::string> names;
  for (const auto& [name, value] : wanted.items()) names.insert(name);
  for (const auto& [name, value] : actual.items()) names.insert(name);
  const bool extra_allowed = expected.value("extra_fields", "") == "allow";
  std::set<std::string> skipped;
  for (const Json& skip : expected.value("skip", Json::array())) {
    if (skip["record"] == number) skipped.insert(skip["field"].get<std::string>());
  }
  bool right = true;
  for (const std::string& name : names) {
    const Json a = actual.value(name, Json());
    const Json b = wanted.value(name, Json());
    if (skipped.contains(name) || (is_nothing(a) && is_nothing(b))) continue;
    if (extra_allowed && !wanted.contains(name)) continue;
    if (same(a, b)) continue;
    right = false;
    verdict.faults.push_back("record " + std::to_string(number) + " " + name + ": got " +
                             a.dump().substr(0, 300) + ", expected " + b.dump().substr(0, 300));
  }
  if (right) ++verdict.right;
}

void compare_page(const Listing& listing, const Json& expected, Verdict& verdict) {
  const auto complain = [&](std::string what) { verdict.faults.push_back(std::move(what)); };
  if (const Json wanted = expected.value("encoding", Json()); wanted.is_string()) {
    std::set<std::string> right = {encoding_name(wanted.get<std::string>())};
    for (const Json& also : expected.value("encoding_also", Json::array()))
      right.insert(encoding_name(also.get<std::string>()));
    if (!right.contains(encoding_name(listing.encoding)))
      complain("encoding: got " + listing.encoding + ", expected " + wanted.dump());
  }
  if (expected.contains("count")) {
    const Json got = listing.count ? Json{{"kind", name_of(listing.count->kind)},
                                          {"value", listing.count->value}}
                                   : Json();
    if (got != expected["count"])
      complain("count: got " + got.dump() + ", expected " + expected["count"].dump());
  }
  if (expected.contains("next")) {
    const Json got = listing.next ? Json(*listing.next) : Json();
    if (got != expected["next"])
      complain("next: got " + got.dump() + ", expected " + expected["next"].dump());
  }
  if (expected.contains("elements") && expected["elements"] != listing.elements) {
    complain("elements: got " + std::to_string(listing.elements) + ", expected " +
             expected["elements"].dump());
  }
  const std::string health = expected.value("health", "ok");
  if ((health == "no_records" || health == "error") && listing.warnings.empty())
    complain("no warning on a page that is not the listing");
  if (listing.is_error != (health == "error")) complain("is_error is wrong");
  if (expected.contains("format") && expected["format"] != listing.format)
    complain("format: got " + listing.format);
}

Verdict judge(const fs::path& expected_file) {
  Verdict verdict;
  const Json expected = Json::parse(content(expected_file));
  const Json& wanted = expected["records"];
  verdict.total = wanted.size();
  std::string stem = expected_file.string();
  stem.resize(stem.size() - std::string_view(".expected.json").size());

  const LoadedConfig loaded = load_config(stem + ".rules.yaml");
  for (const ConfigFault& fault : loaded.faults) verdict.faults.push_back(render(fault));
  if (!loaded.config) return verdict;
  const Source& source = loaded.config->sources.at(0);
  std::vector<RuleFault> faults;
  const auto extractor = Extractor::compile(source.extract, source.pages, faults);
  for (const RuleFault& fault : faults)
    verdict.faults.push_back(fault.message + " / " + fault.hint);
  if (!extractor) return verdict;

  const std::string body = content(stem);
  const Result<Listing> listing = extractor->extract({body, source.url, ""});
  if (!listing) {
    verdict.faults.push_back(listing.error().code + ": " + listing.error().message);
    return verdict;
  }
  if (listing->records.size() != wanted.size()) {
    verdict.faults.push_back("records: got " + std::to_string(listing->records.size()) +
                             ", expected " + std::to_string(wanted.size()));
  }
  for (std::size_t i = 0; i < std::min(listing->records.size(), wanted.size()); ++i) {
    compare_record(to_json(listing->records[i]), wanted[i], i, expected, verdict);
  }
  compare_page(*listing, expected, verdict);
  return verdict;
}

}  // namespace

TEST_CASE("captured pages give the right records, counts and next pages", "[pages]") {
  const auto files = expected_files();
  if (files.empty()) {
    WARN("the test data folder is absent; captured pages are not compared");
    return;
  }
  std::size_t pages = 0, records = 0, total = 0;
  std::string wrong;
  for (const fs::path& file : files) {
    const Verdict verdict = judge(file);
    records += verdict.right;
    total += verdict.total;
    if (verdict.faults.empty()) {
      ++pages;
      continue;
    }
    std::string lines = file.filename().string();
    for (std::size_t i = 0; i < std::min<std::size_t>(6, verdict.faults.size()); ++i)
      lines += "\n  " + verdict.faults[i];
    if (verdict.faults.size() > 6)
      lines += "\n  … and " + std::to_string(verdict.faults.size() - 6) + " more";
    wrong += lines + "\n";
  }
  std::cout << pages << " of " << files.size() << " pages right, " << records << " of " << total
            << " records\n";
  INFO(wrong);
  CHECK(pages == files.size());
}

TEST_CASE("no captured page reads otherwise with its scripts left out and its texts set aside",
          "[pages]") {
  std::set<fs::path> folders;
  for (const fs::path& file : expected_files()) folders.insert(file.parent_path());
  if (folders.empty()) WARN("the test data folder is absent; no captured page was read");
  std::size_t shortened = 0;
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".html") continue;
      INFO(entry.path().filename().string());
      const auto page = decode(content(entry.path()), "", "");
      REQUIRE(page);
      const auto whole = parse_html(page->text, {}, HiddenText::read, LongTexts::parse);
      const auto shorter = parse_html(page->text, {}, HiddenText::leave_out);
      REQUIRE(whole);
      REQUIRE(shorter);
      CHECK((visible_tree(*shorter) == visible_tree(*whole)));
      shortened += shorter->nodes.size() < whole->nodes.size() ? 1 : 0;
    }
  }
  if (!folders.empty()) CHECK(shortened > 10);
}
