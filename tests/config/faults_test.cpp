// SPDX-License-Identifier: MIT
#include "config/reading.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

struct Case {
  std::string what, text, at, says;  // `says`: part of the message and hint
};

void check(const std::vector<Case>& cases) {
  for (const auto& [what, text, at, says] : cases) {
    INFO(what);
    const auto loaded = parse_config(text, "t.yaml");
    INFO(rendered(loaded.faults));
    REQUIRE(loaded.faults.size() == 1);
    CHECK_FALSE(loaded.config.has_value());
    const auto& fault = loaded.faults.front();
    CHECK("t.yaml:" + at ==
          "t.yaml:" + std::to_string(fault.at.line) + ":" + std::to_string(fault.at.column));
    CHECK_THAT(render(fault), Catch::Matchers::Contains(says));
    CHECK_FALSE(fault.hint.empty());
  }
}

// A source of which line 6 is the record rule; columns are those of the line.
std::string record(const std::string& value) {
  return source_with("      fields: {title: h3, url: a}\n      record: " + value + "\n");
}
std::string with_source(const std::string& line) {
  return "sources:\n  - id: s\n    url: https://example.org/\n    template: feed\n    " + line +
         "\n";
}

}  // namespace

TEST_CASE("what YAML reads otherwise than a person is told with the advice to quote", "[config]") {
  check({
      {"a selector that is a comment", record("#results"), "6:15",
       "put it in quotes: record: \"#results\""},
      {"a selector cut by a comment", record("div #results"), "6:15", "record: \"div #results\""},
      {"an alias", record("*"), "6:15", "record: \"*\""},
      {"a named alias", record("*foo"), "6:15", "record: \"*foo\""},
      {"an anchor", record("&x"), "6:15", "quotes"},
      {"a tag", record("!x"), "6:15", "quotes"},
      {"an attribute selector", record("[data-x]"), "6:15", "quotes"},
      {"an attribute selector with a tail", record("[data-x]:not(p)"), "6:15",
       "record: \"[data-x]:not(p)\""},
      {"a map", record("{}"), "6:15", "write record"},
      {"the reserved @", record("@x"), "6:15", "record: \"@x\""},
      {"a block of text", record("> li"), "6:15", "record: \"> li\""},
      {"a list", record("[a, b]"), "6:15", "quotes"},
      {"a backslash in double quotes", record("\"a\\.b\""), "6:15",
       "single quotes: record: 'a\\.b'"},
      {"a comment inside braces", record("{select: #x}"), "6:24", "put it in quotes: \"#x\""},
      {"a list of one that is an attribute selector", record("{select: 'a', match: [x]}"), "6:36",
       "quotes"},
  });
}

TEST_CASE("a comment behind a value is a comment", "[config]") {
  CHECK(read(record("h3 # the heading")).sources[0].extract->record.select->text == "h3");
  CHECK(read(record("\"h3 #x\"   #another")).sources[0].extract->record.select->text == "h3 #x");
  CHECK(read(record("h3#x")).sources[0].extract->record.select->text == "h3#x");
}

TEST_CASE("a field's list of one attribute selector is told from a list of selectors", "[config]") {
  const auto fields = [](const std::string& title) {
    return source_with("      record: li\n      fields:\n        url: a\n        title: " + title +
                       "\n");
  };
  check({
      {"a known attribute", fields("{select: [href]}"), "8:25", "select: \"[href]\""},
      {"a data attribute", fields("{select: [data-title]}"), "8:25", "select: \"[data-title]\""},
      {"an attribute with a value", fields("{select: [rel=next]}"), "8:25",
       "select: \"[rel=next]\""},
      {"a field that is a list", fields("[data-x]"), "8:16", "title: \"[data-x]\""},
      {"a placeholder", fields("{…}"), "8:17", "stands for something left out"},
  });
  CHECK(read(fields("{select: [h3]}")).sources[0].extract->fields[1].second.select[0].text == "h3");
  CHECK(read(fields("{select: [.a]}")).sources[0].extract->fields[1].second.select[0].text == ".a");
}

