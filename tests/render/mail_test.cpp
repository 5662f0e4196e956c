// SPDX-License-Identifier: MIT
#include "render/mail.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/render_values.hpp"

namespace paperwatch {
namespace {

using Catch::Matchers::Contains;

Mail sample() {
  Mail mail;
  mail.from = "papers@example.org";
  mail.to = "lab@example.org";
  mail.subject = "New: Sparse things";
  mail.date = test::at("2026-11-30T09:00:02Z");
  mail.id = mail_id("u-u:17:lab-mail", mail.from);
  mail.text = "Hello\n.dot";
  mail.html = "<p>Hello</p>";
  return mail;
}

std::size_t longest_line(const std::string& mail) {
  std::size_t longest = 0;
  for (const auto& line : split(replace_all(mail, "\r\n", "\n"), '\n'))
    longest = std::max(longest, line.size());
  return longest;
}

TEST_CASE("a mail is a multipart message in ASCII with CRLF", "[mail]") {
  const auto text = render_mail(sample());
  CHECK_THAT(text, Contains("From: papers@example.org\r\nTo: lab@example.org\r\n"
                            "Subject: New: Sparse things\r\n"
                            "Date: Mon, 30 Nov 2026 09:00:02 +0000\r\n"
                            "Message-ID: <u-u.17.lab-mail@example.org>\r\n"));
  CHECK_THAT(text, Contains("\r\nContent-Type: multipart/alternative;"));
  CHECK_THAT(text, Contains("Content-Type: text/plain; charset=utf-8\r\n"));
  CHECK_THAT(text, Contains("Content-Type: text/html; charset=utf-8\r\n"));
  CHECK(replace_all(text, "\r\n", "").find_first_of("\r\n") == std::string::npos);
  CHECK_THAT(text, !Contains("References"));
}

TEST_CASE("a mail of a thread refers to it", "[mail]") {
  auto mail = sample();
  mail.thread = "<paper.1@example.org>";
  CHECK_THAT(render_mail(mail), Contains("\r\nIn-Reply-To: <paper.1@example.org>\r\n"
                                         "References: <paper.1@example.org>\r\n"));
}

TEST_CASE("lines stay short whatever the texts", "[mail]") {
  auto mail = sample();
  mail.subject =
      std::string(2000, 'x') + " Ü " + std::string(300, ' ') + "稀疏稀疏稀疏稀疏稀疏稀疏";
  mail.text = std::string(5000, 'y') + "\n" + std::string(100, ' ') + "\n" + std::string(3000, '=');
  const auto text = render_mail(mail);
  CHECK(longest_line(text) <= 78);
  for (const char c : text) CHECK_FALSE(static_cast<unsigned char>(c) > 0x7F);
}

TEST_CASE("a subject can start no header of its own", "[mail]") {
  auto mail = sample();
  mail.subject = "x\r\nBcc: everybody@example.org";
  CHECK_THAT(render_mail(mail), !Contains("\nBcc"));
}

TEST_CASE("encoded words (RFC 2047)", "[mail]") {
  CHECK(encoded_header("plain", 9) == "plain");
  CHECK(encoded_header("Über", 9) == "=?utf-8?B?w5xiZXI=?=");
  CHECK(encoded_header("looks like =?utf-8?B?eA==?=", 9).starts_with("=?utf-8?B?"));
  CHECK(encoded_header("", 9).empty());
  // Never cut within a character.
  std::string greek;
  for (int i = 0; i < 100; ++i) greek += "λ";
  for (const auto& line : split(replace_all(encoded_header(greek, 9), "\r\n ", "\n"), '\n'))
    CHECK(line.size() <= 75);
}

TEST_CASE("quoted-printable (RFC 2045)", "[mail]") {
  CHECK(quoted_printable("a=b") == "a=3Db");
  CHECK(quoted_printable("é") == "=C3=A9");
  CHECK(quoted_printable("end \nnext\t") == "end=20\r\nnext=09");
  CHECK(quoted_printable("a\r\n\r\nb") == "a\r\n\r\nb");
  CHECK(quoted_printable(std::string(80, 'x')) ==
        std::string(75, 'x') + "=\r\n" + std::string(5, 'x'));
  CHECK(quoted_printable("").empty());
}

TEST_CASE("mail programs are told that it is a list", "[mail]") {
  const auto headers = list_headers("lab-mail", "papers@example.org");
  CHECK(headers.at(0) ==
        std::pair<std::string, std::string>("List-Id", "<lab-mail.paperwatch.example.org>"));
  CHECK(headers.at(1).second == "<mailto:papers@example.org?subject=unsubscribe%20lab-mail>");
}

}  // namespace
}  // namespace paperwatch
