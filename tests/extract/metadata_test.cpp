// SPDX-License-Identifier: MIT
// `use:`: what pages tell machines of their papers.
#include "extract/bibtex.hpp"
#include "extract/metadata_readers.hpp"
#include "extract/rules_support.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

ExtractRules using_(std::vector<Metadata> use, std::string record = "li",
                    Fields2 fields = {{"title", rule(css("b"))}}) {
  ExtractRules out = rules(css(std::move(record)), std::move(fields));
  out.use = std::move(use);
  return out;
}

std::string field(const Listing& listing, std::size_t record, std::string_view name) {
  REQUIRE(record < listing.records.size());
  return std::string(text_of(listing.records[record].fields, name));
}

Texts list(const Listing& listing, std::size_t record, std::string_view name) {
  REQUIRE(record < listing.records.size());
  return list_of(listing.records[record].fields, name);
}

constexpr const char* coins_list =
    R"(<ul><li><b>On blanks</b><span class="x Z3988" title="ctx_ver=Z39.88-2004&amp;rft_val_fmt=info%3Aofi%2Ffmt%3Akev%3Amtx%3Ajournal&amp;rft.genre=article&amp;rft.atitle=About+blanks&amp;rft.jtitle=J.+of+Caf%C3%A9s&amp;rft.date=2024-03&amp;rft.au=Lee%2C+Ann&amp;rft.au=Bo+Hu&amp;rft_id=info%3Adoi%2F10.1000%2FABC"></span></li>
<li><b>No metadata</b></li></ul>)";

}  // namespace

TEST_CASE("COinS inside a record fill the fields that no rule gave", "[metadata]") {
  const auto listing = extract(using_({Metadata::coins}), coins_list);

  REQUIRE(listing.records.size() == 2);
  CHECK(field(listing, 0, "title") == "On blanks");  // the rule's
  CHECK(field(listing, 0, "venue") == "J. of Cafés");
  CHECK(field(listing, 0, "date") == "2024-03");
  CHECK(field(listing, 0, "doi") == "10.1000/ABC");
  CHECK(list(listing, 0, "authors") == Texts{"Ann Lee", "Bo Hu"});
  CHECK(listing.records[1].fields == Fields{{"title", std::string("No metadata")}});
}

TEST_CASE("what metadata gave is reported like what rules gave", "[metadata]") {
  ExtractRules written = using_({Metadata::coins});
  written.fields.emplace_back("venue", rule(css(".venue")));

  const auto listing = extract(written, coins_list);

  const auto found = [&](const char* name) {
    for (const FieldReport& report : listing.fields) {
      if (report.field == name) return report.found;
    }
    return std::size_t{99};
  };
  CHECK(found("title") == 2);
  CHECK(found("venue") == 1);
  CHECK(found("doi") == 1);
  CHECK_FALSE(warns(listing, "venue"));
}

TEST_CASE("without `use` a page's metadata is left alone", "[metadata]") {
  CHECK(extract(using_({}), coins_list).records[0].fields.size() == 1);
}

TEST_CASE("COinS of books, and of a first author named apart", "[metadata]") {
  const auto book = read_coins("rft.btitle=A+book&rft.aulast=Lee&rft.aufirst=Ann&rft.au=Hu,+Bo");
  CHECK(book.at("title") == Texts{"A book"});
  CHECK(book.at("authors") == Texts{"Ann Lee", "Bo Hu"});
  const auto chapter = read_coins("rft.atitle=Part&rft.btitle=Whole&rft_id=https://l.example/p");
  CHECK(chapter.at("title") == Texts{"Part"});
  CHECK(chapter.at("venue") == Texts{"Whole"});
  CHECK(chapter.at("url") == Texts{"https://l.example/p"});
}

TEST_CASE("citation tags describe the page that is one record", "[metadata]") {
  const std::string page =
      R"(<html><head><meta name="citation_title" content="Sparse &amp; dense">
<meta name="citation_author" content="Lee, Ann"><meta name="citation_author" content="Bo Hu">
<meta name="citation_publication_date" content="2023/05/02"><meta name="citation_doi" content="doi:10.1000/X">
<meta name="citation_pdf_url" content="/pdf/1"><meta name="citation_arxiv_id" content="2305.01234v2">
<meta name="citation_keywords" content="graphs; blanks"><meta name="viewport" content="x">
</head><body><main>Text</main></body></html>)";
  for (const char* record : {"html", "main"}) {
    const auto listing = extract(using_({Metadata::meta}, record, {}), page);
    CHECK(field(listing, 0, "title") == "Sparse & dense");
    CHECK(list(listing, 0, "authors") == Texts{"Ann Lee", "Bo Hu"});
    CHECK(field(listing, 0, "date") == "2023-05-02");
    CHECK(field(listing, 0, "doi") == "10.1000/X");
    CHECK(field(listing, 0, "pdf") == "https://l.example/pdf/1");
    CHECK(field(listing, 0, "arxiv_id") == "2305.01234");
    CHECK(number_of(listing.records[0].fields, "version") == 2);
    CHECK(list(listing, 0, "subjects") == Texts{"graphs", "blanks"});
  }
}

