// SPDX-License-Identifier: MIT
#include "base/hash.hpp"

#include <array>
#include <stdexcept>

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <sys/random.h>
#include <xxhash.h>

namespace paperwatch {

namespace {

std::string hex(const unsigned char* bytes, std::size_t size) {
  std::string out;
  out.reserve(size * 2);
  for (std::size_t i = 0; i < size; ++i) out += fmt::format("{:02x}", bytes[i]);
  return out;
}

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::string content_hash(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::uint64_t short_hash(std::string_view bytes) {
  const std::uint64_t hash = XXH3_64bits(bytes.data(), bytes.size());
  return hash == 0 ? 1 : hash;
}

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(bytes_of(bytes), bytes.size(), digest.data());
  return hex(digest.data(), digest.size());
}

std::string hmac_sha256_hex(std::string_view key, std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes_of(bytes), bytes.size(),
       digest.data(), &size);
  return hex(digest.data(), size);
}

std::string make_uuid() {
  std::array<unsigned char, 16> b{};
  // The kernel's: OpenSSL's would first start all of OpenSSL.
  if (::getrandom(b.data(), b.size(), 0) != static_cast<ssize_t>(b.size())) {
    throw std::runtime_error("the system gives no random bytes");
  }
  b[6] = static_cast<unsigned char>((b[6] & 0x0F) | 0x40);  // RFC 4122 §4.4
  b[8] = static_cast<unsigned char>((b[8] & 0x3F) | 0x80);
  const std::string h = hex(b.data(), b.size());
  return fmt::format("{}-{}-{}-{}-{}", h.substr(0, 8), h.substr(8, 4), h.substr(12, 4),
                     h.substr(16, 4), h.substr(20));
}

}  // namespace paperwatch
