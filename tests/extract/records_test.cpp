// SPDX-License-Identifier: MIT
#include "extract/rules_support.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

TEST_CASE("a field is looked up inside its own record, so columns cannot slip", "[records]") {
  const auto listing =
      extract(rules(css("li.paper"), {{"title", rule(css("a"))}, {"authors", rule(css("i"))}}),
              "<ul><li class=paper><a href=/1>One</a><i>Ann</i></li>"
              "<li class=paper><a href=/2>Two</a></li>"
              "<li class=paper><a href=/3>Three</a><i>Cy</i></li></ul>");
  REQUIRE(listing.records.size() == 3);
  CHECK(texts(listing, "title") == Texts{"One", "Two", "Three"});
  CHECK(list_of(listing.records[0].fields, "authors") == Texts{"Ann"});
  CHECK_FALSE(listing.records[1].fields.contains("authors"));
  CHECK(list_of(listing.records[2].fields, "authors") == Texts{"Cy"});
}

TEST_CASE("what stands left of a combinator may lie outside the record", "[records]") {
  const auto page = "<div class=list><p><b>x</b></p></div>";
  CHECK(texts(extract(rules(css("p"), {{"title", rule(css(".list b"))}}), page), "title") ==
        Texts{"x"});
  CHECK(texts(extract(rules(css("p"), {{"title", rule(css(":scope > b"))}}), page), "title") ==
        Texts{"x"});
  CHECK(texts(extract(rules(css("p"), {{"title", rule(css("p"))}}), page), "title") == Texts{"x"});
}

TEST_CASE("span: siblings makes a record run on to the next one", "[records]") {
  ExtractRules rules_ = rules(css("dl > dt"), {{"title", rule(css(".t"))},
                                               {"authors", rule(css("dd:nth-of-type(2n) i"))},
                                               {"label", rule(css(":scope"))}});
  rules_.fields[1].second.all = true;
  rules_.span_siblings = true;
  const auto listing = extract(rules_,
                               "<dl><dt>[1]</dt><dd class=t>One</dd><dd><i>A</i><i>B</i></dd>"
                               "<dt>[2]</dt><dd class=t>Two</dd><dd><i>C</i></dd></dl>");
  REQUIRE(listing.records.size() == 2);
  CHECK(texts(listing, "title") == Texts{"One", "Two"});
  CHECK(texts(listing, "label") == Texts{"[1]", "[2]"});
  CHECK(list_of(listing.records[0].fields, "authors") == Texts{"A", "B"});
  CHECK(list_of(listing.records[1].fields, "authors") == Texts{"C"});
}

TEST_CASE("a record inside a record is one of its own", "[records]") {
  const auto listing =
      extract(rules(css("li"), {{"title", rule(css("b"))}, {"text", rule(css(":scope"))}}),
              "<ul><li><b>Outer</b> o<ul><li><b>Inner</b> i</li></ul></li></ul>");
  CHECK(texts(listing, "title") == Texts{"Outer", "Inner"});
  CHECK(texts(listing, "text") == Texts{"Outer o", "Inner i"});
}

TEST_CASE("record: match keeps only elements whose text matches", "[records]") {
  ExtractRules rules_ = rules(css("p"), {{"title", rule(css("b"))}});
  rules_.record.match = re(R"(\(\d{4}\))");
  const auto listing = extract(rules_, "<p><b>One</b> (2025)</p><p><b>Contact</b></p>");
  CHECK(texts(listing, "title") == Texts{"One"});
  CHECK(listing.elements == 1);
}

TEST_CASE("the nearest heading before a record is its section", "[records]") {
  ExtractRules rules_ = rules(css("li"), {{"title", rule(css("b"))}});
  rules_.section = SectionRule{css("h3"), std::nullopt, std::nullopt};
  const std::string page =
      "<li><b>0</b></li><h3>New <i>work</i></h3><ul><li><b>1</b></li></ul><div><h3>Old "
      "work</h3></div><ul><li><b>2</b></li></ul>";

  SECTION("its whole text") {
    CHECK(texts(extract(rules_, page), "section") == Texts{"", "New work", "Old work"});
  }
  SECTION("or what `match` takes of it") {
    rules_.section->match = re(R"(^(\w+))");
    CHECK(texts(extract(rules_, page), "section") == Texts{"", "New", "Old"});
  }
  SECTION("and `keep` leaves out the others") {
    rules_.section->keep = re("^New");
    const auto listing = extract(rules_, page);
    CHECK(texts(listing, "title") == Texts{"1"});
    CHECK(listing.elements == 1);
    CHECK(listing.sections_filtered);
  }
}

