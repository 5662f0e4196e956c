// SPDX-License-Identifier: MIT
#include "extract/selector.hpp"

#include <set>

#include "extract/pages.hpp"

using namespace paperwatch;
using Ids = std::vector<std::string>;

namespace {

SelectorFault fault_of(std::string_view text) {
  SelectorFault fault;
  INFO("selector: " << text);
  CHECK_FALSE(CssSelector::parse(text, fault).has_value());
  CHECK_FALSE(fault.message.empty());
  CHECK_FALSE(fault.hint.empty());
  CHECK(fault.offset <= text.size());
  return fault;
}

// What needs a browser: an address with a fragment, or elements and attributes that a script makes.
bool needs_a_browser(const std::string& selector) {
  return selector == ":target" || selector == "#attr-presence [*|TiTlE]" ||
         selector.find("namespace ") != std::string::npos;
}

constexpr std::string_view list_page = R"(
  <ul id=u><li id=a class="paper new">One<li id=b class=paper>Two <b id=bb>x</b><li id=c>Three
  <li id=d class=paper lang=de-CH>Four</ul><p id=p title="A b-c">after<p id=q></p>
  <a id=l1 href="/x" rel="Next Last">next</a><a id=l2>none</a>)";

}  // namespace

TEST_CASE("every case of the web platform's selector table comes out right", "[selector]") {
  const auto table = known_answers("selectors_wpt.json");
  if (!table) return;
  const Tree tree = tree_of((*table)["html"].get<std::string>());

  std::size_t checked = 0;
  for (const auto& entry : (*table)["cases"]) {
    const auto selector = entry["selector"].get<std::string>();
    if (needs_a_browser(selector)) continue;
    INFO(entry["name"].get<std::string>() << ": " << selector);
    CHECK(ids(tree, selector) == entry["ids"].get<Ids>());
    ++checked;
  }
  CHECK(checked == 188);
}

TEST_CASE("every invalid selector of the table is refused with place, reason and advice",
          "[selector]") {
  const auto table = known_answers("selectors_wpt.json");
  if (!table) return;
  for (const auto& entry : (*table)["invalid"]) fault_of(entry["selector"].get<std::string>());
}

TEST_CASE("selectors find what they say", "[selector]") {
  const Tree tree = tree_of(list_page);
  const std::vector<std::pair<std::string_view, Ids>> cases = {
      {"li", {"a", "b", "c", "d"}},
      {"LI.paper", {"a", "b", "d"}},
      {".paper.new", {"a"}},
      {"#u > li > b", {"bb"}},
      {"body b", {"bb"}},
      {"li + li", {"b", "c", "d"}},
      {".new ~ .paper", {"b", "d"}},
      {"li:nth-child(odd)", {"a", "c"}},
      {"li:nth-child(-n+2)", {"a", "b"}},
      {"li:nth-last-child(1)", {"d"}},
      {"li:nth-child(2 of .paper)", {"b"}},
      {"li:nth-last-child(1 of .paper)", {"d"}},
      {"p:nth-of-type(2), li:first-of-type", {"a", "q"}},
      {"p:empty", {"q"}},
      {"li:not(.paper)", {"c"}},
      {"li:not(.new, :last-child)", {"b", "c"}},
      {":is(p, b):not(:where(#p))", {"bb", "q"}},
      {"li:has(b)", {"b"}},
      {"li:has(+ .paper)", {"a", "c"}},
      {"li:has(~ #d)", {"a", "b", "c"}},
      {"ul:has(> li > b)", {"u"}},
      {"ul:has(> b)", {}},
      {"ul:has(li b)", {"u"}},
      {"li:has(ul b)", {}},
      {"[title='a B-c']", {}},
      {"[title='a B-c' i]", {"p"}},
      {"[rel='next LAST']", {"l1"}},
      {"[rel='next LAST' s]", {}},
      {"[rel~=next]", {"l1"}},
      {"[href^='/'], [title$=c]", {"p", "l1"}},
      {"[title*='b-']", {"p"}},
      {"li[lang|=de]", {"d"}},
      {":lang(de)", {"d"}},
      {"a:link", {"l1"}},
      {"li:contains('Two x')", {"b"}},
      {"li:contains(two)", {}},
      {"li:icontains(\"tWO  x\")", {"b"}},
      {"p::before, p:after", {}},
      {"li /* the rows */ > b", {"bb"}},
      {"#\\62 b", {"bb"}},
  };
  for (const auto& [selector, expected] : cases) {
    INFO(selector);
    CHECK(ids(tree, selector) == expected);
  }
}

