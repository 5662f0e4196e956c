// SPDX-License-Identifier: MIT
// An answer as a value, with what every answer must have. Pure.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <paperwatch/model.hpp>

#include "serve/web_request.hpp"

namespace paperwatch {

// What the wire has made of an answer that is given again and again; filled there, once.
struct SentForm {
  std::once_flag once;
  std::shared_ptr<void> made;
};

struct WebResponse {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::shared_ptr<const std::string> body;  // shared: feeds are answered from memory; never null
  std::shared_ptr<SentForm> form;  // null: an answer for one request. Another header ends it

  WebResponse();
  WebResponse(int code, std::string_view content_type, std::string content);
  // The first header of this name, written as here; "" if absent.
  std::string_view header(std::string_view name) const;
  WebResponse& set(std::string name, std::string value) &;
  WebResponse&& set(std::string name, std::string value) &&;
};

WebResponse text_response(int status, std::string text);
WebResponse see_other(std::string location);  // after a form was taken

// Bytes that clients ask for again and again, with everything that can be known beforehand.
struct Stored {
  std::shared_ptr<const std::string> plain, gzip;  // gzip is null where it would save nothing
  std::string content_type;
  std::string etag;  // without quotes
  std::optional<Time> modified;
  std::string cache_control;
  // Its answers: 200 and 304, of the plain bytes and of the compressed ones.
  WebResponse whole, unchanged, packed, packed_unchanged;
};
Stored store_bytes(std::string bytes, std::string content_type, std::optional<Time> modified,
                   std::string cache_control);
// 200 with the encoding that the client takes, or 304 (RFC 9110 §13): If-None-Match wins over
// If-Modified-Since.
WebResponse answer_stored(const Stored& stored, const WebRequest& request);

std::string gzip_of(std::string_view bytes);

// What every answer carries besides: no sniffing, no framing, no referrer elsewhere, no scripts.
const std::vector<std::pair<std::string, std::string>>& security_headers();

}  // namespace paperwatch
