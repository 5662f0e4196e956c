// SPDX-License-Identifier: MIT
#include "extract/compile.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "extract/charset.hpp"
#include "extract/metadata_readers.hpp"

namespace paperwatch {

namespace {

using Language = Selector::Language;

constexpr int max_expression_memory = 8 << 20;  // bytes, of one regular expression's program

std::string_view name_of(Language language) {
  switch (language) {
    case Language::css:
      return "CSS selector";
    case Language::xpath:
      return "XPath";
    case Language::pointer:
      return "JSON Pointer";
  }
  return "";
}

// Where a fault at a byte of a selector stands in the file.
Position moved(const Selector& written, std::size_t offset) {
  Position at = written.at;
  const std::string_view before = std::string_view(written.text).substr(0, offset);
  if (at.column > 0) at.column += static_cast<int>(character_count(before));
  return at;
}

bool is_css(std::string_view text) {
  SelectorFault fault;
  return CssSelector::parse(text, fault).has_value();
}

constexpr std::string_view css_in_xpath =
    "it reads like a CSS selector, which is written without `xpath`";

// What to do about an XPath that does not parse.
std::string remedy_for_xpath(const std::string& text) {
  const auto count = [&text](char c) { return std::count(text.begin(), text.end(), c); };
  if (is_css(text)) return std::string(css_in_xpath);
  if (count('\'') % 2 + count('"') % 2 == 1) return "a quote in it is never closed";
  if (count('[') != count(']')) return "each [ needs a ], as in //li[@class='paper']";
  if (count('(') != count(')')) return "each ( needs a ), as in contains(@class, 'paper'), text()";
  return "XPath 1.0 is known, without functions of later versions; a path is written "
         ".//a/@href, names of HTML elements are lower case";
}

class Compiler {
 public:
  Compiler(const ExtractRules& rules, std::vector<RuleFault>& faults)
      : rules_(rules), faults_(faults) {}

  CompiledRules run(const std::optional<PagesRules>& pages) {
    out_.format = rules_.format;
    out_.encoding = rules_.encoding;
    out_.span_siblings = rules_.span_siblings;
    out_.require = rules_.require;
    out_.key_from = rules_.key_from;
    out_.use = rules_.use;
    encoding();
    record();
    section();
    for (const auto& [name, rule] : rules_.fields) {
      if (auto compiled = field(name, rule, "field '" + name + "'"))
        out_.fields.push_back(std::move(*compiled));
    }
    if (rules_.count) out_.count = field("count", *rules_.count, "count");
    empty();
    if (pages) follow(*pages);
    required();
    keys();
    use();
    return std::move(out_);
  }

 private:
  void fault(const Position& at, std::string message, std::string hint = {}) {
    faults_.push_back({at, std::move(message), std::move(hint)});
  }

  void encoding() {
    if (rules_.encoding.empty() || !encoding_of_label(rules_.encoding).empty()) return;
    fault(
        rules_.at, "encoding '" + rules_.encoding + "' is not known",
        "use a name of the WHATWG Encoding Standard, such as utf-8, windows-1252, shift_jis, gbk");
  }

  // What selectors of the rules' pages are written in.
  bool fits_format(Language language) const {
    const bool pointer = language == Language::pointer;
    switch (rules_.format) {
      case Format::json:
        return pointer;
      case Format::html:
      case Format::xml:
      case Format::feed:
        return !pointer;
      case Format::automatic:
        break;
    }
    const auto& record = rules_.record.select;
    return !record || pointer == (record->language == Language::pointer);
  }

  std::optional<CompiledSelector> selector(const Selector& written, const std::string& where) {
    if (!fits_format(written.language)) {
      const bool json = written.language != Language::pointer;
      fault(written.at,
            where + ": '" + written.text + "' is a " + std::string(name_of(written.language)) +
                ", but the " + (json ? "records are JSON" : "page is no JSON"),
            json ? "write a JSON Pointer, such as /title"
                 : "write a CSS selector, or set `format: json`");
      return std::nullopt;
    }
    if (trim(written.text).empty() && written.language != Language::pointer) {
      fault(written.at, where + ": the selector is empty",
            "a selector that begins with # or contains ' #' needs quotes");
      return std::nullopt;
    }
    switch (written.language) {
      case Language::css:
        return css(written, where);
      case Language::xpath:
        return xpath(written, where);
      case Language::pointer:
        return pointer(written, where);
    }
    return std::nullopt;
  }

