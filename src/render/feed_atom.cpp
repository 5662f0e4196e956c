// SPDX-License-Identifier: MIT
#include "base/text.hpp"
#include "base/time.hpp"
#include "render/feed_xml.hpp"
#include "render/feeds.hpp"

namespace paperwatch {

namespace {

void add_plain_text(pugi::xml_node parent, const char* name, const std::string& text) {
  add_attribute(add_text(parent, name, text), "type", "text");
}

void add_link(pugi::xml_node parent, const char* relation, const std::string& url,
              const char* type = nullptr) {
  if (url.empty()) return;
  auto link = parent.append_child("link");
  add_attribute(link, "rel", relation);
  if (type != nullptr) add_attribute(link, "type", type);
  add_attribute(link, "href", url);
}

// RFC 4287 §4.1.2: without an alternate link an entry must have a content, so it always has one.
void add_entry(pugi::xml_node feed, const FeedEntry& entry) {
  auto node = feed.append_child("entry");
  add_text(node, "id", entry.id);
  add_plain_text(node, "title", entry_title(entry));
  add_link(node, "alternate", feed_link(entry.url));
  for (const auto& author : entry.authors) {
    if (const auto name = feed_text(author); !name.empty()) {
      add_text(node.append_child("author"), "name", name);
    }
  }
  for (const auto& subject : entry.subjects) {
    if (const auto term = feed_text(subject); !term.empty()) {
      add_attribute(node.append_child("category"), "term", term);
    }
  }
  add_text(node, "published", rfc3339(entry.published));
  add_text(node, "updated", rfc3339(entry.updated));
  add_plain_text(node, "content", join(entry_paragraphs(entry), "\n\n"));
}

}  // namespace

std::string render_atom(const FeedDocument& feed) {
  pugi::xml_document document;
  auto root = document.append_child("feed");
  add_attribute(root, "xmlns", "http://www.w3.org/2005/Atom");
  const auto title = feed_text(feed.title);
  add_text(root, "id", feed.id);
  add_plain_text(root, "title", title);
  if (const auto text = feed_text(feed.description); !text.empty()) {
    add_plain_text(root, "subtitle", text);
  }
  add_text(root, "updated", rfc3339(feed.updated));
  // For the entries without authors, RFC 4287 §4.1.1.
  add_text(root.append_child("author"), "name", title.empty() ? "paperwatch" : title);
  add_text(root, "generator", "paperwatch");
  if (!feed.self.empty())
    add_link(root, "self", feed_link(feed.self + ".atom"), "application/atom+xml");
  add_link(root, "alternate", feed_link(feed.home));
  for (const auto& entry : feed.entries) add_entry(root, entry);
  return xml_text(document);
}

}  // namespace paperwatch
