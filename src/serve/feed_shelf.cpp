// SPDX-License-Identifier: MIT
#include "serve/feed_shelf.hpp"

#include <utility>

#include <sys/stat.h>

#include "base/file.hpp"

namespace paperwatch {

namespace {

constexpr auto look_every = std::chrono::seconds(1);
constexpr std::pair<std::string_view, std::string_view> kinds[]{
    {".rss", "application/rss+xml; charset=utf-8"},
    {".atom", "application/atom+xml; charset=utf-8"},
    {".json", "application/feed+json; charset=utf-8"}};

std::string type_of(std::string_view name) {
  for (const auto& [ending, type] : kinds) {
    if (name.ends_with(ending)) return std::string(type);
  }
  return "application/octet-stream";
}

Time time_of(const struct stat& facts) {
  using namespace std::chrono;
  return Time(
      duration_cast<Duration>(seconds(facts.st_mtim.tv_sec) + nanoseconds(facts.st_mtim.tv_nsec)));
}

}  // namespace

FeedShelf::FeedShelf(std::filesystem::path directory, const std::vector<std::string>& names)
    : directory_(std::move(directory)) {
  for (const auto& name : names) {
    if (name.empty() || name.find('/') != std::string::npos) continue;
    for (const auto& [ending, type] : kinds) shelf_.try_emplace(name + std::string(ending));
  }
}

std::shared_ptr<const Stored> FeedShelf::find(std::string_view file_name) {
  const auto found = shelf_.find(file_name);
  if (found == shelf_.end()) return nullptr;
  auto& shelved = found->second;
  const auto now = std::chrono::steady_clock::now();
  const std::lock_guard lock(shelved.mutex);
  if (now - shelved.looked >= look_every || !shelved.stored) {
    refresh(found->first, shelved);
    shelved.looked = now;
  }
  return shelved.stored;
}

void FeedShelf::refresh(const std::string& name, Shelved& shelved) const {
  const auto file = directory_ / name;
  struct stat facts {};
  if (::stat(file.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
    shelved.stored = nullptr;
    shelved.mark = {};
    return;
  }
  const auto modified = time_of(facts);
  const Mark mark{modified, static_cast<std::uint64_t>(facts.st_size), facts.st_ino};
  if (shelved.stored && mark == shelved.mark) return;
  auto content = read_file(file);
  if (!content) return;  // it is being replaced; the old bytes do until the next look
  shelved.stored = std::make_shared<const Stored>(
      store_bytes(std::move(*content), type_of(name), modified, "public, max-age=60"));
  shelved.mark = mark;
}

}  // namespace paperwatch
