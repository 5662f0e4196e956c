// SPDX-License-Identifier: MIT
#include "notify/program.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.hpp"
#include "base/time.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kept_of_stderr = 4096;  // bytes, the last ones
constexpr std::size_t shown_of_stderr = 300;  // characters of its last line

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    close();
    fd_ = std::exchange(other.fd_, -1);
    return *this;
  }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }
  explicit operator bool() const { return fd_ >= 0; }
  int get() const { return fd_; }

 private:
  int fd_;
};

Failure system_failure(std::string_view doing, int error) {
  return fail("exec", fmt::format("cannot {}: {}", doing, std::strerror(error)));
}

// The input is a file in memory rather than a pipe: nobody has to feed it, and a program that does
// not read it costs no SIGPIPE.
Result<Descriptor> memory_file(std::string_view content) {
  Descriptor file(::memfd_create("paperwatch-event", MFD_CLOEXEC));
  if (!file) return system_failure("make the program's input", errno);
  while (!content.empty()) {
    const auto written = ::write(file.get(), content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_failure("make the program's input", errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

// What the child is to have: descriptors 0 to 2, a process group of its own, no signal blocked or
// ignored.
class SpawnSetting {
 public:
  SpawnSetting(int input, int errors) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, input, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, errors, 2);
    ::posix_spawn_file_actions_addopen(&actions_, 1, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, 3);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSetting() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnSetting(const SpawnSetting&) = delete;
  SpawnSetting& operator=(const SpawnSetting&) = delete;

  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (auto& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

// A started program. It is killed with its group and reaped unless it was waited for.
class Child {
 public:
  Child(pid_t pid, Descriptor errors)
      : pid_(pid),
        handle_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))),
        errors_(std::move(errors)) {}
  ~Child() {
    if (pid_ < 0) return;
    kill_group();
    reap();
  }
  Child(Child&& other) noexcept
      : pid_(std::exchange(other.pid_, -1)),
        handle_(std::move(other.handle_)),
        errors_(std::move(other.errors_)),
        tail_(std::move(other.tail_)) {}
  Child& operator=(Child&&) = delete;

  int handle() const { return handle_.get(); }
  int errors() const { return errors_.get(); }

  // The group lives at least as long as its leader is not reaped, so the number is still its own.
  void kill_group() const { ::kill(-pid_, SIGKILL); }

  int reap() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return status;
  }

  // Takes what is there without waiting.
  void read_errors() {
    std::array<char, 4096> buffer;
    while (errors_) {
      const auto got = ::read(errors_.get(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0) return errors_.close();
      tail_.append(buffer.data(), static_cast<std::size_t>(got));
      if (tail_.size() > kept_of_stderr) tail_.erase(0, tail_.size() - kept_of_stderr);
    }
  }

  std::string last_error_line() const {
    const auto text = trim(tail_);
    const auto start = text.rfind('\n');
    return cut_to_width(
        single_line(start == std::string_view::npos ? text : text.substr(start + 1)),
        shown_of_stderr);
  }

 private:
  pid_t pid_;
  Descriptor handle_, errors_;
  std::string tail_;
};

Result<Child> start(const ProgramCall& call) {
  auto input = memory_file(call.input);
  if (!input) return fail(input.error());
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_failure("make a pipe", errno);
  Descriptor reading(ends[0]), writing(ends[1]);
  ::fcntl(reading.get(), F_SETFL, O_NONBLOCK);

  const SpawnSetting setting(input->get(), writing.get());
  auto command = call.command;
  auto environment = call.environment;
  pid_t pid = -1;
  const int error =
      ::posix_spawnp(&pid, command.front().c_str(), &setting.actions_, &setting.attributes_,
                     pointers(command).data(), pointers(environment).data());
  if (error != 0) {
    return fail("exec", fmt::format("cannot start {}: {}", command.front(), std::strerror(error)),
                "is the path right, and is the file executable?");
  }
  Child child(pid, std::move(reading));
  if (child.handle() < 0) return system_failure("watch the program", errno);
  return child;
}

// Wakes a poll when the token is stopped.
class StopSignal {
 public:
  explicit StopSignal(const std::stop_token& stop)
      : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), callback_(stop, Wake{event_.get()}) {}
  int get() const { return event_.get(); }

 private:
  struct Wake {
    int event;
    void operator()() const { ::eventfd_write(event, 1); }
  };
  Descriptor event_;
  std::stop_callback<Wake> callback_;
};

// True once the program has exited; false when its time is over.
bool wait_for(Child& child, Duration timeout, const std::stop_token& stop) {
  const StopSignal signal(stop);
  auto end = Clock::now() + timeout;
  bool stopping = false;
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    std::array<pollfd, 3> waits{{{child.handle(), POLLIN, 0},
                                 {child.errors(), POLLIN, 0},
                                 {stopping ? -1 : signal.get(), POLLIN, 0}}};
    if (left <= 0) return false;
    const auto wait = static_cast<int>(std::min<std::int64_t>(left, 60'000));
    if (::poll(waits.data(), waits.size(), wait) <= 0) continue;
    child.read_errors();
    if (waits[0].revents != 0) return true;
    if (waits[2].revents != 0) {
      stopping = true;
      end = std::min(end, Clock::now() + stop_grace);
    }
  }
}

Result<Done> judged(int status, const std::string& said) {
  const auto because = said.empty() ? "" : ": " + said;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return Done{};
  if (WIFEXITED(status)) {
    return fail("exec", fmt::format("exit status {}{}", WEXITSTATUS(status), because));
  }
  return fail("exec", fmt::format("killed by signal {}{}", WTERMSIG(status), because));
}

}  // namespace

Result<Done> run_program(const ProgramCall& call, std::stop_token stop) {
  if (call.command.empty()) return fail("exec", "no program is named");
  auto child = start(call);
  if (!child) return fail(child.error());
  if (!wait_for(*child, call.timeout, stop)) {
    const bool stopped = stop.stop_requested();
    return fail("exec",
                stopped
                    ? "stopped before the program had finished"
                    : fmt::format("still running after {}, killed", duration_text(call.timeout)),
                "raise the channel's timeout, or let the program hand its work on");
  }
  child->read_errors();
  const auto said = child->last_error_line();
  return judged(child->reap(), said);
}

}  // namespace paperwatch
