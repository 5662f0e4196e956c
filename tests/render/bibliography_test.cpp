// SPDX-License-Identifier: MIT
#include "render/bibliography.hpp"

#include <algorithm>

#include "render/json.hpp"
#include "support/catch.hpp"
#include "support/render_values.hpp"

namespace paperwatch {
namespace {

using List = std::vector<std::string>;

PaperRow full() {
  return test::row({{"title", "100% of $O(n^2)$ & {braces}_x at $5 and $6"},
                    {"authors", List{"Ann van der Lee", "Chen, Bo", "The ATLAS Collaboration"}},
                    {"subjects", List{"cs.DC", "cs.PF"}},
                    {"venue", "Proceedings of SC"},
                    {"date", "2026-07-02"},
                    {"year", std::int64_t{2025}},
                    {"doi", "10.1000/a_b"},
                    {"arxiv_id", "2305.01234"},
                    {"url", "https://example.org/a%20b_{c}"},
                    {"abstract", "One.\nTwo."}});
}

TEST_CASE("BibTeX escapes what LaTeX would act upon, but not mathematics", "[bibliography]") {
  CHECK(render_bibtex({full()}) ==
        "@inproceedings{arxiv-2305.01234,\n"
        "  title = {{100\\% of $O(n^2)$ \\& \\{braces\\}\\_x at \\$5 and \\$6}},\n"
        "  author = {van der Lee, Ann and Chen, Bo and {The ATLAS Collaboration}},\n"
        "  booktitle = {Proceedings of SC},\n"
        "  year = {2026},\n"
        "  month = {7},\n"
        "  doi = {10.1000/a_b},\n"
        "  eprint = {2305.01234},\n"
        "  archiveprefix = {arXiv},\n"
        "  url = {https://example.org/a%20b_%7Bc%7D},\n"
        "  keywords = {cs.DC, cs.PF},\n"
        "  abstract = {One. Two.}\n"
        "}\n");
}

TEST_CASE("braces of BibTeX always balance", "[bibliography]") {
  for (const auto* title : {"}{", "$a}$", "a $b", "\\", "{{", "$}{$ x", "a \\} b"}) {
    const auto text = render_bibtex({test::row({{"title", title}})});
    int depth = 0, lowest = 0;
    for (const char c : text) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      lowest = std::min(lowest, depth);
    }
    INFO(text);
    CHECK(depth == 0);
    CHECK(lowest == 0);
  }
}

TEST_CASE("braces that do not balance are written by name, also around mathematics",
          "[bibliography]") {
  const auto title = [](const char* text) {
    const auto entry = render_bibtex({test::row({{"title", text}})});
    const auto begin = entry.find("title = {{") + 10;
    return entry.substr(begin, entry.find("}}\n", begin) - begin);
  };
  CHECK(title("{C++} and $x_{i}$") == "\\{C++\\} and $x_{i}$");
  CHECK(title("a} $x_{i}$ {b") == "a\\textbraceright{} $x_{i}$ \\textbraceleft{}b");
  CHECK(title("{{a}") == "\\textbraceleft{}\\textbraceleft{}a\\textbraceright{}");
}

TEST_CASE("an author whose name has an and is one author", "[bibliography]") {
  const auto entry =
      render_bibtex({test::row({{"authors", List{"Smith and Sons", "And, Bo", "Ann Lee"}}})});
  CHECK(entry.find("author = {{and} Sons, Smith and {And}, Bo and Lee, Ann}") != std::string::npos);
}

TEST_CASE("a date alone gives the year, in whatever form it is kept", "[bibliography]") {
  for (const char* date : {"2026-07-02", "2026-07-02T09:30:00Z", "2 July 2026", "July 2, 2026"}) {
    CAPTURE(date);
    const auto text = render_bibtex({test::row({{"title", "T"}, {"date", date}})});
    CHECK(text.find("  year = {2026},\n  month = {7}\n") != std::string::npos);
  }
  CHECK(render_bibtex({test::row({{"title", "T"}, {"date", "2026"}})}).find("year = {2026}\n") !=
        std::string::npos);
  // What no date can be made of does not hide the year.
  CHECK(render_bibtex({test::row({{"title", "T"}, {"date", "soon"}, {"year", std::int64_t{2024}}})})
            .find("year = {2024}") != std::string::npos);
}

TEST_CASE("what is not known is left out", "[bibliography]") {
  const auto paper = test::row({{"title", "T"}});

  CHECK(render_bibtex({paper}) == "@misc{arxiv-2305.01234,\n  title = {{T}}\n}\n");
  CHECK(render_ris({paper}) == "TY  - GEN\r\nID  - arxiv-2305.01234\r\nTI  - T\r\nER  - \r\n");
  CHECK(Json::parse(render_csl_json({paper})) ==
        Json::parse(R"([{"id":"arxiv-2305.01234","type":"document","title":"T"}])"));
  CHECK(render_bibtex({}).empty());
  CHECK(render_ris({}).empty());
  CHECK(render_csl_json({}) == "[]\n");
}

TEST_CASE("RIS has one line a value, and authors by family", "[bibliography]") {
  CHECK(render_ris({full()}) ==
        "TY  - CPAPER\r\n"
        "ID  - arxiv-2305.01234\r\n"
        "TI  - 100% of $O(n^2)$ & {braces}_x at $5 and $6\r\n"
        "AU  - van der Lee, Ann\r\n"
        "AU  - Chen, Bo\r\n"
        "AU  - The ATLAS Collaboration\r\n"
        "PY  - 2026\r\n"
        "DA  - 2026/07/02/\r\n"
        "T2  - Proceedings of SC\r\n"
        "DO  - 10.1000/a_b\r\n"
        "AN  - arXiv:2305.01234\r\n"
        "UR  - https://example.org/a%20b_{c}\r\n"
        "KW  - cs.DC\r\n"
        "KW  - cs.PF\r\n"
        "AB  - One. Two.\r\n"
        "ER  - \r\n");
}

TEST_CASE("a page cannot smuggle a tag into RIS", "[bibliography]") {
  const auto text = render_ris({test::row({{"title", "T\r\nER  - \r\nTY  - JOUR"}})});

  CHECK(text == "TY  - GEN\r\nID  - arxiv-2305.01234\r\nTI  - T ER - TY - JOUR\r\nER  - \r\n");
}

TEST_CASE("CSL-JSON tells family from given and keeps the date's precision", "[bibliography]") {
  const auto item = Json::parse(render_csl_json({full()}))[0];

  CHECK(item["type"] == "paper-conference");
  CHECK(compact_text(item["author"]) ==
        R"([{"family":"van der Lee","given":"Ann"},{"family":"Chen","given":"Bo"},)"
        R"({"literal":"The ATLAS Collaboration"}])");
  CHECK(compact_text(item["issued"]) == R"({"date-parts":[[2026,7,2]]})");
  CHECK(item["DOI"] == "10.1000/a_b");
  CHECK(item["container-title"] == "Proceedings of SC");
  const auto year = Json::parse(render_csl_json({test::row({{"year", std::int64_t{2025}}})}))[0];
  CHECK(compact_text(year["issued"]) == R"({"date-parts":[[2025]]})");
}

TEST_CASE("what kind of publication a paper is", "[bibliography]") {
  CHECK(render_ris({test::row({{"arxiv_id", "2305.01234"}})}).starts_with("TY  - UNPB"));
  CHECK(render_ris({test::row({{"venue", "Journal of Things"}})}).starts_with("TY  - JOUR"));
  CHECK(render_bibtex({test::row({{"venue", "Journal of Things"}})}).starts_with("@article"));
}

TEST_CASE("a citation key depends on the permanent key alone", "[bibliography]") {
  auto doi = full(), url = full(), twin = full();
  doi.key = "doi:10.1000/x(1)";
  url.key = "url:https://example.org/";
  url.id = 9;
  twin.key = "doi:10.1000/x/1-";
  twin.id = 10;
  auto renamed = full();
  renamed.fields["title"] = "Another";
  renamed.fields["authors"] = List{"Somebody Else"};

  CHECK(citation_keys({full(), doi, url, twin}) ==
        List{"arxiv-2305.01234", "doi-10.1000-x-1-", "paper-9", "doi-10.1000-x-1--10"});
  CHECK(citation_keys({renamed}) == citation_keys({full()}));
}

}  // namespace
}  // namespace paperwatch
