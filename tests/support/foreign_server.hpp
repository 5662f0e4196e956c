// SPDX-License-Identifier: MIT
// A server program of the system, for what the scripted server cannot do: HTTP/2, proxies.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

#include "support/temp_dir.hpp"

namespace paperwatch::test {

// Where the program is; "" if it is not installed: then a test says so and ends.
std::filesystem::path find_program(const std::string& name);

// A port of loopback that nobody listens on at the moment.
int free_port();

// Runs from construction to destruction.
class ForeignServer {
 public:
  // Waits until `port` of 127.0.0.1 takes connections; throws std::runtime_error if it never does.
  ForeignServer(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                int port);
  ~ForeignServer();
  ForeignServer(const ForeignServer&) = delete;
  ForeignServer& operator=(const ForeignServer&) = delete;

  std::string log() const;  // what it has written so far, to stdout and stderr

 private:
  TempDir folder_;
  pid_t pid_ = 0;
};

}  // namespace paperwatch::test