TEST_CASE("JSON-LD of the whole page reaches the records that it is about", "[metadata]") {
  const std::string page =
      R"(<script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
 {"@type": "WebPage", "name": "List"}, {"@id": "#lee", "@type": "Person", "givenName": "Ann", "familyName": "Lee"},
 {"@type": "ItemList", "itemListElement": [
  {"@type": "ListItem", "item": {"@type": "ScholarlyArticle", "headline": "Known by its address", "url": "/p/1",
    "author": [{"@id": "#lee"}, {"name": "Hu, Bo"}, "Cy Po"], "datePublished": "2024-01-05", "keywords": "a, b",
    "isPartOf": {"@type": "PublicationIssue", "isPartOf": {"@type": "Periodical", "name": "J. Lists"}},
    "citation": [{"@type": "ScholarlyArticle", "name": "Cited by the first paper", "url": "/p/3"}]}},
  {"@type": "ListItem", "item": {"@type": ["Article"], "name": "Known by its own title", "description": "<p>One &amp; two.</p>",
    "identifier": {"@type": "PropertyValue", "propertyID": "doi", "value": "10.1000/two"}}},
  {"@type": "ListItem", "item": {"@type": "Article", "name": "Editorial", "datePublished": "2020"}}]}]}</script>
<ul><li><b>Another title altogether</b><a href="/p/1">x</a></li><li><b>Known by its own title</b></li>
<li><b>Editorial</b></li><li><b>Cited by the first paper</b></li></ul>)";
  const auto listing =
      extract(using_({Metadata::json_ld}, "li",
                     {{"title", rule(css("b"))}, {"url", rule(css("a::attr(href)"))}}),
              page);

  REQUIRE(listing.records.size() == 4);
  CHECK(list(listing, 0, "authors") == Texts{"Ann Lee", "Bo Hu", "Cy Po"});
  CHECK(field(listing, 0, "venue") == "J. Lists");
  CHECK(field(listing, 0, "date") == "2024-01-05");
  CHECK(list(listing, 0, "subjects") == Texts{"a", "b"});
  CHECK(field(listing, 1, "doi") == "10.1000/two");
  CHECK(field(listing, 1, "abstract") == "One & two.");
  CHECK(listing.records[2].fields.size() == 1);  // a title of one word tells no paper apart
  CHECK(listing.records[3].fields.size() == 1);  // cited, not listed
}

TEST_CASE("where several works could be meant, none is taken", "[metadata]") {
  const auto with = [](const std::string& second) {
    return R"(<script type="application/ld+json">[
{"@type": "Article", "name": "One and the same", "datePublished": "2020", "doi": "10.1000/a"},
{"@type": "Article", "name": "One and the same", "datePublished": ")" +
           second +
           R"("}]</script><ul><li><b>One and the same</b><i>10.1000/b</i></li><li><b>Other</b></li></ul>)";
  };
  const auto date = [](const ExtractRules& written, const std::string& page) {
    return field(extract(written, page), 0, "date");
  };
  CHECK(date(using_({Metadata::json_ld}), with("2021")).empty());
  // A DOI that differs rules the first one out.
  const auto by_doi =
      using_({Metadata::json_ld}, "li", {{"title", rule(css("b"))}, {"doi", rule(css("i"))}});
  CHECK(date(by_doi, with("2021")) == "2021");
}

TEST_CASE("the order of `use` says what is asked first", "[metadata]") {
  const std::string page =
      R"(<ul><li><b>T</b><span class=Z3988 title="rft.date=2001"></span>
<script type="application/ld+json">{"@type": "Article", "datePublished": "2002", "name": "x"}</script></li></ul>)";
  CHECK(field(extract(using_({Metadata::coins, Metadata::json_ld}), page), 0, "date") == "2001");
  CHECK(field(extract(using_({Metadata::json_ld, Metadata::coins}), page), 0, "date") == "2002");
}

