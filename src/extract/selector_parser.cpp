// SPDX-License-Identifier: MIT
#include "extract/selector_parser.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "extract/selector_nth.hpp"
#include "extract/selector_pseudo.hpp"
#include "extract/selector_tokens.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t max_length = 16'384;
constexpr int max_nesting = 16;
constexpr std::uint32_t max_compounds = 512;

// Leaves the recursion at the first fault; caught in parse_selector.
struct FaultFound {
  SelectorFault fault;
};

class SelectorParser {
 public:
  explicit SelectorParser(std::string_view text) : in_(text) {}

  SelectorProgram program() {
    if (in_.text().size() > max_length) {
      refuse(max_length, "a selector of more than 16 KiB", "select by a class or an id instead");
    }
    program_.list = selector_list(Place::top);
    return std::move(program_);
  }
  SelectorTarget target() const { return target_.value_or(SelectorTarget{}); }

 private:
  // Where a list stands decides what it may hold and what ends it.
  enum class Place { top, nested, relative };

  [[noreturn]] void refuse(std::size_t offset, std::string message, std::string hint) const {
    throw FaultFound{{offset, std::move(message), std::move(hint)}};
  }
  std::string quoted_word() const { return "\"" + std::string(in_.word()) + "\""; }

  std::vector<ComplexSelector> selector_list(Place place) {
    std::vector<ComplexSelector> list;
    do {
      list.push_back(complex(place));
    } while (in_.take(','));
    if (place == Place::top && !in_.at_end()) {
      refuse(in_.offset(), quoted_word() + " closes nothing that was opened", "leave it out");
    }
    return list;
  }

  ComplexSelector complex(Place place) {
    in_.skip_space();
    std::vector<CompoundSelector> compounds;
    Combinator combinator = leading_combinator(place, compounds);
    while (true) {
      compounds.push_back(compound(place));
      compounds.back().to_left = combinator;
      const bool had_target = has_target_;
      const auto before = in_.offset();
      combinator = next_combinator();
      if (combinator == Combinator::none) break;
      if (had_target) {
        refuse(before, "nothing can follow ::text or ::attr()",
               "they say what to take of the elements found, so they stand last");
      }
    }
    check_target(place);
    std::reverse(compounds.begin(), compounds.end());
    return {std::move(compounds)};
  }

  // In :has() a selector is relative to the element asked about: that becomes its leftmost
  // compound.
  Combinator leading_combinator(Place place, std::vector<CompoundSelector>& compounds) {
    const auto start = in_.offset();
    const Combinator combinator = combinator_sign();
    if (place != Place::relative) {
      if (combinator != Combinator::none) {
        refuse(start, "a selector cannot begin with a combinator",
               "name what stands left of it; \":scope " + std::string(in_.text().substr(start, 1)) +
                   " …\" starts at the record");
      }
      return Combinator::none;
    }
    CompoundSelector anchor = new_compound();
    anchor.simples.push_back(simple(SimpleKind::anchor));
    compounds.push_back(std::move(anchor));
    return combinator == Combinator::none ? Combinator::descendant : combinator;
  }

  Combinator combinator_sign() {
    const auto found = in_.take('>')   ? Combinator::child
                       : in_.take('+') ? Combinator::next_sibling
                       : in_.take('~') ? Combinator::later_sibling
                                       : Combinator::none;
    if (found != Combinator::none) in_.skip_space();
    return found;
  }

  // none where the complex selector ends here.
  Combinator next_combinator() {
    const bool had_space = in_.skip_space();
    if (in_.at_end() || in_.peek() == ',' || in_.peek() == ')') return Combinator::none;
    const Combinator sign = combinator_sign();
    if (sign != Combinator::none) return sign;
    if (had_space) return Combinator::descendant;
    refuse(in_.offset(), quoted_word() + " cannot stand here",
           "compounds are joined by a blank, >, + or ~, and lists by a comma");
  }

  CompoundSelector new_compound() {
    if (program_.compound_count >= max_compounds) {
      refuse(in_.offset(), "a selector of more than 512 parts",
             "select by a class or an id instead");
    }
    CompoundSelector compound;
    compound.index = program_.compound_count++;
    return compound;
  }

  SimpleSelector simple(SimpleKind kind) {
    SimpleSelector out;
    out.kind = kind;
    out.index = program_.simple_count++;
    return out;
  }

  CompoundSelector compound(Place place) {
    CompoundSelector out = new_compound();
    const auto start = in_.offset();
    has_target_ = false;
    if (auto type = type_selector()) out.simples.push_back(std::move(*type));
    while (subclass_selector(out, place)) {
    }
    if (in_.offset() == start) refuse_missing_compound(start);
    if (out.simples.empty()) out.simples.push_back(simple(SimpleKind::any));
    return out;
  }

