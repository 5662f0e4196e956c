// SPDX-License-Identifier: MIT
// Any bytes as a page, and as a rule: no crash, every text is valid UTF-8, links are http(s).
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <paperwatch/extract.hpp>

#include "base/text.hpp"

using namespace paperwatch;

namespace {

FieldRule rule(Selector::Language language, std::string text) {
  FieldRule out;
  out.select = {{language, std::move(text), {}}};
  return out;
}

ExtractRules rules_for(Format format) {
  using Language = Selector::Language;
  ExtractRules rules;
  rules.format = format;
  rules.require = std::vector<std::string>{};
  if (format == Format::feed) return rules;
  const bool json = format == Format::json;
  rules.record.select =
      Selector{json ? Language::pointer : Language::css, json ? "/*" : "li, p, a", {}};
  rules.span_siblings = !json;
  FieldRule authors = rule(json ? Language::pointer : Language::css, json ? "/a/*" : "i, b");
  authors.all = true;
  authors.split = Pattern{"[,;]*", {}};
  if (!json) authors.remove = {{Language::css, "b", {}}};
  rules.fields = {
      {"title", rule(json ? Language::pointer : Language::xpath, json ? "/t" : ".//b | text()[1]")},
      {"authors", authors},
      {"url", rule(json ? Language::pointer : Language::css, json ? "/u" : "a::attr(href)")},
      {"year", rule(json ? Language::pointer : Language::css, json ? "/y" : ":scope")},
      {"doi", rule(json ? Language::pointer : Language::css, json ? "/d" : ":scope::text")}};
  rules.count = rule(json ? Language::pointer : Language::css, json ? "/n" : "h1");
  return rules;
}

void check(const std::string& text) {
  if (!is_valid_utf8(text)) std::abort();
}

void check(const Listing& listing) {
  for (const Record& record : listing.records) {
    for (const auto& [name, value] : record.fields) {
      if (const auto* text = std::get_if<std::string>(&value)) check(*text);
      if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
        for (const std::string& text : *list) check(text);
      }
    }
    const std::string_view url = text_of(record.fields, "url");
    if (!url.empty() && !url.starts_with("http://") && !url.starts_with("https://")) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static constexpr Format formats[] = {Format::html, Format::xml, Format::json, Format::feed};
  const std::string_view input(reinterpret_cast<const char*>(data + 1), size - 1);
  std::vector<RuleFault> faults;
  if (data[0] % 5 == 4) {
    ExtractRules rules;
    rules.record.select =
        Selector{static_cast<Selector::Language>(data[0] / 5 % 3), std::string(input), {}};
    const auto extractor = Extractor::compile(rules, std::nullopt, faults);
    if (extractor.has_value() != faults.empty()) std::abort();
    return 0;
  }
  const auto extractor = Extractor::compile(rules_for(formats[data[0] % 5]), std::nullopt, faults);
  if (!extractor) std::abort();
  const PageBytes page{input, "https://l.example/a/", ""};
  if (const auto listing = extractor->extract(page)) check(*listing);
  (void)extractor->outline(page);
  return 0;
}
