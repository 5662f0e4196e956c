// SPDX-License-Identifier: MIT
#include "extract/charset.hpp"

#include "base/text.hpp"
#include "extract/pages.hpp"

using namespace paperwatch;

namespace {

std::string from_base64(std::string_view text) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0, held = 0;
  for (const char c : text) {
    const auto digit = digits.find(c);
    if (digit == std::string_view::npos) break;
    bits = bits << 6 | static_cast<unsigned>(digit);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out += static_cast<char>(bits >> held & 0xFF);
  }
  return out;
}

Decoded decoded(std::string_view bytes, std::string_view content_type = "",
                std::string_view rule = "") {
  auto out = decode(bytes, content_type, rule);
  if (!out) FAIL(out.error().message);
  return *out;
}

std::string in_utf16(std::string_view ascii, bool big_endian) {
  std::string out;
  for (const char c : ascii) {
    if (big_endian) out += '\0';
    out += c;
    if (!big_endian) out += '\0';
  }
  return out;
}

}  // namespace

TEST_CASE("labels name the encodings that browsers mean", "[charset]") {
  CHECK(encoding_of_label("iso-8859-1") == "windows-1252");
  CHECK(encoding_of_label(" Latin1\n") == "windows-1252");
  CHECK(encoding_of_label("GB2312") == "gbk");
  CHECK(encoding_of_label("ks_c_5601-1987") == "euc-kr");
  CHECK(encoding_of_label("utf8") == "utf-8");
  CHECK(encoding_of_label("unicode") == "utf-16le");
  CHECK(encoding_of_label("hz-gb-2312") == "replacement");
  CHECK(encoding_of_label("utf-7").empty());
  CHECK(encoding_of_label("").empty());
}

TEST_CASE("every label and single-byte table of the WHATWG comes out right", "[charset]") {
  const auto table = known_answers("encoding_labels_whatwg.json");
  if (!table) return;
  std::size_t labels = 0;
  for (const auto& [label, encoding] : (*table)["labels"].items()) {
    CHECK(encoding_of_label(label) == lower_ascii(encoding.get<std::string>()));
    ++labels;
  }
  CHECK(labels == 228);
  for (const auto& [encoding, characters] : (*table)["single_byte"].items()) {
    for (std::size_t i = 0; i < characters.size(); ++i) {
      std::string expected;
      append_utf8(expected, characters[i].is_null() ? 0xFFFD : characters[i].get<char32_t>());
      const std::string byte(1, static_cast<char>(0x80 + i));
      INFO(encoding << " " << 0x80 + i);
      CHECK(decode_as(byte, encoding) == expected);
    }
  }
}

TEST_CASE("the prescan finds what the html5lib table says", "[charset]") {
  const auto table = known_answers("encoding_sniff_html5lib.json");
  if (!table) return;
  for (const auto& entry : (*table)["cases"]) {
    const std::string bytes = from_base64(entry["data_b64"].get<std::string>());
    const std::string expected = lower_ascii(entry["encoding"].get<std::string>());
    // Further down a browser learns it while it parses.
    if (bytes.find("charset=\"iso8859-2\">", 1000) != std::string::npos) continue;
    if (bytes.substr(0, 3) == "\xEF\xBB\xBF") continue;
    INFO(bytes);
    const std::string found = prescan_meta(bytes);
    CHECK((found.empty() ? "windows-1252" : found) == expected);
  }
}

TEST_CASE("the prescan reads tags as the standard says", "[charset]") {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"<meta charset=koi8-r>", "koi8-r"},
      {"<META CHARSET = 'KOI8-R' >", "koi8-r"},
      {"<meta content='text/html; charset=koi8-r' http-equiv=Content-Type>", "koi8-r"},
      {"<meta content='text/html; charset=koi8-r'>", ""},
      {"<!-- <meta charset=koi8-r> --><meta charset=big5>", "big5"},
      {"<p title='<meta charset=koi8-r>'><meta charset=big5>", "big5"},
      {"<meta charset=utf-16be>", "utf-8"},
      {"<meta charset=x-user-defined>", "windows-1252"},
      {"<meta charset=nonsense><meta charset=big5>", "big5"},
      {"<metacharset=koi8-r>", ""},
      {"<meta charset=koi8-r", ""},
  };
  for (const auto& [html, expected] : cases) {
    INFO(html);
    CHECK(prescan_meta(html) == expected);
  }
  CHECK(prescan_meta(std::string(1010, ' ') + "<meta charset=koi8-r>").empty());
}