  std::optional<CompiledSelector> css(const Selector& written, const std::string& where) {
    SelectorFault problem;
    auto parsed = CssSelector::parse(written.text, problem);
    if (parsed) return CompiledSelector{std::move(*parsed), written.text};
    if (written.text.starts_with("/")) {
      problem.hint = "an XPath is written {xpath: '" + written.text + "'}";
    }
    fault(moved(written, problem.offset),
          where + ": in the selector '" + written.text + "': " + problem.message, problem.hint);
    return std::nullopt;
  }

  std::optional<CompiledSelector> xpath(const Selector& written, const std::string& where) {
    XPath::Fault problem;
    auto parsed = XPath::parse(written.text, problem);
    if (!parsed) {
      fault(moved(written, problem.offset),
            where + ": in the XPath '" + written.text + "' at character " +
                std::to_string(problem.offset + 1) + ": " + problem.message,
            remedy_for_xpath(written.text));
      return std::nullopt;
    }
    const bool compares = parsed->query().return_type() == pugi::xpath_type_boolean;
    if (compares && is_css(written.text)) {
      fault(written.at,
            where + ": as an XPath '" + written.text + "' is a comparison: it gives true or false",
            std::string(css_in_xpath));
      return std::nullopt;
    }
    return CompiledSelector{std::move(*parsed), written.text};
  }

  std::optional<CompiledSelector> pointer(const Selector& written, const std::string& where) {
    std::string problem;
    auto parsed = JsonPointer::parse(written.text, problem);
    if (parsed) return CompiledSelector{std::move(*parsed), written.text};
    fault(written.at, where + ": '" + written.text + "': " + problem,
          "/message/items/*/title: names between slashes, * for every element");
    return std::nullopt;
  }

  // A selector that is to give elements, not their texts.
  std::optional<CompiledSelector> element_selector(const Selector& written,
                                                   const std::string& where) {
    auto compiled = selector(written, where);
    if (!compiled) return compiled;
    const CssSelector* css = compiled->css();
    if (css && css->target().kind != SelectorTarget::Kind::element) {
      fault(written.at, where + ": '" + written.text + "' gives texts, but elements are wanted",
            "leave out ::text or ::attr(…)");
      return std::nullopt;
    }
    if (compiled->xpath() && !compiled->xpath()->gives_nodes()) {
      fault(written.at, where + ": '" + written.text + "' gives a value, but elements are wanted",
            "leave out string(…), count(…) and the like");
      return std::nullopt;
    }
    return compiled;
  }

  Expression expression(const Pattern& written, const std::string& where) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(max_expression_memory);
    auto compiled = std::make_shared<const re2::RE2>(written.text, options);
    if (compiled->ok()) return compiled;
    std::string hint = "the notation is RE2's: https://github.com/google/re2/wiki/Syntax";
    static const re2::RE2 unknown_to_re2(R"(\(\?<?[=!]|\\[1-9])");
    if (re2::RE2::PartialMatch(written.text, unknown_to_re2)) {
      hint =
          "RE2 has no look-ahead, look-behind or back references; take a group out of a longer "
          "match instead";
    }
    fault(written.at,
          where + ": in the regular expression '" + written.text + "': " + compiled->error(), hint);
    return nullptr;
  }

  Expression expression(const std::optional<Pattern>& written, const std::string& where) {
    return written ? expression(*written, where) : nullptr;
  }

  std::vector<Substitution> substitutions(const std::vector<Replacement>& written,
                                          const std::string& where) {
    std::vector<Substitution> out;
    for (const Replacement& one : written) {
      Expression compiled = expression(one.pattern, where);
      if (!compiled) continue;
      std::string problem;
      if (!compiled->CheckRewriteString(one.replacement, &problem)) {
        fault(one.pattern.at, where + ": in the replacement '" + one.replacement + "': " + problem,
              "\\1 to \\9 stand for the groups of the pattern, \\\\ for a backslash");
        continue;
      }
      out.push_back({std::move(compiled), one.replacement});
    }
    return out;
  }

  std::optional<CompiledField> field(const std::string& name, const FieldRule& rule,
                                     const std::string& where) {
    CompiledField out;
    out.name = name;
    out.all = rule.all;
    for (const Selector& written : rule.select) {
      if (auto compiled = selector(written, where)) out.select.push_back(std::move(*compiled));
    }
    if (rule.select.empty() && !rule.default_value) {
      fault(rule.at, where + " has no selector",
            "give it `select:` (or `xpath:`), or a `default:`");
      return std::nullopt;
    }
    for (const Selector& written : rule.remove) {
      if (auto compiled = element_selector(written, where + ", remove"))
        out.remove.push_back(std::move(*compiled));
    }
    for (const Selector& written : rule.each.select) {
      if (auto compiled = selector(written, where + ", each"))
        out.each_select.push_back(std::move(*compiled));
    }
    if (rule.each.join) out.each_join = *rule.each.join;
    out.steps = steps(rule, where);
    out.default_value = rule.default_value;
    const bool many =
        !rule.join && (rule.all || rule.split || !out.each_select.empty() || has_wildcard(out));
    out.shape = shape_of(name, rule.type, many);
    return out;
  }

