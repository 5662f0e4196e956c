// SPDX-License-Identifier: MIT
#include "base/text.hpp"
#include "base/time.hpp"
#include "render/feed_xml.hpp"
#include "render/feeds.hpp"

namespace paperwatch {

namespace {

// Text as HTML source; writing it as XML escapes it once more.
std::string html_of(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// Readers take a description for HTML.
std::string description_of(const FeedEntry& entry) {
  std::string html;
  for (const auto& paragraph : entry_paragraphs(entry)) html += "<p>" + html_of(paragraph) + "</p>";
  return html;
}

void add_item(pugi::xml_node channel, const FeedEntry& entry) {
  auto item = channel.append_child("item");
  add_text(item, "title", entry_title(entry));
  add_text_if(item, "link", feed_link(entry.url));
  add_attribute(add_text(item, "guid", entry.id), "isPermaLink", "false");
  for (const auto& author : entry.authors) add_text_if(item, "dc:creator", feed_text(author));
  for (const auto& subject : entry.subjects) add_text_if(item, "category", feed_text(subject));
  add_text(item, "pubDate", rfc822_date(entry.published));
  add_text(item, "atom:updated", rfc3339(entry.updated));
  add_text_if(item, "description", description_of(entry));
}

}  // namespace

std::string render_rss(const FeedDocument& feed) {
  pugi::xml_document document;
  auto root = document.append_child("rss");
  add_attribute(root, "version", "2.0");
  add_attribute(root, "xmlns:atom", "http://www.w3.org/2005/Atom");
  add_attribute(root, "xmlns:dc", "http://purl.org/dc/elements/1.1/");
  auto channel = root.append_child("channel");
  const auto title = feed_text(feed.title);
  const auto description = feed_text(feed.description);
  const auto home = feed_link(feed.home);
  add_text(channel, "title", title);
  // Both are required elements, so each has something to stand in for it.
  add_text(channel, "link", home.empty() ? feed.id : home);
  add_text(channel, "description", description.empty() ? title : description);
  if (const auto self = feed.self.empty() ? "" : feed_link(feed.self + ".rss"); !self.empty()) {
    auto link = channel.append_child("atom:link");
    add_attribute(link, "rel", "self");
    add_attribute(link, "type", "application/rss+xml");
    add_attribute(link, "href", self);
  }
  add_text(channel, "lastBuildDate", rfc822_date(feed.updated));
  add_text(channel, "generator", "paperwatch");
  for (const auto& entry : feed.entries) add_item(channel, entry);
  return xml_text(document);
}

}  // namespace paperwatch
