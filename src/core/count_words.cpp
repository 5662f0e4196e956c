// SPDX-License-Identifier: MIT
#include "core/count_words.hpp"

#include <string>

namespace paperwatch {

namespace {

// What is counted: English, German, French, Spanish, Italian, Portuguese, Russian.
const std::string noun_words =
    "records?|results?|entry|entries|papers?|articles?|publications?|items?|documents?|hits?|match|"
    "matches|preprints?|e-?prints?|works?|references?|titles?|study|studies|listings?|posts?|books?"
    "|"
    "manuscripts?|submissions?|abstracts?|thesis|theses|talks?|proceedings|found|returned|"
    "treffern?|ergebnis|ergebnissen?|eintrag|einträgen?|artikeln?|publikation(?:en)?|"
    "veröffentlichung(?:en)?|dokument(?:en?)?|datensatz|datensätzen?|aufsätzen?|beiträgen?|"
    "arbeiten|"
    "werken?|gefunden|"
    "résultats?|enregistrements?|notices?|références?|travaux|entrées?|trouvée?s?|"
    "resultados?|registros?|artículos?|publicación|publicaciones|documentos?|trabajos?|entradas?|"
    "ítems?|referencias?|encontrad[oa]s?|"
    "risultat[oi]|articol[oi]|pubblicazion[ei]|document[oi]|voci|schede|lavor[oi]|trovat[oi]|"
    "artigos?|publicação|publicações|trabalhos?|itens|"
    "результат\\pL*|запис\\pL*|стать\\pL*|статей|публикаци\\pL*|документ\\pL*|работ\\pL*|"
    "найден\\pL*";
// Chinese, Japanese and Korean counters and nouns; they stand without blanks.
const std::string noun_characters =
    "条|條|件|篇|项|項|个|個|本|编|編|筆|则|則|건|편|개|结果|結果|记录|記錄|記録|论文|論文|文献";
const std::string noun = "(?:(?:" + noun_words + ")(?:[^\\pL]|$)|" + noun_characters + ")";

const std::string page_words =
    "pages?|pp?\\.|seiten?|páginas?|paginas?|pagin[ae]|страниц\\pL*|стр\\.?|第|ページ";
const std::string of_words = "of|out of|von|aus|sur|de|di|su|из|/|in|共|全";
const std::string range_words = "-|to|through|bis|à|a|ad|al|até|hasta|по|〜|~|から|至|到";

std::string before(const std::string& words) {
  return "(?:^|[^\\pL])(?:" + words + ")[\\s:(]*$";
}

const std::string at_least =
    "at least|minimum(?: of)?|min\\.|(?:no|not) (?:fewer|less) than|>=|≥|⩾|≧|mindestens|wenigstens|"
    "au moins|al menos|por lo menos|como mínimo|almeno|pelo menos|ao menos|не менее|минимум|"
    "как минимум";
const std::string more_than =
    "more than|over|above|>|greater than|upwards? of|in excess of|exceeding|mehr als|über|plus de|"
    "más de|oltre|più di|mais de|acima de|более|более чем|больше|свыше";
const std::string about =
    "about|approximately|approx\\.?|around|roughly|circa|ca\\.?|c\\.|~|≈|∼|≃|nearly|almost|some|"
    "estimated|est\\.|ungefähr|etwa|rund|zirka|environ|près de|aproximadamente|alrededor de|cerca "
    "de|"
    "unos|unas|aprox\\.?|cerca di|около|примерно|приблизительно|ок\\.";
const std::string at_most =
    "(?:no|not) more than|nicht mehr als|pas plus de|no más de|non più di|não mais de|не более|"
    "up to|at most|maximum(?: of)?|max\\.?|bis zu|höchstens|jusqu'à|jusqu’à|hasta|fino a|até|до|"
    "fewer than|less than|under|below|<|<=|≤|weniger als|moins de|menos de|meno di|менее";

// A number that counts something else: a date's day, a duration, an ordinal, a share.
const std::string months =
    "jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|january|february|march|april|"
    "june|july|august|september|october|november|december|januar|februar|märz|juni|juli|oktober|"
    "dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre";
const std::string other_before =
    "volume|vol\\.?|issue|no\\.|nr\\.|heft|band|section|chapter|version|v\\.|since|seit|depuis|"
    "year|"
    "rank|#|" +
    months;
const std::string other_after =
    "%|(?:s|ms|secs?|seconds?|minutes?|hours?|days?|sekunden?|secondes?|segundos?|secondi|сек\\pL*|"
    "citations?|years?|jahren?|authors?|st|nd|rd|th|" +
    months +
    ")(?:[^\\pL]|$)|[年月日秒]|"
    "(?:\\pL+ )?(?:per|pro|par|por|a|/|на)\\s*(?:" +
    page_words + ")|/\\s*(?:" + page_words + ")|(?:" + page_words +
    "|页|頁)(?:[^\\pL]|$)|\\s*[页頁]";

const std::string adjective = "(?:[\\pL][\\pL-]*\\s+){0,2}";
const std::string zero =
    "(?:^|[^\\pL])(?:"
    "(?:no|zero|keine?|aucune?|nessun[oa]?|nenhum[a]?|ning[uú]n[a]?|sin)\\s+"
    "(?:(?:matching|search|such|relevant|passenden|weiteren|hay)\\s+)?" +
    noun +
    "|nothing (?:was )?(?:found|matched)|none found|(?:did|does|do) not match any|"
    "no (?:such )?data|nichts gefunden|"
    "no se (?:ha |han )?encontr\\pL+|rien trouvé|nessun risultato|nada encontrado|"
    "ничего не найдено|не найдено|нет (?:результатов|записей|статей|публикаций))"
    "|没有找到|没有(?:相关)?(?:结果|记录|论文)|沒有(?:結果|記錄)|未找到|无结果|無結果|"
    "見つかりません|該当(?:する\\pL*)?(?:なし|はありません)|ありません|검색 결과가 없";

}  // namespace

const CountWords& count_words() {
  static const CountWords words{
      before(at_least) + "|(?:至少|不少于|少なくとも)\\s*$",
      before(more_than) + "|(?:超过|超過|逾)\\s*$",
      before(about) + "|(?:約|约|大约|大約|およそ|약)\\s*$",
      before(at_most),
      "^\\s*(?:\\+|(?:\\pL+\\s+)?(?:or|and) (?:more|above|over)|oder mehr|ou plus|o más|o più|ou "
      "mais|"
      "(?:или|и) (?:более|больше)|(?:件|条|篇)?以上)",
      "^\\s*(?:多|余|餘)",
      "^\\s*(?:approx|ca\\.|左右|前後|ほど|程度)",
      "^(?:k|\\s*(?:thousand|tausend|tsd\\.?|mille|mil|mila|тыс\\.?))(?:[^\\pL]|$)",
      "^(?:m|\\s*(?:millions?|millionen|mio\\.?|mln\\.?|millones|milioni|milhões|млн\\.?))(?:[^"
      "\\pL]|$)",
      "^\\s*[万萬만]",
      "^\\s*[亿億억]",
      "^[\\s+]*" + adjective + noun,
      noun + "[\\pL\\s]*[:=(\\[-]?\\s*$",
      noun + "[\\pL\\s]*[:=(\\[]\\s*$",
      "\\d[+]?\\s*(?:" + noun + ")?[\\s,(]*(?:" + of_words +
          ")\\s*(?:(?:a |in )?total(?: of)?|the|insgesamt)?\\s*$",
      "(?:total|totale|gesamt|gesamtzahl|insgesamt|totaal|всего|итого|共|全|合计|合計|总计|总数|"
      "総数)"
      "[^\\d]*$",
      "^\\s*(?:[\\pL-]+\\s+){0,3}(?:in )?(?:au "
      ")?(?:total|insgesamt|gesamt|totale|всего)(?:[^\\pL]|$)|"
      "^\\s*(?:件|条|篇)?中",
      before("showing|displaying|viewing|zeigt?|anzeige|affichage(?: "
             "de)?|mostrando|показано|first|last"),
      "\\d\\s*(?:" + range_words + ")\\s*$",
      "^\\s*(?:" + range_words + ")\\s*\\d",
      before(page_words) + "|第\\s*$",
      "(?:" + page_words + ")\\s*\\d[\\d,.]*\\s*(?:页|頁|ページ)?[\\s,]*(?:" + of_words +
          "|-)\\s*$",
      before(other_before),
      "^\\s*(?:" + other_after + ")",
      "[\\pL]",
      zero};
  return words;
}

}  // namespace paperwatch
