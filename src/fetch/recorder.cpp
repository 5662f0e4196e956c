// SPDX-License-Identifier: MIT
#include "fetch/recorder.hpp"

#include <cctype>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "base/url.hpp"

namespace paperwatch {

namespace {

namespace fs = std::filesystem;

std::string file_name(int number, const std::string& url) {
  const auto parsed = parse_url(url);
  std::string host = parsed ? parsed->host : "";
  for (char& c : host) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-') c = '_';
  }
  return fmt::format("{:04}-{}.http", number, host);
}

RecordedExchange without_secrets(RecordedExchange exchange, const Redactor& redactor) {
  auto& result = exchange.result;
  exchange.url = redactor.url(exchange.url);
  result.request_head = redactor.request_head(result.request_head);
  result.response_head = redactor.response_head(result.response_head);
  result.body = redactor.text(std::move(result.body));
  if (result.error) {
    result.error->message = redactor.url(result.error->message);
    result.error->hint = redactor.text(std::move(result.error->hint));
  }
  return exchange;
}

}  // namespace

void Recorder::keep(RecordedExchange exchange) {
  if (failed_) return;
  const auto file = folder_ / file_name(++count_, exchange.url);
  std::ofstream out(file, std::ios::binary);
  out << render_exchange(without_secrets(std::move(exchange), redactor_));
  if (out.flush()) return;
  failed_ = true;
  spdlog::error("record: {} cannot be written; the recording ends before it", file.string());
}

Result<Done> prepare_recording(const fs::path& folder) {
  std::error_code error;
  const bool is_there = fs::exists(folder, error);
  if (is_there && !(fs::is_directory(folder, error) && fs::is_empty(folder, error))) {
    return fail("usage", fmt::format("{} is not an empty folder", folder.string()),
                "name a new one: nothing is overwritten");
  }
  if (!is_there) fs::create_directories(folder, error);
  if (!error) fs::permissions(folder, fs::perms::owner_all, error);
  if (!error) return Done{};
  return fail("io", fmt::format("{} cannot be made: {}", folder.string(), error.message()),
              "name a folder that you may write to");
}

}  // namespace paperwatch