TEST_CASE("an element without what is required is no record, but counted and told", "[records]") {
  ExtractRules rules_ =
      rules(css("p"), {{"title", rule(css("b"))}, {"url", rule(css("a::attr(href)"))}});
  rules_.require = std::nullopt;
  const std::string page = "<p><b>One</b><a href=/1>x</a></p><p><b>No link</b></p><p>news</p>";

  SECTION("title and a key by default") {
    const auto listing = extract(rules_, page);
    CHECK(listing.records.size() == 1);
    CHECK(listing.elements == 3);
    CHECK(listing.incomplete == 2);
    CHECK(warns(listing, "1 of 3 record elements have no title"));
    CHECK(warns(listing, "2 of 3 record elements have no url, doi or arxiv_id"));
  }
  SECTION("a custom key will do") {
    rules_.key_from = {"label"};
    rules_.fields.emplace_back("label", rule(css("b")));
    CHECK(extract(rules_, page).records.size() == 2);
  }
  SECTION("`require` says otherwise") {
    rules_.require = Texts{"title"};
    CHECK(extract(rules_, page).records.size() == 2);
  }
}

TEST_CASE("links start from <base href>, itself relative to the page", "[records]") {
  const auto links = [](const std::string& head) {
    return texts(
        extract(rules(css("li"), {{"url", rule(css("a::attr(href)"))}}),
                head + "<ul><li><a href='/sub/p-7'></a><li><a href=p-8></a><li><a href=./p-9></a>"
                       "<li><a href='?id=1&amp;x=2'></a><li><a href=//cdn.example/p></a>"
                       "<li><a href=' p\n10 '></a></ul>"),
        "url");
  };
  CHECK(links("<base href='https://l.example'>") ==
        Texts{"https://l.example/sub/p-7", "https://l.example/p-8", "https://l.example/p-9",
              "https://l.example/?id=1&x=2", "https://cdn.example/p", "https://l.example/p10"});
  CHECK(links("") == Texts{"https://l.example/sub/p-7", "https://l.example/list/p-8",
                           "https://l.example/list/p-9", "https://l.example/list/?id=1&x=2",
                           "https://cdn.example/p", "https://l.example/list/p10"});
  CHECK(links("<base target=_blank><base href=/x/>")[1] == "https://l.example/x/p-8");
}

TEST_CASE("the first selector of a list that gives a value wins, and the listing says which",
          "[records]") {
  FieldRule url = rule(css("a::attr(data-href)"));
  url.select.push_back(css("a::attr(href)"));
  const auto listing =
      extract(rules(css("li"), {{"url", url}}),
              "<ul><li><a data-href=/1 href='javascript:void(0)'></a>"
              "<li><a href=/2></a><li><a data-href='javascript:0' href=/3></a></ul>");
  CHECK(texts(listing, "url") ==
        Texts{"https://l.example/1", "https://l.example/2", "https://l.example/3"});
  REQUIRE(listing.fields.size() == 1);
  CHECK(listing.fields[0].found == 3);
  CHECK(listing.fields[0].winners == std::vector<std::size_t>{1, 2});
  CHECK(listing.fields[0].unreadable == Texts{"javascript:0"});
}

TEST_CASE("remove leaves elements out of a text, never the element itself", "[records]") {
  FieldRule title = rule(css("h1"));
  title.remove = {css(".label"), css("h1")};
  CHECK(texts(extract(rules(css("div"), {{"title", title}}),
                      "<div><h1><span class=label>Title:</span> On x</h1></div>"),
              "title") == Texts{"On x"});
}

TEST_CASE("XPath works on HTML, and what leaves the record is cut to it", "[records]") {
  const std::string page =
      "<div id=a><P><b>One</b> x <i>y</i> z</P></div><div id=b><p><b>Two</b></p></div>";
  const auto give = [&](const std::string& expression) {
    return texts(extract(rules(xpath("//p"), {{"text", rule(xpath(expression))}}), page), "text");
  };
  CHECK(give("b") == Texts{"One", "Two"});
  CHECK(give("//b") == Texts{"One", "Two"});
  CHECK(give("../@id") == Texts{"", ""});
  CHECK(give("text()[1]") == Texts{"x", ""});
  CHECK(give("b | i") == Texts{"One", "Two"});
  CHECK(give("string(b)") == Texts{"One", "Two"});
  CHECK(give("following::b") == Texts{"", ""});
}

