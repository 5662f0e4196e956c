// SPDX-License-Identifier: MIT
#include "base/growing_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace paperwatch {

namespace {

constexpr std::size_t buffer_size = 1u << 18;

Failure cannot_write(const std::filesystem::path& file) {
  const int reason = errno;
  const bool is_full = reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
  return fail("io", fmt::format("cannot write {}: {}", file.string(), std::strerror(reason)),
              is_full ? "free some space, or write to another disk"
                      : "is its folder there and writable for this user?");
}

}  // namespace

GrowingFile::GrowingFile(std::filesystem::path file)
    : file_(std::move(file)), partial_(file_.string() + fmt::format(".{}.partial", ::getpid())) {}

GrowingFile::~GrowingFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  ::unlink(partial_.c_str());
}

Result<Done> GrowingFile::write(std::string_view bytes) {
  buffer_ += bytes;
  return buffer_.size() < buffer_size ? Result<Done>(Done{}) : flush();
}

Result<Done> GrowingFile::flush() {
  if (fd_ < 0) fd_ = ::open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd_ < 0) return cannot_write(file_);
  for (std::string_view rest = buffer_; !rest.empty();) {
    const auto written = ::write(fd_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return cannot_write(file_);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
  return Done{};
}

Result<Done> GrowingFile::finish() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (::fsync(fd_) != 0) return cannot_write(file_);
  if (::rename(partial_.c_str(), file_.c_str()) != 0) return cannot_write(file_);
  ::close(std::exchange(fd_, -1));
  return Done{};
}

}  // namespace paperwatch