TEST_CASE("duplicate keys are told with both lines", "[config]") {
  check({
      {"in a source", with_source("every: 1h\n    tags: [a]\n    every: 9h"), "7:5",
       "in line 5 and again in line 7"},
      {"in braces", "archive: {keep: 1d, keep: 2d}\n", "1:21", "'keep' is given twice: in line 1"},
      {"in a map of names",
       source_with("      record: li\n      fields: {title: a, url: b, title: c}\n"), "6:34",
       "twice"},
      {"at the top", "feeds: {}\narchive: {}\nfeeds: {}\n", "3:1", "in line 1 and again in line 3"},
  });
}

TEST_CASE("structure that cannot be meant is told in plain words", "[config]") {
  check({
      {"a missing blank alone", "name:Listing\n", "1:5", "write name: Listing"},
      {"a missing blank at the end", "feeds: {}\narchive:{keep: 1d}\n", "2:8",
       "write archive: {keep"},
      {"a missing blank in a source", with_source("title:Listing\n    every: 1h"), "5:10",
       "write title: Listing"},
      {"a tab before a list's dash", "sources:\n\t- {id: a, url: 'http://a.b', template: feed}\n",
       "2:1", "a tab"},
      {"a tab inside a line", "database:\tx.db\n", "1:10", "a tab"},
      {"a second document", "feeds: {}\n---\nsources: []\n", "2:1", "second document"},
      {"text behind the end", "feeds: {}\n...\nsources: []\n", "3:1", "second document"},
      {"bytes that are no UTF-8", "database: caf\xE9.db\n", "1:14", "byte 0xE9"},
      {"UTF-16",
       std::string("\xFF\xFE"
                   "a\0:\0",
                   6),
       "1:1", "UTF-16"},
      {"a control character", "database: a\x04.db\n", "1:12", "U+0004"},
      {"a quote that is never closed", "database: \"x.db\n", "1:11", "never closed"},
      {"a bad indentation", "fetch:\n  retries: 1\n   redirects: 2\n", "3:13", "cannot be read"},
      {"a list at the top", "- a\n", "1:1", "must be a map"},
      {"a list where a map belongs", "fetch: [1]\n", "1:8", "'fetch' must be a map"},
      {"a map where a list belongs", "sources: {id: a}\n", "1:10", "sources must be a list"},
      {"an anchor", "fetch: &f {retries: 1}\n", "1:8", "anchors"},
      {"a merge key", "fetch: {<<: {retries: 1}}\n", "1:9", "merge keys"},
      {"columns count characters", "queries: {c: 'ééé', 'é': a}\n", "1:21", "query's name"},
  });
}

TEST_CASE("an anchor that holds itself is told, not followed", "[config]") {
  const auto faults = faults_of("fetch: &x {headers: *x}\n");
  CHECK_THAT(faults, Catch::Matchers::Contains("anchors") && Catch::Matchers::Contains("aliases"));
}

TEST_CASE("a file may begin with a byte order mark, ---, and end lines as Windows does",
          "[config]") {
  CHECK(read("\xEF\xBB\xBF---\r\nfetch:\r\n  retries: 1\r\n").fetch.retries == 1);
  CHECK(read("# nothing but a comment\n").sources.empty());
  CHECK(read("").sources.empty());
}

TEST_CASE("unknown words come with what was likely meant", "[config]") {
  check({
      {"a key", with_source("evry: 1h"), "5:5", "did you mean 'every'?"},
      {"a key at the top", "source: []\n", "1:1", "did you mean 'sources'?"},
      {"a key of a rule",
       source_with("      record: li\n      fields: {url: a, title: {slect: b}}\n"), "6:32",
       "did you mean 'select'?"},
      {"a template", "sources: [{id: a, url: 'http://a.b', template: fede}]\n", "1:48",
       "did you mean 'feed'?"},
      {"a word", "fetch: {robots: obay}\n", "1:17", "did you mean 'obey'?"},
      {"a type of channel", "channels: {a: {type: mail}}\n", "1:22", "did you mean 'email'?"},
      {"a kind of event",
       "channels: {a: {type: log}}\nroutes: [{channel: a, kinds: [paper_gone]}]\n", "2:30",
       "known: "},
      {"a route's channel", "channels: {mail: {type: log}}\nroutes: [{channel: mial}]\n", "2:10",
       "did you mean 'mail'?"},
      {"a route's source",
       with_source("every: 1h") +
           "channels: {a: {type: log}}\nroutes: [{channel: a, sources: [t]}]\n",
       "7:10", "unknown source 't'"},
      {"a window", with_source("track: {window: week}"), "5:21", "write day"},
      {"a baseline", with_source("track: {baseline: loud}"), "5:23", "silent"},
      {"a way to stop", with_source("pages: {next: a, stop: nown}"), "5:28",
       "did you mean 'known'?"},
      {"a span",
       source_with("      record: li\n      span: sibling\n      fields: {title: a, url: b}\n"),
       "6:13", "did you mean 'siblings'?"},
      {"metadata",
       source_with("      record: li\n      use: [jsonld]\n      fields: {title: a, url: b}\n"),
       "6:12", "did you mean 'json-ld'?"},
  });
}

