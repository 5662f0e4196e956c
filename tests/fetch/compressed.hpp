// SPDX-License-Identifier: MIT
// Bodies in each compression, for tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <zlib.h>
#include <zstd.h>

#include "fetch/content_coding.hpp"
#include "support/http_server.hpp"

namespace paperwatch::test {

inline std::string zstd(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

// Without any header of its own, as some servers send `deflate`.
inline std::string raw_deflate(std::string_view bytes) {
  constexpr std::size_t gzip_header = 10, gzip_trailer = 8;
  const auto packed = gzip(bytes);
  return packed.substr(gzip_header, packed.size() - gzip_header - gzip_trailer);
}

inline std::string deflate_of_zlib(std::string_view bytes) {
  const auto sum =
      adler32(1, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
  std::string out = "\x78\xda" + raw_deflate(bytes);
  for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(sum >> shift & 0xff);
  return out;
}

// "hello, brotli", by the brotli program.
inline const std::string brotli_hello(
    "\x0f\x06\x80"
    "hello, brotli\x03");

inline bool can_brotli() {
  return std::string_view(ContentDecoder::accepted()).find("br") != std::string_view::npos;
}

struct Compressed {
  std::string coding;  // for Content-Encoding
  std::string plain, packed;
};

// One page in each compression that can be undone.
inline std::vector<Compressed> compressed_pages() {
  std::string page;
  for (int i = 0; i < 300; ++i)
    page += "<li>Paper number " + std::to_string(i * i * 7919) + "</li>\n";
  std::vector<Compressed> pages{{"gzip", page, gzip(page)},
                                {"deflate", page, deflate_of_zlib(page)},
                                {"deflate", page, raw_deflate(page)},
                                {"zstd", page, zstd(page)}};
  if (can_brotli()) pages.push_back({"br", "hello, brotli", brotli_hello});
  return pages;
}

}  // namespace paperwatch::test
