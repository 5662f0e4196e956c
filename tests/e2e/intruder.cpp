// SPDX-License-Identifier: MIT
#include "e2e/intruder.hpp"

#include <cerrno>
#include <set>

#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/user.h>

namespace paperwatch::test {

namespace {

constexpr int not_allowed = 125;

struct Call {
  long number;
  const char* name;
  bool has_file;  // its first argument is the file's descriptor
  bool needs_room;
};

constexpr Call calls[]{
    {SYS_write, "write", true, true},           {SYS_writev, "writev", true, true},
    {SYS_pwrite64, "pwrite64", true, true},     {SYS_pwritev, "pwritev", true, true},
    {SYS_ftruncate, "ftruncate", true, true},   {SYS_fallocate, "fallocate", true, true},
    {SYS_fsync, "fsync", true, false},          {SYS_fdatasync, "fdatasync", true, false},
    {SYS_syncfs, "syncfs", true, false},        {SYS_renameat, "renameat", false, false},
    {SYS_renameat2, "renameat2", false, false}, {SYS_unlinkat, "unlinkat", false, false},
    {SYS_mkdirat, "mkdirat", false, true},      {SYS_openat, "openat", false, true},
#ifdef SYS_rename
    {SYS_rename, "rename", false, false},       {SYS_unlink, "unlink", false, false},
    {SYS_mkdir, "mkdir", false, true},
#endif
};

const Call* find_call(unsigned long long number) {
  for (const Call& call : calls)
    if (static_cast<unsigned long long>(call.number) == number) return &call;
  return nullptr;
}

// Makes the call that a thread has just entered come to nothing; its result is set when it leaves.
bool skip_call([[maybe_unused]] pid_t thread) {
#ifdef __x86_64__
  user_regs_struct registers{};
  if (::ptrace(PTRACE_GETREGS, thread, nullptr, &registers) != 0) return false;
  registers.orig_rax = static_cast<unsigned long long>(-1);
  return ::ptrace(PTRACE_SETREGS, thread, nullptr, &registers) == 0;
#else
  return false;
#endif
}

void set_result([[maybe_unused]] pid_t thread, [[maybe_unused]] int error) {
#ifdef __x86_64__
  user_regs_struct registers{};
  if (::ptrace(PTRACE_GETREGS, thread, nullptr, &registers) != 0) return;
  registers.rax = static_cast<unsigned long long>(-error);
  ::ptrace(PTRACE_SETREGS, thread, nullptr, &registers);
#endif
}

class Intruder {
 public:
  Intruder(const Start& start, Harm harm, std::size_t at) : start_(start), harm_(harm), at_(at) {}

  HarmedRun run() {
    pid_ = ::fork();
    if (pid_ == 0) {
      if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(not_allowed);
      ::raise(SIGSTOP);
      start_.become();
    }
    int state = 0;
    ::waitpid(pid_, &state, 0);
    if (WIFSTOPPED(state)) {
      // Threads are watched too; programs that it starts are not.
      const long options =
          PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
      ::ptrace(PTRACE_SETOPTIONS, pid_, nullptr, options);
      go_on(pid_, 0);
      state = watch();
    }
    run_.ended = {WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state),
                  text_of_file(start_.out), text_of_file(start_.err)};
    return run_;
  }

 private:
  static void go_on(pid_t thread, int signal) {
    ::ptrace(PTRACE_SYSCALL, thread, nullptr, static_cast<long>(signal));
  }

  // Until the program has ended; answers how.
  int watch() {
    for (;;) {
      int state = 0;
      const pid_t thread = ::waitpid(-1, &state, __WALL);
      if (thread < 0 && errno == EINTR) continue;
      if (thread < 0) return 0;
      if (!WIFSTOPPED(state)) {
        if (thread == pid_) return state;
        continue;
      }
      // What comes before is the test's own: opening the files for its output.
      if (state >> 8 == (SIGTRAP | (PTRACE_EVENT_EXEC << 8))) has_begun_ = true;
      const int signal = WSTOPSIG(state);
      const bool is_call = signal == (SIGTRAP | 0x80);
      if (is_call && has_begun_) look_at_call(thread);
      // New threads and events stop by themselves; other signals are the program's own.
      go_on(thread, is_call || signal == SIGTRAP || signal == SIGSTOP ? 0 : signal);
    }
  }

  void look_at_call(pid_t thread) {
    __ptrace_syscall_info info{};
    if (::ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0) return;
    if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
      if (skipped_.erase(thread) > 0) set_result(thread, ENOSPC);
      return;
    }
    if (info.op != PTRACE_SYSCALL_INFO_ENTRY) return;
    const Call* call = find_call(info.entry.nr);
    if (!call || !changes_a_file(thread, *call, info.entry.args[0], info.entry.args[2])) return;
    ++run_.writes;
    if (harm_ == Harm::none || run_.writes < at_) return;
    if (harm_ == Harm::no_room && !wants_room(thread, *call, info.entry.args[1])) return;
    if (run_.call.empty()) run_.call = call->name;
    if (harm_ == Harm::kill) {
      ::kill(pid_, SIGKILL);
    } else if (skip_call(thread)) {
      skipped_.insert(thread);
    }
  }

  bool changes_a_file(pid_t thread, const Call& call, unsigned long long first,
                      unsigned long long third) const {
    if (call.number == SYS_openat) return (third & O_CREAT) != 0;
    if (!call.has_file) return true;
    std::error_code error;
    const auto file = std::filesystem::read_symlink(
        fmt::format("/proc/{}/fd/{}", thread, static_cast<int>(first)), error);
    const std::string name = file.string();
    return !error && name.starts_with(start_.folder.string()) && name != start_.out &&
           name != start_.err;
  }

  // Opening a file that is there takes no room.
  bool wants_room(pid_t thread, const Call& call, unsigned long long name) const {
    if (call.number != SYS_openat) return call.needs_room;
    char path[4096] = {};
    const int memory = ::open(fmt::format("/proc/{}/mem", thread).c_str(), O_RDONLY | O_CLOEXEC);
    const bool was_read = ::pread(memory, path, sizeof path - 1, static_cast<off_t>(name)) > 0;
    ::close(memory);
    return was_read && !std::filesystem::exists(start_.folder / path);
  }

  const Start& start_;
  Harm harm_;
  std::size_t at_;
  pid_t pid_ = 0;
  bool has_begun_ = false;
  std::set<pid_t> skipped_;  // threads within a call that was made to fail
  HarmedRun run_;
};

}  // namespace

bool can_harm(Harm harm) {
#ifndef __x86_64__
  if (harm == Harm::no_room) return false;
#else
  (void)harm;
#endif
  const TempDir folder;
  const auto counted = run_harmed(start_in(folder.path(), {"init"}, {}), Harm::none, 0);
  return counted.ended.status == 0 && counted.writes > 0;
}

HarmedRun run_harmed(const Start& start, Harm harm, std::size_t at) {
  return Intruder(start, harm, at).run();
}

}  // namespace paperwatch::test
