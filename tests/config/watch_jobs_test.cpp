// SPDX-License-Identifier: MIT
// Lists of other programs become sources that can be used as they are.
#include <paperwatch/watch_list.hpp>

#include "reading.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

using Lines = std::vector<std::string>;

Watch only_watch(const std::string& text) {
  const auto list = read_watch_jobs(text);
  REQUIRE(list);
  CAPTURE(list->left_out);
  REQUIRE(list->watches.size() == 1);
  return list->watches[0];
}

Lines refused(const std::string& text) {
  const auto list = read_watch_jobs(text);
  REQUIRE(list);
  CHECK(list->watches.empty());
  return list->left_out;
}

}  // namespace

TEST_CASE("a job brings its address, selector, headers and options", "[watch_jobs]") {
  const auto watch = only_watch(
      "name: \"Lab: publications\"\n"
      "url: https://lab.example.org/papers\n"
      "filter:\n  - css: ul.papers > li\n  - html2text\n  - strip\n"
      "headers: {Accept-Language: en, X-Key: 12}\n"
      "timeout: 30\nencoding: gbk\nno_redirects: true\ntags: [lab, x]\n"
      "https_proxy: http://proxy.example:3128\nhttp_proxy: http://other.example\n");
  CHECK(watch.title == "Lab: publications");
  CHECK(watch.url == "https://lab.example.org/papers");
  CHECK(watch.record == "ul.papers > li");
  CHECK_FALSE(watch.record_is_xpath);
  CHECK(watch.headers == std::vector<std::pair<std::string, std::string>>{{"Accept-Language", "en"},
                                                                          {"X-Key", "12"}});
  CHECK(watch.timeout == std::chrono::seconds(30));
  CHECK(watch.encoding == "gbk");
  CHECK_FALSE(watch.follows_redirects);
  CHECK(watch.tags == Lines{"lab", "x"});
  CHECK(watch.proxy == "http://proxy.example:3128");
  CHECK(watch.left_out.empty());
}

TEST_CASE("selectors are read in every form in which jobs write them", "[watch_jobs]") {
  const std::string job = "url: https://l.example/\n";
  CHECK(only_watch(job + "filter: css:li.paper,html2text\n").record == "li.paper");
  CHECK(only_watch(job + "filter:\n  - css: {selector: li, exclude: .ad}\n").left_out ==
        Lines{"filter css: exclude"});
  const auto xpath = only_watch(job + "filter:\n  - xpath: {path: //li, method: xml}\n");
  CHECK(xpath.record == "//li");
  CHECK(xpath.record_is_xpath);
  CHECK(only_watch(job + "filter:\n  - element-by-id: a\"b\n").record == "[id=\"a\\\"b\"]");
  CHECK(only_watch(job + "filter:\n  - element-by-class: hit\n").record == "[class~=\"hit\"]");
  CHECK(only_watch(job + "filters:\n  - element-by-tag: article\n").record == "article");
}

TEST_CASE("what cannot be carried over is listed with its job", "[watch_jobs]") {
  const auto watch = only_watch(
      "url: https://l.example/\nfilter:\n  - css: li\n  - css: a\n  - grep: sparse\n"
      "cookies: {session: x}\nssl_no_verify: true\nnote: mine\ndiff_tool: wdiff\n");
  CHECK(watch.left_out == Lines{"filter css", "filter grep", "cookies", "ssl_no_verify"});
}

TEST_CASE("a job that cannot be a source is listed with its line and the reason", "[watch_jobs]") {
  CHECK(refused("name: Disk\ncommand: df -h\n") == Lines{"line 1: Disk: it runs a program"});
  CHECK(refused("---\n\nnavigate: https://l.example/\n") ==
        Lines{"line 3: a job without a name: it needs a browser"});
  CHECK(refused("url: https://l.example/\nuse_browser: true\n") ==
        Lines{"line 1: https://l.example/: it needs a browser"});
  CHECK(refused("url: https://l.example/\ndata: {q: x}\n") ==
        Lines{"line 1: https://l.example/: it sends a form"});
  CHECK(refused("url: https://l.example/\nmethod: PUT\n") ==
        Lines{"line 1: https://l.example/: it asks by put"});
  CHECK(refused("url: ftp://l.example/\n") ==
        Lines{"line 1: ftp://l.example/: it has no http or https address"});
  CHECK(refused("url: https://l.example/\nfilter: html2text\n")[0].find("names no element") !=
        std::string::npos);
}