TEST_CASE("XPath is evaluated on each element of a spanning record in turn", "[records]") {
  ExtractRules rules_ = rules(xpath("//dt"), {{"title", rule(xpath("self::dd[@class='t']"))},
                                              {"who", rule(xpath(".//i"))}});
  rules_.span_siblings = true;
  const auto listing =
      extract(rules_, "<dl><dt>1<dd class=t>One<dd><i>Ann</i><dt>2<dd class=t>Two</dl>");
  CHECK(texts(listing, "title") == Texts{"One", "Two"});
  CHECK(texts(listing, "who") == Texts{"Ann", ""});
}

TEST_CASE("XPath refuses a page of too many nodes", "[records]") {
  std::string page;
  for (int i = 0; i < 100'001; ++i) page += "<p>x</p>";
  CHECK(try_extract(rules(xpath("//p"), {{"title", rule(css("p"))}}), page).error().code ==
        "too_complex");
}

TEST_CASE("a count is read with the words around it", "[listing]") {
  ExtractRules rules_ = rules(css("li"), {{"title", rule(css("b"))}});
  rules_.count = rule(css(".n"));
  rules_.count->match = re(R"((?:At least )?[\d,]+ records)");
  const auto listing =
      extract(rules_, "<p class=n>Page 5: At least 1,091 records, sorted</p><ul><li><b>x</b></ul>");
  CHECK(listing.count == Count{CountKind::at_least, 1091});
  CHECK(listing.count_text == "At least 1,091 records");
  CHECK_FALSE(extract(rules_, "<ul><li><b>x</b></ul>").count);
}

TEST_CASE("the next page is a link, or the cursor of a template", "[listing]") {
  const ExtractRules rules_ = rules(css("li"), {{"title", rule(css("b"))}});
  PagesRules pages;
  pages.next = rule(css("a[rel=next]"));
  const std::string page = "<ul><li><b>x</b></ul><a rel=next href='?page=2&amp;n=5'>next</a>";
  CHECK(extract(rules_, page, pages).next == "https://l.example/list/?page=2&n=5");
  pages.next = rule(xpath("//a/@href"));
  CHECK(extract(rules_, page, pages).next == "https://l.example/list/?page=2&n=5");
  pages.next = rule(css("a[rel=next]"));
  pages.url_template = "https://l.example/?cursor={next}";
  CHECK(extract(rules_, page, pages).next == "next");
  pages.url_template.clear();
  CHECK_FALSE(extract(rules_, "<ul><li><b>x</b></ul>", pages).next);
  const auto bad =
      extract(rules_, "<ul><li><b>x</b></ul><a rel=next href='javascript:go()'>", pages);
  CHECK_FALSE(bad.next);
  CHECK(warns(bad, "javascript:go()"));
}

TEST_CASE("an empty listing says so by an element or a text, and only without records",
          "[listing]") {
  ExtractRules rules_ = rules(css("li"), {{"title", rule(css("b"))}});
  rules_.empty = EmptyRule{std::nullopt, "No updates today."};
  CHECK(extract(rules_, "<p>No   updates\ntoday.</p>").empty_marker);
  CHECK(extract(rules_, "<p>No   updates\ntoday.</p>").warnings.empty());
  CHECK_FALSE(extract(rules_, "<p>Nothing</p>").empty_marker);
  CHECK_FALSE(extract(rules_, "<p>No updates today.</p><ul><li><b>x</b></ul>").empty_marker);
  rules_.empty = EmptyRule{css(".none"), ""};
  CHECK(extract(rules_, "<p class=none></p>").empty_marker);
}

TEST_CASE("JSON records are read by pointers", "[json]") {
  FieldRule authors = rule(pointer("/author"));
  authors.each.select = {pointer("/given"), pointer("/family")};
  ExtractRules rules_ =
      rules(pointer("/message/items"), {{"title", rule(pointer("/title"))},
                                        {"authors", authors},
                                        {"year", rule(pointer("/issued/date-parts/0/0"))},
                                        {"keywords", rule(pointer("/tags/*/name"))},
                                        {"open", rule(pointer("/open"))}});
  rules_.count = rule(pointer("/message/total"));
  const auto listing = extract(rules_, R"({"message":{"total":454,"items":[
    {"title":["A &amp; <i>b</i>\n c"],"author":[{"given":"Ann","family":"Lee"},{"family":"Hu"}],
     "issued":{"date-parts":[[2025,3]]},"tags":[{"name":"x"},{"name":"y"}],"open":true},
    {"title":["B"],"author":null,"issued":{"date-parts":[[null]]}},
    {"title":[]}]}})");
  CHECK(listing.format == "json");
  CHECK(listing.elements == 3);
  CHECK(listing.incomplete == 1);
  CHECK(listing.count == Count{CountKind::exact, 454});
  REQUIRE(listing.records.size() == 2);
  CHECK(first_value(listing, "title") == Value("A &amp; <i>b</i> c"));
  CHECK(first_value(listing, "authors") == Value(Texts{"Ann Lee", "Hu"}));
  CHECK(first_value(listing, "year") == Value(std::int64_t{2025}));
  CHECK(first_value(listing, "keywords") == Value(Texts{"x", "y"}));
  CHECK(first_value(listing, "open") == Value("true"));
  CHECK(listing.records[1].fields.size() == 1);
}

