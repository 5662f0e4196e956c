// SPDX-License-Identifier: MIT
#include "core/count_statement.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace paperwatch;

namespace {

struct Case {
  std::string text, expected;
};

// "exact 312", or "nothing".
std::string reading(std::string_view text) {
  const auto count = parse_count(text);
  if (!count) return "nothing";
  return std::string(name_of(count->kind)) + " " + std::to_string(count->value);
}

void check_all(const std::vector<Case>& cases) {
  for (const auto& c : cases) {
    CAPTURE(c.text);
    CHECK(reading(c.text) == c.expected);
  }
}

}  // namespace

TEST_CASE("a plain total is exact", "[count]") {
  check_all({{"320", "exact 320"},
             {" 1999 ", "exact 1999"},
             {"45,848", "exact 45848"},
             {"0", "exact 0"},
             {"Total of 320 entries", "exact 320"},
             {"Total of 1201 entries : 1-50 51-100 ... 1201-1201", "exact 1201"},
             {"1,234 Results", "exact 1234"},
             {"49 records · Page 3", "exact 49"},
             {"1 result", "exact 1"},
             {"312 matching records", "exact 312"},
             {"Results: 312", "exact 312"},
             {"Publications (2024)", "exact 2024"},
             {"Your search returned 312 items", "exact 312"},
             {"Total number of papers: 77", "exact 77"},
             {"77 somethings", "exact 77"}});
}

TEST_CASE("words around the number make it a lower bound", "[count]") {
  check_all({{"At least 91 records", "at_least 91"},
             {"At least 91 records · Page 5", "at_least 91"},
             {"at least 91", "at_least 91"},
             {"500+", "at_least 500"},
             {"500 + results", "at_least 500"},
             {"1,000+ results", "at_least 1000"},
             {"91 or more", "at_least 91"},
             {"91 records or more", "at_least 91"},
             {"≥ 40", "at_least 40"},
             {">= 40 hits", "at_least 40"},
             {"no fewer than 40 records", "at_least 40"},
             {"1–50 of 500+", "at_least 500"}});
}

TEST_CASE("more than n is at least n + 1", "[count]") {
  check_all({{"more than 200", "at_least 201"},
             {"over 1,000 papers", "at_least 1001"},
             {"> 200 records", "at_least 201"},
             {"of more than 10,000 results", "at_least 10001"},
             {"mehr als 200 Treffer", "at_least 201"}});
}

TEST_CASE("an approximation is about", "[count]") {
  check_all({{"about 1,200", "about 1200"},
             {"approx. 1,200 results", "about 1200"},
             {"approx.1,200", "about 1200"},
             {"~1200", "about 1200"},
             {"ca. 300 records", "about 300"},
             {"circa 300", "about 300"},
             {"around 300 papers", "about 300"},
             {"results 1 - 10 of about 1,200", "about 1200"},
             {"About 1,200 results (0.35 seconds)", "about 1200"},
             {"1.2k", "about 1200"},
             {"12k results", "about 12000"},
             {"1.5 million documents", "about 1500000"},
             {"12k+ results", "about 12000"}});
}

TEST_CASE("a stretch of a listing states the whole listing", "[count]") {
  check_all({{"Showing 1–50 of 312", "exact 312"},
             {"Showing 1-50 of 312 results", "exact 312"},
             {"Showing 1—50 of 1,312", "exact 1312"},
             {"1 to 50 of 312", "exact 312"},
             {"Showing 1–41 of 41 results for all: drosophila connectome", "exact 41"},
             {"Showing 50 results of 312", "exact 312"},
             {"50 / 312", "exact 312"},
             {"1 - 20 of 1900", "exact 1900"},
             {"Showing 1-50 of a total of 312", "exact 312"},
             {"Showing 1–50", "nothing"},
             {"Results 1 - 10", "nothing"}});
}

TEST_CASE("thousands are separated in many ways", "[count]") {
  check_all({{"1.234 Treffer", "exact 1234"},
             {"1 234 résultats", "exact 1234"},
             {"1\u00A0234 résultats", "exact 1234"},
             {"12\u2009345\u2009678", "exact 12345678"},
             {"1\u202F234", "exact 1234"},
             {"1'234 Einträge", "exact 1234"},
             {"1’234 Einträge", "exact 1234"},
             {"12,34,567 results", "exact 1234567"},
             {"Page 5 181 records", "exact 181"},
             {"٣٢٠ records", "exact 320"},
             {"１，２３４件", "exact 1234"}});
}

