// SPDX-License-Identifier: MIT
#include "render/mail.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/base64.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t longest_line = 76;

bool is_plain(std::string_view text) {
  return text.find("=?") == std::string_view::npos &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

// Text in pieces of at most `longest` bytes, cut between characters.
std::vector<std::string_view> pieces(std::string_view text, std::size_t longest) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    auto end = std::min(longest, text.size());
    while (end < text.size() && end > 1 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
      --end;
    out.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

// RFC 2045: a blank or tab at a line's end must be encoded.
std::string quoted_line(std::string_view line) {
  std::string out;
  std::size_t width = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool is_blank = c == ' ' || c == '\t';
    const bool stays = (c >= '!' && c <= '~' && c != '=') || (is_blank && i + 1 < line.size());
    const auto text =
        stays ? std::string(1, c) : fmt::format("={:02X}", static_cast<unsigned char>(c));
    if (width + text.size() > longest_line - 1) {
      out += "=\r\n";
      width = 0;
    }
    out += text;
    width += text.size();
  }
  return out;
}

void add_header(std::string& out, std::string_view name, std::string_view value) {
  out += fmt::format("{}: {}\r\n", name, value);
}

void add_part(std::string& out, const std::string& boundary, std::string_view type,
              std::string_view text) {
  out += fmt::format("--{}\r\n", boundary);
  add_header(out, "Content-Type", fmt::format("text/{}; charset=utf-8", type));
  add_header(out, "Content-Transfer-Encoding", "quoted-printable");
  out += "\r\n" + quoted_printable(text) + "\r\n";
}

}  // namespace

std::string quoted_printable(std::string_view text) {
  std::vector<std::string> lines;
  for (const auto& line : split(replace_all(std::string(text), "\r\n", "\n"), '\n'))
    lines.push_back(quoted_line(line));
  return join(lines, "\r\n");
}

std::string encoded_header(std::string_view value, std::size_t used) {
  const auto line = single_line(valid_utf8(value));
  if (is_plain(line) && used + line.size() <= 78) return line;
  // =?utf-8?B?…?= is at most 75 characters long, and a line 78.
  std::string out;
  std::string_view rest = line;
  while (!rest.empty()) {
    const std::size_t room = out.empty() && used < 60 ? 75 - used - 12 : 62;
    const auto piece = pieces(rest, room / 4 * 3).front();
    if (!out.empty()) out += "\r\n ";
    out += "=?utf-8?B?" + encode_base64(piece) + "?=";
    rest.remove_prefix(piece.size());
  }
  return out;
}

std::string_view domain_of(std::string_view address) {
  return address.substr(std::min(address.rfind('@') + 1, address.size()));
}

std::string mail_id(std::string_view key, std::string_view from) {
  return fmt::format("<{}@{}>", replace_all(std::string(key), ":", "."), domain_of(from));
}

std::vector<std::pair<std::string, std::string>> list_headers(std::string_view channel,
                                                              std::string_view from) {
  return {{"List-Id", fmt::format("<{}.paperwatch.{}>", channel, domain_of(from))},
          {"List-Unsubscribe", fmt::format("<mailto:{}?subject=unsubscribe%20{}>", from, channel)},
          {"Auto-Submitted", "auto-generated"},
          {"Precedence", "list"}};
}

std::string render_mail(const Mail& mail) {
  // No line of quoted-printable holds "=_".
  const auto boundary = "=_" + sha256_hex(mail.id).substr(0, 32);
  std::string out;
  add_header(out, "From", mail.from);
  add_header(out, "To", mail.to);
  add_header(out, "Subject", encoded_header(mail.subject, 9));
  add_header(out, "Date", replace_all(rfc822_date(mail.date), "GMT", "+0000"));
  add_header(out, "Message-ID", mail.id);
  if (!mail.thread.empty()) {
    add_header(out, "In-Reply-To", mail.thread);
    add_header(out, "References", mail.thread);
  }
  for (const auto& [name, value] : mail.more_headers) add_header(out, name, value);
  add_header(out, "MIME-Version", "1.0");
  add_header(out, "Content-Type",
             fmt::format("multipart/alternative;\r\n boundary=\"{}\"", boundary));
  out += "\r\n";
  add_part(out, boundary, "plain", mail.text);
  add_part(out, boundary, "html", mail.html);
  return out + fmt::format("--{}--\r\n", boundary);
}

}  // namespace paperwatch
