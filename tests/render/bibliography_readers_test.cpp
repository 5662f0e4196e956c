// SPDX-License-Identifier: MIT
// Bibliographies as programs that people cite with read them: pandoc, biber and bibutils, where
// installed.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "render/bibliography.hpp"
#include "render/text.hpp"
#include "support/catch.hpp"
#include "support/render_values.hpp"
#include "support/temp_dir.hpp"

namespace paperwatch {
namespace {

bool is_installed(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = ::popen(command.c_str(), "r");
  std::array<char, 4096> buffer{};
  while (const auto size = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    text.append(buffer.data(), size);
  }
  ::pclose(pipe);
  return text;
}

std::string write(const test::TempDir& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder / name) << text;
  return "'" + (folder / name).string() + "'";
}

// What is hard to escape, and a paper of which only the title is known.
std::vector<PaperRow> hard_papers() {
  auto hard = test::row({{"title", "100% of {C++} & \"Rust\" cost $5_000 #1: ~a^b \\ naïve Ünï Ⅷ"},
                         {"authors", std::vector<std::string>{"Ann O'Lee", "van der Berg, Bo",
                                                              "José Ñandú", "Группа авторов"}},
                         {"year", std::int64_t(2026)},
                         {"doi", "10.1000/x_y(1)%2"},
                         {"abstract", "Costs 50% & more_than {that}."}});
  auto bare = test::row({{"title", "Only a title"}});
  bare.id = 6;
  bare.key = "title:only a title";
  return {hard, bare};
}

TEST_CASE("pandoc reads BibTeX back as it was", "[bibliography][readers]") {
  if (!is_installed("pandoc")) return;
  const test::TempDir folder;
  const auto papers = hard_papers();
  const auto file = write(folder, "papers.bib", render_bibtex(papers));
  const auto read = nlohmann::json::parse(output_of("pandoc -f biblatex -t csljson " + file));

  REQUIRE(read.size() == 2);
  CHECK(read[0]["id"] == citation_keys(papers)[0]);
  const auto title = read[0]["title"].get<std::string>();
  for (const char* part : {"100%", "C++", "&", "$5_000", "#1", "\\", "naïve Ünï"}) {
    CAPTURE(part, title);
    CHECK(title.find(part) != std::string::npos);
  }
  REQUIRE(read[0]["author"].size() == 4);
  CHECK(read[0]["author"][0]["family"] == "O’Lee");
  CHECK(read[0]["author"][2]["given"] == "José");
  CHECK(read[0]["DOI"] == "10.1000/x_y(1)%2");
  CHECK(read[0]["issued"]["date-parts"][0][0] == 2026);
  CHECK(read[1]["title"] == "Only a title");
  CHECK_FALSE(read[1].contains("author"));
  CHECK_FALSE(read[1].contains("issued"));
}

// What a page may write into a title to break out of it.
std::vector<PaperRow> hostile_papers() {
  std::vector<PaperRow> papers;
  for (const char* title :
       {"}{ \\input{/etc/passwd} @article{x, title={y}}", "Line one\nline two\r\nTY  - JOUR",
        "ER  - ", "AT&T \\& R&D: 50% #1 _y_ ^z^ ~w~ \\LaTeX", "$a{b$ and {unbalanced",
        "@comment{x} and {balanced {braces}}", "<b>bold</b> <script>alert(1)</script>",
        "a \\\\ b \\begin{document}", "std::vector<int> & C#", "percent % comment",
        "%% \\end{document}", "tab\tand \xc2\xa0 no break", "العربية 中文 😀"}) {
    auto paper =
        test::row({{"title", title},
                   {"authors", std::vector<std::string>{"Smith and Sons", "O {B}, A. & C"}},
                   {"year", std::int64_t(2026)}});
    paper.id = static_cast<PaperId>(papers.size()) + 100;
    paper.key = "url:https://example.org/" + std::to_string(paper.id);
    papers.push_back(std::move(paper));
  }
  return papers;
}

TEST_CASE("hostile titles come back from BibTeX, and nothing comes with them",
          "[bibliography][readers]") {
  if (!is_installed("pandoc")) return;
  const test::TempDir folder;
  const auto papers = hostile_papers();
  const auto file = write(folder, "papers.bib", render_bibtex(papers));
  for (const char* format : {"biblatex", "bibtex"}) {
    const auto read = nlohmann::json::parse(
        output_of(std::string("pandoc -t csljson -f ") + format + " " + file));
    REQUIRE(read.size() == papers.size());
    for (std::size_t i = 0; i < papers.size(); ++i) {
      CHECK(read[i]["id"] == citation_keys(papers)[i]);
      CHECK(read[i]["author"].size() == 2);
      const auto title = single_line(std::get<std::string>(papers[i].fields.at("title")));
      CAPTURE(title);
      // pandoc does not know braces by their names: of these titles it shows the rest.
      if (i == 0 || i == 4) continue;
      CHECK(read[i]["title"] == title);
    }
    CHECK(read[0]["title"] == " \\input/etc/passwd @articlex, title=y");
  }
}

TEST_CASE("hostile titles are one entry each to who reads RIS", "[bibliography][readers]") {
  if (!is_installed("ris2xml")) return;
  const test::TempDir folder;
  const auto papers = hostile_papers();
  const auto file = write(folder, "papers.ris", render_ris(papers));
  const auto read = output_of("ris2xml " + file + " 2>/dev/null");
  std::size_t entries = 0;
  for (auto at = read.find("<mods "); at != std::string::npos; at = read.find("<mods ", at + 1))
    ++entries;
  CHECK(entries == papers.size());
  CHECK(read.find("<title>@comment{x} and {balanced {braces}}</title>") != std::string::npos);
  CHECK(read.find("<title>Line one line two TY - JOUR</title>") != std::string::npos);
  CHECK(read.find("<title>العربية 中文 😀</title>") != std::string::npos);
}

TEST_CASE("pandoc cites from CSL-JSON", "[bibliography][readers]") {
  if (!is_installed("pandoc")) return;
  const test::TempDir folder;
  const auto papers = hard_papers();
  const auto references = write(folder, "papers.json", render_csl_json(papers));
  const auto text = write(folder, "text.md", "See [@" + citation_keys(papers)[0] + "].\n");
  const auto shown =
      output_of("pandoc --citeproc --bibliography " + references + " -t plain " + text + " 2>&1");

  CAPTURE(shown);
  CHECK(shown.find("O’Lee") != std::string::npos);
  CHECK(shown.find("2026") != std::string::npos);
  CHECK(shown.find("WARNING") == std::string::npos);
}

TEST_CASE("biber accepts every entry of BibTeX", "[bibliography][readers]") {
  if (!is_installed("biber")) return;
  const test::TempDir folder;
  auto papers = hard_papers();
  for (auto& paper : hostile_papers()) papers.push_back(std::move(paper));
  const auto file = write(folder, "papers.bib", render_bibtex(papers));
  const auto said =
      output_of("cd '" + folder.path().string() + "' && biber --tool " + file + " 2>&1");

  CAPTURE(said);
  CHECK(said.find("ERROR") == std::string::npos);
  CHECK(said.find("WARN") == std::string::npos);
  CHECK(std::filesystem::exists(folder / "papers_bibertool.bib"));
}

}  // namespace
}  // namespace paperwatch