TEST_CASE("the encoding is the mark's, the bytes', the declared, the guessed one", "[charset]") {
  const std::string utf8 = "<p>caf\xC3\xA9";
  const std::string latin = "<p>Ren\xE9 Descartes wrote his Discours de la m\xE9thode in 1637.";

  CHECK(decoded("\xEF\xBB\xBF<p>x", "text/html; charset=big5").from == "bom");
  CHECK(decoded("\xEF\xBB\xBF<p>x").text == "<p>x");
  CHECK(decoded(utf8, "text/html; charset=gb2312").from == "utf-8 bytes");
  CHECK(decoded(utf8, "text/html; charset=gb2312").text == utf8);
  CHECK(decoded(latin, "text/html; charset=iso-8859-1").encoding == "windows-1252");
  CHECK(decoded(latin, "text/html; charset=iso-8859-1").from == "header");
  CHECK(decoded(latin, "text/html; charset=\"ISO-8859-15\"").encoding == "iso-8859-15");
  CHECK(decoded("<meta charset=iso-8859-2>" + latin).from == "meta");
  CHECK(decoded("<meta charset=iso-8859-2>" + latin, "text/html;charset=windows-1250").encoding ==
        "windows-1250");
  CHECK(decoded("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE9</a>").from == "prolog");
  CHECK(
      decoded("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE9</a>").text.find("<a>\xC3\xA9<") !=
      std::string::npos);
  CHECK(decoded(latin, "text/html; charset=utf-8").from == "guess");
  CHECK(decoded(latin, "text/html; charset=utf-8").text.find("Ren\xC3\xA9 ") != std::string::npos);
  CHECK(decoded(latin, "", "koi8-r").from == "rule");
  CHECK(decoded(utf8, "", "windows-1252").text == "<p>caf\xC3\x83\xC2\xA9");
  CHECK(decoded("plain").encoding == "utf-8");
  CHECK(decoded("plain", "text/html; charset=shift_jis").encoding == "shift_jis");
  CHECK(decoded("").text.empty());
}

TEST_CASE("a <meta> further down counts as it does in browsers, which learn of it late",
          "[charset]") {
  const std::string page = "<!--" + std::string(3000, 'x') + "--><meta charset=koi8-r><p>\xD4\xC5";
  CHECK(decoded(page).encoding == "koi8-r");
  CHECK(decoded(page).from == "meta");
}

TEST_CASE("a header in vain leaves the word to the page", "[charset]") {
  const std::string russian =
      "<meta charset=windows-1251><p>\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0";
  CHECK(decoded(russian, "text/html; charset=utf-8").from == "meta");
  CHECK(decoded(russian, "text/html; charset=nonsense").from == "meta");
  CHECK(decoded(russian, "text/html; charset=hz-gb-2312").from == "meta");
}

TEST_CASE("a page of UTF-8 with one broken byte is UTF-8", "[charset]") {
  std::string page = "<p>";
  for (int i = 0; i < 50; ++i) page += "na\xC3\xAFve caf\xC3\xA9 ";
  const Decoded out = decoded(page + "\xC3<p>end");
  CHECK(out.encoding == "utf-8");
  CHECK(out.text.find("\xEF\xBF\xBD<p>end") != std::string::npos);
  CHECK(out.replaced > 0);
  CHECK(out.replaced < 0.01);
}

