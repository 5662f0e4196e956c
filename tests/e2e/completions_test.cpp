// SPDX-License-Identifier: MIT
// What bash, zsh and fish offer while a line is typed.
#include <cstdlib>
#include <filesystem>

#include "e2e/program.hpp"
#include "support/catch.hpp"

using namespace paperwatch::test;

namespace {

const std::filesystem::path completions =
    std::filesystem::path(PAPERWATCH_SOURCE_DIR) / "config/completions";

bool is_installed(const std::string& shell) {
  if (std::system(("command -v " + shell + " >/dev/null 2>&1").c_str()) == 0) return true;
  WARN(shell << " is not installed");
  return false;
}

// A folder with two configurations, one of which must be named.
struct Typist : Program {
  Typist() {
    write("paperwatch.yaml", configuration("usual"));
    write("other file.yaml", configuration("another"));
  }
  static std::string configuration(const std::string& id) {
    return fmt::format(
        "channels: {{mail-{0}: {{type: log}}}}\n"
        "sources: [{{id: {0}, url: 'https://l.example/', template: feed}}]\n",
        id);
  }
  // What a shell command writes, with the program in its path.
  std::string output(const std::string& command) const {
    const auto whole =
        fmt::format("cd '{}' && PATH={}:$PATH && {} >completed", folder.path().string(),
                    std::filesystem::path(PAPERWATCH_BINARY).parent_path().string(), command);
    REQUIRE(std::system(whole.c_str()) == 0);
    return read("completed");
  }
};

}  // namespace

TEST_CASE("bash completes sources of the configuration named, and file names behind -c",
          "[e2e][completions]") {
  const Typist program;
  program.write("complete", fmt::format(R"(
source {}/paperwatch.bash
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_paperwatch
printf '%s\n' "${{COMPREPLY[@]}}"
)",
                                        completions.string()));
  // Words as bash splits them, quoted as they were typed.
  const auto completed = [&](const std::string& words) {
    return program.output(fmt::format("bash complete {} {}", PAPERWATCH_BINARY, words));
  };
  CHECK(completed("sync us") == "usual\n");
  CHECK(completed("-c 'other file.yaml' sync an") == "another\n");
  CHECK(completed(R"(-c 'other\ file.yaml' sync an)") == "another\n");
  CHECK(completed(R"(-c "'other file.yaml'" sync an)") == "another\n");
  CHECK(completed(R"(--config = '"other file.yaml"' sync an)") == "another\n");
  CHECK(completed(R"(sync -c 'other\ file.yaml' an)") == "another\n");
  CHECK(completed("events --source ''") == "usual\n");
  CHECK(completed("events --source = us") == "usual\n");
  CHECK(completed("events --source =") == "usual\n");
  CHECK(completed("channels test ''") == "mail-usual\n");
  CHECK(completed("-c oth") == "other file.yaml\n");
  CHECK(completed(R"(-c 'other\ f')") == "other file.yaml\n");
  CHECK(completed(R"(export '"other f')") == "other file.yaml\n");
  CHECK(completed("sync --dry") == "--dry-run\n");
  CHECK(completed("check --j") == "--json\n");
  CHECK_FALSE(std::filesystem::exists(program.folder / "paperwatch.db"));
}

TEST_CASE("fish completes sources of the configuration named, channels, files and choices",
          "[e2e][completions]") {
  if (!is_installed("fish")) return;
  const Typist program;
  const auto completed = [&](const std::string& line) {
    program.write("line", line);
    return program.output(fmt::format(
        "HOME=\"$PWD\" fish -c 'source {}/paperwatch.fish; complete -C (cat line)' | cut -f1",
        completions.string()));
  };
  CHECK(completed("paperwatch sync u") == "usual\n");
  CHECK(completed("paperwatch -c other\\ file.yaml sync ") == "another\n");
  CHECK(completed("paperwatch --config='other file.yaml' events --source ") == "another\n");
  CHECK(completed("paperwatch replay ") == "usual\n");
  CHECK(completed("paperwatch channels test ") == "mail-usual\n");
  CHECK(completed("paperwatch review a") == "accept\n");
  CHECK(completed("paperwatch -c oth") == "other file.yaml\n");
  CHECK(completed("paperwatch papers --state mi") == "missing\n");
  CHECK(completed("paperwatch events --since ").empty());
}

TEST_CASE("zsh completes sources of the configuration named, channels, files and choices",
          "[e2e][completions]") {
  if (!is_installed("zsh")) return;
  const Typist program;
  const auto completed = [&](const std::string& line) {
    program.write("line", line);
    return program.output(
        fmt::format("timeout 30 zsh -f {}/tests/e2e/complete.zsh {} \"$(cat line)\"",
                    PAPERWATCH_SOURCE_DIR, completions.string()));
  };
  CHECK(completed("paperwatch sync us") == "paperwatch sync usual\n");
  CHECK(completed("paperwatch -c other\\ file.yaml sync an") ==
        "paperwatch -c other\\ file.yaml sync another\n");
  CHECK(completed(R"(paperwatch --config="other file.yaml" events --source=a)") ==
        "paperwatch --config=\"other file.yaml\" events --source=another\n");
  CHECK(completed("paperwatch channels test m") == "paperwatch channels test mail-usual\n");
  CHECK(completed("paperwatch try oth") == "paperwatch try other\\ file.yaml\n");
  CHECK(completed("paperwatch papers --state mi") == "paperwatch papers --state missing\n");
}

TEST_CASE("completions know every kind of event", "[e2e][completions]") {
  for (const char* file : {"paperwatch.bash", "paperwatch.fish", "_paperwatch"}) {
    const auto text = text_of_file(completions / file);
    for (const char* kind : {"paper_new", "paper_changed", "paper_withdrawn", "paper_removed",
                             "paper_returned", "count_changed", "source_broken",
                             "source_unreachable", "source_stale", "source_recovered"}) {
      INFO(file << ": " << kind);
      CHECK(text.find(kind) != std::string::npos);
    }
  }
}
