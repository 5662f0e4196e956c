// SPDX-License-Identifier: MIT
// Papers as reference managers read them. Pure. What is not known is left out, never guessed.
#pragma once

#include <string>
#include <vector>

#include <paperwatch/store.hpp>

namespace paperwatch {

// UTF-8 BibTeX, for biber and for classic BibTeX with inputenc. `$…$` stays mathematics.
std::string render_bibtex(const std::vector<PaperRow>& papers);
// RIS, lines ending in CR LF.
std::string render_ris(const std::vector<PaperRow>& papers);
// A CSL-JSON array (schema 1.0).
std::string render_csl_json(const std::vector<PaperRow>& papers);

// How each paper is cited, in order; all different. Made of the permanent key, so that neither a
// new title nor a corrected author moves it: "arxiv-2305.01234", "doi-10.1000-x", "paper-5".
std::vector<std::string> citation_keys(const std::vector<PaperRow>& papers);

}  // namespace paperwatch
