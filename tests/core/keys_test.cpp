// SPDX-License-Identifier: MIT
#include "core/keys.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace paperwatch;

namespace {

struct Case {
  std::string text, expected;
};

std::string written(const std::optional<ArxivId>& id) {
  if (!id) return "nothing";
  return id->id + (id->version ? " version " + std::to_string(*id->version) : "");
}

std::string title_only(std::string_view title) {
  return has_withdrawal_marker(title, "", "") ? "withdrawn" : "there";
}

}  // namespace

TEST_CASE("a canonical URL leaves out what differs from visit to visit", "[keys]") {
  const std::vector<Case> cases = {
      {"HTTP://Example.ORG:80/Paper", "http://example.org/Paper"},
      {"https://example.org:443/p#abstract", "https://example.org/p"},
      {"https://example.org:8443/p", "https://example.org:8443/p"},
      {"https://example.org/p?utm_source=feed&utm_medium=rss", "https://example.org/p"},
      {"https://example.org/p?b=2&UTM_Campaign=x&a=1", "https://example.org/p?b=2&a=1"},
      {"https://example.org/p?id=7&PHPSESSID=abc", "https://example.org/p?id=7"},
      {"https://example.org/p;jsessionid=0A1B?id=7", "https://example.org/p?id=7"},
      {"https://example.org/p;JSESSIONID=0A1B.node/q", "https://example.org/p/q"},
      {"https://example.org/(S(abcdefghij0123456789abcd))/p.aspx", "https://example.org/p.aspx"},
      {"https://example.org/p?fbclid=1&gclid=2", "https://example.org/p"},
      {"https://example.org/p?sid=0123456789abcdef0123", "https://example.org/p"},
      {"https://example.org/p?sessionid=9", "https://example.org/p"},
      {"http://biorxiv.example/cgi/content/short/1v1?rss=1",
       "http://biorxiv.example/cgi/content/short/1v1"},
      {"https://user:secret@example.org/p", "https://example.org/p"},
      {"https://example.org/p?", "https://example.org/p"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.text);
    CHECK(canonical_url(c.text) == c.expected);
    CHECK(canonical_url(c.expected) == c.expected);
  }
}

TEST_CASE("a canonical URL keeps what names the page", "[keys]") {
  for (const auto* url :
       {"https://example.org/article?sid=123", "https://example.org/p?rss=10",
        "https://example.org/p?b=2&a=1", "https://example.org/p/", "https://example.org/p;v=2",
        "https://example.org/?session=spring", "https://example.org/p?a=&b"}) {
    CAPTURE(url);
    CHECK(canonical_url(url) == url);
  }
  CHECK(canonical_url("mailto:a@example.org").empty());
  CHECK(canonical_url("not a url").empty());
}

TEST_CASE("a DOI is bare and lower-case in whatever form it was written", "[keys]") {
  const std::vector<Case> cases = {
      {"10.1000/ABC", "10.1000/abc"},
      {"doi:10.1000/x", "10.1000/x"},
      {"DOI: 10.1000/x", "10.1000/x"},
      {"doi 10.1000/x", "10.1000/x"},
      {"https://doi.org/10.1000/X", "10.1000/x"},
      {"http://dx.doi.org/10.1000/x", "10.1000/x"},
      {"https://www.doi.org/10.1000/x", "10.1000/x"},
      {"doi.org/10.1000/x", "10.1000/x"},
      {"https://doi.org/doi:10.1000/x", "10.1000/x"},
      {"DOI: https://doi.org/10.1000/x", "10.1000/x"},
      {"info:doi/10.1000/x", "10.1000/x"},
      {"https://doi.org/10.1000%2Fx%281%29", "10.1000/x(1)"},
      {"https://doi.org/10.1000/x?from=feed#top", "10.1000/x"},
      {"https://publisher.example/doi/abs/10.1000/x", "10.1000/x"},
      {"https://publisher.example/doi/10.1000/x?journalCode=a", "10.1000/x"},
      {"10.1000/x.", "10.1000/x"},
      {"10.1000/x).", "10.1000/x"},
      {"10.1000/s0140-6736(05)66509-1", "10.1000/s0140-6736(05)66509-1"},
      {"10.1000/a(b)", "10.1000/a(b)"},
      {" 10.1000.10/x; Epub 2026", "10.1000.10/x"},
      {"10.1002/(sici)1097(1996)5:3<1::aid-x>3.0.co;2-z",
       "10.1002/(sici)1097(1996)5:3<1::aid-x>3.0.co;2-z"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.text);
    CHECK(bare_doi(c.text).value_or("nothing") == c.expected);
  }
}

