// SPDX-License-Identifier: MIT
#include "extract/page_signs.hpp"

#include "extract/page_format.hpp"
#include "extract/rules_support.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

Listing read(std::string_view body) {
  return extract(rules(css("li.paper"), {{"title", rule(css("b"))}}), body);
}

}  // namespace

TEST_CASE("waiting rooms and block pages are known", "[signs]") {
  const auto page = GENERATE(values<std::string>({
      "<title>One moment…</title><p>You are number 812 in line",
      "<title>Just a moment...</title><p>Enable JavaScript and cookies to continue",
      "<title>Attention Required! | Cloudflare</title><p>Sorry, you have been blocked",
      "<title>Access Denied</title><p>Reference #18.2d3",
      "<title>Error</title><p>Our systems have detected unusual traffic from your computer network",
      "<title>Making sure you're not a bot!</title><p>Protected by Anubis",
      "<title>Robot Check</title>",
      "<p>Please complete the security check to access the site",
      "<h1>Too Many Requests</h1>",
  }));
  CAPTURE(page);
  CHECK(read(page).looks_blocked);
}

TEST_CASE("pages that only speak of such things are no block pages", "[signs]") {
  CHECK_FALSE(read("<title>Papers</title><p>Welcome to our group").looks_blocked);
  CHECK_FALSE(read("<title>Access Denied</title><ul><li class=paper><b>x</b></ul>").looks_blocked);
  CHECK_FALSE(read("<title>On captchas</title><p>captcha " + std::string(7000, 'x')).looks_blocked);
}

TEST_CASE("a page's title, login form and end are seen", "[signs]") {
  CHECK(read("<title> Sign \n in </title><form><input type=Password></form>").has_password_field);
  CHECK(read("<title> Sign \n in </title><form><input type=Password></form>").page_title ==
        "Sign in");
  CHECK_FALSE(read("<input type=text>").has_password_field);
  CHECK(html_ends("<HTML><p>x</HTML>\n<!-- cached -->"));
  CHECK(html_ends("<p>a fragment"));
  CHECK_FALSE(html_ends("<!DOCTYPE html><html><p>cut"));
  CHECK_FALSE(read("<html><ul><li class=paper><b>x</b>").ends);
}

TEST_CASE("the format of a page is found by its content", "[format]") {
  const auto format = [](std::string_view text, std::string_view type = "") {
    return page_format(text, type, Format::automatic, false);
  };
  CHECK(format("<!DOCTYPE html><p>") == Format::html);
  CHECK(format("<p>x") == Format::html);
  CHECK(format("\n<?xml version='1.0'?><rss/>") == Format::xml);
  CHECK(format("<?xml version='1.0'?><!DOCTYPE html><html/>") == Format::html);
  CHECK(format("<!-- x --><feed/>") == Format::xml);
  CHECK(format("<list/>", "application/xml; charset=utf-8") == Format::xml);
  CHECK(format("<list/>", "application/xhtml+xml") == Format::html);
  CHECK(page_format("{}", "", Format::feed, false) == Format::json);
  CHECK(page_format("<p>", "", Format::feed, false) == Format::xml);
  CHECK(page_format("<p>", "", Format::automatic, true) == Format::json);
}
