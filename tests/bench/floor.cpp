// SPDX-License-Identifier: MIT
// floor DATABASE BASE SOURCES: the job of a visit done by the libraries alone. Fetches the listings
// of the corpus (curl multi), leaves out pages with known bytes (XXH3), reads the others (Gumbo),
// writes what differs (SQLite), and does nothing that makes a tracker trustworthy: no rules, no
// identities, no evidence, no events. What paperwatch costs beyond it is its own.
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <curl/curl.h>
#include <fmt/format.h>
#include <gumbo.h>
#include <sqlite3.h>
#include <strings.h>
#include <xxhash.h>

namespace {

struct Card {
  std::string id, title, link, abstract, rest;
};

struct Visit {
  std::string target;  // of the page, also its name in the database
  std::string body, etag, next;
  std::string old_etag, old_next;
  std::int64_t hash = 0, old_hash = 0;
  std::vector<Card> cards;
};
using VisitPtr = std::unique_ptr<Visit>;

std::int64_t hash_of(std::string_view text) {
  return static_cast<std::int64_t>(XXH3_64bits(text.data(), text.size()));
}

// ---- reading a page

// Memory for one tree: handed out in order, given back all at once.
class Arena {
 public:
  void* allocate(std::size_t size) {
    size = (size + 15) & ~std::size_t{15};
    if (size > block_size) return large_.emplace_back(std::make_unique<char[]>(size)).get();
    if (used_ + size > block_size) ++block_, used_ = 0;
    if (block_ == blocks_.size())
      blocks_.push_back(std::make_unique_for_overwrite<char[]>(block_size));
    void* out = blocks_[block_].get() + used_;
    used_ += size;
    return out;
  }
  void clear() { block_ = used_ = 0, large_.clear(); }

 private:
  static constexpr std::size_t block_size = 1 << 20;
  std::vector<std::unique_ptr<char[]>> blocks_, large_;
  std::size_t block_ = 0, used_ = 0;
};

// Without the texts of style and script. Good enough for the corpus, not for the web.
std::string without_hidden_text(std::string_view html) {
  std::string out;
  out.reserve(html.size());
  std::size_t from = 0;
  for (const auto& [open, close] :
       {std::pair<std::string_view, std::string_view>{"<style>", "</style>"},
        {"<script>", "</script>"}}) {
    const auto begin = html.find(open, from);
    const auto end = begin == html.npos ? html.npos : html.find(close, begin);
    if (end == html.npos) continue;
    out += html.substr(from, begin + open.size() - from);
    from = end;
  }
  return out += html.substr(from);
}

std::string_view attribute(const GumboNode* node, const char* name) {
  const auto* found = gumbo_get_attribute(&node->v.element.attributes, name);
  return found ? found->value : "";
}

void add_text(const GumboNode* node, std::string& out) {
  if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE) {
    out += node->v.text.text;
  } else if (node->type == GUMBO_NODE_ELEMENT) {
    const auto& children = node->v.element.children;
    for (unsigned i = 0; i < children.length; ++i)
      add_text(static_cast<const GumboNode*>(children.data[i]), out);
  }
}

void read_card(const GumboNode* node, Card& card) {
  if (node->type != GUMBO_NODE_ELEMENT) return;
  const auto& element = node->v.element;
  if (element.tag == GUMBO_TAG_A && attribute(node, "class") == "out") {
    card.link = attribute(node, "href");
    return add_text(node, card.title);
  }
  if (element.tag == GUMBO_TAG_P && attribute(node, "class") == "abstract")
    return add_text(node, card.abstract);
  if (element.tag == GUMBO_TAG_SPAN || element.tag == GUMBO_TAG_TIME || element.tag == GUMBO_TAG_LI)
    return add_text(node, card.rest);
  for (unsigned i = 0; i < element.children.length; ++i)
    read_card(static_cast<const GumboNode*>(element.children.data[i]), card);
}

void find_cards(const GumboNode* node, Visit& visit) {
  if (node->type != GUMBO_NODE_ELEMENT) return;
  if (node->v.element.tag == GUMBO_TAG_ARTICLE) {
    visit.cards.emplace_back().id = attribute(node, "data-id");
    return read_card(node, visit.cards.back());
  }
  if (node->v.element.tag == GUMBO_TAG_A && attribute(node, "rel") == "next")
    visit.next = attribute(node, "href");
  const auto& children = node->v.element.children;
  for (unsigned i = 0; i < children.length; ++i)
    find_cards(static_cast<const GumboNode*>(children.data[i]), visit);
}

void read_page(Visit& visit, Arena& arena) {
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  options.userdata = &arena;
  options.allocator = [](void* to, std::size_t size) {
    return static_cast<Arena*>(to)->allocate(size);
  };
  options.deallocator = [](void*, void*) {};
  const auto html = without_hidden_text(visit.body);
  const auto* output = gumbo_parse_with_options(&options, html.data(), html.size());
  find_cards(output->root, visit);
  arena.clear();
  visit.body = {};
}