TEST_CASE("UTF-16 is read with a mark and without", "[charset]") {
  const std::string_view page = "<html><p>Title of a paper</p></html>";
  CHECK(decoded("\xFF\xFE" + in_utf16(page, false)).text == page);
  CHECK(decoded("\xFE\xFF" + in_utf16(page, true)).encoding == "utf-16be");
  CHECK(decoded(in_utf16(page, false)).encoding == "utf-16le");
  CHECK(decoded(in_utf16(page, true)).text == page);
  CHECK(decoded(in_utf16(page, true), "text/html; charset=utf-16").encoding == "utf-16be");
  CHECK(decoded(page, "text/html; charset=utf-16").encoding == "utf-8");
  CHECK(decode_as(std::string_view("\x3D\xD8\x00\xDEx\0\x00\xD8y\0", 10), "utf-16le") ==
        "\xF0\x9F\x98\x80x\xEF\xBF\xBDy");
  CHECK(decode_as("a", "utf-16le") == "\xEF\xBF\xBD");
}

TEST_CASE("encodings of East Asia are those of browsers", "[charset]") {
  const std::vector<std::tuple<std::string_view, std::string_view, std::string_view>> cases = {
      {"shift_jis", "\x83\x65\x83\x58\x83\x67 \x87\x56 \x81\x7C \xB1\\~", "テスト Ⅲ － ｱ\\~"},
      {"euc-jp", "\xA5\xC6\xA5\xB9\xA5\xC8 \x8E\xB1", "テスト ｱ"},
      {"euc-jp", "\xA1\xC1 \xAD\xA1", "\u301C ①"},  // JIS's wave dash, Microsoft's circled digit
      {"iso-2022-jp", "\x1B$B%F%9%H\x1B(B <b>\x1B(J\\~\x1B(I1\x1B(B", "テスト <b>¥‾ｱ"},
      {"gbk", "\xD6\xD0\xCE\xC4 \x80", "中文 €"},
      {"gb18030", "\xD6\xD0\x81\x30\x89\x38", "中ß"},
      {"big5", "\xA4\xA4\xA4\xE5", "中文"},
      {"euc-kr", "\xC7\xD1\xB1\xDB \x8C\x63", "한글 똠"},
  };
  for (const auto& [encoding, bytes, expected] : cases) {
    INFO(encoding);
    std::size_t replaced = 0;
    CHECK(decode_as(bytes, encoding, &replaced) == expected);
    CHECK(replaced == 0);
  }
}

TEST_CASE("ill-formed bytes become U+FFFD and never swallow a tag", "[charset]") {
  for (const auto* encoding : {"shift_jis", "euc-jp", "iso-2022-jp", "gbk", "gb18030", "big5",
                               "euc-kr", "utf-8", "windows-1252", "iso-8859-6", "windows-874"}) {
    for (int lead = 0x80; lead < 0x100; ++lead) {
      INFO(encoding << " " << lead);
      const std::string bytes = std::string("a") + static_cast<char>(lead) + "<b>";
      CHECK(decode_as(bytes, encoding).find("<b>") != std::string::npos);
      CHECK(is_valid_utf8(decode_as(bytes + static_cast<char>(lead), encoding)));
    }
  }
  std::size_t replaced = 0;
  CHECK(decode_as("a\xFF\xFE"
                  "b",
                  "utf-8", &replaced) ==
        "a\xEF\xBF\xBD\xEF\xBF\xBD"
        "b");
  CHECK(replaced == 2);
  CHECK(decode_as("\xEF\xBF\xBD", "utf-8", &replaced) == "\xEF\xBF\xBD");
  CHECK(replaced == 0);
}

TEST_CASE("NUL leaves the text, and what is no text is refused", "[charset]") {
  CHECK(decoded(std::string_view("<p>a\0b</p>", 10)).text == "<p>ab</p>");
  const auto code = [](std::string_view bytes, std::string_view rule = "") {
    const auto out = decode(bytes, "", rule);
    return out ? std::string("text") : out.error().code;
  };
  std::string noise;
  for (unsigned i = 0, x = 1; i < 4000; ++i)
    noise += static_cast<char>((x = x * 1103515245 + 12345) >> 16);
  CHECK(code(noise) == "encoding");
  CHECK(code("%PDF-1.7\n...") == "encoding");
  CHECK(code("\x89PNG\r\n") == "encoding");
  CHECK(code("\x1F\x8B\x08") == "encoding");
  CHECK(code("<p>\xE9\xE8\xE7\xE0\xF9", "utf-8") == "encoding");
  CHECK(code("<p>\xE9\xE8\xE7\xE0\xF9") == "text");
}
