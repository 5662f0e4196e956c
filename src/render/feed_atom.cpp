// SPDX-License-Identifier: MIT
#include "base/text.hpp"
#include "base/time.hpp"
#include "render/feeds.hpp"
#include "render/xml_text.hpp"

namespace paperwatch {

namespace {

void add_plain_text(XmlText& xml, std::string_view name, std::string_view text) {
  xml.element(name, text, {{"type", "text"}});
}

void add_alternate(XmlText& xml, std::string_view url) {
  if (!url.empty()) xml.empty_element("link", {{"rel", "alternate"}, {"href", url}});
}

void add_author(XmlText& xml, std::string_view name) {
  xml.open("author");
  xml.element("name", name);
  xml.close("author");
}

// RFC 4287 §4.1.2: without an alternate link an entry must have a content, so it always has one.
void add_entry(XmlText& xml, const ShownEntry& entry) {
  xml.open("entry");
  xml.element("id", entry.id);
  add_plain_text(xml, "title", entry.title);
  add_alternate(xml, entry.url);
  for (const auto& author : entry.authors) add_author(xml, author);
  for (const auto& subject : entry.subjects) xml.empty_element("category", {{"term", subject}});
  xml.element("published", rfc3339(entry.published));
  xml.element("updated", rfc3339(entry.updated));
  add_plain_text(xml, "content", join(entry.paragraphs, "\n\n"));
  xml.close("entry");
}

}  // namespace

std::string render_atom(const ShownFeed& feed) {
  XmlText xml;
  xml.open("feed", {{"xmlns", "http://www.w3.org/2005/Atom"}});
  xml.element("id", feed.id);
  add_plain_text(xml, "title", feed.title);
  if (!feed.description.empty()) add_plain_text(xml, "subtitle", feed.description);
  xml.element("updated", rfc3339(feed.updated));
  // For the entries without authors, RFC 4287 §4.1.1.
  add_author(xml, feed.title.empty() ? "paperwatch" : feed.title);
  xml.element("generator", "paperwatch");
  if (!feed.self.empty()) {
    xml.empty_element(
        "link", {{"rel", "self"}, {"type", "application/atom+xml"}, {"href", feed.self + ".atom"}});
  }
  add_alternate(xml, feed.home);
  for (const auto& entry : feed.entries) add_entry(xml, entry);
  xml.close("feed");
  return xml.take();
}

}  // namespace paperwatch