TEST_CASE("what is no DOI gives none", "[keys]") {
  for (const auto* text :
       {"", "doi:", "11.1000/x", "10.1/x", "10.1000/", "10.1000", "see 10.1000/x",
        "https://doi.org/", "https://example.org/10.1000", "10.1000/%ff"}) {
    CAPTURE(text);
    CHECK_FALSE(bare_doi(text));
  }
}

TEST_CASE("an arXiv id is known in all its forms, without its version", "[keys]") {
  const std::vector<Case> cases = {
      {"2305.01234", "2305.01234"},
      {"2305.01234v2", "2305.01234 version 2"},
      {"0704.0001", "0704.0001"},
      {"arXiv:2305.01234v1 [cs.LG] 2 May 2023", "2305.01234 version 1"},
      {"ARXIV: 2305.01234", "2305.01234"},
      {"2305.01234 [cs.LG]", "2305.01234"},
      {"oai:arXiv.org:2305.01234", "2305.01234"},
      {"https://arxiv.org/abs/2305.01234v3", "2305.01234 version 3"},
      {"http://arxiv.org/pdf/2305.01234v1.pdf", "2305.01234 version 1"},
      {"https://www.arxiv.org/html/2305.01234v1", "2305.01234 version 1"},
      {"https://export.arxiv.org/abs/2305.01234?context=cs#x", "2305.01234"},
      {"http://cn.arxiv.org/abs/2305.01234/", "2305.01234"},
      {"http://xxx.lanl.gov/abs/hep-th/9901001", "hep-th/9901001"},
      {"//arxiv.org/abs/2305.01234", "2305.01234"},
      {"arxiv.org/abs/2305.01234", "2305.01234"},
      {"astro-ph/9912001", "astro-ph/9912001"},
      {"math.GT/0309136", "math/0309136"},
      {"arXiv:math.GT/0309136v2", "math/0309136 version 2"},
      {"https://arxiv.org/abs/math.GT/0309136", "math/0309136"},
      {"https://arxiv.org/abs/hep-th%2F9901001", "hep-th/9901001"},
      {"https://arxiv.org/pdf/cond-mat/0001234.pdf", "cond-mat/0001234"},
      {"10.48550/arXiv.2305.01234", "2305.01234"},
      {"https://doi.org/10.48550/arXiv.2305.01234", "2305.01234"},
      {"https://doi.org/10.48550/arXiv.hep-th/9901001", "hep-th/9901001"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.text);
    CHECK(written(arxiv_id(c.text)) == c.expected);
  }
}

TEST_CASE("what is no arXiv id gives none", "[keys]") {
  for (const auto* text :
       {"", "2313.01234", "2305.1234", "1412.12345", "0703.0001", "2305.012345", "foo/9912001",
        "math/0313136", "3.1415", "https://arxiv.org/list/cs.LG/recent",
        "https://example.org/abs/2305.01234", "https://notarxiv.org/abs/2305.01234",
        "10.1000/2305.01234", "2305.01234v0", "version 2305.01234"}) {
    CAPTURE(text);
    CHECK(written(arxiv_id(text)) == "nothing");
  }
}

TEST_CASE("a title's key does not depend on how it was set", "[keys]") {
  const std::vector<std::vector<std::string>> same = {
      {"Sparse matrices: a survey", "SPARSE  Matrices — A Survey.", "Sparse matrices, a survey",
       "Title: Sparse matrices: a survey", "<i>Sparse</i> matrices: a <B>survey</B>",
       "Sparse\u00A0matri\u00ADces: a survey", "[withdrawn] Sparse matrices: a survey",
       "RETRACTED: Sparse matrices: a survey", "Sparse matrices: a survey (withdrawn)",
       "Sparse matrices: a survey. (arXiv:2305.01234v1 [cs.LG])",
       "{S}parse {Matrices}: a \\emph{survey}"},
      {"H2O on ice", "H<sub>2</sub>O on ice", "H$_2$O on ice", "H$_{2}$O on ice",
       "H&lt;sub&gt;2&lt;/sub&gt;O on ice"},
      {"Schrödinger & Poincaré", "Schro\u0308dinger &amp; Poincare\u0301",
       "Schr&ouml;dinger &#38; Poincar&#xE9;", "Schr&ouml;dinger &amp; Poincar&eacute;",
       "Schr{\\\"o}dinger \\& Poincar\\'{e}"},
      {"The α–β method of Łukasiewicz", "The &alpha;&ndash;&beta; method of &Lstrok;ukasiewicz"},
      {"O(n log n) sorting", "$O(n \\log n)$ sorting"},
  };
  for (const auto& titles : same) {
    for (const auto& title : titles) {
      CAPTURE(title);
      CHECK(title_key(title) == title_key(titles.front()));
    }
  }
}

