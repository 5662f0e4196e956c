// SPDX-License-Identifier: MIT
// A listing site with a hidden truth: what it really lists, and in which ways it lies today.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/http_server.hpp"

namespace paperwatch::test {

struct TruePaper {
  int number = 0;
  std::string title, abstract;
  std::vector<std::string> authors, subjects;
  std::string doi;  // "" none yet
  int version = 0;  // papers with an arXiv link have one
  bool withdrawn = false;
  bool operator==(const TruePaper&) const = default;
};

// What goes wrong on one visit.
enum class Fault {
  none,
  outage,
  block_page,
  login,
  error_500,
  error_429,
  error_404,
  truncated,
  wrong_charset,
  later_page_fails,
  later_page_empty,
  inserted_meanwhile,
  wrong_total,
  layout,
  lying_304
};
const char* name_of(Fault fault);

// Which statement the pages make of their number.
enum class Totals { exact, bound, none };

class Site {
 public:
  Site(std::uint32_t seed, Totals totals);

  // One step of the world; says in `notes` what happened.
  void mutate(bool calm);
  void begin_visit(Fault fault);

  const std::vector<TruePaper>& papers() const { return papers_; }  // as they are listed, in order
  std::string link(const TruePaper& paper) const;
  Totals totals() const { return totals_; }
  std::size_t page_size() const { return page_size_; }
  std::size_t pages() const { return (papers_.size() + page_size_ - 1) / page_size_; }
  int failing_page() const { return failing_page_; }
  bool lied() const { return lied_; }  // some page was answered 304 though it differs
  const std::string& notes() const { return notes_; }

  Reply answer(const Request& request);

 private:
  int random(int below) { return static_cast<int>(engine_() % static_cast<std::uint32_t>(below)); }
  TruePaper make_paper();
  std::string words(int count);
  std::string dressed(const std::string& text) const;
  std::string record(const TruePaper& paper) const;
  std::string page(std::size_t number) const;
  void insert();
  void edit();
  void remove();
  void give_back();
  void move_links();
  void note(const std::string& what) { notes_ += what + "; "; }

  std::mt19937 engine_;
  Totals totals_;
  std::size_t page_size_ = 7;
  std::vector<TruePaper> papers_, gone_;
  int next_number_ = 1;
  int host_ = 0;   // how links are written
  int dress_ = 0;  // how text is dressed up without a change of content
  int visits_ = 0;
  Fault fault_ = Fault::none;
  int failing_page_ = 0;
  int requests_ = 0;
  bool lied_ = false;
  std::string notes_;
  std::mutex mutex_;
};

}  // namespace paperwatch::test
