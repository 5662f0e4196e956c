// SPDX-License-Identifier: MIT
#include "core/keys.hpp"

#include <algorithm>
#include <array>

#include <re2/re2.h>

#include "base/text.hpp"
#include "base/url.hpp"
#include "base/url_parts.hpp"

namespace paperwatch {

namespace {

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

// ---- URLs ---------------------------------------------------------------------------------

// Parameters that say who looks, or from where, never what is looked at. `sid` and `session` are
// ids of articles on some sites: only a value as long as a session's counts. `rss=1` is how
// HighWire's feeds (bioRxiv) mark the same page.
bool is_noise(std::string_view parameter) {
  static const RE2 noise(
      "(?i)(?:utm_[^=]*|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|"
      "_gl|"
      "phpsessid|jsessionid|aspsessionid[^=]*|asp\\.net_sessionid|"
      "sessionid|session_id|sessid|cfid|cftoken)(?:=.*)?|"
      "(?:sid|session)=[0-9a-z_.%-]{16,}|rss=1");
  return RE2::FullMatch(piece(parameter), noise);
}

std::optional<std::string> without_noise(const std::string& query) {
  std::vector<std::string> kept;
  for (auto& parameter : split(query, '&')) {
    if (!is_noise(parameter)) kept.push_back(std::move(parameter));
  }
  std::string out = join(kept, "&");
  return out.empty() ? std::nullopt : std::optional(std::move(out));
}

// ";jsessionid=…" at the end of a segment, and ASP.NET's "/(S(…))/" segment.
std::string without_session(std::string path) {
  static const RE2 parameter("(?i);(?:jsessionid|phpsessid|sessionid|sid)=[^/;]*");
  static const RE2 segment("(?i)/\\([SXF]\\([0-9a-z]{16,}\\)\\)");
  RE2::GlobalReplace(&path, parameter, "");
  RE2::GlobalReplace(&path, segment, "");
  return path.empty() ? "/" : path;
}

// ---- DOIs ---------------------------------------------------------------------------------

// A closing bracket belongs to the DOI only where it was opened in it: "s0140-6736(05)66509-1".
std::string without_trailing_punctuation(std::string doi) {
  const auto is_unopened = [&doi](char open, char close) {
    return doi.back() == close &&
           std::count(doi.begin(), doi.end(), open) < std::count(doi.begin(), doi.end(), close);
  };
  while (!doi.empty() &&
         (std::string_view(".,;:'\"!?").find(doi.back()) != std::string_view::npos ||
          is_unopened('(', ')') || is_unopened('[', ']') || is_unopened('{', '}') ||
          is_unopened('<', '>'))) {
    doi.pop_back();
  }
  return doi;
}

// ---- arXiv ids ----------------------------------------------------------------------------

// YYMM.NNNN until 2014, YYMM.NNNNN since 2015; the scheme began in April 2007.
bool is_new_style(int year_and_month, std::size_t digits) {
  const int month = year_and_month % 100;
  if (month < 1 || month > 12 || year_and_month < 704) return false;
  return digits == (year_and_month >= 1501 ? 5 : 4);
}

// `text` is nothing but an id with or without its version.
std::optional<ArxivId> plain_arxiv_id(std::string_view text) {
  static const RE2 new_style("(\\d{4})\\.(\\d{4,5})(?:v([1-9]\\d{0,2}))?");
  static const RE2 old_style(
      "(?i)(acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|"
      "comp-gas|cond-mat|cs|dg-ga|econ|eess|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-"
      "ph|"
      "mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|plasm-ph|q-alg|q-bio|q-fin|quant-ph|solv-int|"
      "stat|supr-con)(?:\\.[a-z-]{2,})?/(\\d{2}(?:0[1-9]|1[0-2])\\d{3})(?:v([1-9]\\d{0,2}))?");
  std::string first, second, version;
  ArxivId id;
  if (RE2::FullMatch(piece(text), new_style, &first, &second, &version)) {
    if (!is_new_style(std::stoi(first), second.size())) return std::nullopt;
    id.id = first + "." + second;
  } else if (RE2::FullMatch(piece(text), old_style, &first, &second, &version)) {
    id.id = lower_ascii(first) + "/" + second;
  } else {
    return std::nullopt;
  }
  if (!version.empty()) id.version = std::stoi(version);
  return id;
}

constexpr std::array<std::string_view, 4> arxiv_hosts{"arxiv.org", "xxx.lanl.gov", "xxx.itp.ac.cn",
                                                      "ar5iv.org"};

// The id in the path of a link to arXiv or one of its mirrors, "" elsewhere.
std::string id_in_link(std::string_view text) {
  if (std::none_of(arxiv_hosts.begin(), arxiv_hosts.end(),
                   [&](auto host) { return contains_ignoring_case(text, host); })) {
    return {};
  }
  static const RE2 link(
      "(?i)(?:https?:)?(?://"
      ")?(?:(?:[a-z0-9-]+\\.)*arxiv\\.org|xxx\\.lanl\\.gov|xxx\\.itp\\.ac\\.cn|"
      "ar5iv\\.org)(?::\\d+)?/+(?:abs|pdf|html|format|ps|e-print|src|tb)/+([^?#\\s]+).*");
  std::string id;
  if (!RE2::FullMatch(piece(text), link, &id)) return {};
  id = percent_decode(id);
  static const RE2 ending("(?i)(?:\\.pdf|\\.ps|\\.ps\\.gz|/)+$");
  RE2::Replace(&id, ending, "");
  return without_trailing_punctuation(std::move(id));
}

}  // namespace

std::string canonical_url(std::string_view url) {
  auto parsed = parse_url(url);
  if (!parsed || (parsed->scheme != "http" && parsed->scheme != "https")) return {};
  parsed->username.clear();
  parsed->password.clear();
  parsed->fragment.reset();
  if (parsed->query) parsed->query = without_noise(*parsed->query);
  if (parsed->path.find_first_of(";(") == std::string::npos) return parsed->text();
  parsed->path = without_session(std::move(parsed->path));
  // What is left of a segment may be a dot: "/.;sid=…".
  const auto again = parse_url(parsed->text());
  return again ? again->text() : std::string();
}

std::optional<std::string> bare_doi(std::string_view text) {
  // Most links hold none, and looking closer costs more than anything else done with a record.
  if (text.find("10.") == text.npos && text.find('%') == text.npos) return std::nullopt;
  static const RE2 link(
      "(?i)\\s*(?:doi\\s*:?\\s*)?(?:https?:)?(?://)?(?:(?:dx\\.|www\\.)?doi\\.org/"
      "+|[a-z0-9.-]+(?::\\d+)?/+doi/"
      "(?:[a-z]+/)?)"
      "(?:doi:)?([^?#\\s]+).*");
  static const RE2 label("(?i)\\s*(?:(?:info:|urn:)?doi\\s*[:/]?\\s*)*(?:https?://)?(\\S+)(?s:.*)");
  static const RE2 doi_form("10\\.\\d{4,9}(?:\\.\\d+)*/[^\\s\\pC]+");
  std::string doi;
  if (!RE2::FullMatch(piece(text), link, &doi) && !RE2::FullMatch(piece(text), label, &doi)) {
    return std::nullopt;
  }
  doi = without_trailing_punctuation(lower_ascii(percent_decode(doi)));
  if (!is_valid_utf8(doi) || !RE2::FullMatch(doi, doi_form)) return std::nullopt;
  return doi;
}

std::optional<ArxivId> arxiv_id(std::string_view text) {
  const std::string plain(trim(text));
  if (plain.empty()) return std::nullopt;
  if (const auto id = id_in_link(plain); !id.empty()) return plain_arxiv_id(id);
  if (const auto doi = bare_doi(plain)) {
    constexpr std::string_view prefix = "10.48550/arxiv.";
    return doi->starts_with(prefix) ? plain_arxiv_id(doi->substr(prefix.size())) : std::nullopt;
  }
  // An id by itself holds no slashes; a label says what it is.
  if (plain.find("://") != plain.npos && !contains_ignoring_case(plain, "arxiv"))
    return std::nullopt;
  static const RE2 labelled("(?i)(?:oai:arxiv\\.org:|arxiv\\s*:\\s*)([^\\s\\[\\],;()]+)(?s:.*)");
  static const RE2 with_class("(\\S+?)(?:\\s*\\[[A-Za-z.-]+\\])?");
  std::string id;
  if (!RE2::FullMatch(plain, labelled, &id) && !RE2::FullMatch(plain, with_class, &id)) {
    return std::nullopt;
  }
  return plain_arxiv_id(without_trailing_punctuation(std::move(id)));
}

}  // namespace paperwatch