TEST_CASE("different titles keep different keys", "[keys]") {
  CHECK(title_key("On std::vector<int>") != title_key("On std::vector"));
  CHECK(title_key("C++ for all") != title_key("C for all"));
  CHECK(title_key("Part I") != title_key("Part II"));
  CHECK(title_key("疎行列の研究") == "疎行列の研究");
  CHECK(title_key("").empty());
  CHECK(title_key("…").empty());
  CHECK(title_key("Retracted articles in physics") == "retracted articles in physics");
}

TEST_CASE("a marker in the title says that the paper was withdrawn", "[keys][withdrawn]") {
  for (const auto* title :
       {"[withdrawn] On graphs", "(Withdrawn) On graphs", "On graphs [withdrawn]",
        "On graphs (withdrawn)", "WITHDRAWN: On graphs", "Withdrawn: On graphs",
        "RETRACTED: On graphs", "[retracted] On graphs", "Retracted article: On graphs",
        "RETRACTED ARTICLE: On graphs", "[RETRACTED ARTICLE] On graphs",
        "On graphs (withdrawn by the author)", "This paper has been withdrawn",
        "On graphs. This paper has been withdrawn by the authors.", "WITHDRAWN – On graphs",
        "On graphs - RETRACTED", "On graphs (This paper has been withdrawn)"}) {
    CAPTURE(title);
    CHECK(title_only(title) == "withdrawn");
  }
}

TEST_CASE("a title about retractions is no marker", "[keys][withdrawn]") {
  for (const auto* title :
       {"Retracted articles in physics", "Why papers are retracted", "On withdrawn funds",
        "Retraction of graphs onto trees", "Inductive completion with retracts",
        "The fate of papers that have been withdrawn", "Citations (retracted and other)",
        "Withdrawn behaviour in mice", "How a paper gets withdrawn"}) {
    CAPTURE(title);
    CHECK(title_only(title) == "there");
    CHECK(without_withdrawal_marker(title) == title);
  }
}

TEST_CASE("comments say that the paper was withdrawn", "[keys][withdrawn]") {
  for (const auto* comments :
       {"This paper has been withdrawn", "withdrawn by the author due to an error in Lemma 3",
        "Withdrawn", "12 pages, withdrawn by the authors",
        "12 pages; this paper has been withdrawn.", "Paper withdrawn",
        "The authors have withdrawn this paper",
        "This submission has been withdrawn by arXiv administrators",
        "This article has been removed by arXiv administrators", "Retracted by the journal",
        "The paper is temporarily withdrawn", "[withdrawn]",
        "This version was withdrawn by the author"}) {
    CAPTURE(comments);
    CHECK(has_withdrawal_marker("On graphs", comments, ""));
  }
  for (const auto* comments :
       {"12 pages", "A list of non-withdrawn, published papers",
        "Supersedes arXiv:2305.01234, which has been withdrawn", "Withdrawn from ICML 2020",
        "A study of withdrawn papers", "includes the retracted article of 2020"}) {
    CAPTURE(comments);
    CHECK_FALSE(has_withdrawal_marker("On graphs", comments, ""));
  }
}

TEST_CASE("an abstract says so with its first words or in a whole sentence", "[keys][withdrawn]") {
  for (const auto* abstract :
       {"This paper has been withdrawn by the author.", "This submission has been withdrawn.",
        "Withdrawn.", "Withdrawn by the authors due to an error.", "[withdrawn] We study graphs.",
        "We study graphs. This paper has been withdrawn due to a crucial error in Theorem 2.",
        "The author has withdrawn this paper", "This paper was withdrawn."}) {
    CAPTURE(abstract);
    CHECK(has_withdrawal_marker("On graphs", "", abstract));
  }
  for (const auto* abstract :
       {"We model how funds were withdrawn from banks.", "Withdrawn patients were left out.",
        "We count articles that were retracted. Many retracted papers are still cited.",
        "Retracted papers keep being cited.", "The drug was withdrawn. This paper asks why."}) {
    CAPTURE(abstract);
    CHECK_FALSE(has_withdrawal_marker("On graphs", "", abstract));
  }
}

TEST_CASE("a title without its marker is the title", "[keys][withdrawn]") {
  CHECK(without_withdrawal_marker("[withdrawn] On graphs") == "On graphs");
  CHECK(without_withdrawal_marker("RETRACTED ARTICLE: On graphs") == "On graphs");
  CHECK(without_withdrawal_marker("On graphs (withdrawn)") == "On graphs");
  CHECK(without_withdrawal_marker("On graphs. This paper has been withdrawn by the author.") ==
        "On graphs");
  CHECK(without_withdrawal_marker("This paper has been withdrawn") ==
        "This paper has been withdrawn");
}
