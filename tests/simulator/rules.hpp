// SPDX-License-Identifier: MIT
// How the simulated site is read.
#pragma once

#include "simulator/site.hpp"
#include "sync/world.hpp"

namespace paperwatch::test {

inline constexpr const char* rules =
    "    pages: {next: 'a[rel=next]', max: 50}\n"
    "    track: {ignore: [citations]}\n";

// Watches the site on the world's server, with all its fields.
inline void watch_site(World& world, Site& site) {
  world.server.otherwise([&site](const Request& request) { return site.answer(request); });
  world.configure(rules);
  auto& source = world.config.sources[0];
  const auto css = [](const char* text) {
    FieldRule rule;
    rule.select = {Selector{Selector::Language::css, text, {}}};
    return rule;
  };
  auto subjects = css("i");
  subjects.split = Pattern{"; ", {}};
  auto authors = css("b");
  authors.all = true;
  source.extract.edit().fields = {{"title", css("a")},        {"url", css("a::attr(href)")},
                                  {"authors", authors},       {"abstract", css(".abstract")},
                                  {"subjects", subjects},     {"doi", css("em")},
                                  {"comments", css("small")}, {"citations", css("u")}};
}

}  // namespace paperwatch::test
