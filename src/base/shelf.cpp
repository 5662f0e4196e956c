// SPDX-License-Identifier: MIT
#include "base/shelf.hpp"

#include <cerrno>
#include <cstdlib>
#include <utility>

#include <fcntl.h>

namespace paperwatch {

namespace {

constexpr std::size_t kept_in_memory = 1u << 17;

constexpr const char* advice = "free some space there, and see that the folder can be written";

FileDescriptor nameless_file(const std::filesystem::path& folder) {
  FileDescriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file || (errno != EOPNOTSUPP && errno != EISDIR)) return file;
  // Some file systems make no file without a name; there it loses it at once.
  std::string name = (folder / ".paperwatch-XXXXXX").string();
  file = FileDescriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (file) ::unlink(name.c_str());
  return file;
}

}  // namespace

Shelf::Shelf(std::filesystem::path folder) : folder_(std::move(folder)) {
  if (folder_.empty()) folder_ = ".";
}

Result<Shelf::Place> Shelf::put(std::string_view bytes) {
  if (newest_.size() + bytes.size() > kept_in_memory) {
    if (const auto done = write(newest_); !done) return fail(done.error());
    newest_.clear();
  }
  const Place place{written_ + newest_.size(), bytes.size()};
  if (bytes.size() <= kept_in_memory) {
    newest_ += bytes;
  } else if (const auto done = write(bytes); !done) {
    return fail(done.error());
  }
  return place;
}

Result<Done> Shelf::write(std::string_view bytes) {
  if (!file_) file_ = nameless_file(folder_);
  if (!file_ || !write_all(file_.get(), bytes))
    return io_failure("put pages aside in", folder_, advice);
  written_ += bytes.size();
  return Done{};
}

Result<std::string> Shelf::get(const Place& place) const {
  if (place.at >= written_) return newest_.substr(place.at - written_, place.size);
  std::string bytes(place.size, '\0');
  for (std::size_t done = 0; done < bytes.size();) {
    const auto got = ::pread(file_.get(), bytes.data() + done, bytes.size() - done,
                             static_cast<off_t>(place.at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return io_failure("read what was put aside in", folder_, advice);
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

}  // namespace paperwatch