  [[noreturn]] void refuse_missing_compound(std::size_t start) const {
    if (in_.at_end()) {
      refuse(start, start == 0 ? "the selector is empty" : "a selector is missing at the end",
             start == 0
                 ? "write one, such as \"li.paper\"; in YAML, one that begins with # needs quotes"
                 : "take the last sign away, or write what it is to be followed by");
    }
    const char c = in_.peek();
    if (c == ',' || c == ')') refuse(start, "a selector is missing here", "take the sign away");
    if (c == '>' || c == '+' || c == '~') {
      refuse(
          start, "two combinators follow each other",
          c == '>' ? "a descendant is a blank, a child one >" : "write one of them, or * between");
    }
    if (is_ascii_digit(c)) {
      refuse(start, quoted_word() + " is no element's name: names begin with a letter",
             "a digit in front is written \\3" + std::string(1, c) + " and a blank");
    }
    refuse(start, quoted_word() + " cannot begin a selector",
           "a selector begins with an element, .class, #id, [attribute] or :pseudo-class");
  }

  std::optional<SimpleSelector> type_selector() {
    if (in_.peek() == '|' && in_.peek(1) != '|') {
      in_.take('|');
      return named(SimpleKind::no_prefix, false);
    }
    if (in_.peek() == '*' && in_.peek(1) == '|') {
      in_.move_to(in_.offset() + 2);
      return named(SimpleKind::type, true);
    }
    if (in_.take('*')) return simple(SimpleKind::any);
    const auto start = in_.offset();
    auto name = in_.identifier();
    if (!name) return std::nullopt;
    refuse_prefix(start, *name);
    SimpleSelector out = simple(SimpleKind::type);
    out.name = std::move(*name);
    return out;
  }

  void refuse_prefix(std::size_t start, const std::string& prefix) const {
    if (in_.peek() != '|' || in_.peek(1) == '=') return;
    refuse(start, "nothing declares the namespace prefix \"" + prefix + "\"",
           "names of XML are written with their prefix and \\: as in " + prefix +
               "\\:name, or as *|name with any");
  }

  // What follows a "|": a name or "*".
  SimpleSelector named(SimpleKind kind, bool any_prefix) {
    SimpleSelector out = simple(kind);
    out.any_prefix = any_prefix;
    if (in_.take('*')) {
      if (any_prefix) out.kind = SimpleKind::any;
      return out;
    }
    auto name = in_.identifier();
    if (!name) refuse(in_.offset(), "a name is missing after |", "write *|name, or * for any");
    out.name = std::move(*name);
    return out;
  }

  // One of .class #id [attribute] :pseudo; false where none begins here.
  bool subclass_selector(CompoundSelector& out, Place place) {
    const auto start = in_.offset();
    const char c = in_.peek();
    if (c != '.' && c != '#' && c != '[' && c != ':') return false;
    if (has_target_) {
      refuse(start, "nothing can follow ::text or ::attr()",
             "they say what to take of the elements found, so they stand last");
    }
    in_.take(c);
    if (c == '.' || c == '#') {
      out.simples.push_back(class_or_id(c));
    } else if (c == '[') {
      out.simples.push_back(attribute());
    } else {
      pseudo(out, start, place);
    }
    return true;
  }

  SimpleSelector class_or_id(char sign) {
    const auto start = in_.offset();
    SimpleSelector out = simple(sign == '.' ? SimpleKind::class_name : SimpleKind::id);
    auto name = in_.identifier();
    if (!name) {
      const bool is_digit = in_.peek() >= '0' && in_.peek() <= '9';
      refuse(start,
             std::string("after ") + sign + " a name must follow" +
                 (is_digit ? ", and names do not begin with a digit" : ""),
             is_digit ? std::string("write [") + (sign == '.' ? "class~" : "id") + "=\"" +
                            std::string(in_.word()) + "\"]"
                      : std::string("as in ") + sign + "paper; special characters take a \\");
    }
    out.text = std::move(*name);
    return out;
  }

