// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "fetch/exchange_file.hpp"
#include "fetch/redactor.hpp"

namespace paperwatch {

// Writes exchanges to files in the order in which they ended: 0001-example.org.http, …
class Recorder {
 public:
  Recorder(std::filesystem::path folder, Redactor redactor)
      : folder_(std::move(folder)), redactor_(std::move(redactor)) {}

  // What cannot be written is logged once, and ends the recording.
  void keep(RecordedExchange exchange);

 private:
  std::filesystem::path folder_;
  Redactor redactor_;
  int count_ = 0;
  bool failed_ = false;
};

// Makes the folder, for its owner alone, unless it is there and empty.
Result<Done> prepare_recording(const std::filesystem::path& folder);

}  // namespace paperwatch
