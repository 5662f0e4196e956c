// SPDX-License-Identifier: MIT
// What stands beside the program says what the program says of itself.
#include <filesystem>
#include <regex>
#include <set>

#include "base/text.hpp"
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

// What the help says of each option and argument: it stands in the 31st column, or below.
std::set<std::string> descriptions(const std::string& help) {
  constexpr std::size_t column = 30;
  std::set<std::string> all;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    const bool is_entry = line.size() > column && line.starts_with("  ") && line[column - 1] == ' ';
    if (is_entry && line.find("Print this help") == std::string::npos)
      all.insert(line.substr(column));
  }
  return all;
}

// As roff has it.
std::string without_escapes(std::string text) {
  text = paperwatch::replace_all(std::move(text), "\\(aq", "'");
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

TEST_CASE("the manual page says of every option what the help says", "[e2e]") {
  const Program program;
  const auto manual = without_escapes(project_file("docs/man/paperwatch.1"));
  std::size_t seen = 0;
  const auto check = [&](const std::vector<std::string>& words) {
    auto arguments = words;
    arguments.emplace_back("--help");
    for (const auto& text : descriptions(program.run(arguments).out)) {
      INFO((words.empty() ? "" : words.front()) << ": " << text);
      CHECK(manual.find("\n" + text + "\n") != std::string::npos);
      ++seen;
    }
  };
  for (const auto& command : commands(program)) check({command});
  check({"channels", "test"});
  CHECK(seen > 60);
}

TEST_CASE("help, manual page and README tell the same exit status", "[e2e]") {
  const Program program;
  const auto help = program.run({"--help"}).out;
  const auto manual = project_file("docs/man/paperwatch.1");
  const auto in_help = found(help.substr(help.find("Exit status:")), "([0-9]+)");
  const auto begin = manual.find(".SH EXIT STATUS");
  const auto section = manual.substr(begin, manual.find("\n.SH", begin + 1) - begin);
  std::set<std::string> in_manual;
  for (const auto& heads : found(section, "\\.TP\n([0-9, ]+)\n"))
    for (const auto& number : found(heads, "([0-9]+)")) in_manual.insert(number);
  CHECK(in_help == std::set<std::string>{"0", "1", "2", "3", "130", "143"});
  CHECK(in_manual == in_help);
  const auto readme = project_file("README.md");
  CHECK(found(readme.substr(readme.find("Exit status:"), 140), "([0-9]+)") == in_help);
}
