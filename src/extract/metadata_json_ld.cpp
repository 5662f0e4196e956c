// SPDX-License-Identifier: MIT
// Works of schema.org in JSON-LD.
#include <algorithm>
#include <array>
#include <initializer_list>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "core/keys.hpp"
#include "extract/feed_template.hpp"
#include "extract/json_page.hpp"
#include "extract/metadata_readers.hpp"

namespace paperwatch {

namespace {

// Types that are a written work. A WebPage is one to schema.org, but describes itself only.
constexpr std::array<std::string_view, 11> works{"ScholarlyArticle", "MedicalScholarlyArticle",
                                                 "Article",          "TechArticle",
                                                 "NewsArticle",      "BlogPosting",
                                                 "Report",           "Thesis",
                                                 "Chapter",          "Book",
                                                 "CreativeWork"};
// Where lists keep their members; `citation` and `isPartOf` lead to other works.
constexpr std::array<const char*, 6> known_members{
    "@graph", "itemListElement", "item", "mainEntity", "hasPart", "dataFeedElement"};

const Json* member(const Json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

// A value and a list of values are one to JSON-LD.
std::vector<const Json*> values(const Json* value) {
  std::vector<const Json*> out;
  if (value && value->is_array()) {
    for (const Json& one : *value) out.push_back(&one);
  } else if (value) {
    out.push_back(value);
  }
  return out;
}

std::string text_of(const Json* value) {
  for (const Json* one : values(value)) {
    const Json* inner = member(*one, "@value");
    std::string text = collapse_space(nfc(scalar_text(inner ? *inner : *one)));
    if (!text.empty()) return text;
  }
  return {};
}

std::string text_at(const Json& object, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    std::string text = text_of(member(object, name));
    if (!text.empty()) return text;
  }
  return {};
}

bool has_type(const Json& object, const auto& types) {
  for (const Json* type : values(member(object, "@type"))) {
    const std::string name = scalar_text(*type);
    // "schema:Article" and "http://schema.org/Article" are written too.
    const std::size_t start = name.find_last_of(":/");
    const auto bare = std::string_view(name).substr(start == std::string::npos ? 0 : start + 1);
    if (std::find(std::begin(types), std::end(types), bare) != std::end(types)) return true;
  }
  return false;
}

class JsonLdReader {
 public:
  std::vector<StatedFields> run(const Json& document) {
    remember(document);
    visit(document);
    return std::move(out_);
  }

 private:
  // Objects of an @graph are referred to by their @id.
  void remember(const Json& value) {
    for (const Json* one : values(&value)) {
      if (const std::string id = text_at(*one, {"@id"}); !id.empty() && one->size() > 1)
        known_.try_emplace(id, one);
      if (const Json* graph = member(*one, "@graph")) remember(*graph);
    }
  }

  const Json& meant(const Json& value) const {
    if (!value.is_object() || value.size() != 1) return value;
    const auto found = known_.find(text_at(value, {"@id"}));
    return found == known_.end() ? value : *found->second;
  }

  void visit(const Json& value) {
    for (const Json* reference : values(&value)) {
      const Json& one = meant(*reference);
      if (has_type(one, works)) {
        if (std::find(seen_.begin(), seen_.end(), &one) != seen_.end()) continue;
        seen_.push_back(&one);
        out_.push_back(stated(one));
        continue;
      }
      for (const char* name : known_members) {
        if (const Json* inner = member(one, name); inner && inner->is_structured()) visit(*inner);
      }
    }
  }

  std::string person(const Json& value) const {
    const Json& one = meant(value);
    if (!one.is_object()) return given_name_first(collapse_space(nfc(scalar_text(one))));
    const std::string family = text_at(one, {"familyName"});
    if (!family.empty()) return collapse_space(text_at(one, {"givenName"}) + " " + family);
    return given_name_first(text_at(one, {"name"}));
  }

  std::vector<std::string> people(const Json& work) const {
    for (const char* name : {"author", "creator"}) {
      std::vector<std::string> out;
      for (const Json* one : values(member(work, name))) out.push_back(person(*one));
      std::erase(out, std::string());
      if (!out.empty()) return out;
    }
    return {};
  }

  // An issue is part of a volume, and that of a periodical: the outermost name is the venue's.
  std::string venue(const Json& work) const {
    std::string name;
    const Json* at = &work;
    for (int depth = 0; depth < 4; ++depth) {
      const auto outer = values(member(*at, "isPartOf"));
      if (outer.empty()) break;
      at = &meant(*outer.front());
      std::string here = at->is_object() ? text_at(*at, {"name"}) : scalar_text(*at);
      if (!here.empty() && !here.starts_with("http")) name = std::move(here);
    }
    return collapse_space(nfc(name));
  }

  static std::vector<std::string> subjects(const Json& work) {
    std::vector<std::string> out;
    for (const Json* one : values(member(work, "keywords"))) {
      if (one->is_object()) {
        out.push_back(text_at(*one, {"name"}));
        continue;
      }
      const std::string text = scalar_text(*one);
      for (const std::string& part : split(text, text.find(';') == std::string::npos ? ',' : ';'))
        out.push_back(collapse_space(nfc(part)));
    }
    return out;
  }

  static void add_identifiers(const Json& work, StatedFields& out) {
    for (const char* name : {"doi", "identifier", "sameAs", "@id", "url"}) {
      for (const Json* one : values(member(work, name))) {
        const std::string id = one->is_object() ? text_at(*one, {"value", "@id"}) : text_of(one);
        if (bare_doi(id)) out["doi"].push_back(id);
        if (arxiv_id(id)) out["arxiv_id"].push_back(id);
      }
    }
  }

  static std::string pdf(const Json& work) {
    for (const char* name : {"encoding", "associatedMedia", "distribution"}) {
      for (const Json* one : values(member(work, name))) {
        const std::string format = lower_ascii(text_at(*one, {"encodingFormat", "fileFormat"}));
        if (format.find("pdf") != std::string::npos) return text_at(*one, {"contentUrl", "url"});
      }
    }
    return {};
  }

  static std::string url(const Json& work) {
    std::string found = text_at(work, {"url"});
    if (found.empty()) {
      for (const char* name : {"mainEntityOfPage", "@id"}) {
        const Json* value = member(work, name);
        const std::string id =
            value && value->is_object() ? text_at(*value, {"@id", "url"}) : text_of(value);
        if (id.starts_with("http")) return id;
      }
    }
    return found;
  }

  StatedFields stated(const Json& work) const {
    StatedFields out;
    out["title"] = {text_at(work, {"headline", "name"})};
    out["authors"] = people(work);
    out["abstract"] = {text_of_html(text_at(work, {"abstract", "description"}))};
    out["venue"] = {venue(work)};
    out["date"] = {text_at(work, {"datePublished", "dateCreated"})};
    out["url"] = {url(work)};
    out["pdf"] = {pdf(work)};
    out["subjects"] = subjects(work);
    add_identifiers(work, out);
    return out;
  }

  std::map<std::string, const Json*> known_;
  std::vector<const Json*> seen_;
  std::vector<StatedFields> out_;
};

}  // namespace

std::vector<StatedFields> read_json_ld(std::string_view json) {
  const auto document = parse_json(json);
  return document ? JsonLdReader().run(*document) : std::vector<StatedFields>();
}

}  // namespace paperwatch
