// SPDX-License-Identifier: MIT
#include "extract/html.hpp"

#include <ctime>

#include <dlfcn.h>

#include "extract/pages.hpp"
#include "extract/text.hpp"
#include "support/visible_tree.hpp"

// <cassert> declares it in debug builds only.
extern "C" void __assert_fail(const char* assertion, const char* file, unsigned line,
                              const char* function) noexcept;

using namespace paperwatch;

namespace {

std::string repeated(std::string_view part, std::size_t times) {
  std::string out;
  out.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += part;
  return out;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double patience = 10;
#else
constexpr double patience = 1;
#endif

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The tree as nested names: "html(head body(p('x')))".
void write(const Tree& tree, NodeId id, std::string& out) {
  if (tree[id].kind == Tree::Kind::text) {
    out += "'" + std::string(tree[id].text) + "'";
    return;
  }
  out += tree.name(id);
  if (tree[id].first_child == no_node) return;
  out += '(';
  for (NodeId child = tree[id].first_child; child != no_node; child = tree[child].next) {
    if (out.back() != '(') out += ' ';
    write(tree, child, out);
  }
  out += ')';
}

std::string body_of(std::string_view html) {
  const Tree tree = tree_of(html);
  std::string out;
  write(tree, first(tree, "body"), out);
  return out;
}

std::size_t depth_of(const Tree& tree, NodeId id) {
  std::size_t depth = 0;
  while ((id = tree[id].parent) != no_node) ++depth;
  return depth;
}

}  // namespace

TEST_CASE("a page becomes the tree a browser builds", "[html]") {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"", "body"},
      {"<p>a<p>b", "body(p('a') p('b'))"},
      {"<table><td>x", "body(table(tbody(tr(td('x')))))"},
      {"<LI Class=X>a", "body(li('a'))"},
      {"a<!-- x -->b", "body('ab')"},
      {"<template><p>x</p></template>y", "body(template 'y')"},
      {"<x-Paper>t</x-paper>", "body(x-paper('t'))"},
      {"<svg><linearGradient/></svg>", "body(svg(lineargradient))"},
      {"<b><p>x</b>y", "body(b p(b('x') 'y'))"},
      {"<form>a<input>b</form>c", "body(form('a' input 'b') 'c')"},
      {"<script>a</b></script>", "body(script('a</b>'))"},
      {"&lt;&#65;&eacute;", "body('<A\xC3\xA9')"},
      {"&#x110000;x&#99999999999;y", "body('\xEF\xBF\xBDx\xEF\xBF\xBDy')"},
      {"&#xFFFFFFFFFFFFFFFFF41;z", "body('\xEF\xBF\xBDz')"},
      {"Tadi\xC3\x84\xC2\x87", "body('Tadi\xC3\x84\xC2\x87')"},
      {"&#x87;\x7F", "body('\xE2\x80\xA1\x7F')"},
  };
  for (const auto& [html, expected] : cases) {
    INFO(html);
    CHECK(body_of(std::string("<body>") + std::string(html)) == expected);
  }
}

TEST_CASE("the flat tree's links agree with each other", "[html]") {
  const Tree tree = tree_of("<ul><li>a<b>c</b><li>d</ul><p>e");

  for (NodeId id = 1; id < tree.nodes.size(); ++id) {
    const Tree::Node& node = tree[id];
    REQUIRE(node.parent < id);
    CHECK(node.end > id);
    CHECK(node.end <= tree[node.parent].end);
    if (node.next != no_node) CHECK(tree[node.next].previous == id);
    if (node.next != no_node) CHECK(node.next == node.end);
    if (node.next == no_node) CHECK(tree[node.parent].last_child == id);
    if (node.previous == no_node) CHECK(tree[node.parent].first_child == id);
  }
  CHECK(tree[0].end == tree.nodes.size());
}

