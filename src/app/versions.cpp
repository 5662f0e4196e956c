// SPDX-License-Identifier: MIT
#include "app/versions.hpp"

#include <curl/curlver.h>
#include <fmt/format.h>
#include <openssl/opensslv.h>
#include <spdlog/version.h>
#include <sqlite3.h>
#include <unicode/uvernum.h>
#include <zstd.h>

#include <paperwatch/store.hpp>
#include <paperwatch/version.hpp>

namespace paperwatch {

std::string version_text() {
  return fmt::format(
      "paperwatch {} (database schema {})\n"
      "libcurl {}, SQLite {}, ICU {}, OpenSSL {}, zstd {}, spdlog {}.{}.{}",
      version, Store::schema_version(), LIBCURL_VERSION, sqlite3_libversion(), U_ICU_VERSION,
      OPENSSL_VERSION_STR, ZSTD_versionString(), SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR,
      SPDLOG_VER_PATCH);
}

}  // namespace paperwatch
