// SPDX-License-Identifier: MIT
#include "support/http_wire.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <zlib.h>

#include "base/text.hpp"
#include "base/time.hpp"

namespace paperwatch::test {

namespace {

const char* reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 301:
      return "Moved Permanently";
    case 302:
      return "Found";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
    case 307:
      return "Temporary Redirect";
    case 308:
      return "Permanent Redirect";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 410:
      return "Gone";
    case 429:
      return "Too Many Requests";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Some Status";
  }
}

bool has_header(const Headers& headers, std::string_view name) {
  return std::any_of(headers.begin(), headers.end(),
                     [&](const auto& header) { return equal_ignoring_case(header.first, name); });
}

std::string chunked(std::string_view body, std::size_t size) {
  std::string out;
  while (!body.empty()) {
    const auto piece = body.substr(0, size);
    out += fmt::format("{:x}\r\n{}\r\n", piece.size(), piece);
    body.remove_prefix(piece.size());
  }
  return out + "0\r\n\r\n";
}

// Statuses whose answers have no body, whatever the script says (RFC 9110 §6.4.1).
bool is_bodiless(int status) {
  return status == 304 || status == 204 || status < 200;
}

}  // namespace

std::optional<Request> parse_head(std::string_view head) {
  Request request;
  bool first = true;
  for (const auto& raw : split(head, '\n')) {
    const auto line = raw.ends_with('\r') ? std::string_view(raw).substr(0, raw.size() - 1) : raw;
    if (line.empty()) continue;
    if (first) {
      const auto words = split(line, ' ');
      if (words.size() != 3 || !words[2].starts_with("HTTP/1.")) return std::nullopt;
      request.method = words[0];
      request.target = words[1];
      first = false;
      continue;
    }
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    request.headers.emplace_back(line.substr(0, colon), trim(line.substr(colon + 1)));
  }
  if (first) return std::nullopt;
  const auto mark = request.target.find('?');
  request.path = request.target.substr(0, mark);
  if (mark != std::string::npos) request.query = request.target.substr(mark + 1);
  return request;
}

Wire render_reply(const Reply& reply, const Request& request) {
  Wire wire;
  std::string body = is_bodiless(reply.status) ? "" : reply.body;
  const bool compress =
      reply.gzip && contains_ignoring_case(request.header("accept-encoding"), "gzip");
  if (compress) body = gzip(body);
  wire.close = reply.close || reply.cut_after || reply.framing == Reply::Framing::until_close ||
               equal_ignoring_case(request.header("connection"), "close");

  wire.head = fmt::format("HTTP/1.1 {} {}\r\n", reply.status, reason_of(reply.status));
  for (const auto& [name, value] : reply.headers) wire.head += name + ": " + value + "\r\n";
  if (!has_header(reply.headers, "date")) wire.head += "Date: " + http_date(wall_now()) + "\r\n";
  if (compress) wire.head += "Content-Encoding: gzip\r\n";
  const bool frame = !has_header(reply.headers, "content-length") && !is_bodiless(reply.status);
  if (frame && reply.framing == Reply::Framing::length) {
    wire.head += fmt::format("Content-Length: {}\r\n", body.size());
  }
  if (frame && reply.framing == Reply::Framing::chunked)
    wire.head += "Transfer-Encoding: chunked\r\n";
  if (wire.close) wire.head += "Connection: close\r\n";
  wire.head += "\r\n";

  if (request.method == "HEAD") return wire;
  const std::size_t piece = reply.piece > 0 ? reply.piece : 16384;
  wire.body = reply.framing == Reply::Framing::chunked ? chunked(body, piece) : body;
  if (reply.cut_after) wire.body.resize(std::min(*reply.cut_after, wire.body.size()));
  return wire;
}

std::string gzip(std::string_view bytes) {
  z_stream stream{};
  constexpr int gzip_window = 15 + 16;  // the 16 asks for gzip's own header
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw std::runtime_error("deflateInit2 failed");
  }
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace paperwatch::test