TEST_CASE("what is no count is not read as one", "[count]") {
  check_all({{"", "nothing"},
             {"1.5", "nothing"},
             {".5", "nothing"},
             {"web2", "nothing"},
             {"Page 3 of 20", "nothing"},
             {"page 3/20", "nothing"},
             {"Page 5", "nothing"},
             {"Seite 2 von 7", "nothing"},
             {"第 3 页 共 20 页", "nothing"},
             {"Publications 2024", "nothing"},
             {"Updated 12 July 2026", "nothing"},
             {"50 results per page", "nothing"},
             {"Volume 5, Issue 3", "nothing"},
             {"up to 500 results", "nothing"},
             {"no more than 20", "nothing"},
             {"12345678901234567890 results", "nothing"},
             {"1,234.56", "nothing"},
             {"42%", "nothing"},
             {"arXiv:2305.01234", "nothing"},
             {"some text", "nothing"}});
}

TEST_CASE("the number with the noun wins over years and page numbers", "[count]") {
  check_all({{"2024: 41 papers", "exact 41"},
             {"Papers of 2024 · 41 papers · page 3", "exact 41"},
             {"Page 3 of 20 (312 results)", "exact 312"},
             {"Page 1 of 312 results", "exact 312"},
             {"41 papers, 3,512 citations", "exact 41"},
             {"Showing up to 25 entries per page. Total of 320 entries", "exact 320"},
             {"Papers 2020-2024: 312 results", "exact 312"},
             {"Showing 50 results · 312 results in total", "exact 312"},
             {"As of 2026-11-30: 312 results", "exact 312"}});
}

TEST_CASE("nothing found is an exact zero", "[count]") {
  check_all({{"no results", "exact 0"},
             {"No results found for “graph 2024”.", "exact 0"},
             {"0 results", "exact 0"},
             {"nothing found", "exact 0"},
             {"No papers", "exact 0"},
             {"No matching records", "exact 0"},
             {"Your search did not match any documents", "exact 0"},
             {"keine Ergebnisse", "exact 0"},
             {"Keine Treffer", "exact 0"},
             {"aucun résultat", "exact 0"},
             {"sin resultados", "exact 0"},
             {"No se encontraron resultados", "exact 0"},
             {"nessun risultato", "exact 0"},
             {"nenhum resultado", "exact 0"},
             {"ничего не найдено", "exact 0"},
             {"没有找到结果", "exact 0"},
             {"0件", "exact 0"},
             {"該当なし", "exact 0"},
             {"no new papers", "nothing"},
             {"312 results, no papers hidden", "exact 312"}});
}

TEST_CASE("listings speak many languages", "[count]") {
  check_all({{"ungefähr 300 Treffer", "about 300"},
             {"mindestens 91 Einträge", "at_least 91"},
             {"Treffer 1 bis 10 von 312", "exact 312"},
             {"insgesamt 312 Veröffentlichungen", "exact 312"},
             {"environ 1 200 résultats", "about 1200"},
             {"au moins 91 articles", "at_least 91"},
             {"Résultats 1 à 10 sur 312", "exact 312"},
             {"312 resultados", "exact 312"},
             {"más de 200 artículos", "at_least 201"},
             {"Mostrando 1 a 20 de 312 registros", "exact 312"},
             {"circa 300 risultati", "about 300"},
             {"312 publicações", "exact 312"},
             {"Cerca de 300 resultados", "about 300"},
             {"共 320 条", "exact 320"},
             {"共320条记录", "exact 320"},
             {"约 1,200 条结果", "about 1200"},
             {"约1.2万条", "about 12000"},
             {"320件", "exact 320"},
             {"約1,200件", "about 1200"},
             {"320件中 1～20件", "exact 320"},
             {"500件以上", "at_least 500"},
             {"Найдено 312 записей", "exact 312"},
             {"Найдено: 312", "exact 312"},
             {"около 1 200 результатов", "about 1200"},
             {"более 200 статей", "at_least 201"}});
}
