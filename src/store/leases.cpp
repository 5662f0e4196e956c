// SPDX-License-Identifier: MIT
#include "store/leases.hpp"

#include <cerrno>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>

#include <paperwatch/store.hpp>

#include "base/hash.hpp"
#include "base/making.hpp"

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

void Leases::open_file() {
  if (descriptor_) return;
  descriptor_ = open_or_make(file_, O_RDWR, 0644);
  if (descriptor_) return;
  const int reason = errno;
  std::error_code ignored;
  const bool is_foreign = reason == EACCES && std::filesystem::exists(file_, ignored);
  throw StoreError(
      fmt::format("cannot open {}: {}", file_.string(), std::strerror(reason)),
      is_foreign ? fmt::format("it is another user's; give it to the folder's owner, as root: "
                               "chown --reference={} {}",
                               file_.parent_path().string(), file_.string())
                 : "the folder of the database must be writable");
}

bool Leases::take(std::string_view source) {
  open_file();
  struct flock lock = byte_of(source, F_WRLCK);
  if (fcntl(descriptor_.get(), F_OFD_SETLK, &lock) == 0) return true;
  if (errno == EAGAIN || errno == EACCES) return false;
  throw StoreError(fmt::format("cannot lock {}: {}", file_.string(), std::strerror(errno)),
                   "move the database to a local disk");
}

void Leases::release(std::string_view source) {
  if (!descriptor_) return;
  struct flock lock = byte_of(source, F_UNLCK);
  fcntl(descriptor_.get(), F_OFD_SETLK, &lock);
}

}  // namespace paperwatch