  SimpleSelector attribute() {
    SimpleSelector out = simple(SimpleKind::attribute);
    in_.skip_space();
    if (in_.peek() == '*' && in_.peek(1) == '|') {
      out.any_prefix = true;
      in_.move_to(in_.offset() + 2);
    } else if (in_.peek() == '|') {
      in_.take('|');
    }
    const auto at = in_.offset();
    auto name = in_.identifier();
    if (!name) refuse(at, "an attribute's name is missing after [", "as in [href] or [rel=next]");
    refuse_prefix(at, *name);
    out.name = std::move(*name);
    in_.skip_space();
    if (!close_bracket()) {
      attribute_test(out);
      attribute_flag(out);
      if (!close_bracket()) {
        refuse(in_.offset(), "the value of an attribute must be one word or stand in quotes",
               "put it in quotes: [" + out.name + "=\"…\"]");
      }
    }
    return out;
  }

  // CSS lets the end of the selector close what is open.
  bool close_bracket() { return in_.at_end() || in_.take(']'); }

  void attribute_test(SimpleSelector& out) {
    constexpr std::string_view signs = "~|^$*";
    constexpr AttributeTest tests[] = {AttributeTest::word, AttributeTest::dash,
                                       AttributeTest::begins, AttributeTest::ends,
                                       AttributeTest::includes};
    const auto sign = in_.at_end() ? std::string_view::npos : signs.find(in_.peek());
    if (sign != std::string_view::npos) in_.take(in_.peek());
    if (!in_.take('=')) {
      refuse(in_.offset(), quoted_word() + " is no test of an attribute",
             "the tests are = ~= |= ^= $= *=; a name's special characters take a \\");
    }
    out.test = sign == std::string_view::npos ? AttributeTest::equals : tests[sign];
    in_.skip_space();
    const bool is_quoted = in_.peek() == '"' || in_.peek() == '\'';
    const auto start = in_.offset();
    auto value = is_quoted ? in_.in_quotes() : in_.identifier();
    if (!value) {
      refuse(start,
             is_quoted ? "nothing ends the quoted text that begins here"
                       : "the value of an attribute must be a word or stand in quotes",
             is_quoted ? "close it with the same quote"
                       : "put it in quotes: [" + out.name + "=\"…\"]");
    }
    out.text = std::move(*value);
    in_.skip_space();
  }

  void attribute_flag(SimpleSelector& out) {
    const char flag = static_cast<char>(in_.peek() | 0x20);
    const bool is_alone = in_.word().size() == 1;
    if (!is_alone || (flag != 'i' && flag != 's')) return;
    out.ignores_case = flag == 'i';
    out.heeds_case = flag == 's';
    in_.take(in_.peek());
    in_.skip_space();
  }

  void pseudo(CompoundSelector& out, std::size_t start, Place place) {
    const bool is_element = in_.take(':');
    auto name = in_.identifier();
    if (!name) {
      refuse(start, std::string("a name must follow ") + (is_element ? "::" : ":"),
             "as in :first-child or ::text, without a blank");
    }
    const std::string lower = lower_ascii(*name);
    if (is_element) {
      pseudo_element(out, start, lower, place);
    } else if (in_.take('(')) {
      out.simples.push_back(function(start, lower));
    } else {
      out.simples.push_back(plain_pseudo(start, lower));
    }
  }

  void pseudo_element(CompoundSelector& out, std::size_t start, const std::string& name,
                      Place place) {
    if (name == "text" || name == "attr") {
      take_target(start, name, place);
    } else if (is_drawn_pseudo_element(name)) {
      out.simples.push_back(simple(SimpleKind::never));
    } else {
      refuse(start, "there is no pseudo-element ::" + name,
             "::text takes an element's own text, ::attr(name) an attribute");
    }
  }

  void take_target(std::size_t start, const std::string& name, Place place) {
    if (place != Place::top) {
      refuse(start, "::" + name + " cannot stand inside a pseudo-class",
             "it says what to take of the elements found: write it at the end of the selector");
    }
    has_target_ = true;
    written_ = {};
    target_offset_ = start;
    if (name == "text") {
      written_.kind = SelectorTarget::Kind::own_text;
      return;
    }
    written_.kind = SelectorTarget::Kind::attribute;
    if (!in_.take('(')) refuse(start, "::attr needs the attribute's name", "as in ::attr(href)");
    in_.skip_space();
    const bool is_quoted = in_.peek() == '"' || in_.peek() == '\'';
    auto attribute = is_quoted ? in_.in_quotes() : in_.identifier();
    if (!attribute || attribute->empty()) {
      refuse(start, "::attr needs the attribute's name", "as in ::attr(href)");
    }
    in_.skip_space();
    close_parenthesis(start);
    written_.attribute = std::move(*attribute);
  }

