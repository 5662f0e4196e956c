// SPDX-License-Identifier: MIT
#include "serve/web_response.hpp"

#include <algorithm>
#include <stdexcept>

#include <zlib.h>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "core/dates.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t worth_compressing = 512;

// A list of entity tags, or `*`, compared weakly (RFC 9110 §13.1.2).
bool names_tag(std::string_view header, const std::string& etag) {
  if (trim(header) == "*") return true;
  for (const auto& part : split(header, ',')) {
    auto tag = trim(part);
    if (tag.starts_with("W/")) tag.remove_prefix(2);
    if (tag == "\"" + etag + "\"" || tag == "\"" + etag + "-gzip\"") return true;
  }
  return false;
}

bool is_unchanged(const Stored& stored, const WebRequest& request) {
  if (const auto tags = request.header("if-none-match"); !tags.empty()) {
    return names_tag(tags, stored.etag);
  }
  if (!stored.modified) return false;
  const auto since = parse_http_date(request.header("if-modified-since"));
  // The header knows whole seconds only.
  return since && std::chrono::floor<std::chrono::seconds>(*stored.modified) <= *since;
}

enum class Packing { none, gzip };

WebResponse not_modified(const Stored& stored, Packing packing) {
  WebResponse response;
  response.status = 304;
  response.set("ETag", "\"" + stored.etag + (packing == Packing::gzip ? "-gzip\"" : "\""));
  if (stored.modified) response.set("Last-Modified", http_date(*stored.modified));
  response.set("Cache-Control", stored.cache_control).set("Vary", "Accept-Encoding");
  return response;
}

WebResponse with_content(const Stored& stored, Packing packing) {
  WebResponse response = not_modified(stored, packing);
  response.status = 200;
  response.set("Content-Type", stored.content_type);
  if (packing == Packing::gzip) response.set("Content-Encoding", "gzip");
  response.body = packing == Packing::gzip ? stored.gzip : stored.plain;
  return response;
}

void make_answers(Stored& stored) {
  stored.whole = with_content(stored, Packing::none);
  stored.unchanged = not_modified(stored, Packing::none);
  if (stored.gzip) {
    stored.packed = with_content(stored, Packing::gzip);
    stored.packed_unchanged = not_modified(stored, Packing::gzip);
  }
  for (auto* answer : {&stored.whole, &stored.unchanged, &stored.packed, &stored.packed_unchanged})
    answer->form = std::make_shared<SentForm>();
}

}  // namespace

WebResponse::WebResponse() : body(std::make_shared<const std::string>()) {}

WebResponse::WebResponse(int code, std::string_view content_type, std::string content)
    : status(code),
      headers{{"Content-Type", std::string(content_type)}},
      body(std::make_shared<const std::string>(std::move(content))) {}

std::string_view WebResponse::header(std::string_view name) const {
  const auto found = std::find_if(headers.begin(), headers.end(),
                                  [&](const auto& pair) { return pair.first == name; });
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

WebResponse& WebResponse::set(std::string name, std::string value) & {
  form.reset();
  headers.emplace_back(std::move(name), std::move(value));
  return *this;
}

WebResponse&& WebResponse::set(std::string name, std::string value) && {
  form.reset();
  headers.emplace_back(std::move(name), std::move(value));
  return std::move(*this);
}

WebResponse text_response(int status, std::string text) {
  return WebResponse(status, "text/plain; charset=utf-8", std::move(text) + "\n")
      .set("Cache-Control", "no-store");
}

WebResponse see_other(std::string location) {
  return text_response(303, "see " + location).set("Location", location);
}

Stored store_bytes(std::string bytes, std::string content_type, std::optional<Time> modified,
                   std::string cache_control) {
  Stored stored;
  stored.etag = content_hash(bytes);
  if (bytes.size() >= worth_compressing) {
    auto packed = gzip_of(bytes);
    if (packed.size() < bytes.size()) {
      stored.gzip = std::make_shared<const std::string>(std::move(packed));
    }
  }
  stored.plain = std::make_shared<const std::string>(std::move(bytes));
  stored.content_type = std::move(content_type);
  stored.modified = modified;
  stored.cache_control = std::move(cache_control);
  make_answers(stored);
  return stored;
}

WebResponse answer_stored(const Stored& stored, const WebRequest& request) {
  const bool packed = stored.gzip && accepts(request.header("accept-encoding"), "gzip");
  if (is_unchanged(stored, request)) return packed ? stored.packed_unchanged : stored.unchanged;
  return packed ? stored.packed : stored.whole;
}

std::string gzip_of(std::string_view bytes) {
  z_stream stream{};
  constexpr int gzip_window = 15 + 16;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib has no memory");
  }
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

const std::vector<std::pair<std::string, std::string>>& security_headers() {
  static const std::vector<std::pair<std::string, std::string>> headers{
      {"Content-Security-Policy",
       "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; "
       "base-uri 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "same-origin"},
      {"Cross-Origin-Opener-Policy", "same-origin"}};
  return headers;
}

}  // namespace paperwatch