TEST_CASE("attributes are found whatever their case, entities decoded", "[html]") {
  const Tree tree = tree_of("<a HREF='/x?a=1&amp;b=2' empty>");
  const NodeId link = first(tree, "a");

  REQUIRE(tree.attribute(link, "Href") != nullptr);
  CHECK(*tree.attribute(link, "href") == "/x?a=1&b=2");
  CHECK(tree.attribute(link, "empty")->empty());
  CHECK(tree.attribute(link, "title") == nullptr);
}

TEST_CASE("attributes keep their values on a page with C1 controls", "[html]") {
  const auto tree = parse_html("<p id=first class='a b'>K\xc2\x8dnig</p>");
  REQUIRE(tree);
  std::vector<std::string> values;
  for (const Tree::Attribute& attribute : tree->attributes) values.emplace_back(attribute.value);
  CHECK(values == std::vector<std::string>{"first", "a b"});
}

TEST_CASE("what lies too deep becomes siblings, and nothing of it is lost", "[html]") {
  const Tree tree = tree_of(repeated("<div>", 2000) + "x" + repeated("</div>", 2000) + "<p>y");

  std::size_t deepest = 0;
  for (NodeId id = 0; id < tree.nodes.size(); ++id) deepest = std::max(deepest, depth_of(tree, id));
  CHECK(deepest <= 512);
  CHECK(found(tree, "div").size() == 2000);
  CHECK(rendered_text(tree, {0}) == "x y");
}

TEST_CASE("every budget has its own end, and says which", "[html]") {
  const auto message = [](std::string_view page, auto change) {
    ParseBudget budget;
    change(budget);
    const auto tree = parse_html(page, budget);
    return tree ? std::string("parsed") : tree.error().code + ": " + tree.error().message;
  };
  const std::string page = repeated("<p id=x class=y>text", 1000);
  const auto ends_with = [](const std::string& text, std::string_view part) {
    INFO(text);
    return text.find(part) != std::string::npos;
  };

  CHECK(message(page, [](ParseBudget&) {}) == "parsed");
  CHECK(ends_with(message(page, [](ParseBudget& b) { b.max_bytes = 100; }), "too_large"));
  CHECK(ends_with(message(page, [](ParseBudget& b) { b.max_nodes = 1000; }), "more nodes"));
  CHECK(ends_with(message(page, [](ParseBudget& b) { b.max_memory = 1u << 20; }), "more memory"));
  CHECK(ends_with(message(page, [](ParseBudget& b) { b.max_attributes = 1; }), "attributes"));
  CHECK(ends_with(message(page, [](ParseBudget& b) { b.max_work = 1000; }), "attributes in all"));
  CHECK(ends_with(message(page, [](ParseBudget& b) { b.seconds = 0; }), "longer"));
}

TEST_CASE("counted budgets decide alike each time", "[html]") {
  std::string page;
  for (int i = 0; i < 300; ++i) page += "<p><font color=x" + std::to_string(i) + ">";
  std::size_t least = 1, most = 2'000'000;
  ParseBudget budget;
  const auto parses = [&](std::size_t nodes) {
    budget.max_nodes = nodes;
    return parse_html(page, budget).has_value();
  };
  while (least < most) {
    const auto middle = (least + most) / 2;
    (parses(middle) ? most : least) = parses(middle) ? middle : middle + 1;
  }
  CHECK(parses(least));
  CHECK_FALSE(parses(least - 1));
}

TEST_CASE("a failed assertion of Gumbo's ends in our function", "[html]") {
  // The library calls the name as any program would; the first definition found is the one used.
  CHECK(dlsym(RTLD_DEFAULT, "__assert_fail") == reinterpret_cast<void*>(&__assert_fail));
  Dl_info where{};
  REQUIRE(dladdr(dlsym(RTLD_DEFAULT, "__assert_fail"), &where) != 0);
  CHECK(std::string(where.dli_fname).find("libc") == std::string::npos);
}

