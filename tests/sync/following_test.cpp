// SPDX-License-Identifier: MIT
// From page to page, as the server sees it: templates, cursors, tokens, loops.
#include <algorithm>

#include "fetch/small_internet.hpp"
#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// Papers `from` to `to` of ten, counted from the newest.
std::string slice(int from, int to, const std::string& more = {}) {
  const auto all = papers(10);
  const auto at = [&](int i) { return all.begin() + std::clamp(i, 0, 10); };
  return page_html({at(from), at(std::max(from, to))}, more);
}

Lines targets(const World& world) {
  Lines lines;
  for (const auto& request : world.server.requests()) lines.push_back(request.target);
  return lines;
}

int number_of(const Request& request, const std::string& name) {
  const auto at = request.query.find(name + "=");
  return at == std::string::npos ? -1 : std::stoi(request.query.substr(at + name.size() + 1));
}

}  // namespace

TEST_CASE("a template with an offset counts records", "[following]") {
  World world("    pages: {template: '/list?skip={offset}&show=4', step: 4}\n");
  world.server.on("/list", [](const Request& request) {
    const int skip = std::max(0, number_of(request, "skip"));
    return html(slice(skip, skip + 4));
  });

  const auto report = world.visit();

  CHECK(report.visit.outcome == Outcome::complete);
  CHECK(report.visit.papers == 10);
  CHECK(targets(world) == Lines{"/list", "/list?skip=4&show=4", "/list?skip=8&show=4",
                                "/list?skip=12&show=4", "/list"});
}

TEST_CASE("a template with a page counts pages", "[following]") {
  World world("    pages: {template: '/list?page={page}'}\n");
  world.server.on("/list", [](const Request& request) {
    const int page = std::max(1, number_of(request, "page"));
    return html(slice((page - 1) * 5, page * 5));
  });

  CHECK(world.visit().visit.papers == 10);
  CHECK(targets(world) == Lines{"/list", "/list?page=2", "/list?page=3", "/list"});
}

TEST_CASE("a cursor goes into the template, escaped", "[following]") {
  World world("    pages: {next: 'i.more::attr(data-cursor)', template: '/list?cursor={next}'}\n");
  world.server.on("/list", [](const Request& request) {
    if (request.query == "cursor=a%2Fb%3D%3D") return html(slice(5, 10));
    return html(slice(0, 5, "<i class=more data-cursor='a/b=='></i>"));
  });

  CHECK(world.visit().visit.papers == 10);
  CHECK(targets(world) == Lines{"/list", "/list?cursor=a%2Fb%3D%3D", "/list"});
}

TEST_CASE("a resumption token of an XML listing is followed to the empty one", "[following]") {
  World world;
  auto& source = world.config.sources[0];
  auto loaded = parse_config(
      fmt::format("database: paperwatch.db\n"
                  "fetch: {{host_delay: 0s, private_addresses: allow, robots: ignore}}\n"
                  "sources:\n"
                  "  - id: s\n"
                  "    url: {}\n"
                  "    extract: {{format: xml, record: record, fields: {{title: title, url: "
                  "link}}}}\n"
                  "    pages: {{next: resumptionToken, template: "
                  "'/oai?verb=ListRecords&resumptionToken={{next}}'}}\n",
                  world.server.url("/oai?verb=ListRecords&metadataPrefix=oai_dc")),
      world.folder / "paperwatch.yaml");
  REQUIRE(loaded.config);
  source = loaded.config->sources[0];
  const auto records = [](int from, int to) {
    std::string out;
    for (int i = from; i <= to; ++i)
      out += fmt::format("<record><title>Paper number {0}</title><link>/p/{0}</link></record>", i);
    return out;
  };
  world.server.on("/oai", [&](const Request& request) {
    const bool second = request.query.find("resumptionToken=t|2") != std::string::npos ||
                        request.query.find("resumptionToken=t%7C2") != std::string::npos;
    const auto body = second ? records(4, 6) + "<resumptionToken/>"
                             : records(1, 3) + "<resumptionToken>t|2</resumptionToken>";
    Reply reply =
        status(200, {{"Content-Type", "text/xml"}},
               "<?xml version='1.0'?><OAI-PMH><ListRecords>" + body + "</ListRecords></OAI-PMH>");
    return reply;
  });

  const auto report = world.visit();

  CHECK(code(report) == "");
  CHECK(report.visit.outcome == Outcome::complete);
  CHECK(report.visit.papers == 6);
  CHECK(targets(world).size() == 3);
}

