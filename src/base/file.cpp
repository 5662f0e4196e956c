// SPDX-License-Identifier: MIT
#include "base/file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "base/file_parts.hpp"
#include "base/making.hpp"

namespace paperwatch {

Failure io_failure(std::string_view doing, const std::filesystem::path& file, std::string hint) {
  return fail("io", fmt::format("cannot {} {}: {}", doing, file.string(), std::strerror(errno)),
              std::move(hint));
}

bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const auto written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

Result<std::string> read_file(const std::filesystem::path& file) {
  const FileDescriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!in) return io_failure("read", file);
  std::string content;
  struct stat about {};
  if (::fstat(in.get(), &about) == 0 && about.st_size > 0)
    content.reserve(static_cast<std::size_t>(about.st_size));
  char buffer[65536];
  while (true) {
    const auto got = ::read(in.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return io_failure("read", file);
    if (got == 0) return content;
    content.append(buffer, static_cast<std::size_t>(got));
  }
}

Result<bool> write_file_atomically(const std::filesystem::path& file, std::string_view content) {
  if (const auto old = read_file(file); old && *old == content) return false;

  make_folders(file.parent_path());
  const auto temporary = file.string() + fmt::format(".{}.tmp", ::getpid());
  FileDescriptor out = open_or_make(temporary, O_WRONLY | O_TRUNC, 0644);
  if (!out) return io_failure("write", temporary, "is the folder writable for this user?");
  if (!write_all(out.get(), content) || ::fsync(out.get()) != 0 || !out.close()) {
    const auto failure = io_failure("write", temporary, "is the disk full?");
    ::unlink(temporary.c_str());
    return failure;
  }
  if (::rename(temporary.c_str(), file.c_str()) != 0) {
    const auto failure = io_failure("replace", file);
    ::unlink(temporary.c_str());
    return failure;
  }
  return true;
}

}  // namespace paperwatch
