// SPDX-License-Identifier: MIT
// Exchanges are recorded over real HTTP, and answered again when the server is gone.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <paperwatch/recording.hpp>

#include "fetch/browser.hpp"
#include "support/foreign_server.hpp"
#include "support/temp_dir.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// Asks a fetcher that is one of several kinds.
class Asking {
 public:
  explicit Asking(Result<std::unique_ptr<Fetcher>> fetcher) {
    if (!fetcher) FAIL(fetcher.error().message);
    fetcher_ = std::move(*fetcher);
  }
  Answer get(FetchRequest request) {
    std::promise<Answer> promise;
    fetcher_->fetch(std::move(request),
                    [&](Answer answer) { promise.set_value(std::move(answer)); });
    return promise.get_future().get();
  }
  Answer get(const std::string& url, FetchOptions options = plain_options()) {
    return get({.url = url, .validators = {}, .options = std::move(options)});
  }

 private:
  std::unique_ptr<Fetcher> fetcher_;
};

struct Studio {
  TempDir dir;
  std::filesystem::path folder = dir / "recorded";
  std::unique_ptr<HostMemory> hosts = make_host_memory();

  Asking recorder(std::vector<std::string> secrets = {}) {
    return Asking(
        make_recording_fetcher(quick_settings(), *hosts, {}, {folder, std::move(secrets)}));
  }
  Asking player() { return Asking(make_replaying_fetcher(quick_settings(), folder, {})); }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
  std::string text(const std::string& name) const {
    std::ifstream in(folder / name, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }
};

FetchResponse page_of(Answer answer) {
  if (const auto* error = std::get_if<FetchError>(&answer)) FAIL(error->error.message);
  return std::get<FetchResponse>(std::move(answer));
}
FetchError error_of(Answer answer) {
  if (std::holds_alternative<FetchResponse>(answer)) FAIL("answered");
  return std::get<FetchError>(std::move(answer));
}

}  // namespace

TEST_CASE("each exchange is a file that can be read, in order", "[record]") {
  HttpServer server;
  Reply squeezed = html("<p>hi", {{"ETag", "\"v1\""}});
  squeezed.gzip = true;
  server.on("/a", redirect(301, "/list"));
  server.on("/list", squeezed);
  Studio studio;

  page_of(studio.recorder().get(server.url("/a")));

  REQUIRE(studio.files() == std::vector<std::string>{"0001-127.0.0.1.http", "0002-127.0.0.1.http"});
  const auto text = studio.text("0002-127.0.0.1.http");
  INFO(text);
  CHECK(text.starts_with("paperwatch exchange 1\nurl: " + server.url("/list") + "\nat: 20"));
  CHECK(text.find("\nrequest: sent\nend: announced\n\n> GET /list HTTP/1.1\n> Host: ") !=
        std::string::npos);
  CHECK(text.find("> User-Agent: paperwatch (test)\n") != std::string::npos);
  CHECK(text.find("\n\n< HTTP/1.1 200 OK\n< ETag: \"v1\"\n") != std::string::npos);
  CHECK(text.ends_with("\n\n<p>hi"));
  CHECK(studio.text("0001-127.0.0.1.http").find("< Location: /list\n") != std::string::npos);
  const auto mode = std::filesystem::status(studio.folder).permissions();
  CHECK(mode == std::filesystem::perms::owner_all);
}

TEST_CASE("what was recorded is answered again without a server", "[record]") {
  Studio studio;
  std::string list, moved, gone, cut, away;
  FetchResponse before;
  {
    HttpServer server;
    list = server.url("/list"), moved = server.url("/moved"), gone = server.url("/gone");
    cut = server.url("/cut"), away = server.url("/away");
    server.on("/list", html("<p>hi", {{"ETag", "W/\"a\""}, {"Last-Modified", "some day"}}));
    server.on("/moved", redirect(308, "/list"));
    server.on("/gone", status(410));
    Reply half = html(std::string(1000, 'x'));
    half.cut_after = 500;
    server.on("/cut", half);
    server.on("/away", redirect(302, "ftp://e.org/"));
    auto recorder = studio.recorder();
    before = page_of(recorder.get(list));
    page_of(recorder.get(moved));
    for (const auto& url : {gone, cut, away}) error_of(recorder.get(url));
  }
  auto player = studio.player();

  const auto page = page_of(player.get(list));
  CHECK(page.body == before.body);
  CHECK(page.validators == before.validators);
  CHECK(page.content_type == before.content_type);
  CHECK(page.length_known);
  CHECK(page.bytes == before.bytes);
  CHECK(page.requests == 1);
  CHECK(page_of(player.get(moved)).moved_to == list);
  CHECK(error_of(player.get(gone)).error.code == "http_410");
  CHECK(error_of(player.get(cut)).error.code == "truncated");
  CHECK(error_of(player.get(away)).error.code == "redirected");
}

TEST_CASE("an address answers in the order it did, and its last answer stays", "[record]") {
  Studio studio;
  HttpServer server;
  server.on_each("/list", {html("one"), status(503), html("two")});
  auto options = plain_options();
  options.retries = 1;
  {
    auto recorder = studio.recorder();
    page_of(recorder.get(server.url("/list"), options));
    page_of(recorder.get(server.url("/list"), options));
  }
  server.forget_requests();
  auto player = studio.player();

  CHECK(page_of(player.get(server.url("/list"), options)).body == "one");
  const auto second = page_of(player.get(server.url("/list"), options));
  CHECK(second.body == "two");
  CHECK(second.requests == 2);  // one was tried again
  CHECK(page_of(player.get(server.url("/list"), options)).body == "two");
  CHECK(server.requests().empty());
}

