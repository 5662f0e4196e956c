// SPDX-License-Identifier: MIT
#include "simulator/site.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/text.hpp"

namespace paperwatch::test {

namespace {

const std::vector<std::string> vocabulary{
    "sparse", "graphs",  "naïve",    "kernels", "Müller",   "spectra", "lattice", "noise",
    "Ωmega",  "quantum", "learning", "señales", "archives", "random",  "trees",   "flows",
    "bounds", "Žižek",   "dynamics", "memory",  "C++",      "A<B",     "&c.",     "fields"};

std::string escaped(const std::string& text) {
  return replace_all(replace_all(text, "&", "&amp;"), "<", "&lt;");
}

}  // namespace

const char* name_of(Fault fault) {
  static constexpr const char* names[] = {"none",
                                          "outage",
                                          "block page",
                                          "login",
                                          "500",
                                          "429",
                                          "404",
                                          "truncated",
                                          "wrong charset",
                                          "later page fails",
                                          "later page empty",
                                          "inserted meanwhile",
                                          "wrong total",
                                          "layout",
                                          "lying 304"};
  return names[static_cast<int>(fault)];
}

Site::Site(std::uint32_t seed, Totals totals) : engine_(seed), totals_(totals) {
  for (int i = 0; i < 18; ++i) papers_.insert(papers_.begin(), make_paper());
}

std::string Site::words(int count) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += (i > 0 ? " " : "") +
           vocabulary[static_cast<std::size_t>(random(static_cast<int>(vocabulary.size())))];
  return out;
}

TruePaper Site::make_paper() {
  TruePaper paper;
  paper.number = next_number_++;
  paper.title = fmt::format("On {} and {} number {}", words(2), words(1), paper.number);
  paper.abstract = "We study " + words(6) + ".";
  for (int i = random(3); i >= 0; --i)
    paper.authors.push_back("Ann " + words(1) + std::to_string(i));
  paper.subjects = {"cs.DC", "cs.LG"};
  if (random(3) == 0) paper.version = 1;
  return paper;
}

void Site::insert() {
  for (int i = random(3); i >= 0; --i) papers_.insert(papers_.begin(), make_paper());
  note("inserted");
}

void Site::edit() {
  auto& paper = papers_[static_cast<std::size_t>(random(static_cast<int>(papers_.size())))];
  switch (random(6)) {
    case 0:
      paper.title = fmt::format("Towards {} number {}", words(3), paper.number);
      break;
    case 1:
      paper.abstract = "Now we study " + words(7) + ".";
      break;
    case 2:
      paper.authors.push_back("Bob " + words(1));
      break;
    case 3:
      if (paper.doi.empty()) paper.doi = fmt::format("10.5555/p{}", paper.number);
      break;
    case 4:
      paper.withdrawn = true;
      break;
    default:
      if (paper.version > 0) {
        // A new version jumps to the top.
        ++paper.version;
        TruePaper moved = paper;
        std::erase_if(papers_, [&](const TruePaper& p) { return p.number == moved.number; });
        papers_.insert(papers_.begin(), moved);
      }
  }
  note("edited");
}

void Site::remove() {
  if (papers_.size() < 14) return;
  const auto at = papers_.begin() + random(static_cast<int>(papers_.size()));
  gone_.push_back(*at);
  papers_.erase(at);
  note(fmt::format("removed {}", gone_.back().number));
}

void Site::give_back() {
  if (gone_.empty()) return;
  const auto at = gone_.begin() + random(static_cast<int>(gone_.size()));
  note(fmt::format("gave back {}", at->number));
  papers_.insert(papers_.begin() + random(static_cast<int>(papers_.size())), *at);
  gone_.erase(at);
}

void Site::move_links() {
  host_ = random(3);
  note(fmt::format("links of kind {}", host_));
}

void Site::mutate(bool calm) {
  notes_.clear();
  // Links move only while nothing else does: who changes title and link at once is somebody else.
  if (calm && random(12) == 0) return move_links();
  if (random(3) == 0) insert();
  for (int i = random(3); i > 0; --i) edit();
  // A long run must not outgrow the pages the rules allow.
  if (papers_.size() > 90 || random(5) == 0) remove();
  if (random(6) == 0) give_back();
  if (random(8) == 0) {
    std::shuffle(papers_.begin(), papers_.end(), engine_);
    note("reordered");
  }
  if (random(3) == 0) dress_ = random(5);
}

void Site::begin_visit(Fault fault) {
  const std::lock_guard lock(mutex_);
  fault_ = fault;
  requests_ = 0;
  lied_ = false;
  ++visits_;
  failing_page_ = pages() > 1 ? 2 + random(static_cast<int>(pages()) - 1) : 0;
}

std::string Site::link(const TruePaper& paper) const {
  if (paper.version > 0)
    return fmt::format("https://arxiv.org/abs/2301.{:05}v{}", paper.number, paper.version);
  static constexpr const char* hosts[] = {"http://papers.example", "https://papers.example",
                                          "https://new.example"};
  return fmt::format("{}/p/{}", hosts[host_], paper.number);
}