TEST_CASE("a link that leads in a circle ends the listing", "[following]") {
  const std::string back = GENERATE("/list", "/list?page=2", "?page=2#top");
  World world("    pages: {next: 'a[rel=next]'}\n");
  world.server.on("/list", [back](const Request& request) {
    const bool second = request.query == "page=2";
    return html(
        slice(second ? 5 : 0, second ? 10 : 5,
              "<a rel=next href='" + (second ? back : std::string("?page=2")) + "'>Next</a>"));
  });

  const auto report = world.visit();

  CAPTURE(back);
  CHECK(report.visit.papers == 10);
  CHECK(targets(world) == Lines{"/list", "/list?page=2", "/list"});
}

TEST_CASE("a site that shows its last page for ever is read once", "[following]") {
  World world("    pages: {template: '/list?page={page}', max: 50}\n");
  world.server.on("/list", [](const Request& request) {
    const int page = std::clamp(number_of(request, "page"), 1, 2);
    return html(slice((page - 1) * 5, page * 5));
  });

  const auto report = world.visit();

  CHECK(report.visit.papers == 10);
  CHECK(report.visit.outcome == Outcome::complete);
  CHECK(targets(world) == Lines{"/list", "/list?page=2", "/list?page=3", "/list"});
}

TEST_CASE("no more pages are asked for than max", "[following]") {
  World world("    pages: {template: '/list?page={page}', max: 2}\n");
  world.server.on("/list", [](const Request& request) {
    const int page = std::max(1, number_of(request, "page"));
    return html(slice((page - 1) * 2, page * 2));
  });

  CHECK(world.visit().visit.outcome == Outcome::partial);
  CHECK(targets(world) == Lines{"/list", "/list?page=2", "/list"});
}

TEST_CASE("no secret goes to a next page of another host, whoever links to it", "[following]") {
  World world("    pages: {next: 'a[rel=next]'}\n");
  auto& options = world.config.sources[0].fetch;
  options.headers = {{"X-Api-Key", "k3y"}, {"Cookie", "session=s3cret"}};
  const bool has_bearer = GENERATE(true, false);
  if (has_bearer) {
    options.bearer = "t0ken";
  } else {
    options.user = "reader";
    options.password = "pw";
  }
  HttpServer other;
  other.on("/more", html(slice(5, 10)));
  world.server.on("/list", [&](const Request& request) {
    return request.query == "page=2"
               ? html(slice(3, 5, "<a rel=next href='" + other.url("/more") + "'>Next</a>"))
               : html(slice(0, 3, "<a rel=next href='?page=2'>Next</a>"));
  });

  const auto report = world.visit();

  CHECK(report.visit.papers == 10);
  const auto own = world.server.requests("/list");
  REQUIRE(other.requests().size() == 1);
  for (const char* name : {"x-api-key", "cookie", "authorization"}) {
    CAPTURE(name);
    for (const auto& request : own) CHECK(request.has(name));
    CHECK_FALSE(other.requests()[0].has(name));
  }
}

TEST_CASE("a login in the source's address holds for all its pages", "[following]") {
  World world("    pages: {next: 'a[rel=next]'}\n");
  world.config.sources[0].url = world.server.url("/list", "reader:open%20sesame@127.0.0.1");
  world.server.on("/list", [](const Request& request) {
    if (request.header("authorization") != "Basic cmVhZGVyOm9wZW4gc2VzYW1l") return status(401);
    return request.query == "page=2" ? html(slice(5, 10))
                                     : html(slice(0, 5, "<a rel=next href='?page=2'>Next</a>"));
  });

  const auto report = world.visit();

  CHECK(code(report) == "");
  CHECK(report.visit.papers == 10);
}

TEST_CASE("no page that a public listing names leads inward", "[following]") {
  HttpServer inner;
  inner.otherwise([](const Request&) { return html(slice(5, 10)); });
  SmallInternet internet;
  internet.name("papers.example", {"93.184.216.34"});
  internet.machine("93.184.216.34");
  internet.name("inward.example", {"127.0.0.1"});
  const std::string host =
      GENERATE("127.0.0.1", "localhost", "inward.example", "2130706433", "[::ffff:127.0.0.1]");
  World world("    pages: {next: 'a[rel=next]'}\n");
  auto& source = world.config.sources[0];
  source.url = world.server.url("/list", "papers.example");
  source.fetch.allow_private_addresses = false;
  world.server.on("/list", html(slice(0, 5, "<a rel=next href='" + inner.url("/", host) + "'>")));

  const auto report = world.visit();

  CAPTURE(host);
  CHECK(report.visit.papers == 5);
  CHECK(code(report) == "later_page");
  CHECK(report.visit.problem->message.find("private address") != std::string::npos);
  CHECK(inner.connections() == 0);
}
