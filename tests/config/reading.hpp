// SPDX-License-Identifier: MIT
// Words for tests about configurations.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <paperwatch/config.hpp>

#include "support/catch.hpp"

namespace paperwatch::test {

inline std::string rendered(const std::vector<ConfigFault>& faults) {
  std::string out;
  for (const auto& fault : faults) out += render(fault) + "\n";
  return out;
}

// The configuration that `text` is; the test ends if it has a fault.
inline Config read(std::string_view text, const std::filesystem::path& file = "t.yaml") {
  const auto loaded = parse_config(text, file);
  INFO(rendered(loaded.faults));
  REQUIRE(loaded.config.has_value());
  return *loaded.config;
}

inline std::string faults_of(std::string_view text) {
  const auto loaded = parse_config(text, "t.yaml");
  CHECK(loaded.config.has_value() == loaded.faults.empty());
  return rendered(loaded.faults);
}

// A source with rules; `extract` and `more` are lines of YAML with their indentation.
inline std::string source_with(std::string_view extract, std::string_view more = "") {
  return "sources:\n  - id: s\n    url: https://example.org/\n" + std::string(more) +
         "    extract:\n" + std::string(extract);
}

// A folder that is gone when the test is.
class TempDir {
 public:
  TempDir() {
    std::string name = (std::filesystem::temp_directory_path() / "paperwatch-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TempDir() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  std::filesystem::path write(const std::string& name, std::string_view content) const {
    const auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// An environment variable as long as the object lives.
class Variable {
 public:
  Variable(std::string name, const char* value) : name_(std::move(name)) {
    if (const char* old = std::getenv(name_.c_str())) before_ = old;
    set(value);
  }
  ~Variable() { set(before_ ? before_->c_str() : nullptr); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const char* value) const {
    value ? ::setenv(name_.c_str(), value, 1) : ::unsetenv(name_.c_str());
  }
  std::string name_;
  std::optional<std::string> before_;
};

}  // namespace paperwatch::test
