// SPDX-License-Identifier: MIT
#include "base/file_batch.hpp"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include "base/file.hpp"
#include "base/making.hpp"

namespace paperwatch {

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 60s;
constexpr auto look_again = 20ms;

enum class Locking { done, busy, failed };

Locking lock(int fd) {
  const auto give_up = std::chrono::steady_clock::now() + patience;
  while (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return Locking::failed;
    if (std::chrono::steady_clock::now() >= give_up) return Locking::busy;
    std::this_thread::sleep_for(look_again);
  }
  return Locking::done;
}

Result<Done> write_new(const std::filesystem::path& file, std::string_view content) {
  FileDescriptor out = open_or_make(file, O_WRONLY | O_TRUNC, 0644);
  if (!out) return io_failure("write", file, "is the folder writable for this user?");
  if (write_all(out.get(), content) && out.close()) return Done{};
  const auto failure = io_failure("write", file, "is the disk full?");
  ::unlink(file.c_str());
  return failure;
}

}  // namespace

FileBatch::FileBatch(std::filesystem::path folder)
    : folder_(std::move(folder)), new_(folder_ / ".new") {
  if (const auto opened = open(); !opened) trouble_ = opened.error();
}

FileBatch::~FileBatch() {
  if (!names_.empty()) sweep();
}

Result<Done> FileBatch::open() {
  make_folders(new_);
  FileDescriptor mine(::open(new_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!mine) return io_failure("write", new_, "is the folder writable for this user?");
  switch (lock(mine.get())) {
    case Locking::busy:
      return fail("io", fmt::format("another process is writing into {}", folder_.string()),
                  "what it leaves out is written next time");
    case Locking::failed:
      return io_failure("lock", new_, "keep the folder on a file system that knows flock()");
    case Locking::done:
      break;
  }
  lock_ = std::move(mine);
  sweep();
  return Done{};
}

// What others have left here, or this batch: whoever has the lock is the only one.
void FileBatch::sweep() const {
  if (!lock_) return;
  std::error_code error;
  for (const auto& left : std::filesystem::directory_iterator(new_, error))
    std::filesystem::remove_all(left.path(), error);
}

Result<bool> FileBatch::put(const std::string& name, std::string_view content) {
  if (const auto old = read_file(folder_ / name); old && *old == content) return false;
  if (trouble_) return Failure(*trouble_);
  if (const auto written = write_new(fresh(name), content); !written) return fail(written.error());
  names_.push_back(name);
  return true;
}

std::optional<Error> FileBatch::make_durable() const {
  if (::syncfs(lock_.get()) == 0) return std::nullopt;
  if (errno != ENOSYS) return io_failure("make durable what is in", new_).error;
  for (const auto& name : names_) {
    const FileDescriptor file(::open(fresh(name).c_str(), O_RDONLY | O_CLOEXEC));
    if (!file || ::fdatasync(file.get()) != 0) return io_failure("make durable", fresh(name)).error;
  }
  return std::nullopt;
}

std::map<std::string, Error> FileBatch::commit() {
  std::map<std::string, Error> errors;
  if (names_.empty()) return errors;
  const auto all_fail = [&](const Error& error) {
    for (const auto& name : names_) errors.try_emplace(name, error);
  };
  if (const auto error = make_durable()) {
    all_fail(*error);
    return errors;
  }
  for (const auto& name : names_) {
    const auto file = folder_ / name;
    if (::rename(fresh(name).c_str(), file.c_str()) != 0)
      errors.emplace(name, io_failure("replace", file).error);
  }
  // Without it a loss of power might bring back the old files.
  const FileDescriptor folder(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder || ::fsync(folder.get()) != 0) all_fail(io_failure("sync", folder_).error);
  if (!errors.empty()) sweep();
  names_.clear();
  return errors;
}

}  // namespace paperwatch