  Steps steps(const FieldRule& rule, const std::string& where) {
    Steps out;
    out.match = expression(rule.match, where + ", match");
    out.replace = substitutions(rule.replace, where + ", replace");
    out.split = expression(rule.split, where + ", split");
    out.each_match = expression(rule.each.match, where + ", each");
    out.each_replace = substitutions(rule.each.replace, where + ", each");
    out.join = rule.join;
    return out;
  }

  static bool has_wildcard(const CompiledField& field) {
    return std::any_of(field.select.begin(), field.select.end(), [](const CompiledSelector& one) {
      return one.pointer() && one.pointer()->has_wildcard();
    });
  }

  void record() {
    if (!rules_.record.select) {
      if (rules_.format != Format::feed) {
        fault(rules_.at, "the rules name no record",
              "`record:` is the selector that matches one element per paper");
      }
      return;
    }
    auto compiled = element_selector(*rules_.record.select, "record");
    Expression match = expression(rules_.record.match, "record, match");
    if (compiled) out_.record = CompiledRecord{std::move(*compiled), std::move(match)};
  }

  void section() {
    if (!rules_.section) return;
    auto heading = element_selector(rules_.section->heading, "section, heading");
    Expression match = expression(rules_.section->match, "section, match");
    Expression keep = expression(rules_.section->keep, "section, keep");
    if (heading)
      out_.section = CompiledSection{std::move(*heading), std::move(match), std::move(keep)};
  }

  void empty() {
    if (!rules_.empty) return;
    out_.empty_text = collapse_space(nfc(rules_.empty->text));
    if (rules_.empty->select) out_.empty_select = selector(*rules_.empty->select, "empty");
  }

  void follow(const PagesRules& pages) {
    out_.has_pages = true;
    out_.next_is_cursor = !pages.url_template.empty();
    out_.counts_pages = out_.next_is_cursor && !pages.next;
    if (pages.next) out_.next = field("next", *pages.next, "pages, next");
  }

  void use() {
    if (rules_.use.empty()) return;
    if (fits_format(Language::css) && rules_.format != Format::xml &&
        rules_.format != Format::feed) {
      return;
    }
    fault(rules_.at,
          "`use` reads what web pages carry besides their text; these rules are for " +
              std::string(rules_.format == Format::xml    ? "XML"
                          : rules_.format == Format::feed ? "a feed"
                                                          : "JSON"),
          "leave `use` out and write rules for the fields");
  }

  bool gives(const std::string& name) const {
    if (!rules_.use.empty() && is_stated_field(name)) return true;
    const bool has_rule = std::any_of(rules_.fields.begin(), rules_.fields.end(),
                                      [&](const auto& one) { return one.first == name; });
    return has_rule || name == "version" || (name == "section" && rules_.section);
  }

  // A required field that nothing fills would make every element incomplete.
  void required() {
    if (!rules_.require || rules_.format == Format::feed) return;
    for (const std::string& name : *rules_.require) {
      if (gives(name)) continue;
      fault(rules_.at, "require names '" + name + "', but no rule gives that field",
            "add it under `fields:`, or leave it out of `require:`");
    }
  }

  // Links to doi.org and arXiv give those keys by themselves.
  void keys() {
    if (rules_.format == Format::feed) return;
    for (const std::string& name : rules_.key_from) {
      if (gives(name) || name == "doi" || name == "arxiv_id" || name == "url" || name == "title")
        continue;
      fault(rules_.at, "key names '" + name + "', but no rule gives that field",
            "add it under `fields:`, or leave it out of `key:`");
    }
  }

  const ExtractRules& rules_;
  std::vector<RuleFault>& faults_;
  CompiledRules out_;
};

}  // namespace

CompiledRules compile_rules(const ExtractRules& rules, const std::optional<PagesRules>& pages,
                            std::vector<RuleFault>& faults) {
  CompiledRules compiled = Compiler(rules, faults).run(pages);
  compiled.hidden_text = hidden_text_for(compiled);
  return compiled;
}

}  // namespace paperwatch
