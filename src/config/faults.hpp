// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/config.hpp>

namespace paperwatch {

// Where readers put what they find. A fault is kept once however often its place is read: a
// template is read again for each source that uses it.
class Faults {
 public:
  explicit Faults(Secrets secrets = Secrets::needed) : secrets_(secrets) {}

  void add(const Position& at, std::string message, std::string hint = {});
  // Unless something was told of that very place already: a key of a template stands in every
  // source that uses it.
  void add_first(const Position& at, std::string message, std::string hint = {});
  void warn(const Position& at, std::string message, std::string hint = {});
  // A secret that cannot be had. `excused`: nothing is wrong with the configuration, the process
  // was not given what it names.
  void lack_secret(const Position& at, std::string message, std::string hint, bool excused);

  // In the order of the files as they were first complained of, then by line and column.
  std::vector<ConfigFault> faults() const;
  std::vector<ConfigFault> warnings() const;
  std::vector<ConfigFault> absent_secrets() const;  // those that are no faults

 private:
  Secrets secrets_;
  std::vector<ConfigFault> faults_, warnings_, absent_secrets_;
};

// `text` as it has to be written in YAML to be read as itself.
std::string in_quotes(std::string_view text);

// "did you mean 'every'? known here: at, every", or the known words alone.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace paperwatch