// Two threads that read pages; `wake` is told of each that is read.
class Readers {
 public:
  explicit Readers(CURLM* wake) : wake_(wake) {
    for (int i = 0; i < 2; ++i) threads_.emplace_back([this](std::stop_token stop) { work(stop); });
  }
  void read(VisitPtr visit) {
    const std::lock_guard lock(mutex_);
    todo_.push_back(std::move(visit));
    changed_.notify_one();
  }
  VisitPtr take() {
    const std::lock_guard lock(mutex_);
    if (done_.empty()) return nullptr;
    auto visit = std::move(done_.front());
    done_.pop_front();
    return visit;
  }

 private:
  void work(std::stop_token stop) {
    Arena arena;
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return !todo_.empty(); })) {
      auto visit = std::move(todo_.front());
      todo_.pop_front();
      lock.unlock();
      read_page(*visit, arena);
      lock.lock();
      done_.push_back(std::move(visit));
      curl_multi_wakeup(wake_);
    }
  }

  CURLM* wake_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<VisitPtr> todo_, done_;
  std::vector<std::jthread> threads_;  // last: they end first
};

// ---- what is known

void demand(bool is_well, const char* what) {
  if (!is_well) throw std::runtime_error(what);
}

class Statement {
 public:
  Statement(sqlite3* db, const char* sql) {
    demand(sqlite3_prepare_v2(db, sql, -1, &statement_, nullptr) == SQLITE_OK, sql);
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  template <typename... Values>
  void start(const Values&... values) {
    sqlite3_reset(statement_);
    int column = 0;
    (bind(++column, values), ...);
  }
  template <typename... Values>
  void run(const Values&... values) {
    start(values...);
    demand(!row(), "a statement gave a row");
  }
  bool row() {
    const int code = sqlite3_step(statement_);
    demand(code == SQLITE_ROW || code == SQLITE_DONE, "SQLite refuses");
    if (code == SQLITE_DONE) sqlite3_reset(statement_);
    return code == SQLITE_ROW;
  }
  std::int64_t number(int column) { return sqlite3_column_int64(statement_, column); }
  std::string text(int column) {
    return reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  }

 private:
  void bind(int column, std::int64_t value) { sqlite3_bind_int64(statement_, column, value); }
  void bind(int column, const std::string& value) {
    sqlite3_bind_text(statement_, column, value.data(), static_cast<int>(value.size()),
                      SQLITE_STATIC);
  }
  sqlite3_stmt* statement_ = nullptr;
};

sqlite3* open_database(const char* file) {
  sqlite3* db = nullptr;
  demand(sqlite3_open(file, &db) == SQLITE_OK, "the database cannot be opened");
  const char* schema =
      "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
      "CREATE TABLE IF NOT EXISTS pages(target TEXT PRIMARY KEY, etag, hash, next) WITHOUT ROWID;"
      "CREATE TABLE IF NOT EXISTS papers(key INTEGER PRIMARY KEY, id TEXT UNIQUE, page, title, "
      "link,"
      " abstract, rest, hash);"
      "CREATE TABLE IF NOT EXISTS versions(paper, title, abstract, rest);";
  demand(sqlite3_exec(db, schema, nullptr, nullptr, nullptr) == SQLITE_OK, "no schema");
  return db;
}

class Known {
 public:
  explicit Known(sqlite3* db) : db_(db) { exec("BEGIN IMMEDIATE"); }
  ~Known() { exec("COMMIT"); }

  VisitPtr visit(const std::string& target) {
    auto visit = std::make_unique<Visit>();
    visit->target = target;
    page_.start(target);
    if (!page_.row()) return visit;
    visit->old_etag = page_.text(0);
    visit->old_hash = page_.number(1);
    visit->old_next = page_.text(2);
    return visit;
  }

  void save(const Visit& visit) {
    for (const auto& card : visit.cards) save(card, visit.target);
    put_page_.run(visit.target, visit.etag, visit.hash, visit.next);
    if (++pages_ % 50 == 0) exec("COMMIT; BEGIN IMMEDIATE");
  }

 private:
  void save(const Card& card, const std::string& page) {
    const auto hash =
        hash_of(card.title + '\n' + card.link + '\n' + card.abstract + '\n' + card.rest);
    find_.start(card.id);
    if (!find_.row()) {
      insert_.run(card.id, page, card.title, card.link, card.abstract, card.rest, hash);
    } else if (find_.number(1) != hash) {
      const auto key = find_.number(0);
      keep_.run(key);
      update_.run(card.title, card.link, card.abstract, card.rest, hash, key);
    }
  }
  void exec(const char* sql) {
    demand(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) == SQLITE_OK, sql);
  }

