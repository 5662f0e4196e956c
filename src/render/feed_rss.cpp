// SPDX-License-Identifier: MIT
#include "base/time.hpp"
#include "render/feeds.hpp"
#include "render/xml_text.hpp"

namespace paperwatch {

namespace {

// Readers take a description for HTML: its text is escaped here, and once more as XML.
std::string description_of(const ShownEntry& entry) {
  std::string html;
  for (const auto& paragraph : entry.paragraphs) {
    html += "<p>";
    append_xml_content(html, paragraph);
    html += "</p>";
  }
  return html;
}

void add_item(XmlText& xml, const ShownEntry& entry) {
  xml.open("item");
  xml.element("guid", entry.id, {{"isPermaLink", "false"}});
  xml.element("title", entry.title);
  xml.element_if("link", entry.url);
  for (const auto& author : entry.authors) xml.element("dc:creator", author);
  for (const auto& subject : entry.subjects) xml.element("category", subject);
  xml.element("pubDate", rfc822_date(entry.published));
  xml.element("atom:updated", rfc3339(entry.updated));
  xml.element_if("description", description_of(entry));
  xml.close("item");
}

}  // namespace

std::string render_rss(const ShownFeed& feed) {
  XmlText xml;
  xml.open("rss", {{"version", "2.0"},
                   {"xmlns:atom", "http://www.w3.org/2005/Atom"},
                   {"xmlns:dc", "http://purl.org/dc/elements/1.1/"}});
  xml.open("channel");
  xml.element("title", feed.title);
  // Both are required elements, so each has something to stand in for it.
  xml.element("link", feed.home.empty() ? feed.id : feed.home);
  xml.element("description", feed.description.empty() ? feed.title : feed.description);
  if (!feed.self.empty()) {
    xml.empty_element(
        "atom:link",
        {{"rel", "self"}, {"type", "application/rss+xml"}, {"href", feed.self + ".rss"}});
  }
  xml.element("lastBuildDate", rfc822_date(feed.updated));
  xml.element("generator", "paperwatch");
  for (const auto& entry : feed.entries) add_item(xml, entry);
  xml.close("channel");
  xml.close("rss");
  return xml.take();
}

}  // namespace paperwatch
