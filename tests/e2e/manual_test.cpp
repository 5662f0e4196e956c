// SPDX-License-Identifier: MIT
// What stands beside the program says what the program says of itself.
#include <regex>
#include <set>

#include "e2e/program.hpp"
#include "support/catch.hpp"

using namespace paperwatch::test;

namespace {

std::string project_file(const std::string& name) {
  const auto text = text_of_file(std::filesystem::path(PAPERWATCH_SOURCE_DIR) / name);
  REQUIRE_FALSE(text.empty());
  return text;
}

std::set<std::string> found(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::set<std::string> all;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at)
    all.insert((*at)[1]);
  return all;
}

std::set<std::string> commands(const Program& program) {
  const auto help = program.run({"--help"}).out;
  return found(help.substr(help.find("Subcommands:")), "\n  ([a-z]+) ");
}

std::set<std::string> options(const Program& program, const std::string& command) {
  return found(program.run({command, "--help"}).out, "[ ,](--[a-z-]+)");
}

// As roff has it.
std::string without_escapes(std::string text) {
  for (auto at = text.find('\\'); at != std::string::npos; at = text.find('\\', at))
    text.erase(at, 1);
  return text;
}

}  // namespace

TEST_CASE("the manual page and the completions know every command and option", "[e2e]") {
  const Program program;
  const auto manual = without_escapes(project_file("docs/man/paperwatch.1"));
  const auto bash = project_file("config/completions/paperwatch.bash");
  const auto fish = project_file("config/completions/paperwatch.fish");
  const auto zsh = project_file("config/completions/_paperwatch");
  const auto known = commands(program);
  REQUIRE(known.size() > 20);
  for (const auto& command : known) {
    INFO(command);
    CHECK(manual.find("\n.SS " + command) != std::string::npos);
    CHECK(found(bash, "[ '](" + command + ")[ ']").contains(command));
    CHECK(fish.find("-a " + command + " ") != std::string::npos);
    CHECK(zsh.find("'" + command + ":") != std::string::npos);
    for (const auto& option : options(program, command)) {
      if (option == "--help") continue;
      INFO(option);
      CHECK(manual.find(option) != std::string::npos);
      CHECK(bash.find(option) != std::string::npos);
      CHECK(fish.find("-l " + option.substr(2)) != std::string::npos);
      CHECK(zsh.find(option) != std::string::npos);
    }
  }
}

TEST_CASE("the README names every command", "[e2e]") {
  const Program program;
  const auto readme = project_file("README.md");
  for (const auto& command : commands(program)) {
    INFO(command);
    CHECK(readme.find("`" + command) != std::string::npos);
  }
}
