// SPDX-License-Identifier: MIT
#include "base/making.hpp"

#include <cerrno>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>

namespace paperwatch {

namespace {

struct Owner {
  uid_t user;
  gid_t group;
};

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

// To whom what is made in the folder is to be given; nothing where it is ours anyway.
std::optional<Owner> other_owner(const std::filesystem::path& folder) {
  struct stat state {};
  if (::geteuid() != 0 || ::stat(folder.c_str(), &state) != 0 || state.st_uid == 0)
    return std::nullopt;
  return Owner{state.st_uid, state.st_gid};
}

// Where root may not give things away (a container) they stay root's, as before.
void give(int fd, const Owner& owner) {
  if (::fchown(fd, owner.user, owner.group) != 0) errno = 0;
}

}  // namespace

FileDescriptor open_or_make(const std::filesystem::path& file, int flags, mode_t mode) {
  flags |= O_CLOEXEC;
  const auto owner = other_owner(folder_of(file));
  if (!owner) return FileDescriptor(::open(file.c_str(), flags | O_CREAT, mode));
  // Only what is new is given away: the name may be a link to a file that is none of theirs.
  FileDescriptor made(::open(file.c_str(), flags | O_CREAT | O_EXCL, mode));
  if (!made && errno == EEXIST) return FileDescriptor(::open(file.c_str(), flags));
  if (made) give(made.get(), *owner);
  return made;
}

void make_for_owner(const std::filesystem::path& file, mode_t mode) {
  const auto owner = other_owner(folder_of(file));
  if (!owner) return;
  const FileDescriptor made(::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (made) give(made.get(), *owner);
}

void make_folders(const std::filesystem::path& folder) {
  std::error_code error;
  if (folder.empty() || std::filesystem::is_directory(folder, error)) return;
  make_folders(folder.parent_path());
  if (::mkdir(folder.c_str(), 0777) != 0) return;
  const auto owner = other_owner(folder_of(folder));
  if (!owner) return;
  const FileDescriptor made(
      ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (made) give(made.get(), *owner);
}

}  // namespace paperwatch
