// SPDX-License-Identifier: MIT
#include "fetch/content_coding.hpp"

#include <optional>

#include "fetch/compressed.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

constexpr std::uint64_t plenty = 1 << 20;

struct Undone {
  bool taken = true;
  std::string body{};
  bool is_whole = false, is_flood = false;
};

// As it comes from the network: `piece` bytes at a time.
Undone undo(const std::string& coding, std::string_view bytes, std::size_t piece = 1000,
            std::uint64_t most = plenty) {
  auto decoder = ContentDecoder::make(coding, most);
  REQUIRE(decoder);
  Undone result;
  while (!bytes.empty() && result.taken) {
    result.taken = decoder->take(bytes.substr(0, piece), [&](std::string_view part) {
      result.body += part;
      return true;
    });
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  result.is_whole = decoder->is_whole();
  result.is_flood = decoder->is_flood();
  return result;
}

}  // namespace

TEST_CASE("a compressed body is undone in whatever pieces it comes", "[coding]") {
  for (const auto& [coding, plain, packed] : compressed_pages()) {
    for (const std::size_t piece : {1u, 2u, 3u, 7u, 100'000u}) {
      CAPTURE(coding, piece);
      const auto undone = undo(coding, packed, piece);
      CHECK(undone.taken);
      CHECK(undone.body == plain);
      CHECK(undone.is_whole);
    }
  }
}

TEST_CASE("a compressed body is whole at its end and nowhere before", "[coding]") {
  for (const auto& [coding, plain, packed] : compressed_pages()) {
    for (std::size_t size = 1; size < packed.size(); ++size) {
      CAPTURE(coding, size);
      const auto undone = undo(coding, packed.substr(0, size));
      REQUIRE(undone.taken);
      REQUIRE_FALSE(undone.is_whole);
      REQUIRE(plain.starts_with(undone.body));
    }
    CHECK(undo(coding, "").is_whole);
  }
}

TEST_CASE("what follows a compressed body is passed over", "[coding]") {
  const std::string followers[] = {"\n", std::string(1000, '\0'), "<!-- from the cache -->"};
  for (const auto& [coding, plain, packed] : compressed_pages()) {
    for (const auto& follower : followers) {
      for (const std::size_t piece : {1u, 100'000u}) {
        CAPTURE(coding, follower, piece);
        const auto undone = undo(coding, packed + follower, piece);
        CHECK(undone.taken);
        CHECK(undone.body == plain);
        CHECK(undone.is_whole);
      }
    }
  }
}

TEST_CASE("streams that follow each other are one body", "[coding]") {
  const std::string empty_frame("\x50\x2a\x4d\x18\x02\x00\x00\x00??", 10);
  struct Case {
    const char* coding;
    std::string packed;
  };
  for (const auto& [coding, packed] : {Case{"gzip", gzip("one, ") + gzip("") + gzip("two")},
                                       Case{"zstd", zstd("one, ") + empty_frame + zstd("two")}}) {
    CAPTURE(coding);
    CHECK(undo(coding, packed, 1).body == "one, two");
    CHECK(undo(coding, packed).is_whole);
    CHECK_FALSE(undo(coding, packed.substr(0, packed.size() - 1)).is_whole);
  }
}

TEST_CASE("several codings are undone in turn", "[coding]") {
  const auto undone = undo("gzip, Identity,ZSTD", zstd(gzip("hello")));
  CHECK(undone.body == "hello");
  CHECK(undone.is_whole);
  CHECK_FALSE(undo("gzip, zstd", zstd(gzip("hello").substr(0, 20))).is_whole);
}

TEST_CASE("what is no such compression is not taken", "[coding]") {
  for (const char* coding : {"gzip", "x-gzip", "deflate", "zstd", "br"}) {
    if (coding == std::string("br") && !can_brotli()) continue;
    CAPTURE(coding);
    CHECK_FALSE(undo(coding, "\xff this is plain text and nothing else at all").taken);
  }
  auto damaged = gzip("hello");
  damaged[damaged.size() - 6] ^= 1;  // its checksum
  CHECK_FALSE(undo("gzip", damaged).taken);
}

TEST_CASE("a coding that is not known is named", "[coding]") {
  CHECK(ContentDecoder::make("compress", plenty).error().code == "encoding");
  CHECK(ContentDecoder::make("gzip, gzip, gzip, gzip, gzip, gzip", plenty).error().code ==
        "encoding");
  CHECK(ContentDecoder::make("", plenty)->is_plain());
  CHECK(ContentDecoder::make("identity", plenty)->is_plain());
}

TEST_CASE("compressed bytes that become nothing are a flood", "[coding]") {
  std::string nothing;
  while (nothing.size() < 100'000) nothing += gzip("");

  const auto undone = undo("gzip", nothing, 1000, 50'000);
  CHECK_FALSE(undone.taken);
  CHECK(undone.is_flood);
  CHECK(undone.body.empty());
  SECTION("also inside another coding") {
    const auto inner = undo("gzip, zstd", zstd(nothing), 1000, 50'000);
    CHECK(inner.is_flood);
  }
}

TEST_CASE("a stream that wants more memory than browsers give is not taken", "[coding]") {
  const std::string page(32 << 20, 'x');
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                     &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_windowLog, 25);
  std::string packed(ZSTD_compressBound(page.size()), '\0');
  packed.resize(
      ZSTD_compress2(context.get(), packed.data(), packed.size(), page.data(), page.size()));

  CHECK_FALSE(undo("zstd", packed).taken);
}
