// SPDX-License-Identifier: MIT
#include "store/leases.hpp"

#include <cerrno>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <paperwatch/store.hpp>

#include "base/hash.hpp"

namespace paperwatch {

namespace {

// 60 bits of the id's hash: a position no file needs to reach, as locks may lie beyond its end.
off_t position_of(std::string_view source) {
  return static_cast<off_t>(std::stoull(content_hash(source).substr(0, 15), nullptr, 16));
}

struct flock byte_of(std::string_view source, short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = position_of(source);
  lock.l_len = 1;
  return lock;
}

}  // namespace

Leases::Leases(std::filesystem::path database) : file_(database.string() + "-locks") {}

Leases::~Leases() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Leases::open_file() {
  if (descriptor_ >= 0) return;
  descriptor_ = open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ >= 0) return;
  throw StoreError(fmt::format("cannot open {}: {}", file_.string(), std::strerror(errno)),
                   "the folder of the database must be writable");
}

bool Leases::take(std::string_view source) {
  open_file();
  struct flock lock = byte_of(source, F_WRLCK);
  if (fcntl(descriptor_, F_OFD_SETLK, &lock) == 0) return true;
  if (errno == EAGAIN || errno == EACCES) return false;
  throw StoreError(fmt::format("cannot lock {}: {}", file_.string(), std::strerror(errno)),
                   "move the database to a local disk");
}

void Leases::release(std::string_view source) {
  if (descriptor_ < 0) return;
  struct flock lock = byte_of(source, F_UNLCK);
  fcntl(descriptor_, F_OFD_SETLK, &lock);
}

}  // namespace paperwatch
