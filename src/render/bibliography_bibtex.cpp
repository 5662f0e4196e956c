// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "base/text.hpp"
#include "render/bibliography.hpp"
#include "render/bibliography_parts.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

// BibTeX counts braces even after a backslash. Where they do not balance they are written by name,
// which not every reader knows.
enum class Braces { escaped, named };

std::string_view latex_of(char c, Braces braces) {
  switch (c) {
    case '\\':
      return "\\textbackslash{}";
    case '{':
      return braces == Braces::escaped ? "\\{" : "\\textbraceleft{}";
    case '}':
      return braces == Braces::escaped ? "\\}" : "\\textbraceright{}";
    case '~':
      return "\\textasciitilde{}";
    case '^':
      return "\\textasciicircum{}";
    case '&':
      return "\\&";
    case '%':
      return "\\%";
    case '$':
      return "\\$";
    case '#':
      return "\\#";
    case '_':
      return "\\_";
    case '<':
      return "\\textless{}";
    case '>':
      return "\\textgreater{}";
    default:
      return {};
  }
}

bool has_balanced_braces(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth == 0;
}

// Past the `$` that closes the mathematics opened at `at`, or `at` if it is a dollar sign. The rule
// is Pandoc's: no blank inside of either, no digit after the second ("$5 and $6" is money).
std::size_t math_end(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size() || text[at + 1] == ' ' || text[at + 1] == '$') return at;
  const auto close = text.find('$', at + 1);
  if (close == std::string_view::npos || text[close - 1] == ' ') return at;
  if (close + 1 < text.size() && text[close + 1] >= '0' && text[close + 1] <= '9') return at;
  return has_balanced_braces(text.substr(at, close - at)) ? close + 1 : at;
}

std::string latex(std::string_view raw) {
  const auto text = single_line(raw);
  const auto braces = has_balanced_braces(text) ? Braces::escaped : Braces::named;
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (const auto end = text[i] == '$' ? math_end(text, i) : i; end != i) {
      out.append(text, i, end - i);
      i = end;
      continue;
    }
    const auto escaped = latex_of(text[i], braces);
    out += escaped.empty() ? std::string_view(text).substr(i, 1) : escaped;
    ++i;
  }
  return out;
}

// A URL is taken verbatim; braces alone would end it.
std::string verbatim(std::string_view text) {
  return replace_all(replace_all(single_line(text), "{", "%7B"), "}", "%7D");
}

// The word that parts authors, within the name of one.
std::string with_guarded_and(const std::string& name) {
  auto words = split(name, ' ');
  for (auto& word : words)
    if (word.size() == 3 && contains_ignoring_case(word, "and")) word = "{" + word + "}";
  return join(words, " ");
}

std::string author_of(const std::string& author) {
  const auto name = person_name(author);
  // A name alone goes in braces, or BibTeX would look for its parts.
  if (name.given.empty()) return fmt::format("{{{}}}", latex(name.family));
  return fmt::format("{}, {}", with_guarded_and(latex(name.family)),
                     with_guarded_and(latex(name.given)));
}

std::string authors_of(const Fields& fields) {
  std::vector<std::string> authors;
  for (const auto& author : list_of(fields, "authors")) authors.push_back(author_of(author));
  return join(authors, " and ");
}

class Entry {
 public:
  Entry(std::string_view type, std::string_view key) : text_(fmt::format("@{}{{{}", type, key)) {}
  void add(std::string_view name, const std::string& value) {
    if (!value.empty()) text_ += fmt::format(",\n  {} = {{{}}}", name, value);
  }
  std::string take() { return std::move(text_) + "\n}\n"; }

 private:
  std::string text_;
};

std::string_view type_of(Publication publication) {
  switch (publication) {
    case Publication::article:
      return "article";
    case Publication::in_proceedings:
      return "inproceedings";
    case Publication::preprint:
    case Publication::other:
      return "misc";
  }
  return "misc";
}

std::string entry_of(const PaperRow& paper, const std::string& key) {
  const auto& fields = paper.fields;
  const auto publication = publication_of(fields);
  Entry entry(type_of(publication), key);
  // Braces within keep the capitals of the title.
  const auto title = latex(text_of(fields, "title"));
  entry.add("title", title.empty() ? title : "{" + title + "}");
  entry.add("author", authors_of(fields));
  entry.add(publication == Publication::in_proceedings ? "booktitle" : "journal",
            latex(text_of(fields, "venue")));
  if (const auto date = date_parts(fields)) {
    entry.add("year", std::to_string(date->year));
    if (date->month) entry.add("month", std::to_string(*date->month));
  }
  entry.add("doi", verbatim(text_of(fields, "doi")));
  if (const auto id = text_of(fields, "arxiv_id"); !id.empty()) {
    entry.add("eprint", verbatim(id));
    entry.add("archiveprefix", "arXiv");
  }
  entry.add("url", verbatim(text_of(fields, "url")));
  entry.add("keywords", latex(join(list_of(fields, "subjects"), ", ")));
  entry.add("abstract", latex(text_of(fields, "abstract")));
  entry.add("note", latex(text_of(fields, "comments")));
  return entry.take();
}

}  // namespace

std::string render_bibtex(const std::vector<PaperRow>& papers) {
  const auto keys = citation_keys(papers);
  std::vector<std::string> entries;
  for (std::size_t i = 0; i < papers.size(); ++i) entries.push_back(entry_of(papers[i], keys[i]));
  return join(entries, "\n");
}

}  // namespace paperwatch