TEST_CASE("values of the wrong type or out of range", "[config]") {
  check({
      {"a duration without unit", "fetch: {timeout: 30}\n", "1:18", "30s"},
      {"a duration that is none", "fetch: {timeout: soon}\n", "1:18", "90s, 15m"},
      {"a duration too short", "fetch: {timeout: 0s}\n", "1:18", "too short"},
      {"no time to connect", "fetch: {connect_timeout: 0s}\n", "1:26", "too short"},
      {"no time for one source", with_source("timeout: 0s"), "5:14", "too short"},
      {"a size without unit", "fetch: {max_body: 16}\n", "1:19", "16MiB"},
      {"a size that is none", "fetch: {max_body: big}\n", "1:19", "512KiB"},
      {"an octal-looking number", "fetch: {retries: 010}\n", "1:18", "write 10"},
      {"an octal-looking duration", "fetch: {timeout: 030s}\n", "1:18", "begins with 0"},
      {"an octal-looking text", "queries: {a: 0123}\n", "1:14", "\"0123\""},
      {"a number that is text", "fetch: {retries: two}\n", "1:18", "whole number"},
      {"a number too large", "fetch: {retries: 21}\n", "1:18", "from 0 to 20"},
      {"a number beyond all bounds", "fetch: {retries: 99999999999999999999}\n", "1:18",
       "out of range"},
      {"a negative number", "feeds: {entries: -1}\n", "1:18", "out of range"},
      {"a flag that is none", with_source("enabled: yes"), "5:14", "true"},
      {"nothing", "fetch:\n  timeout:\n", "2:3", "timeout is empty"},
      {"a list for a text", "database: [a, b]\n", "1:11", "one text"},
      {"a list for a duration", "fetch: {timeout: [1s]}\n", "1:18", "one text"},
      {"a window of nothing", with_source("track: {window: 0}"), "5:21", "out of range"},
      {"a proxy without scheme", "fetch: {proxy: localhost}\n", "1:16", "scheme"},
      {"a header with a blank", "fetch: {headers: {'a b': c}}\n", "1:19", "header"},
      {"a header of two lines", "fetch: {headers: {a: \"b\\nc\"}}\n", "1:22", "one line"},
      {"an address to listen at", "serve: {listen: localhost}\n", "1:17", "127.0.0.1:8330"},
      {"a port too large", "serve: {listen: 'localhost:70000'}\n", "1:18", "port"},
      {"no address to listen at", "serve: {token: {env: PATH}}\n", "1:8", "listen"},
      {"a time zone", with_source("timezone: Europe/Zuerich"), "5:15", "Europe/Zurich"},
      {"an exception", with_source("expect: {except: sunday}"), "5:22", "weekend"},
      {"a folder for a file", with_source("cookies: ."), "5:14", "no file"},
      {"a file that is not there", with_source("cookies: no-such-file.txt"), "5:14",
       "no-such-file.txt"},
  });
}

