// SPDX-License-Identifier: MIT
#include "extract/feed_template.hpp"

#include <algorithm>
#include <utility>

#include <re2/re2.h>

#include "base/text.hpp"
#include "base/url.hpp"
#include "extract/feed_names.hpp"
#include "extract/text.hpp"
#include "extract/value.hpp"

namespace paperwatch {

namespace {

class FeedReader {
 public:
  FeedReader(const Tree& tree, std::string_view address) : tree_(tree), address_(address) {}

  Result<Feed> run() {
    const NodeId root = first_element();
    if (root == no_node || !is_feed_root(local_name(root))) {
      return fail("no_content",
                  "the page is XML, but no feed" +
                      (root == no_node ? std::string()
                                       : ": its root is <" + std::string(tree_.name(root)) + ">"),
                  "`template: feed` reads RSS, Atom and JSON Feed; for other XML write rules with "
                  "`format: xml`");
    }
    for (NodeId id = root; id < tree_.nodes.size();) {
      const bool is_entry = tree_.is_element(id) && this->is_entry(id);
      if (is_entry) entry(id);
      id = is_entry ? tree_[id].end : id + 1;
    }
    whole_feed(root);
    return std::move(feed_);
  }

 private:
  NodeId first_element() const {
    for (NodeId id = tree_[0].first_child; id != no_node; id = tree_[id].next) {
      if (tree_.is_element(id)) return id;
    }
    return no_node;
  }

  static bool is_feed_root(std::string_view local) {
    return local == "rss" || local == "RDF" || local == "feed" || local == "channel";
  }

  std::string_view local_name(NodeId id) const { return feed_local_name(tree_, id); }

  bool is(NodeId id, Vocabulary vocabulary, std::string_view local) const {
    return is_feed_name(tree_, id, vocabulary, local);
  }

  bool is_entry(NodeId id) const {
    return is(id, Vocabulary::core, "item") || is(id, Vocabulary::core, "entry");
  }

  std::vector<NodeId> children(NodeId parent, Vocabulary vocabulary, std::string_view local) const {
    return feed_children(tree_, parent, vocabulary, local);
  }

  std::string plain(NodeId id) const { return rendered_text(tree_, {id}); }

  std::string attribute(NodeId id, std::string_view name) const {
    const std::string_view* value = tree_.attribute(id, name);
    return value ? std::string(trim(*value)) : std::string();
  }

  std::string raw_text(NodeId element) const {
    std::string out;
    for (NodeId id = element + 1; id < tree_[element].end; ++id) out += tree_[id].text;
    return out;
  }

  bool has_elements(NodeId parent) const {
    for (NodeId id = tree_[parent].first_child; id != no_node; id = tree_[id].next) {
      if (tree_.is_element(id)) return true;
    }
    return false;
  }

  // Elements inside a text (XHTML, or markup that somebody forgot to escape), written as HTML, so
  // that blocks and line breaks part words.
  std::string inner_html(NodeId element) const {
    std::string out;
    std::vector<NodeId> open;
    const auto close_until = [&](NodeId id) {
      while (!open.empty() && tree_[open.back()].end <= id) {
        out.append("</").append(local_name(open.back())).append(">");
        open.pop_back();
      }
    };
    for (NodeId id = element + 1; id < tree_[element].end; ++id) {
      close_until(id);
      if (tree_.is_element(id)) {
        out.append("<").append(local_name(id)).append(">");
        open.push_back(id);
      } else {
        out += replace_all(replace_all(std::string(tree_[id].text), "&", "&amp;"), "<", "&lt;");
      }
    }
    close_until(tree_[element].end);
    return out;
  }

  // Content of such a type stands in base64 (RFC 4287 §4.1.3.3).
  static bool is_binary_type(std::string_view type) {
    return type.find('/') != std::string_view::npos && !type.starts_with("text/") &&
           !type.ends_with("/xml") && !type.ends_with("+xml");
  }

  // What a text construct shows (RFC 4287 §3.1). `loose`: without a type it may be HTML, as in RSS.
  std::string construct(NodeId id, bool loose) const {
    if (has_elements(id)) return text_of_html(inner_html(id));
    const std::string type = lower_ascii(attribute(id, "type"));
    const std::string mode = lower_ascii(attribute(id, "mode"));
    if (mode == "base64" || (mode.empty() && is_binary_type(type)))
      return text_of_html(text_in_base64(raw_text(id)));
    const bool escaped = mode == "escaped";
    const bool is_html = type == "html" || type == "text/html" || (escaped && type != "text/plain");
    const bool says_nothing = type.empty() && !escaped;
    if (is_html || (says_nothing && loose)) return text_of_html(raw_text(id));
    return plain(id);
  }

