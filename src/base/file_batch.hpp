// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/result.hpp>

#include "base/file_parts.hpp"

namespace paperwatch {

// Files of one folder that are replaced together: making each durable alone would wait for the disk
// as many times as there are files, and there may be thousands.
//
// What is new is written into FOLDER/.new, made durable at once, and then renamed. Whoever is
// killed or loses power meanwhile leaves each file old or new, never a part, and what remains in
// .new to the next batch. One batch a folder at a time, across processes: another waits.
class FileBatch {
 public:
  // Makes the folder, and waits for another batch at most a minute. What went wrong is told by put.
  explicit FileBatch(std::filesystem::path folder);
  // Nothing is replaced without commit.
  ~FileBatch();
  FileBatch(const FileBatch&) = delete;
  FileBatch& operator=(const FileBatch&) = delete;

  // `name` will hold `content`. False: it does already and is left alone.
  Result<bool> put(const std::string& name, std::string_view content);

  // Replaces what was put. Answers, by name, the files that could not be replaced and why.
  std::map<std::string, Error> commit();

 private:
  Result<Done> open();
  std::optional<Error> make_durable() const;
  std::filesystem::path fresh(const std::string& name) const { return new_ / name; }
  void sweep() const;

  std::filesystem::path folder_, new_;
  FileDescriptor lock_;  // of new_, while this batch has it
  std::optional<Error> trouble_;
  std::vector<std::string> names_;  // put, not yet committed
};

}  // namespace paperwatch