TEST_CASE("sources", "[config]") {
  const auto source = [](const std::string& keys) { return "sources:\n  - {" + keys + "}\n"; };
  check({
      {"without id", source("url: 'http://a.b', template: feed"), "2:5", "without id"},
      {"without url", source("id: a, template: feed"), "2:5", "url"},
      {"without rules", source("id: a, url: 'http://a.b'"), "2:5", "template"},
      {"with an id of wrong characters", source("id: a/b, url: 'http://a.b', template: feed"),
       "2:10", "letters"},
      {"with an id of paperwatch's own", source("id: all, url: 'http://a.b', template: feed"),
       "2:10", "another"},
      {"with an address without scheme", source("id: a, url: www.a.b, template: feed"), "2:18",
       "https://www.a.b"},
      {"with an address that is not fetched", source("id: a, url: 'ftp://a.b', template: feed"),
       "2:19", "only http"},
      {"with an address without host", source("id: a, url: 'http:///x', template: feed"), "2:19",
       "host"},
      {"with a port that is none", source("id: a, url: 'http://a.b:x/', template: feed"), "2:19",
       "is not an address"},
      {"with a blank in the address", source("id: a, url: 'http://a.b/c d', template: feed"),
       "2:19", "%20"},
      {"with two schedules", with_source("every: 1h\n    at: Mon"), "6:9", "both every and at"},
      {"with an interval of nothing", with_source("every: 0s"), "5:12", "too short"},
      {"with an empty calendar", with_source("at: ''"), "5:9", "at is empty"},
      {"with the id of another",
       with_source("every: 1h") + "  - {id: s, url: 'http://a.b', template: feed}\n", "6:5",
       "t.yaml:2"},
      {"with the name of a query", "queries: {s: x}\n" + with_source("every: 1h"), "1:11",
       "name of a source"},
      {"without record", source_with("      fields: {title: h3, url: a}\n"), "5:7", "record"},
      {"without fields", source_with("      record: li\n"), "5:7", "fields"},
      {"with a field's name in capitals",
       source_with("      record: li\n      fields: {Title: h3, title: h3, url: a}\n"), "6:16",
       "a-z"},
      {"with a rule that looks nowhere",
       source_with("      record: li\n      fields: {url: a, title: {all: true}}\n"), "6:31",
       "where to look"},
      {"with select and xpath",
       source_with("      record: li\n      fields: {url: a, title: {select: b, xpath: c}}\n"),
       "6:50", "both"},
      {"with watch and ignore", with_source("track: {watch: [title], ignore: [year]}"), "5:37",
       "both"},
      {"with half a login", with_source("auth: {user: u}"), "5:11", "password"},
      {"with two logins",
       with_source("auth: {user: u, password: {env: PATH}, bearer: {env: PATH}}"), "5:11",
       "either"},
      {"with an XPath where CSS belongs",
       source_with("      format: xml\n      record: /dblp/*\n      fields: {title: a, url: b}\n"),
       "6:15", "{xpath: \"/dblp/*\"}"},
      {"with a pointer without slash",
       source_with("      format: json\n      record: items\n      fields: {title: /a, url: /b}\n"),
       "6:15", "/items"},
      {"with a section without heading",
       source_with(
           "      record: li\n      section: {keep: x}\n      fields: {title: a, url: b}\n"),
       "6:16", "heading"},
      {"with an empty mark of two kinds",
       source_with("      record: li\n      empty: {text: x, select: y}\n      fields: {title: a, "
                   "url: b}\n"),
       "6:14", "one of"},
      {"with a replacement that is missing",
       source_with(
           "      record: li\n      fields: {url: b, title: {select: a, replace: {x: }}}\n"),
       "6:53", "write ''"},
  });
}

TEST_CASE("pages must lead somewhere", "[config]") {
  check({
      {"nowhere", with_source("pages: {max: 3}"), "5:12", "next: or template:"},
      {"always to the same page", with_source("pages: {template: 'http://a.b/'}"), "5:23",
       "{offset}, {page} or {next}"},
      {"a cursor that nothing gives", with_source("pages: {template: 'http://a.b/?c={next}'}"),
       "5:23", "add next:"},
      {"a cursor that nothing takes",
       with_source("pages: {next: a, template: 'http://a.b/?c={page}'}"), "5:32", "{next}"},
      {"an offset without step", with_source("pages: {template: 'http://a.b/?c={offset}'}"), "5:23",
       "step"},
      {"no page at all", with_source("pages: {next: a, max: 0}"), "5:27", "out of range"},
  });
}