  // A title without a type is text; only the markup that titles are given is no part of it.
  std::string title_text(NodeId id) const {
    static const re2::RE2 markup(
        R"((?i)</?(?:i|b|u|a|em|strong|sub|sup|tt|span|font|small|big|code|p|br|div|inf)(?:\s[^<>]*)?/?>)");
    std::string text = construct(id, false);
    if (!attribute(id, "type").empty() || has_elements(id)) return text;
    re2::RE2::GlobalReplace(&text, markup, "");
    return collapse_space(text);
  }

  struct Wanted {
    Vocabulary vocabulary;
    std::string_view local;
  };

  // The first child, in order of preference, that shows something.
  template <typename Read>
  std::string first_of(NodeId entry, std::initializer_list<Wanted> wanted, Read read) const {
    for (const Wanted& one : wanted) {
      for (const NodeId id : children(entry, one.vocabulary, one.local)) {
        std::string text = read(id);
        if (!text.empty()) return text;
      }
    }
    return {};
  }

  std::string base_of(NodeId id) const {
    std::vector<std::string_view> bases;
    for (NodeId at = id; at != no_node && at != 0; at = tree_[at].parent) {
      if (const auto* base = tree_.attribute(at, "xml:base")) bases.push_back(*base);
    }
    std::string base(address_);
    for (auto one = bases.rbegin(); one != bases.rend(); ++one) {
      std::string next = resolve_url(*one, base);
      if (!next.empty()) base = std::move(next);
    }
    return base;
  }

  std::string resolved(NodeId id, std::string_view reference) const {
    return trim(reference).empty() ? std::string() : resolve_url(reference, base_of(id));
  }

  // RSS writes the address as text, Atom as an attribute with a relation.
  std::string link_of(NodeId entry) const {
    std::string any;
    for (const NodeId id : children(entry, Vocabulary::core, "link")) {
      const std::string href = attribute(id, "href");
      const std::string rel = lower_ascii(attribute(id, "rel"));
      if (href.empty()) {
        if (std::string url = resolved(id, plain(id)); !url.empty() && rel.empty()) return url;
        continue;
      }
      const bool is_alternate = rel.empty() || rel == "alternate" ||
                                rel == "http://www.iana.org/assignments/relation/alternate";
      if (!is_alternate) continue;
      std::string url = resolved(id, href);
      const std::string type = lower_ascii(attribute(id, "type"));
      if (type.empty() || type.find("html") != std::string::npos) {
        if (!url.empty()) return url;
      } else if (any.empty()) {
        any = std::move(url);
      }
    }
    return any.empty() ? permanent_link(entry) : any;
  }

  std::string permanent_link(NodeId entry) const {
    for (const NodeId id : children(entry, Vocabulary::core, "guid")) {
      if (lower_ascii(attribute(id, "isPermaLink")) == "false") continue;
      const std::string text = plain(id);
      if (text.starts_with("http://") || text.starts_with("https://")) return resolved(id, text);
    }
    for (const NodeId id : children(entry, Vocabulary::core, "id")) {
      const std::string text = plain(id);
      if (text.starts_with("http://") || text.starts_with("https://")) return resolved(id, text);
    }
    const std::string about = attribute(entry, "rdf:about");
    return about.starts_with("http") ? resolved(entry, about) : std::string();
  }

  std::vector<std::string> people(NodeId entry) const {
    std::vector<std::string> out;
    for (const NodeId id : children(entry, Vocabulary::dublin_core, "creator"))
      out.push_back(plain(id));
    for (const NodeId id : children(entry, Vocabulary::core, "author")) {
      if (!out.empty() && !has_elements(id)) break;  // the same people, or a mail address
      const auto names = children(id, Vocabulary::core, "name");
      const auto mails = children(id, Vocabulary::core, "email");
      if (!names.empty()) {
        out.push_back(plain(names.front()));
      } else if (!mails.empty()) {
        out.push_back(plain(mails.front()));
      } else if (!has_elements(id)) {
        out.push_back(plain(id));
      }
    }
    if (out.empty()) {
      for (const NodeId id : children(entry, Vocabulary::dublin_core, "author"))
        out.push_back(plain(id));
    }
    std::erase(out, std::string());
    return feed_people(out);
  }

