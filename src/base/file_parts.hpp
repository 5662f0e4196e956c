// SPDX-License-Identifier: MIT
// What the files of this folder that write files have in common.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include <unistd.h>

#include <paperwatch/result.hpp>

namespace paperwatch {

// Closed when it goes out of scope.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  ~FileDescriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  explicit operator bool() const { return fd_ >= 0; }
  int get() const { return fd_; }
  bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

// False with errno where not all could be written.
bool write_all(int fd, std::string_view content);

// "io", with what errno says.
Failure io_failure(std::string_view doing, const std::filesystem::path& file,
                   std::string hint = {});

}  // namespace paperwatch