TEST_CASE("channels and routes", "[config]") {
  const std::string log = "channels: {a: {type: log}}\n";
  check({
      {"a channel without type", "channels: {a: {url: 'http://a.b'}}\n", "1:15", "type"},
      {"a channel without its parts", "channels: {a: {type: webhook}}\n", "1:15", "url"},
      {"a name with a blank", "channels: {'a b': {type: log}}\n", "1:12", "letters"},
      {"a key of another type", "channels: {a: {type: log, url: 'http://a.b'}}\n", "1:27",
       "unknown key 'url'"},
      {"a mail server", "channels: {a: {type: email, smtp: mail, from: a@b.c, to: a@b.c}}\n",
       "1:35", "smtps://"},
      {"a mail address", "channels: {a: {type: email, smtp: 'smtp://m', from: ab.c, to: a@b.c}}\n",
       "1:53", "a@example.org"},
      {"a mail address with a header in it",
       "channels: {a: {type: email, smtp: 'smtp://m', from: 'a@b.c>', to: a@b.c}}\n", "1:54",
       "a@example.org"},
      {"a password in an address",
       "channels: {a: {type: email, smtp: 'smtp://u:p@m', from: a@b.c, to: a@b.c}}\n", "1:36",
       "keys of their own"},
      {"nobody to write to",
       "channels: {a: {type: email, smtp: 'smtp://m', from: a@b.c, to: []}}\n", "1:64",
       "lab@example.org"},
      {"a template that is not there",
       "channels: {a: {type: webhook, url: 'http://a.b', template: none.txt}}\n", "1:60",
       "relative"},
      {"a route without channel", log + "routes: [{cap: 3}]\n", "2:10", "channel"},
      {"a digest", log + "routes: [{channel: a, digest: daily}]\n", "2:31", "daily 08:00"},
      {"a digest at no time of day", log + "routes: [{channel: a, digest: 'daily 24:00'}]\n",
       "2:32", "daily 08:00"},
      {"a digest on no day", log + "routes: [{channel: a, digest: 'weekly Mo 08:00'}]\n", "2:32",
       "weekly Mon"},
      {"a span of time", log + "routes: [{channel: a, quiet: '22-7'}]\n", "2:31", "22:00-07:00"},
      {"a cap of nothing", log + "routes: [{channel: a, cap: 0}]\n", "2:28", "out of range"},
  });
}

TEST_CASE("all faults are told at once, in the order of the file", "[config]") {
  const auto loaded = parse_config(
      "fetch:\n"
      "  timeout: 30\n"
      "  retries: 010\n"
      "sources:\n"
      "  - id: a b\n"
      "    url: www.example.org\n"
      "    evry: 5h\n"
      "    extract:\n"
      "      record: #results\n"
      "      fields:\n"
      "        title: *\n"
      "        url: [data-x]\n"
      "  - id: c\n"
      "    url: https://example.org\n"
      "    template: fed\n"
      "    every: 1h\n"
      "    every: 2h\n"
      "---\n",
      "t.yaml");
  std::vector<int> lines;
  for (const auto& fault : loaded.faults) lines.push_back(fault.at.line);
  INFO(rendered(loaded.faults));
  CHECK(lines == std::vector<int>{2, 3, 5, 6, 7, 9, 11, 12, 15, 17, 18});
}

TEST_CASE("a fault of a template is told once, however many sources use it", "[config]") {
  const auto loaded = parse_config(
      "templates: {t: {extract: {record: li, fields: {title: {slect: h3}, url: a}}}}\n"
      "sources:\n"
      "  - {id: a, url: 'http://a.b', template: t}\n"
      "  - {id: b, url: 'http://a.b', template: t}\n",
      "t.yaml");
  INFO(rendered(loaded.faults));
  CHECK(loaded.faults.size() == 1);
}

TEST_CASE("a fault is shown as file, line, column and an indented hint", "[config]") {
  CHECK(render({{std::string("a.yaml"), 3, 12}, "unknown template 'x'", "did you mean 'y'?"}) ==
        "a.yaml:3:12: unknown template 'x'\n  did you mean 'y'?");
  CHECK(render({{std::string("a.yaml"), 0, 0}, "cannot be read", ""}) == "a.yaml: cannot be read");
}