TEST_CASE("hidden BibTeX in a record is read wherever it hides", "[metadata]") {
  const std::string entry =
      "@inproceedings{lee24, title = {On {B}lanks}, author = \"Lee, Ann and Hu, Bo\","
      " booktitle = {Proc. Blanks}, year = 2024, month = mar}";
  for (const std::string& hidden :
       {"<pre class=hidden>" + entry + "</pre>",
        "<script type='text/x-bibtex'>" + entry + "</script>", "<textarea>" + entry + "</textarea>",
        "<div>Cite: <span>@</span>" + entry.substr(1) + "</div>",
        "<button data-clipboard-text='" + entry + "'>copy</button>"}) {
    CAPTURE(hidden);
    const auto listing = extract(using_({Metadata::bibtex}), "<ul><li><b>On blanks</b>" + hidden +
                                                                 "</li><li><b>x</b></li></ul>");
    CHECK(list(listing, 0, "authors") == Texts{"Ann Lee", "Bo Hu"});
    CHECK(field(listing, 0, "venue") == "Proc. Blanks");
    CHECK(field(listing, 0, "date") == "2024-03");
    CHECK(listing.records[1].fields.size() == 1);
  }
}

TEST_CASE("BibTeX: braces, quotes, joins, and what is no entry", "[metadata]") {
  const auto entries = parse_bibtex(
      "mail a@b.example {x}, @comment{no} @Article{k1, title = {A {nested} one}, note = \"with "
      "\"#jan#{ more} ,}"
      "@book(k2, title=\"In \"\"?\") @misc{cut, title = {never closed");
  REQUIRE(entries.size() == 1);
  CHECK(entries[0].type == "article");
  CHECK(entries[0].key == "k1");
  CHECK(entries[0].fields.at("title") == "A {nested} one");
  CHECK(entries[0].fields.at("note") == "with jan more");
  CHECK(parse_bibtex("@book(k2, title={In})").size() == 1);
  CHECK(read_bibtex("@string{x = {title}} @misc{k, note = {no title}}").empty());
  CHECK(read_bibtex("@misc{k, title={T}, author={{The A, B Group} and Lee, Jr, Ann and others}}")
            .at(0)
            .at("authors") == Texts{"The A, B Group", "Ann Lee Jr"});
}

TEST_CASE("TeX in BibTeX becomes the text it prints", "[metadata]") {
  const std::pair<const char*, const char*> cases[] = {
      {R"(G{\"o}del)", "Gödel"},
      {R"(G\"odel and Erd\H{o}s)", "Gödel and Erdős"},
      {R"(na\"{\i}ve)", "naïve"},
      {R"(Ho\v{r}ava \v Cech)", "Hořava Čech"},
      {R"(\O{}re, \L ukasz, Stra\ss e)", "Øre, Łukasz, Straße"},
      {R"(Fran\c{c}ois \& Co., 50\%)", "François & Co., 50%"},
      {R"(pages 1--2 --- ``so''~it)", "pages 1–2 — “so” it"},
      {R"(\emph{Deep} {CNN}s for $\alpha_{1}$)", "Deep CNNs for $\\alpha_{1}$"},
      {R"(trailing \)", "trailing"},
      {R"(\'{)", ""},
  };
  for (const auto& [tex, text] : cases) {
    CAPTURE(tex);
    CHECK(text_of_tex(tex) == text);
  }
}

TEST_CASE("broken metadata gives nothing and harms nothing", "[metadata]") {
  const auto listing =
      extract(using_({Metadata::json_ld, Metadata::coins, Metadata::bibtex, Metadata::meta}),
              R"(<ul><li><b>T</b><script type="application/ld+json">{"@type": "Article", </script>
<script type="application/ld+json">[1, null, {"@type": 7, "author": 3}, {"@type": "Article"}]</script>
<span class=Z3988></span><span class=Z3988 title="%%%&=&rft.date=%FF">@article{x, title = {</span></li></ul>)");
  CHECK(field(listing, 0, "title") == "T");
}

TEST_CASE("metadata may give what a record must have", "[metadata]") {
  ExtractRules written = using_({Metadata::coins}, "li", {});
  written.require = std::nullopt;
  const auto listing = extract(written, coins_list);
  REQUIRE(listing.records.size() == 1);
  CHECK(field(listing, 0, "title") == "About blanks");
  written.require = Texts{"title", "doi"};
  CHECK(extract(written, coins_list).records.size() == 1);
  written.require = Texts{"label"};
  CHECK(faults_of(written).size() == 1);
}

TEST_CASE("`use` is for web pages: elsewhere it is a fault that says so", "[metadata]") {
  for (const Format format : {Format::json, Format::xml, Format::feed}) {
    ExtractRules written = using_({Metadata::meta});
    if (format == Format::json)
      written = rules(pointer("/items"), {{"title", rule(pointer("/t"))}});
    written.use = {Metadata::meta};
    written.format = format;
    const auto faults = faults_of(written);
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].message.find("`use` reads what web pages carry") == 0);
  }
}