TEST_CASE("a selector says what it takes of its elements", "[selector]") {
  using Kind = SelectorTarget::Kind;
  CHECK(selector_of("a").target().kind == Kind::element);
  CHECK(selector_of("a::text").target().kind == Kind::own_text);
  CHECK(selector_of("a::attr(href)").target().attribute == "href");
  CHECK(selector_of("a::attr( \"data-url\" )").target().attribute == "data-url");
  CHECK(selector_of("a::attr(href), b::attr(href)").target().kind == Kind::attribute);
  CHECK(ids(tree_of(list_page), "ul ::text") == Ids{"a", "b", "bb", "c", "d"});
}

TEST_CASE("a fault points at its place and teaches", "[selector]") {
  const auto hover = fault_of("a.x:hover");
  CHECK(hover.offset == 3);
  CHECK(hover.message.find("browser") != std::string::npos);
  CHECK(fault_of("li:nth-chld(2)").hint == "did you mean :nth-child?");
  CHECK(fault_of("li:frist-child").hint == "did you mean :first-child?");
  CHECK(fault_of("div > > p").offset == 6);
  CHECK(fault_of("div, ").offset == 5);
  CHECK(fault_of("> li").hint.find(":scope >") != std::string::npos);
  CHECK(fault_of("a:text").hint.find("::text") != std::string::npos);
  CHECK(fault_of("li:eq(2)").hint.find(":nth-child") != std::string::npos);
  CHECK(fault_of("li:not").message.find("parentheses") != std::string::npos);
  CHECK(fault_of("li:first-child(2)").message.find("parentheses") != std::string::npos);
  CHECK(fault_of("li:not(.a").message.find("closes") != std::string::npos);
  CHECK(fault_of("a[href=/x]").hint.find("quotes") != std::string::npos);
  CHECK(fault_of("a[href='x]").offset == 7);
  CHECK(fault_of(".5cm").hint.find("class~=") != std::string::npos);
  CHECK(fault_of("a::text b").message.find("follow") != std::string::npos);
  CHECK(fault_of("a::text.b").offset == 7);
  CHECK(fault_of("a::text, b").hint.find("list") != std::string::npos);
  CHECK(fault_of(":is(a::text)").offset == 5);
  CHECK(fault_of("a::attr()").message.find("name") != std::string::npos);
  CHECK(fault_of("dc|title").hint.find("dc\\:name") != std::string::npos);
  CHECK(fault_of("li:nth-child(x)").offset == 13);
  CHECK(fault_of(":target").hint.find("#") != std::string::npos);
  CHECK(fault_of("/div/a").offset == 0);
  CHECK(fault_of("li)").offset == 2);
  CHECK(fault_of(std::string(20'000, 'a')).message.find("KiB") != std::string::npos);
  std::string nested;
  for (int i = 0; i < 5000; ++i) nested += ":not(";
  fault_of(nested);
}

TEST_CASE("the scope is the record, and what stands left may lie outside", "[selector]") {
  const Tree tree = tree_of("<div class=r><p><i id=1>x</i></p></div><p><i id=2>y</i></p>");
  const NodeId record = first(tree, ".r");
  CHECK(found(tree, "i", record).size() == 1);
  CHECK(found(tree, ":scope > p i", record, record).size() == 1);
  CHECK(found(tree, "body i", record, record).size() == 1);
  CHECK(found(tree, ".r", record, record) == std::vector<NodeId>{record});
  CHECK(found(tree, ":scope", 0).size() == 1);

  SelectorMatcher matcher(tree);
  const auto own = selector_of(":scope i:first-child");
  CHECK(matcher.select(own, record, record).size() == 1);
  CHECK(matcher.select(own, 0, first(tree, ".r + p")).size() == 1);
  CHECK(matcher.select(own, 0, first(tree, "html")).size() == 2);
  CHECK(matcher.select(selector_of("i"), 0, no_node, 1).size() == 1);
  CHECK(matcher.matches(selector_of("div"), record, no_node));
}

TEST_CASE("names of xml keep their case and prefix", "[selector]") {
  Tree tree;
  tree.is_html = false;
  tree.names = {"", "rss", "dc:title", "Title"};
  for (NameId id = 1; id < 4; ++id) tree.name_ids[tree.names[id]] = id;
  tree.nodes.resize(4);
  tree.nodes[0] = {Tree::Kind::document, 0, no_node, 1, 1, no_node, no_node, 4, 0, 0, {}};
  tree.nodes[1] = {Tree::Kind::element, 1, 0, 2, 3, no_node, no_node, 4, 0, 0, {}};
  tree.nodes[2] = {Tree::Kind::element, 2, 1, no_node, no_node, 3, no_node, 3, 0, 0, {}};
  tree.nodes[3] = {Tree::Kind::element, 3, 1, no_node, no_node, no_node, 2, 4, 0, 0, {}};

  CHECK(found(tree, "dc\\:title") == std::vector<NodeId>{2});
  CHECK(found(tree, "*|title") == std::vector<NodeId>{2});
  CHECK(found(tree, "Title") == std::vector<NodeId>{3});
  CHECK(found(tree, "|Title") == std::vector<NodeId>{3});
  CHECK(found(tree, "title").empty());
}

TEST_CASE("deep and broad pages cost no more than long ones", "[selector]") {
  std::string deep;
  for (int i = 0; i < 500; ++i) deep += "<div class=d>";
  for (int i = 0; i < 2000; ++i) deep += "<i></i>";
  const Tree tree = tree_of(deep);
  SelectorMatcher matcher(tree, 5'000'000);
  CHECK(matcher.select(selector_of(".d .d .d .d .d .d .d .x i"), 0, no_node).empty());
  CHECK(matcher.select(selector_of(".d .d .d .d .d .d .d .d i"), 0, no_node).size() == 2000);
  CHECK(matcher.select(selector_of("div:has(div div div div p)"), 0, no_node).empty());
  CHECK(matcher.select(selector_of("i ~ i ~ i ~ i ~ b"), 0, no_node).empty());
  CHECK_FALSE(matcher.exhausted());

  std::string broad = "<ul>";
  for (int i = 0; i < 100'000; ++i) broad += "<li>";
  const Tree siblings = tree_of(broad);
  SelectorMatcher counter(siblings, 20'000'000);
  CHECK(counter.select(selector_of("li:nth-last-child(2n)"), 0, no_node).size() == 50'000);
  CHECK(counter.select(selector_of("li:nth-last-of-type(2n)"), 0, no_node).size() == 50'000);
  CHECK(counter.select(selector_of("li:nth-last-child(2n of li)"), 0, no_node).size() == 50'000);
  CHECK(counter.select(selector_of("li:has(+ li)"), 0, no_node).size() == 99'999);
  CHECK(counter.select(selector_of("li:has(~ li)"), 0, no_node).size() == 99'999);
  CHECK_FALSE(counter.exhausted());
}

TEST_CASE("a selector that costs too much stops, and from then on nothing matches", "[selector]") {
  const Tree tree = tree_of(list_page);
  SelectorMatcher matcher(tree, 10);
  CHECK(matcher.select(selector_of("body li b"), 0, no_node).empty());
  CHECK(matcher.exhausted());
  CHECK(matcher.select(selector_of("*"), 0, no_node).empty());
  CHECK_FALSE(matcher.matches(selector_of(":not(x)"), first(tree, "p"), no_node));
}

TEST_CASE("a selector says whether the text of scripts and styles may matter to it", "[selector]") {
  for (const char* text : {"h1", ".description", "script", "p::text", "h2 a::attr(href)",
                           "script::attr(src)", "li:contains('x')", "style + p", "*"}) {
    INFO(text);
    CHECK_FALSE(selector_of(text).may_read_hidden_text());
  }
  for (const char* text :
       {"script::text", "STYLE::text", "*::text", ".data::text", "p::text, .data::text",
        "div:empty", "div:not(:has(script:empty))", "p:is(:empty) b"}) {
    INFO(text);
    CHECK(selector_of(text).may_read_hidden_text());
  }
}