TEST_CASE("JSON without records is empty by its count, or an error", "[json]") {
  ExtractRules rules_ = rules(pointer("/data"), {{"title", rule(pointer("/title"))}});
  rules_.count = rule(pointer("/total"));
  const auto empty = extract(rules_, R"({"total":0,"offset":0})");
  CHECK(empty.count == Count{CountKind::exact, 0});
  CHECK(empty.warnings.empty());
  const auto error = extract(rules_, R"({"error":"bad key"})");
  CHECK(error.is_error);
  CHECK(warns(error, "bad key"));
  CHECK(warns(extract(rules_, R"({"items":[]})"), "the page has /items"));
}

TEST_CASE("rules that find nothing are told what was near", "[warnings]") {
  const auto listing = extract(rules(css("li.papr"), {{"title", rule(css("b"))}}),
                               "<ul><li class='paper x'><b>x</b></ul>");
  CHECK(warns(listing, "'li.papr' matches nothing"));
  CHECK(warns(listing, "'paper'"));
}

TEST_CASE("fields that are empty everywhere, and values that cannot be read, are told",
          "[warnings]") {
  const auto listing = extract(
      rules(css("li"),
            {{"title", rule(css("b"))}, {"venue", rule(css(".v"))}, {"year", rule(css("i"))}}),
      "<ul><li><b>x</b><i>to appear</i><li><b>y</b><i>2020</i></ul>");
  CHECK(warns(listing, "field 'venue' is empty in all 2 records: '.v'"));
  CHECK(warns(listing, "such as 'to appear'"));
  CHECK(warns(
      extract(rules(css("li"), {{"url", rule(css("a"))}}), "<ul><li><a href=/1>Text</a></ul>"),
      "a::attr(href)"));
}

TEST_CASE("a page of another format says so", "[listing]") {
  ExtractRules rules_ = rules(pointer("/items"), {{"title", rule(pointer("/title"))}});
  CHECK(try_extract(rules_, "<!doctype html><title>Down</title>").error().message.find("'Down'") !=
        std::string::npos);
  CHECK(try_extract(rules_, "<!doctype html><title>Just a moment...</title>").error().code ==
        "blocked");
  CHECK(try_extract(rules_, "  ").error().code == "no_content");
  CHECK(
      try_extract(rules(css("li"), {{"title", rule(css("b"))}}), R"({"items":[]})").error().code ==
      "no_content");
}

TEST_CASE("an outline shows the first record, or the page", "[outline]") {
  const auto extractor = compiled(rules(css("li.p"), {{"title", rule(css("b"))}}));
  const auto with = extractor.outline(
      {"<ul><li class=p><b id=t>One</b><script>x</script></ul>", "https://l.example/", ""});
  REQUIRE(with);
  CHECK(*with == "li.p\n  b#t\n    \"One\"\n  script\n");
  const auto without = extractor.outline({"<p class='x y' title=T>One", "https://l.example/", ""});
  REQUIRE(without);
  CHECK(without->find("p.x.y [title=\"T\"]") != std::string::npos);
}
