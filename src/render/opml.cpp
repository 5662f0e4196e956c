// SPDX-License-Identifier: MIT
#include "render/opml.hpp"

#include <sstream>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "base/text.hpp"
#include "base/url.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t deepest = 32;

// Programs disagree on the case of attributes.
std::string attribute(const pugi::xml_node& node, std::string_view name) {
  for (const auto& found : node.attributes())
    if (equal_ignoring_case(found.name(), name)) return collapse_space(found.value());
  return "";
}

std::string title_of(const pugi::xml_node& outline) {
  auto title = attribute(outline, "title");
  return title.empty() ? attribute(outline, "text") : title;
}

void take_feed(const pugi::xml_node& outline, const std::vector<std::string>& groups,
               WatchList& list) {
  Watch watch;
  watch.is_feed = true;
  watch.url = attribute(outline, "xmlUrl");
  watch.title = title_of(outline);
  if (watch.title.empty()) watch.title = watch.url;
  watch.tags = groups;
  const auto url = parse_url(watch.url);
  if (!url || (url->scheme != "http" && url->scheme != "https"))
    list.left_out.push_back(fmt::format("{}: it has no http or https address", watch.title));
  else
    list.watches.push_back(std::move(watch));
}

void take_outlines(const pugi::xml_node& parent, std::vector<std::string>& groups,
                   WatchList& list) {
  for (const auto& outline : parent.children()) {
    if (!equal_ignoring_case(outline.name(), "outline")) continue;
    const bool is_feed = !attribute(outline, "xmlUrl").empty();
    if (is_feed) take_feed(outline, groups, list);
    if (!outline.first_child()) {
      if (!is_feed) list.left_out.push_back(fmt::format("{}: it is no feed", title_of(outline)));
      continue;
    }
    if (groups.size() >= deepest) continue;
    groups.push_back(title_of(outline));
    take_outlines(outline, groups, list);
    groups.pop_back();
  }
}

void add_attribute(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(value.c_str());
}

std::string xml_text(pugi::xml_document& document) {
  auto declaration = document.prepend_child(pugi::node_declaration);
  add_attribute(declaration, "version", "1.0");
  add_attribute(declaration, "encoding", "utf-8");
  std::ostringstream out;
  document.save(out, " ", pugi::format_indent, pugi::encoding_utf8);
  return out.str();
}

}  // namespace

std::string render_opml(const std::string& title, const std::vector<OpmlFeed>& feeds) {
  pugi::xml_document document;
  auto opml = document.append_child("opml");
  add_attribute(opml, "version", "2.0");
  opml.append_child("head").append_child("title").text().set(single_line(title).c_str());
  auto body = opml.append_child("body");
  for (const auto& feed : feeds) {
    auto outline = body.append_child("outline");
    add_attribute(outline, "type", "rss");
    add_attribute(outline, "text", single_line(feed.title));
    add_attribute(outline, "title", single_line(feed.title));
    add_attribute(outline, "xmlUrl", feed.url);
    if (!feed.home.empty()) add_attribute(outline, "htmlUrl", feed.home);
  }
  return xml_text(document);
}

Result<WatchList> parse_opml(std::string_view text) {
  pugi::xml_document document;
  const auto parsed = document.load_buffer(text.data(), text.size());
  const auto body = document.document_element().child("body");
  if (!parsed || !equal_ignoring_case(document.document_element().name(), "opml") || !body)
    return fail("usage",
                parsed ? std::string("it is XML, but no OPML")
                       : fmt::format("its XML cannot be read: {} at byte {}", parsed.description(),
                                     parsed.offset),
                "import reads OPML, job files of urlwatch or webchanges, and its own export");
  WatchList list;
  std::vector<std::string> groups;
  take_outlines(body, groups, list);
  return list;
}

}  // namespace paperwatch
