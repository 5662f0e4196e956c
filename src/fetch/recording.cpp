// SPDX-License-Identifier: MIT
#include "fetch/recording.hpp"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "base/file.hpp"

namespace paperwatch {

namespace {

namespace fs = std::filesystem;

Result<RecordedExchange> read_exchange(const fs::path& file) {
  const auto text = read_file(file);
  if (!text) return fail(text.error());
  auto exchange = parse_exchange(*text);
  if (exchange) return exchange;
  return fail("io", fmt::format("{}, {}", file.string(), exchange.error().message),
              exchange.error().hint);
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".http") files.push_back(entry.path());
  }
  // By number: from the ten-thousandth on names are longer.
  std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
    const auto left = a.filename().string(), right = b.filename().string();
    const auto digits = left.find('-'), others = right.find('-');
    return digits != others ? digits < others : left < right;
  });
  return files;
}

}  // namespace

Result<Recording> Recording::open(const fs::path& folder) {
  Recording recording;
  recording.folder_ = folder;
  for (const auto& file : files_in(folder)) {
    const auto exchange = read_exchange(file);
    if (!exchange) return fail(exchange.error());
    recording.tracks_[exchange->url].files.push_back(file);
  }
  if (recording.tracks_.empty()) {
    return fail("io", fmt::format("{} holds no recorded exchange", folder.string()),
                "`paperwatch sync --record DIR` makes such a folder");
  }
  return recording;
}

Result<RecordedExchange> Recording::next(const std::string& url) {
  auto& [files, at] = tracks_.at(url);
  const auto& file = files[at];
  if (at + 1 < files.size()) ++at;
  return read_exchange(file);
}

}  // namespace paperwatch