  sqlite3* db_;
  int pages_ = 0;
  Statement page_{db_, "SELECT etag, hash, next FROM pages WHERE target = ?"};
  Statement put_page_{db_, "INSERT OR REPLACE INTO pages VALUES(?, ?, ?, ?)"};
  Statement find_{db_, "SELECT key, hash FROM papers WHERE id = ?"};
  Statement insert_{db_,
                    "INSERT INTO papers(id, page, title, link, abstract, rest, hash)"
                    " VALUES(?, ?, ?, ?, ?, ?, ?)"};
  Statement keep_{db_,
                  "INSERT INTO versions SELECT key, title, abstract, rest FROM papers"
                  " WHERE key = ?"};
  Statement update_{db_,
                    "UPDATE papers SET title = ?, link = ?, abstract = ?, rest = ?, hash = ?"
                    " WHERE key = ?"};
};

// ---- fetching

std::size_t take_body(char* data, std::size_t, std::size_t size, void* visit) {
  static_cast<Visit*>(visit)->body.append(data, size);
  return size;
}

std::size_t take_header(char* data, std::size_t, std::size_t size, void* visit) {
  constexpr std::string_view name = "etag: ";
  if (size > name.size() + 2 && strncasecmp(data, name.data(), name.size()) == 0)
    static_cast<Visit*>(visit)->etag.assign(data + name.size(), size - name.size() - 2);
  return size;
}

// One connection and the page that is on its way.
struct Transfer {
  CURL* easy = curl_easy_init();
  curl_slist* headers = nullptr;
  VisitPtr visit;

  Transfer() = default;
  ~Transfer() {
    curl_slist_free_all(headers);
    curl_easy_cleanup(easy);
  }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  void begin(CURLM* multi, const std::string& base, VisitPtr page) {
    visit = std::move(page);
    curl_slist_free_all(std::exchange(headers, nullptr));
    if (!visit->old_etag.empty())
      headers = curl_slist_append(nullptr, ("If-None-Match: " + visit->old_etag).c_str());
    curl_easy_setopt(easy, CURLOPT_URL, (base + visit->target).c_str());
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, visit.get());
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, visit.get());
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 131072L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, this);
    curl_multi_add_handle(multi, easy);
  }
};

class Run {
 public:
  Run(Known& known, std::string base, int sources) : known_(known), base_(std::move(base)) {
    for (int i = 0; i < sources; ++i) targets_.push_back("/list/" + std::to_string(i));
    for (auto& transfer : transfers_) idle_.push_back(&transfer);
  }

  void to_the_end() {
    while (start() || under_way_ > 0) {
      int running = 0, left = 0;
      curl_multi_perform(multi_.get(), &running);
      bool moved = false;
      while (const auto* message = curl_multi_info_read(multi_.get(), &left)) {
        arrived(*message);
        moved = true;
      }
      while (auto visit = readers_.take()) {
        known_.save(*visit);
        finished(visit->next);
        moved = true;
      }
      if (!moved) curl_multi_poll(multi_.get(), nullptr, 0, 1000, nullptr);
    }
  }

 private:
  bool start() {
    bool started = false;
    while (!idle_.empty() && !targets_.empty()) {
      auto* transfer = idle_.back();
      idle_.pop_back();
      transfer->begin(multi_.get(), base_, known_.visit(targets_.front()));
      targets_.pop_front();
      ++under_way_;
      started = true;
    }
    return started;
  }

  void arrived(const CURLMsg& message) {
    Transfer* transfer = nullptr;
    long status = 0;
    curl_easy_getinfo(message.easy_handle, CURLINFO_PRIVATE, &transfer);
    curl_easy_getinfo(message.easy_handle, CURLINFO_RESPONSE_CODE, &status);
    demand(message.data.result == CURLE_OK && (status == 200 || status == 304),
           "a page is missing");
    curl_multi_remove_handle(multi_.get(), transfer->easy);
    idle_.push_back(transfer);
    auto visit = std::move(transfer->visit);
    if (status == 200) visit->hash = hash_of(visit->body);
    if (status == 304 || visit->hash == visit->old_hash) return finished(visit->old_next);
    readers_.read(std::move(visit));
  }

  void finished(const std::string& next) {
    --under_way_;
    if (!next.empty()) targets_.push_front(next);
  }

  Known& known_;
  std::string base_;
  std::unique_ptr<CURLM, CURLMcode (*)(CURLM*)> multi_{curl_multi_init(), curl_multi_cleanup};
  Readers readers_{multi_.get()};
  std::deque<std::string> targets_;
  Transfer transfers_[8];
  std::vector<Transfer*> idle_;
  int under_way_ = 0;
};

}  // namespace

int main(int count, char** words) {
  if (count != 4) {
    fmt::print(stderr, "Usage: floor DATABASE BASE SOURCES\n");
    return 2;
  }
  try {
    curl_global_init(CURL_GLOBAL_ALL);
    auto* db = open_database(words[1]);
    {
      Known known(db);
      Run(known, words[2], std::stoi(words[3])).to_the_end();
    }
    sqlite3_close(db);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "floor: {}\n", error.what());
    return 1;
  }
}