// The same words in other clothes.
std::string Site::dressed(const std::string& text) const {
  switch (dress_) {
    case 1:
      return "\n   " + replace_all(escaped(text), " ", "&nbsp; ");
    case 2:
      return replace_all(escaped(text), "ï", "i\u0308");
    case 3:
      return replace_all(replace_all(escaped(text), "number", "num\u00adber"), "study",
                         "stu\u200bdy");
    case 4:
      return replace_all(replace_all(text, "&", "&#38;"), "<", "&#x3c;");
    default:
      return escaped(text);
  }
}

std::string Site::record(const TruePaper& paper) const {
  std::string authors;
  for (const auto& author : paper.authors) authors += fmt::format("<b>{}</b>, ", dressed(author));
  auto subjects = paper.subjects;
  if (dress_ == 2) std::reverse(subjects.begin(), subjects.end());
  return fmt::format(
      "<li class=paper><a href='{}'>{}{}</a> <span>{}</span><p "
      "class=abstract>{}</p><i>{}</i><em>{}</em>{} <u>cited by {}</u></li>\n",
      link(paper), dress_ == 3 ? "Title: " : "", dressed(paper.title), authors,
      dressed(paper.abstract), join(subjects, "; "), paper.doi,
      paper.withdrawn ? "<small>This paper has been withdrawn</small>" : "", visits_);
}

std::string Site::page(std::size_t number) const {
  const std::size_t start = std::min(papers_.size(), (number - 1) * page_size_);
  const std::size_t end = std::min(papers_.size(), start + page_size_);
  std::string out =
      "<!doctype html><html><head><meta charset=utf-8><title>Listing</title></head><body>\n";
  const std::size_t total = papers_.size() + (fault_ == Fault::wrong_total ? 3 : 0);
  if (totals_ == Totals::exact) out += fmt::format("<p class=count>{} records</p>", total);
  if (totals_ == Totals::bound) {
    out += end < papers_.size() ? fmt::format("<p class=count>At least {} records</p>", end + 1)
                                : fmt::format("<p class=count>{} records</p>", total);
  }
  for (std::size_t i = start; i < end; ++i) out += record(papers_[i]);
  if (end < papers_.size()) out += fmt::format("<a rel=next href='?page={}'>Next</a>", number + 1);
  return out + fmt::format("<footer>visitor {}</footer></body></html>", visits_);
}

Reply Site::answer(const Request& request) {
  const std::lock_guard lock(mutex_);
  const int number = request.query.starts_with("page=") ? std::stoi(request.query.substr(5)) : 1;
  ++requests_;
  switch (fault_) {
    case Fault::outage:
      return html("<html><body><h1>Down for maintenance</h1></body></html>");
    case Fault::block_page:
      return html(
          "<html><head><title>Just a moment...</title></head><body>Checking your "
          "browser</body></html>");
    case Fault::login:
      if (request.path == "/list") return redirect(302, "/login");
      return html("<html><body><form><input type=password></form></body></html>");
    case Fault::error_500:
      return status(500);
    case Fault::error_429:
      return status(429);
    case Fault::error_404:
      return status(404);
    case Fault::layout:
      return html(replace_all(page(static_cast<std::size_t>(number)), "class=paper", "class=card"));
    case Fault::later_page_fails:
      if (number == failing_page_) return status(502);
      break;
    case Fault::later_page_empty:
      if (number == failing_page_) return html("<!doctype html><html><body></body></html>");
      break;
    case Fault::inserted_meanwhile:
      if (requests_ == 2) papers_.insert(papers_.begin(), make_paper());
      break;
    case Fault::truncated: {
      Reply cut = html(page(static_cast<std::size_t>(number)));
      if (number == 1) {
        cut.body.resize(cut.body.size() / 3);
        cut.framing = Reply::Framing::until_close;
      }
      return cut;
    }
    case Fault::wrong_charset: {
      // Latin-1 bytes where there are any, under the name of UTF-8.
      std::string body = page(static_cast<std::size_t>(number));
      for (const auto& [utf8, latin1] :
           {std::pair{"ï", "\xEF"}, std::pair{"ü", "\xFC"}, std::pair{"ñ", "\xF1"}}) {
        body = replace_all(body, utf8, latin1);
      }
      return html(body, {{"Content-Type", "text/html; charset=utf-8"}});
    }
    default:
      break;
  }
  const std::string body = page(static_cast<std::size_t>(number));
  const std::string etag = "\"" + content_hash(body) + "\"";
  const std::string known = request.header("If-None-Match");
  if (!known.empty() && (known == etag || fault_ == Fault::lying_304)) {
    lied_ = lied_ || known != etag;
    return status(304, {{"ETag", known}});
  }
  return html(body, {{"ETag", etag}});
}

}  // namespace paperwatch::test
