// SPDX-License-Identifier: MIT
#include "extract/xml.hpp"

#include "extract/text.hpp"
#include "extract/xml_tidy.hpp"
#include "extract/xpath.hpp"
#include "support/catch.hpp"

using namespace paperwatch;

namespace {

std::string text_of(std::string_view xml) {
  const auto tree = parse_xml(xml);
  REQUIRE(tree);
  return rendered_text(*tree, {0});
}

std::vector<std::string> find(const Tree& tree, std::string_view expression, NodeId context = 0) {
  XPath::Fault fault;
  const auto xpath = XPath::parse(expression, fault);
  REQUIRE(xpath);
  auto page = XPathPage::build(tree);
  REQUIRE(page);
  const auto answer = (*page)->evaluate(*xpath, context);
  std::vector<std::string> out;
  if (answer.value) out.push_back(*answer.value);
  for (const auto& item : answer.items)
    out.push_back(item.is_element ? rendered_text(tree, {item.node}) : item.text);
  return out;
}

}  // namespace

TEST_CASE("XML is read as pages in the wild write it", "[xml]") {
  struct Case {
    std::string xml, text;
  };
  const auto row = GENERATE(values<Case>({
      {"<a>x &ouml; y</a>", "x ö y"},               // entities of HTML without a DTD
      {"<a>&hellip;&nbsp;&alpha;</a>", "… α"},      //
      {"<a>&nosuch; stays</a>", "&nosuch; stays"},  //
      {"<a>R&D at AT&T; &amp; more</a>", "R&D at AT&T; & more"},
      {"<a>&#228;&#xe4;</a>", "ää"},                        //
      {"<a>x&#0;y&#x1F;z&#xFFFE;</a>", "xyz"},              // what XML forbids is dropped
      {"<a>x\x0by\x1f</a>", "xy"},                          //
      {"<a>p <0.001 and n < 5</a>", "p <0.001 and n < 5"},  // a < that opens nothing
      {"<a><![CDATA[<b>&amp;</b>]]></a>", "<b>&amp;</b>"},  // CDATA is text
      {"<a>one<![CDATA[ two]]> three</a>", "one two three"},
      {"\n\n<?xml version='1.0'?><a>x</a>", "x"},  // blank lines before the prolog
      {"<!DOCTYPE a SYSTEM 'x.dtd'><a>x</a>", "x"},
      {"<!DOCTYPE a [<!ENTITY lol 'ha'>]><a>&lol;</a>", "&lol;"},  // no expansion, no laughs
      {"<a>x<!-- & < -->y</a>", "xy"},
      {"<a>&lt;i&gt;</a>", "<i>"},
      {"<t><i>E. coli</i> grows</t>", "E. coli grows"},  // white space between elements stays
  }));
  CAPTURE(row.xml);
  CHECK(text_of(row.xml) == row.text);
}

TEST_CASE("the tree of an XML page is whole", "[xml]") {
  const auto tree = parse_xml("<r a='1'><dc:x b='&ouml;'>t<y/>u</dc:x><z/></r>");
  REQUIRE(tree);
  CHECK_FALSE(tree->is_html);
  REQUIRE(tree->nodes.size() == 7);
  CHECK(tree->name(2) == "dc:x");
  CHECK(*tree->attribute(2, "b") == "ö");
  CHECK((*tree)[1].end == 7);
  CHECK((*tree)[2].end == 6);
  CHECK((*tree)[2].next == 6);
  CHECK((*tree)[6].previous == 2);
  CHECK((*tree)[4].parent == 2);
  CHECK((*tree)[0].end == 7);
}

TEST_CASE("what is no XML says so", "[xml]") {
  CHECK(parse_xml("<a><b></a>").error().code == "no_content");
  CHECK(parse_xml("   ").error().code == "no_content");
  CHECK(parse_xml("plain words").error().code == "no_content");
  CHECK(parse_xml("<a><b>half of").error().code == "truncated");
  CHECK(parse_xml("<a>" + std::string(5, '\n') + "<b></c></a>").error().message.find("line 6") !=
        std::string::npos);
}

TEST_CASE("an XML page beyond the budget is refused by count", "[xml]") {
  std::string deep;
  for (int i = 0; i < 600; ++i) deep += "<a>";
  for (int i = 0; i < 600; ++i) deep += "</a>";
  CHECK(parse_xml(deep).error().code == "too_complex");

  ParseBudget small;
  small.max_nodes = 10;
  CHECK(parse_xml("<a><b/><b/><b/><b/><b/><b/><b/><b/><b/><b/></a>", small).error().code ==
        "too_complex");
  small.max_bytes = 10;
  CHECK(parse_xml("<a>0123456789</a>", small).error().code == "too_large");
}

TEST_CASE("XPath finds elements, attributes, texts and values", "[xpath]") {
  const auto tree = parse_xml(
      "<r xmlns:dc='urn:dc'><p id='1'><t>One <i>x</i></t><dc:d>d1</dc:d></p><p "
      "id='2'><t>Two</t></p><q><p id='3'/></q></r>");
  REQUIRE(tree);
  using Texts = std::vector<std::string>;
  CHECK(find(*tree, "//t") == Texts{"One x", "Two"});
  CHECK(find(*tree, "//p/@id") == Texts{"1", "2", "3"});
  CHECK(find(*tree, "//t/text()") == Texts{"One ", "Two"});
  CHECK(find(*tree, "//t | //@id") == Texts{"1", "One x", "2", "Two", "3"});
  CHECK(find(*tree, "string(//p[2])") == Texts{"Two"});
  CHECK(find(*tree, "count(//p)") == Texts{"3"});
  CHECK(find(*tree, "//dc:d") == Texts{"d1"});
  CHECK(find(*tree, "//*[local-name()='d']") == Texts{"d1"});
  CHECK(find(*tree, "//p[3]").empty());
  CHECK(find(*tree, "(//p)[3]/@id") == Texts{"3"});
}

TEST_CASE("XPath that cannot be says where", "[xpath]") {
  XPath::Fault fault;
  CHECK_FALSE(XPath::parse("//a[", fault));
  CHECK(fault.offset == 4);
  CHECK_FALSE(fault.message.empty());
}

TEST_CASE("XPath refuses pages of more than 200,000 nodes", "[xpath]") {
  std::string many = "<r>";
  for (std::size_t i = 0; i < XPathPage::max_nodes; ++i) many += "<a/>";
  many += "</r>";
  const auto tree = parse_xml(many);
  REQUIRE(tree);
  CHECK(XPathPage::build(*tree).error().code == "too_complex");
}
