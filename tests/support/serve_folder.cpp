// SPDX-License-Identifier: MIT
// serve_folder DIR [--port N] [--ready-file F] [--without-validators]: a folder as a web site on
// 127.0.0.1, until SIGINT or SIGTERM (support/folder_site.hpp says which file answers what). F is
// written, with the address, once the server listens. Without validators nothing is ever 304.
#include <cstdio>
#include <exception>
#include <string>

#include <fmt/format.h>
#include <signal.h>

#include "base/file.hpp"
#include "support/folder_site.hpp"
#include "support/http_server.hpp"

namespace {

constexpr const char* usage =
    "Usage: serve_folder DIR [--port N] [--ready-file F] [--without-validators]\n";

struct Arguments {
  std::string folder, ready_file;
  int port = 0;
  paperwatch::test::Validation validation = paperwatch::test::Validation::offered;
};

bool read_arguments(int count, char** words, Arguments& out) {
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--port" && i + 1 < count) {
      out.port = std::stoi(words[++i]);
    } else if (word == "--ready-file" && i + 1 < count) {
      out.ready_file = words[++i];
    } else if (word == "--without-validators") {
      out.validation = paperwatch::test::Validation::none;
    } else if (!word.starts_with("--") && out.folder.empty()) {
      out.folder = word;
    } else {
      return false;
    }
  }
  return !out.folder.empty();
}

// Blocked before any thread starts, so that only sigwait sees them.
sigset_t block_stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

int run(const Arguments& arguments) {
  const sigset_t signals = block_stop_signals();
  paperwatch::test::HttpServer server({.port = arguments.port});
  server.otherwise(paperwatch::test::folder_site(arguments.folder, arguments.validation));
  fmt::print("{}\n", server.url());
  std::fflush(stdout);
  if (!arguments.ready_file.empty()) {
    const auto written = paperwatch::write_file_atomically(arguments.ready_file, server.url());
    if (!written) throw std::runtime_error(written.error().message);
  }
  int signal = 0;
  sigwait(&signals, &signal);
  return 0;
}

}  // namespace

int main(int count, char** words) {
  try {
    Arguments arguments;
    if (read_arguments(count, words, arguments)) return run(arguments);
    fmt::print(stderr, "{}", usage);
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "serve_folder: {}\n", error.what());
    return 1;
  }
}
