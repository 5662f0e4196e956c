// SPDX-License-Identifier: MIT
// The real program, run as a user runs it.
#pragma once

#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "support/temp_dir.hpp"

namespace paperwatch::test {

struct Ended {
  int status = 0;  // exit status; 128 + signal where one killed it
  std::string out, err;
  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

inline std::string text_of_file(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// How the program is started.
struct Start {
  std::filesystem::path folder;  // where it runs
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment;
  std::string out, err;         // files for its output
  bool without_rights = false;  // as nobody, where the test runs as root
  int listening = -1;           // a socket to hand over as systemd does (sd_listen_fds(3))

  [[noreturn]] void become() const {
    ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), STDOUT_FILENO);
    ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), STDERR_FILENO);
    if (::chdir(folder.c_str()) != 0) _exit(126);
    for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
    if (listening >= 0) hand_over_socket();
    std::vector<char*> words{const_cast<char*>(PAPERWATCH_BINARY)};
    for (const auto& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    if (without_rights && ::getuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0))
      _exit(126);
    ::execv(PAPERWATCH_BINARY, words.data());
    _exit(127);
  }

 private:
  void hand_over_socket() const {
    if (listening == 3) {
      ::fcntl(3, F_SETFD, 0);
    } else {
      ::dup2(listening, 3);
    }
    ::setenv("LISTEN_FDS", "1", 1);
    ::setenv("LISTEN_PID", std::to_string(::getpid()).c_str(), 1);
  }
};

// Names for the output of one more run in this folder.
inline Start start_in(const std::filesystem::path& folder, std::vector<std::string> arguments,
                      std::map<std::string, std::string> environment) {
  static int count = 0;
  const auto stem = (folder / fmt::format("run-{}", ++count)).string();
  return {folder, std::move(arguments), std::move(environment), stem + ".out", stem + ".err"};
}

// A process under way; killed when it goes out of scope.
class Running {
 public:
  explicit Running(Start start) : start_(std::move(start)) {
    pid_ = fork();
    if (pid_ == 0) start_.become();
  }
  Running(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
          const std::map<std::string, std::string>& environment)
      : Running(start_in(folder, arguments, environment)) {}
  ~Running() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void signal(int number) const { ::kill(pid_, number); }
  bool has_ended() {
    int state = 0;
    if (pid_ > 0 && ::waitpid(pid_, &state, WNOHANG) == pid_) finish(state);
    return pid_ <= 0;
  }
  Ended wait() {
    int state = 0;
    if (pid_ > 0 && ::waitpid(pid_, &state, 0) == pid_) finish(state);
    return {status_, text_of_file(start_.out), text_of_file(start_.err)};
  }

 private:
  void finish(int state) {
    status_ = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    pid_ = 0;
  }

  Start start_;
  pid_t pid_ = 0;
  int status_ = 0;
};

// A folder with a configuration in it.
class Program {
 public:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
  }
  std::string read(const std::string& name) const { return text_of_file(folder / name); }

  Ended run(const std::vector<std::string>& arguments) const {
    return Running(folder.path(), arguments, environment).wait();
  }
  Ended run_without_rights(const std::vector<std::string>& arguments) const {
    Start start = start_in(folder.path(), arguments, environment);
    start.without_rights = true;
    return Running(std::move(start)).wait();
  }

  TempDir folder;
  std::map<std::string, std::string> environment{{"TZ", "UTC"}, {"PAPERWATCH_CONFIG", ""}};
};

// Waits until `condition` holds, at most `seconds`.
template <typename F>
bool eventually(F condition, int seconds = 20) {
  for (int i = 0; i < seconds * 50; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return condition();
}

}  // namespace paperwatch::test