TEST_CASE("a job without a selector whose address looks like a feed's is a feed", "[watch_jobs]") {
  for (const char* url : {"https://l.example/index.xml", "https://l.example/a/feed/",
                          "http://rss.arxiv.org/rss/cs.DC", "https://l.example/new.rss"}) {
    CAPTURE(url);
    CHECK(only_watch(std::string("url: ") + url + "\n").is_feed);
  }
}

TEST_CASE("a file holds several jobs; one that is none says where", "[watch_jobs]") {
  const auto list = read_watch_jobs(
      "# mine\nname: A\nurl: https://a.example/feed\n---\nname: B\nurl: "
      "https://b.example/feed\n---\n");
  REQUIRE(list);
  CHECK(list->watches.size() == 2);
  const auto words = read_watch_jobs("just words\n");
  REQUIRE_FALSE(words);
  CHECK(words.error().message == "line 1: a job is a map of keys and values");
  const auto broken = read_watch_jobs("name: A\nurl: [\n");
  REQUIRE_FALSE(broken);
  CHECK(broken.error().message.find("line ") == 0);
}

TEST_CASE("definitions are read back as what they were made of", "[watch_jobs]") {
  Watch job;
  job.title = "Naïve \"Bayes\"\n\\ # : {x}";
  job.url = "https://l.example/a?b=c#d";
  job.record = "li:not(.ad) > a[title=\"#1: x\"]";
  job.headers = {{"Accept-Language", "no"}, {"X-Number", "010"}};
  job.tags = {"yes", "a: b"};
  job.timeout = std::chrono::seconds(90);
  job.follows_redirects = false;
  job.enabled = false;
  job.left_out = {"filter grep\nsources: []"};
  Watch feed;
  feed.title = feed.url = "https://www.example.org/papers.rss";
  feed.is_feed = true;
  Watch twin = feed;
  Watch xpath = job;
  xpath.record = "//li[@class='x']";
  xpath.record_is_xpath = true;

  const auto config = read(source_definitions({job, feed, twin, xpath}, {"naive-bayes-x"}));
  REQUIRE(config.sources.size() == 4);
  const auto& first = config.sources[0];
  CHECK(first.id == "naive-bayes-x-2");
  CHECK(first.title == job.title);
  CHECK(first.url == "https://l.example/a?b=c#d");
  CHECK(first.extract->record.select->text == job.record);
  CHECK(first.tags == job.tags);
  CHECK(first.fetch.timeout == std::chrono::seconds(90));
  CHECK(first.fetch.redirects == 0);
  CHECK_FALSE(first.enabled);
  CHECK(first.fetch.headers == job.headers);
  CHECK(config.sources[1].id == "www.example.org-papers.rss");
  CHECK(config.sources[1].extract->format == Format::feed);
  CHECK(config.sources[2].id == "www.example.org-papers.rss-2");
  CHECK(config.sources[3].extract->record.select->language == Selector::Language::xpath);
  CHECK(read(source_definitions({}, {})).sources.empty());
}

TEST_CASE("ids are titles as one would type them, short, and all different", "[watch_jobs]") {
  const auto ids = [](const std::vector<std::pair<std::string, std::string>>& titles) {
    std::vector<Watch> watches;
    for (const auto& [title, url] : titles) {
      Watch watch;
      watch.title = title;
      watch.url = url;
      watch.is_feed = true;
      watches.push_back(watch);
    }
    std::vector<std::string> out;
    for (const auto& source : read(source_definitions(watches, {})).sources)
      out.push_back(source.id);
    return out;
  };
  CHECK(ids({{"Universität Zürich: Bücher & Ærø", "https://a.example/rss"},
             {"Łódź", "https://b.example/rss"},
             {"Łódź", "https://c.example/rss"},
             {"ΕΛΛΗΝΙΚΑ ABC", "https://www.d.example/el/rss.xml"},
             {"機械学習", "https://www.d.example/ja/rss.xml"},
             {"All", "https://e.example/rss"},
             {"New publications of the Institute of Computer Science", "https://f.example/rss"}}) ==
        Lines{"universitat-zurich-bucher-aero", "lodz", "lodz-2", "www.d.example-el-rss.xml",
              "www.d.example-ja-rss.xml", "all-2", "new-publications-of-the-institute-of"});
}