TEST_CASE("rules that can find no record are warned of", "[config]") {
  const auto warnings = [](const std::string& extract) {
    const auto loaded = parse_config(source_with(extract), "t.yaml");
    CHECK(loaded.config.has_value());
    return rendered(loaded.warnings);
  };
  CHECK_THAT(warnings("      {record: li, fields: {name: a, url: b}}\n"),
             Catch::Matchers::Contains("no rule gives the field 'title'"));
  CHECK_THAT(warnings("      {record: li, fields: {title: a}}\n"),
             Catch::Matchers::Contains("require: [title]"));
  CHECK(warnings("      {record: li, fields: {title: a}, require: [title]}\n").empty());
  CHECK(warnings("      {record: li, fields: {title: a, oid: b}, key: {from: [oid]}}\n").empty());
}

TEST_CASE("an XPath written as plain text is told, with the rule's name", "[config]") {
  const auto field = [](const std::string& title) {
    return source_with("      record: li\n      fields:\n        url: a\n        title: " + title +
                       "\n");
  };
  check({
      {"a record", record("//li"), "6:15",
       "record: '//li' looks like an XPath\n  write {xpath: '//li'}"},
      {"a record from the top", record("/html/body/ul/li"), "6:15", "write {xpath: '/html/body"},
      {"a record with a condition", record("/ul/li[@class='x']"), "6:15", "looks like an XPath"},
      {"a field", field(".//b"), "8:16", "title: './/b' looks like an XPath"},
      {"a field of a list", field("{select: [b, .//b]}"), "8:29", "write {xpath: './/b'}"},
  });
  CHECK(
      read(source_with("      record: /message/items\n      fields: {title: /title, url: /@id}\n"))
          .sources[0]
          .extract->record.select->language == Selector::Language::pointer);
}

TEST_CASE("names of fields that no rule gives are faults at their own place", "[config]") {
  const std::string fields = "      fields: {title: h3, url: a}\n      record: li\n";
  check({
      {"require", source_with(fields + "      require: [titel]\n"), "7:17",
       "require names 'titel', but no rule gives that field\n  did you mean 'title'?"},
      {"key", source_with(fields + "      key: {from: [uri]}\n"), "7:20",
       "key names 'uri', but no rule gives that field\n  did you mean 'url'?"},
      {"a title", source_with("      record: li\n      fields: {titel: h3, url: a}\n"), "6:16",
       "'titel': did you mean 'title'?"},
  });
  // What is watched or ignored is a warning: the source can be read without it.
  const auto warned = [&](const std::string& track) {
    const auto loaded = parse_config(source_with(fields, "    track: {" + track + "}\n"), "t.yaml");
    REQUIRE(loaded.config);
    return loaded.warnings.empty() ? std::string() : render(loaded.warnings.front());
  };
  CHECK(warned("watch: [titel]")
            .starts_with("t.yaml:4:21: watch names 'titel', but no rule gives that field\n"
                         "  did you mean 'title'?"));
  CHECK(warned("ignore: [citatons]").find("4:22: ignore names 'citatons'") != std::string::npos);
  CHECK(warned("ignore: [title, pdf]").empty());
  // Known, if not given here: a template's list may serve many listings.
  CHECK(read(source_with(fields, "    track: {ignore: [pdf, section]}\n")).sources.size() == 1);
  CHECK(read(source_with(fields + "      key: {from: [doi, url]}\n")).sources.size() == 1);
}

TEST_CASE("a field whose name is nearly a known one is warned of at its place", "[config]") {
  const auto loaded = parse_config(
      source_with(
          "      record: li\n      fields: {title: h3, url: a, autors: b, score: c, id: d}\n"),
      "t.yaml");
  REQUIRE(loaded.config);
  REQUIRE(loaded.warnings.size() == 1);
  CHECK_THAT(render(loaded.warnings[0]),
             Catch::Matchers::Contains("t.yaml:6:35: 'autors': did you mean 'authors'?"));
}