TEST_CASE("hostile pages end soon, read or refused", "[html]") {
  std::string attributes = "<p";
  for (int i = 0; i < 50'000; ++i) attributes += " a" + std::to_string(i) + "=1";
  std::string fonts;
  for (int i = 0; i < 4900; ++i) fonts += "<p><font color=x" + std::to_string(i) + ">";
  const std::vector<std::pair<std::string, std::string>> pages = {
      {"a million cells", "<table><tr>" + repeated("<td>", 1'000'000)},
      {"50 MB of text", std::string(50u << 20, 'x')},
      {"a 10 MB attribute", "<a href='" + std::string(10u << 20, 'x') + "'>"},
      {"NUL bytes", repeated(std::string_view("a\0<p\0>", 6), 10'000)},
      {"half a character", "<p title='caf\xC3"},
      {"half a character in a tag", "<p caf\xE2\x82"},
      {"deep tables", repeated("<table><tr><td>", 20'000)},
      {"60 kB of <i>", repeated("<i>", 20'000)},
      {"fonts in paragraphs", fonts},
      {"100 kB of <div>", repeated("<div>", 20'000)},
      {"500 kB of <div>", repeated("<div>", 100'000)},
      {"50,000 attributes", attributes + ">"},
      {"many tags with many attributes", repeated(attributes.substr(0, 30'000) + ">", 100)},
      {"lists in lists", repeated("<ul><li>", 50'000)},
      {"spans and ends", repeated("<span></b>", 50'000)},
      {"formatting in tables", repeated("<table><b>", 20'000)},
      {"svg in svg", repeated("<svg>", 50'000)},
      {"options", "<select>" + repeated("<option>", 500'000)},
      {"open comment", "<!--" + repeated("--", 1'000'000)},
      {"open tags", repeated("<", 2'000'000)},
      {"references", repeated("&#x1100000;", 200'000)},
  };
  for (const auto& [name, page] : pages) {
    INFO(name);
    const double start = cpu_seconds();
    const auto tree = parse_html(page);
    const double took = cpu_seconds() - start;
    CAPTURE(took);
    CHECK(took < 2.2 * patience);
    if (!tree) CHECK((tree.error().code == "too_complex" || tree.error().code == "too_large"));
    if (!tree) CHECK_FALSE(tree.error().message.empty());
  }
}

TEST_CASE("without the text of scripts and styles the tree is the same", "[html]") {
  const std::string filler = "0123456789 <p>no tag</p> <!- 0123456789";
  const std::vector<std::string> pages{
      "<p>a<script>" + filler + "</script>b<style>" + filler + "</style><p>c",
      "<p>a<!-- " + filler + " -->b",
      "<a title='<script>" + filler + "'>x</a><b>y</b></script>",
      "<textarea><script>" + filler + "</textarea><i>x</i></script>",
      "<title><style>" + filler + "</title><i>x</i></style>",
      "<!-- <script>" + filler + " --><i>x</i><script></script>",
      "<script><!-- <script>" + filler + "</script>" + filler + " --></script><i>x</i>",
      "<select><style><option>0123456789 0123456789</option></style></select>",
      "<select><option>a</option></div><style><option>0123456789 0123456789</style></select>",
      "<div><select></div><style><option>0123456789 0123456789</style></select>",
      "<svg><style><path d='0123456789 0123456789'></style></svg>",
      "<svg><foreignObject><div></svg><style>" + filler + "</style></div></foreignObject>" +
          "<style><path d='0123456789 0123456789'></style>",
      "<svg><![CDATA[ > </svg><script>" + filler + "</script> ]]></svg>",
      "<svg><p><title>A <!-- " + filler + " --></title>",
      "<math><mi><style>" + filler + "</style></mi></math>",
      "<frameset><style><frame name='0123456789 0123456789'></style></frameset>",
      "<plaintext><script>" + filler + "</script>",
      "<script>" + filler,
      "<!-- " + filler,
      "<noscript><style>" + filler + "</style><img src=x></noscript>",
      "<table><script>" + filler + "</script><tr><td>x<!-- " + filler + " -->y</table>",
      "<template><script>" + filler + "</script></template><i>x</i>"};
  for (const auto& page : pages) {
    INFO(page);
    const auto whole = parse_html(page, {}, HiddenText::read, LongTexts::parse);
    const auto shorter = parse_html(page, {}, HiddenText::leave_out);
    REQUIRE(whole);
    REQUIRE(shorter);
    CHECK(visible_tree(*shorter) == visible_tree(*whole));
  }
}

TEST_CASE("texts that are set aside come back where they stood", "[html]") {
  const std::string text = "Sparse matrices for the patient reader";
  const std::vector<std::string> pages{
      "<p>" + text + "<b>" + text + "</b> tail " + text,
      "<p>  \n " + text + "  \n  <p>" + text,
      "<pre>\n\n" + text + "\n" + text + "</pre>",
      "<p>one\r\ntwo and three and four\rfive and six\r\n\r\nseven\r<p>" + text + "\r",
      "<p>" + text + " &amp; " + text + " &eacutee " + text + "&#65" + text + "&#0; " + text,
      "<p>" + text + "&" + text + "&ampersand " + text + "&notit; " + text,
      "<table>" + text + "<tr>" + text + "<td>" + text + "</table>" + text,
      "<table><colgroup> " + text + "<col>&#32;   " + text + "</table>",
      "<table> &#32; " + text + "<tr><td>x</table>",
      text + "<html><head>" + text + "<title>" + text + "</title></head>" + text,
      "<head><noscript> " + text + "</noscript></head>",
      "<frameset> " + text + "<frame></frameset> " + text,
      "<select>" + text + "<option>" + text + "</select>" + text,
      "<svg><title>" + text + "</title><p>" + text + "<![CDATA[" + text + "]]></svg>" + text,
      "<math><mi>" + text + "</mi></math>" + text,
      "<textarea>" + text + "</textarea><title>" + text + "</title><xmp>" + text + "</xmp>",
      "<form>" + text + "</form>" + text + "<a>" + text + "<a>" + text + "<b>" + text + "</a>",
      "<p>3 < 4 and five is more, <3 hearts and more of them, </ no tag and this <!x " + text,
      "<template>" + text + "</template>" + text + "<plaintext>" + text + "<p>" + text,
      "<p>" + text + std::string(1, '\0') + text + "\x01" + text + "\xC2\x85" + text,
      "<p>Non-characters \xEF\xB7\x90 and \xEF\xBF\xBE and \xF0\x9F\xBF\xBF among " + text,
      "<p>&#x10E000;&#x10E000; " + text + " &#1105920;",
      "<p>\xF4\x8E\x80\x80\xF4\x8E\x80\x80 " + text,
      "<p>\x02 &#x10FF02; " + text,
      "<body><p>" + text + "</body>" + text + "</html> " + text,
      "<p>\xC3\xA9t\xC3\xA9 \xE8\xAE\xBA\xE6\x96\x87 \xF0\x9D\x92\x9C and so on, " + text};
  for (const auto& page : pages) {
    INFO(page);
    const auto parsed = parse_html(page, {}, HiddenText::read, LongTexts::parse);
    const auto set_aside = parse_html(page);
    REQUIRE(parsed);
    REQUIRE(set_aside);
    CHECK(visible_tree(*set_aside) == visible_tree(*parsed));
  }
}

TEST_CASE("more texts than there are stand-ins' characters come back", "[html]") {
  std::string page;
  for (int i = 0; i < 10'000; ++i) page += "<p>The paragraph that has number " + std::to_string(i);
  const auto tree = parse_html(page);
  REQUIRE(tree);
  CHECK(rendered_text(*tree, {0}).ends_with("The paragraph that has number 9999"));
  CHECK(visible_tree(*tree) ==
        visible_tree(*parse_html(page, {}, HiddenText::read, LongTexts::parse)));
}

TEST_CASE("the text of scripts and styles is left out where that is asked for", "[html]") {
  const auto tree =
      parse_html("<p>a<script>var answer = 42; // yes</script>b", {}, HiddenText::leave_out);
  REQUIRE(tree);
  CHECK(first(*tree, "script:empty") != no_node);
}