  std::vector<std::string> subjects(NodeId entry) const {
    std::vector<std::string> out;
    const auto add = [&](std::string text) {
      if (!text.empty() && std::find(out.begin(), out.end(), text) == out.end())
        out.push_back(std::move(text));
    };
    for (const NodeId id : children(entry, Vocabulary::core, "category")) {
      const std::string term = attribute(id, "term");
      add(term.empty() ? plain(id) : collapse_space(term));
    }
    for (const NodeId id : children(entry, Vocabulary::dublin_core, "subject")) add(plain(id));
    return out;
  }

  std::string doi(NodeId entry) const {
    const auto read = [&](NodeId id) {
      const auto shaped = shape_value(Shape::doi, {plain(id)}, "");
      return shaped.value ? std::get<std::string>(*shaped.value) : std::string();
    };
    return first_of(entry,
                    {{Vocabulary::arxiv, "doi"},
                     {Vocabulary::prism, "doi"},
                     {Vocabulary::dublin_core, "identifier"}},
                    read);
  }

  std::string date(NodeId entry) const {
    using V = Vocabulary;
    const auto read = [&](NodeId id) { return plain(id); };
    return first_of(entry,
                    {{V::core, "published"},
                     {V::core, "pubDate"},
                     {V::core, "issued"},
                     {V::dublin_core, "date"},
                     {V::dublin_terms, "issued"},
                     {V::prism, "publicationDate"},
                     {V::core, "created"},
                     {V::dublin_terms, "created"},
                     {V::core, "updated"},
                     {V::core, "modified"},
                     {V::dublin_terms, "modified"}},
                    read);
  }

  std::string abstract(NodeId entry) const {
    using V = Vocabulary;
    const auto loose = [&](NodeId id) {
      const std::string_view name = local_name(id);
      return construct(id, name != "summary" && name != "content");
    };
    const std::string text = first_of(entry,
                                      {{V::core, "summary"},
                                       {V::core, "description"},
                                       {V::dublin_core, "description"},
                                       {V::core, "content"},
                                       {V::content, "encoded"}},
                                      loose);
    return feed_abstract(text);
  }

  // arXiv's API answers a wrong question with an entry of this kind.
  bool is_error(NodeId entry, const std::string& title) const {
    if (title != "Error") return false;
    const auto ids = children(entry, Vocabulary::core, "id");
    return !ids.empty() && plain(ids.front()).find("/api/errors") != std::string::npos;
  }

  void entry(NodeId id) {
    ++feed_.elements;
    const auto title = [&](NodeId child) { return title_text(child); };
    const auto text = [&](NodeId child) { return plain(child); };
    Fields fields;
    const auto put = [&](const char* name, Shape shape, std::vector<std::string> texts) {
      std::erase(texts, std::string());
      if (auto shaped = shape_value(shape, texts, ""); shaped.value)
        fields.emplace(name, std::move(*shaped.value));
    };
    put("title", Shape::text,
        {first_of(id, {{Vocabulary::core, "title"}, {Vocabulary::dublin_core, "title"}}, title)});
    if (is_error(id, std::string(text_of(fields, "title")))) {
      feed_.error = abstract(id);
      return;
    }
    put("url", Shape::text, {link_of(id)});
    put("authors", Shape::list, people(id));
    put("abstract", Shape::text, {abstract(id)});
    put("subjects", Shape::list, subjects(id));
    put("doi", Shape::text, {doi(id)});
    put("date", Shape::date, {date(id)});
    put("comments", Shape::text, {first_of(id, {{Vocabulary::arxiv, "comment"}}, text)});
    feed_.entries.push_back({std::move(fields), id});
  }

  void whole_feed(NodeId root) {
    std::vector<NodeId> places = {root};
    for (const NodeId id : children(root, Vocabulary::core, "channel")) places.push_back(id);
    for (const NodeId place : places) {
      for (const NodeId id : children(place, Vocabulary::opensearch, "totalResults"))
        feed_.total = plain(id);
      for (const NodeId id : children(place, Vocabulary::core, "link")) {
        if (lower_ascii(attribute(id, "rel")) != "next") continue;
        std::string url = resolved(id, attribute(id, "href"));
        if (!url.empty()) feed_.next = std::move(url);
      }
    }
  }

  const Tree& tree_;
  std::string_view address_;
  Feed feed_;
};

}  // namespace

Result<Feed> read_feed(const Tree& tree, std::string_view address) {
  return FeedReader(tree, address).run();
}

}  // namespace paperwatch