TEST_CASE("slips of YAML are told once, where they are", "[config]") {
  const std::string head =
      "sources:\n  - id: s\n    url: https://example.org/\n    extract:\n      record: li\n";
  check({
      {"a colon missing before another key",
       head + "      fields:\n        title b\n        url: a\n", "7:14",
       "a colon is missing after 'title'\n  write title: b"},
      {"a colon missing behind another key",
       head + "      fields:\n        url: a\n        title b\n", "8:14",
       "a colon is missing after 'title'"},
      {"a colon missing above deeper keys",
       head + "      fields\n        title: b\n        url: a\n", "6:13",
       "a colon is missing after 'fields'"},
      {"a quote that is never closed",
       "sources:\n  - id: s\n    url: https://example.org/\n    extract:\n"
       "      record: 'li.paper\n      fields: {title: b, url: a}\n",
       "5:15", "this quote is never closed"},
      {"a quote that the next one closes",
       "sources:\n  - id: s\n    url: https://example.org/\n    extract:\n"
       "      record: 'li.paper\n      fields: {title: 'b', url: a}\n",
       "5:15", "this quote is never closed"},
      {"a quote in double quotes",
       "sources:\n  - id: s\n    url: \"https://example.org/\n    template: feed\n", "3:10",
       "put a \" at the end"},
      {"a field beside the fields", head + "      fields:\n        title: b\n      url: a\n", "8:7",
       "url is a field\n  indent it under fields:"},
      {"a field in the source",
       "sources:\n  - id: s\n    url: https://example.org/\n    template: feed\n"
       "    authors: b\n",
       "5:5", "authors is a field"},
      {"a record misspelt", source_with("      records: li\n      fields: {title: b, url: a}\n"),
       "5:7", "did you mean 'record'?"},
      {"fields misspelt", source_with("      record: li\n      field: {title: b, url: a}\n"), "6:7",
       "did you mean 'fields'?"},
      {"an address misspelt",
       "sources:\n  - id: s\n    ulr: https://example.org/\n"
       "    template: feed\n",
       "3:5", "did you mean 'url'?"},
      {"one slip in a template that a source uses",
       "templates:\n  lab:\n    evry: 1h\n    extract: {record: li, fields: {title: b, url: a}}\n"
       "sources:\n  - {id: s, url: 'https://example.org/', template: lab}\n",
       "3:5", "did you mean 'every'?"},
  });
}

TEST_CASE("a quoted text may go on over several lines", "[config]") {
  CHECK(read("sources:\n  - id: s\n    url: https://example.org/\n    template: feed\n"
             "    title: 'Papers\n      note: of ours'\n")
            .sources[0]
            .title == "Papers note: of ours");
}

TEST_CASE("an unknown template says where others come from", "[config]") {
  CHECK_THAT(faults_of("sources: [{id: a, url: 'http://a.b', template: arxiv-lst}]\n"),
             Catch::Matchers::Contains("include:") && Catch::Matchers::Contains("seeds"));
}

TEST_CASE("a program of a channel is looked for beside the configuration, and missed", "[config]") {
  const TempDir dir;
  const auto channel = [](const std::string& command) {
    return "channels:\n  run: {type: exec, command: " + command + "}\n";
  };
  const auto warned = [&](const std::string& command) {
    const auto loaded = load_config(dir.write("x.yaml", channel(command)));
    REQUIRE(loaded.config);
    return rendered(loaded.warnings);
  };
  const auto program = dir.write("bin/on-paper", "#!/bin/sh\n");
  CHECK_THAT(warned("[bin/on-paper]"), Catch::Matchers::Contains("cannot be executed"));
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  CHECK(warned("[bin/on-paper, --new]").empty());
  const auto loaded = load_config(dir.write("x.yaml", channel("[./bin/on-paper]")));
  CHECK(std::get<ExecChannel>(loaded.config->channels[0].kind).command[0] == program.string());
  CHECK_THAT(warned("[bin/none]"), Catch::Matchers::Contains("there is no " + dir.path().string()));
  CHECK_THAT(warned("[no-such-program-at-all]"), Catch::Matchers::Contains("in PATH"));
  CHECK_THAT(warned("\"bin/on-paper --new\""),
             Catch::Matchers::Contains("there is no shell: write a list, [bin/on-paper, --new]"));
  CHECK(warned("[sh, -c, 'true']").empty());
}