  // All selectors of a list take the same: a rule has one kind of value.
  void check_target(Place place) {
    if (place != Place::top) return;
    const SelectorTarget now = has_target_ ? written_ : SelectorTarget{};
    if (target_ && (target_->kind != now.kind || target_->attribute != now.attribute)) {
      refuse(has_target_ ? target_offset_ : in_.offset(),
             "the selectors of one list must all take the same",
             "give `select` a list of selectors instead, the first that gives a value wins");
    }
    target_ = now;
    has_target_ = false;
  }

  void close_parenthesis(std::size_t start) {
    if (in_.take(')')) return;
    if (in_.at_end()) {
      refuse(start, "nothing closes the ( of this", "write the ) that is missing");
    }
    refuse(in_.offset(), quoted_word() + " cannot stand here", "a ) is expected");
  }

  SimpleSelector plain_pseudo(std::size_t start, const std::string& name) {
    SimpleSelector out = simple(SimpleKind::any);
    if (set_plain_pseudo(name, out)) {
      program_.uses_scope = program_.uses_scope || out.kind == SimpleKind::scope;
      return out;
    }
    auto [message, hint] = why_no_pseudo_class(name, false);
    refuse(start, std::move(message), std::move(hint));
  }

  SimpleSelector function(std::size_t start, const std::string& name) {
    if (++nesting_ > max_nesting) {
      refuse(start, "pseudo-classes nested too deeply", "sixteen levels are enough");
    }
    SimpleSelector out = simple(SimpleKind::any);
    if (name == "is" || name == "where" || name == "not") {
      out.kind = name == "not" ? SimpleKind::none_of : SimpleKind::any_of;
      out.list = selector_list(Place::nested);
    } else if (name == "has") {
      out.kind = SimpleKind::has;
      out.list = selector_list(Place::relative);
    } else if (name == "contains" || name == "icontains") {
      contains(out, start, name);
    } else if (name == "lang") {
      languages(out, start);
    } else if (set_nth_kind(name, out)) {
      nth(out, start, name);
    } else {
      auto [message, hint] = why_no_pseudo_class(name, true);
      refuse(start, std::move(message), std::move(hint));
    }
    in_.skip_space();
    close_parenthesis(start);
    --nesting_;
    return out;
  }

  void contains(SimpleSelector& out, std::size_t start, const std::string& name) {
    out.kind = SimpleKind::contains;
    out.ignores_case = name == "icontains";
    in_.skip_space();
    const bool is_quoted = in_.peek() == '"' || in_.peek() == '\'';
    auto text = is_quoted ? in_.in_quotes() : in_.identifier();
    if (!text) {
      refuse(start, ":" + name + " needs a text in quotes", "as in :" + name + "(\"Abstract\")");
    }
    const std::string rendered = nfc(collapse_space(*text));
    out.text = out.ignores_case ? fold_case(rendered) : rendered;
  }

  void languages(SimpleSelector& out, std::size_t start) {
    out.kind = SimpleKind::language;
    do {
      in_.skip_space();
      const bool is_quoted = in_.peek() == '"' || in_.peek() == '\'';
      auto language = is_quoted ? in_.in_quotes() : in_.identifier();
      if (!language) refuse(start, ":lang needs a language", "as in :lang(en)");
      out.names.push_back(lower_ascii(*language));
      in_.skip_space();
    } while (in_.take(','));
  }

  void nth(SimpleSelector& out, std::size_t start, const std::string& name) {
    in_.skip_space();
    const auto at = in_.offset();
    if (!parse_nth(in_, out.a, out.b)) {
      refuse(at, ":" + name + " needs a number, odd, even or a·n+b",
             "as in :" + name + "(2), :" + name + "(odd) or :" + name + "(3n+1)");
    }
    if (!in_.skip_space() || out.kind != SimpleKind::nth_child) return;
    const auto of = in_.offset();
    if (in_.identifier() != "of") {
      in_.move_to(of);
      return;
    }
    if (!in_.skip_space())
      refuse(start, "after \"of\" a selector must follow", "as in of li.paper");
    out.list = selector_list(Place::nested);
  }

  SelectorCursor in_;
  SelectorProgram program_;
  std::optional<SelectorTarget> target_;
  bool has_target_ = false;  // the compound in hand ended in ::text or ::attr()
  SelectorTarget written_;   // what it said
  std::size_t target_offset_ = 0;
  int nesting_ = 0;
};

}  // namespace

std::shared_ptr<const SelectorProgram> parse_selector(std::string_view text, SelectorTarget& target,
                                                      SelectorFault& fault) {
  try {
    SelectorParser parser(text);
    auto program = std::make_shared<const SelectorProgram>(parser.program());
    target = parser.target();
    return program;
  } catch (FaultFound& found) {
    fault = std::move(found.fault);
    return nullptr;
  }
}

}  // namespace paperwatch