TEST_CASE("robots.txt is part of a recording, whatever was known before", "[record]") {
  Studio studio;
  HttpServer server;
  server.on("/robots.txt", text("User-agent: *\nDisallow: /private\n"));
  server.on("/list", html("open"));
  auto options = plain_options();
  options.obey_robots = true;
  page_of(studio.recorder().get(server.url("/list"), options));
  std::filesystem::remove_all(studio.folder);

  {
    auto recorder = studio.recorder();
    CHECK(page_of(recorder.get(server.url("/list"), options)).requests == 2);
    CHECK(page_of(recorder.get(server.url("/list"), options)).requests == 1);
    CHECK(error_of(recorder.get(server.url("/private"), options)).error.code == "robots");
  }
  auto player = studio.player();

  CHECK(page_of(player.get(server.url("/list"), options)).requests == 2);
  const auto refused = error_of(player.get(server.url("/private"), options));
  CHECK(refused.error.code == "robots");
  CHECK(refused.error.message.find("line 2") != std::string::npos);
}

TEST_CASE("a throttled host stays so in the replay, at the time of the recording", "[record]") {
  Studio studio;
  HttpServer server;
  server.on("/a", status(429, {{"Retry-After", http_date(wall_now() + 1h)}}));
  server.on("/b", html("b"));
  {
    auto recorder = studio.recorder();
    error_of(recorder.get(server.url("/a")));
    error_of(recorder.get(server.url("/b")));
  }
  auto settings = quick_settings();
  settings.now = [] { return wall_now() + 24h; };
  Asking player(make_replaying_fetcher(settings, studio.folder, {}));

  CHECK(error_of(player.get(server.url("/a"))).error.code == "throttled");
  const auto second = error_of(player.get(server.url("/b")));
  CHECK(second.error.code == "throttled");
  CHECK(second.requests == 0);
}

TEST_CASE("an address that was not recorded is a clear problem, at once", "[record]") {
  Studio studio;
  HttpServer server;
  server.on("/list", html("x"));
  page_of(studio.recorder().get(server.url("/list")));
  auto options = plain_options();
  options.retries = 5;

  const auto error = error_of(studio.player().get(server.url("/other"), options));

  CHECK(error.error.message ==
        server.url("/other") + " is not in the recording " + studio.folder.string());
  CHECK(error.error.hint.find("--record") != std::string::npos);
  CHECK(error.requests == 0);
  CHECK(server.requests("/other").empty());
}

TEST_CASE("a 304 in a recording answers only who holds the page", "[record]") {
  Studio studio;
  HttpServer server;
  server.on("/list", status(304));
  const FetchRequest asked{server.url("/list"), {"\"v1\"", ""}, plain_options()};
  page_of(studio.recorder().get(asked));
  auto player = studio.player();

  CHECK(page_of(player.get(asked)).not_modified);
  const auto error = error_of(player.get(server.url("/list")));
  CHECK(error.error.code == "http_304");
  CHECK(error.error.hint.find("--full") != std::string::npos);
}

TEST_CASE("no secret is in a recording, wherever the site repeats it", "[record]") {
  Studio studio;
  HttpServer server;
  server.otherwise([](const Request& request) {
    return html("you sent " + request.header("authorization") + request.header("x-api-key") +
                    request.header("cookie") + request.query,
                {{"Set-Cookie", "fresh=c00kie"}, {"X-Echo", request.header("x-api-key")}});
  });
  auto options = plain_options();
  options.user = "papers";
  options.password = "open sesame";
  options.headers = {{"X-Api-Key", "k3y-of-ours"}, {"Cookie", "session=s3cret"}};
  auto secrets = secrets_of(options);
  {
    auto recorder = studio.recorder(secrets);
    page_of(recorder.get(server.url("/list?key=k3y-of-ours&pw=open%20sesame"), options));
  }
  REQUIRE(studio.files().size() == 1);
  const auto recorded = studio.text(studio.files().at(0));

  REQUIRE(server.requests().at(0).header("x-api-key") == "k3y-of-ours");
  INFO(recorded);
  for (const char* secret : {"open sesame", "open%20sesame", "k3y-of-ours", "s3cret", "c00kie",
                             "cGFwZXJzOm9wZW4gc2VzYW1l"}) {
    INFO(secret);
    CHECK(recorded.find(secret) == std::string::npos);
  }
  CHECK(recorded.find("you sent Basic (removed)(removed)session=(removed)") != std::string::npos);
}

TEST_CASE("a recording overwrites nothing", "[record]") {
  Studio studio;
  std::filesystem::create_directories(studio.folder);
  std::ofstream(studio.folder / "thesis.txt") << "years of work";

  const auto made =
      make_recording_fetcher(quick_settings(), *studio.hosts, {}, {studio.folder, {}});

  REQUIRE_FALSE(made);
  CHECK(made.error().message == studio.folder.string() + " is not an empty folder");
}

TEST_CASE("a folder that holds no recording cannot be replayed", "[record]") {
  Studio studio;
  CHECK(make_replaying_fetcher(quick_settings(), studio.folder, {}).error().message ==
        studio.folder.string() + " holds no recorded exchange");

  std::filesystem::create_directories(studio.folder);
  std::ofstream(studio.folder / "0001-x.http") << "garbage";
  CHECK(make_replaying_fetcher(quick_settings(), studio.folder, {}).error().message ==
        (studio.folder / "0001-x.http").string() + ", line 1: this is no recorded exchange");
}
