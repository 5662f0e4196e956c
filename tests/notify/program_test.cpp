// SPDX-License-Identifier: MIT
#include "notify/program.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "base/file.hpp"
#include "notify/world.hpp"
#include "support/catch.hpp"

namespace paperwatch {
namespace {

using namespace std::chrono_literals;
using Catch::Matchers::Contains;

ProgramCall call(std::vector<std::string> command, std::string input = "") {
  ProgramCall call;
  call.command = std::move(command);
  call.environment = {"PATH=/usr/bin:/bin"};
  call.input = std::move(input);
  return call;
}

std::string error_of(const ProgramCall& program) {
  const auto result = run_program(program, {});
  return result ? "" : result.error().message;
}

bool is_running(const std::string& pid) {
  return std::filesystem::exists("/proc/" + pid + "/exe");
}

TEST_CASE("a program gets its input whole and is accepted by exit status 0", "[program]") {
  const test::Folder folder;
  const auto script = folder.script("copy", "cat > \"$1\"");
  const std::string large(3'000'000, 'x');

  REQUIRE(run_program(call({script, (folder / "out").string()}, large), {}));

  CHECK(folder.text("out") == large);
}

TEST_CASE("a program that does not read its input does no harm", "[program]") {
  CHECK(run_program(call({"true"}, std::string(3'000'000, 'x')), {}));
}

TEST_CASE("arguments pass no shell", "[program]") {
  const test::Folder folder;
  const auto script = folder.script("arguments", "printf '%s|' \"$@\" > \"$0.out\"");

  REQUIRE(run_program(call({script, "a b", "$HOME;`id`", "*"}), {}));

  CHECK(folder.text("arguments.out") == "a b|$HOME;`id`|*|");
}

TEST_CASE("a program sees the given environment, descriptors 0 to 2, and default signals",
          "[program]") {
  const test::Folder folder;
  const auto script = folder.script(
      "look",
      "env | sort > \"$0.env\"; ls /proc/$$/fd > \"$0.fd\"; grep Sig /proc/$$/status > "
      "\"$0.signals\"; echo unseen");
  std::signal(SIGPIPE, SIG_IGN);
  REQUIRE(::dup2(2, 77) == 77);  // one that does not close by itself

  const auto program = call({script});
  REQUIRE(run_program(program, {}));
  std::signal(SIGPIPE, SIG_DFL);
  ::close(77);

  const auto environment = folder.text("look.env");
  CHECK_THAT(environment, Contains("PATH=/usr/bin:/bin"));
  CHECK_THAT(environment, !Contains("HOME="));
  const auto descriptors = folder.text("look.fd");
  CHECK_THAT(descriptors, Contains("0\n1\n"));
  CHECK_THAT(descriptors, !Contains("77"));
  const auto signals = folder.text("look.signals");
  const auto at = signals.find("SigIgn:");
  REQUIRE(at != std::string::npos);
  // 32 and 33 are the C library's own.
  const auto ignored = std::stoull(signals.substr(at + 7), nullptr, 16);
  CHECK((ignored & 0x7FFF'FFFF) == 0);
}

TEST_CASE("a failure tells the exit status and the last line of stderr", "[program]") {
  const test::Folder folder;

  CHECK(error_of(call({folder.script("a", "exit 3")})) == "exit status 3");
  CHECK(error_of(call({folder.script("b",
                                     "echo first >&2; printf 'the\\033[1m last\\n\\n' >&2; "
                                     "exit 1")})) == "exit status 1: the [1m last");
  CHECK(error_of(call({folder.script("c", "kill -9 $$")})) == "killed by signal 9");
  CHECK_THAT(error_of(call({(folder / "none").string()})), Contains("No such file"));
  CHECK_THAT(error_of(call({"/"})), Contains("cannot start /: Permission denied"));
  CHECK(error_of(call({})) == "no program is named");
}

TEST_CASE("a flood on stderr costs little memory and ends as usual", "[program]") {
  CHECK_THAT(error_of(call({"sh", "-c", "yes flood | head -c 4999998 >&2; echo end >&2; exit 1"})),
             Contains("exit status 1: end"));
}

TEST_CASE("a program over its time is killed with all it started", "[program]") {
  const test::Folder folder;
  auto slow = call({folder.script("slow", "sleep 60 & echo $! > \"$0.pid\"; wait")});
  slow.timeout = 500ms;

  const auto began = std::chrono::steady_clock::now();
  CHECK(error_of(slow) == "still running after 500ms, killed");

  CHECK(std::chrono::steady_clock::now() - began < 20s);
  auto pid = folder.text("slow.pid");
  REQUIRE_FALSE(pid.empty());
  pid.pop_back();
  for (int i = 0; i < 100 && is_running(pid); ++i) std::this_thread::sleep_for(50ms);
  CHECK_FALSE(is_running(pid));
}

TEST_CASE("a program that hands its work on is done when it exits", "[program]") {
  const test::Folder folder;
  const auto began = std::chrono::steady_clock::now();

  CHECK(run_program(call({folder.script("hand-on", "sleep 20 &")}), {}));

  CHECK(std::chrono::steady_clock::now() - began < 10s);
}

TEST_CASE("after a stop a program has a few seconds left", "[program]") {
  const test::Folder folder;
  std::stop_source stop;
  stop.request_stop();

  CHECK(run_program(call({folder.script("quick", "sleep 0.2")}), stop.get_token()));

  const auto began = std::chrono::steady_clock::now();
  const auto slow = run_program(call({"sleep", "60"}), stop.get_token());
  REQUIRE_FALSE(slow);
  CHECK_THAT(slow.error().message, Contains("stopped before"));
  CHECK(std::chrono::steady_clock::now() - began < 30s);
}

}  // namespace
}  // namespace paperwatch
