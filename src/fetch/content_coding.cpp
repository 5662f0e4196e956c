// SPDX-License-Identifier: MIT
#include "fetch/content_coding.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>
#ifdef PAPERWATCH_BROTLI
#include <brotli/decode.h>
#endif

#include "base/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t most_codings = 5;  // of one body; more are a bomb
using Room = std::array<char, 32 << 10>;

class GzipReader : public CodingReader {
 public:
  enum class Kind { gzip, deflate };

  explicit GzipReader(Kind kind) : CodingReader(2), kind_(kind) {
    inflateInit2(&stream_, MAX_WBITS);
  }
  ~GzipReader() override { inflateEnd(&stream_); }
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;

 private:
  bool begin(std::string_view sign, bool is_first) override {
    const auto first = static_cast<unsigned char>(sign[0]);
    const auto second = static_cast<unsigned char>(sign[1]);
    if (kind_ == Kind::gzip) {
      constexpr int with_gzip_header = MAX_WBITS + 16;
      return first == 0x1f && second == 0x8b && inflateReset2(&stream_, with_gzip_header) == Z_OK;
    }
    // By its definition the format of zlib (RFC 1950 §2.2); some servers leave out its header, and
    // browsers take that too.
    const bool has_header = (first & 0x0f) == Z_DEFLATED && (first * 256 + second) % 31 == 0;
    return is_first && inflateReset2(&stream_, has_header ? MAX_WBITS : -MAX_WBITS) == Z_OK;
  }

  Step read(std::string_view& bytes, const Sink& sink) override {
    Room room;
    int code = Z_OK;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(room.data());
      stream_.avail_out = static_cast<uInt>(room.size());
      code = inflate(&stream_, Z_NO_FLUSH);
      if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) return Step::failed;
      if (!sink({room.data(), room.size() - stream_.avail_out})) return Step::failed;
    } while (code == Z_OK && (stream_.avail_in > 0 || stream_.avail_out == 0));
    bytes.remove_prefix(bytes.size() - stream_.avail_in);
    return code == Z_STREAM_END ? Step::ended : Step::more;
  }

  Kind kind_;
  z_stream stream_{};
};

class ZstdReader : public CodingReader {
 public:
  ZstdReader() : CodingReader(4), context_(ZSTD_createDCtx()) {
    // More a sender may not ask of its readers (RFC 9659 §3).
    constexpr int window_log = 23;
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, window_log);
  }

 private:
  bool begin(std::string_view sign, bool) override {
    std::uint32_t number = 0;
    for (const char byte : {sign[3], sign[2], sign[1], sign[0]})
      number = number << 8 | static_cast<unsigned char>(byte);
    return number == ZSTD_MAGICNUMBER ||
           (number & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
  }

  Step read(std::string_view& bytes, const Sink& sink) override {
    Room room;
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::size_t code = 1;
    bool is_full = false;
    do {
      ZSTD_outBuffer out{room.data(), room.size(), 0};
      code = ZSTD_decompressStream(context_.get(), &out, &in);
      if (ZSTD_isError(code) != 0 || !sink({room.data(), out.pos})) return Step::failed;
      is_full = out.pos == out.size;
    } while (code != 0 && (in.pos < in.size || is_full));
    bytes.remove_prefix(in.pos);
    return code == 0 ? Step::ended : Step::more;
  }

  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
};

#ifdef PAPERWATCH_BROTLI
class BrotliReader : public CodingReader {
 public:
  BrotliReader()
      : CodingReader(1), decoder_(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)) {}

 private:
  bool begin(std::string_view, bool is_first) override { return is_first; }

  Step read(std::string_view& bytes, const Sink& sink) override {
    Room room;
    auto result = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
    const auto* next = reinterpret_cast<const std::uint8_t*>(bytes.data());
    std::size_t left = bytes.size();
    while (result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) {
      auto* out = reinterpret_cast<std::uint8_t*>(room.data());
      std::size_t free = room.size();
      result = BrotliDecoderDecompressStream(decoder_.get(), &left, &next, &free, &out, nullptr);
      if (!sink({room.data(), room.size() - free})) return Step::failed;
    }
    bytes.remove_prefix(bytes.size() - left);
    if (result == BROTLI_DECODER_RESULT_ERROR) return Step::failed;
    return result == BROTLI_DECODER_RESULT_SUCCESS ? Step::ended : Step::more;
  }

  struct Free {
    void operator()(BrotliDecoderState* decoder) const { BrotliDecoderDestroyInstance(decoder); }
  };
  std::unique_ptr<BrotliDecoderState, Free> decoder_;
};
#endif

std::unique_ptr<CodingReader> make_reader(std::string_view coding) {
  using Kind = GzipReader::Kind;
  if (equal_ignoring_case(coding, "gzip") || equal_ignoring_case(coding, "x-gzip"))
    return std::make_unique<GzipReader>(Kind::gzip);
  if (equal_ignoring_case(coding, "deflate")) return std::make_unique<GzipReader>(Kind::deflate);
  if (equal_ignoring_case(coding, "zstd")) return std::make_unique<ZstdReader>();
#ifdef PAPERWATCH_BROTLI
  if (equal_ignoring_case(coding, "br")) return std::make_unique<BrotliReader>();
#endif
  return nullptr;
}

}  // namespace

bool CodingReader::take(std::string_view bytes, const Sink& sink) {
  while (!bytes.empty() && state_ != State::over) {
    if (state_ == State::inside) {
      if (!read_on(bytes, sink)) return false;
      continue;
    }
    const auto more = bytes.substr(0, sign_size_ - sign_.size());
    sign_ += more;
    bytes.remove_prefix(more.size());
    if (sign_.size() < sign_size_) return true;
    const std::string sign = std::exchange(sign_, {});
    if (!begin(sign, !one_ended_)) {
      state_ = State::over;
      return one_ended_;
    }
    std::string_view first = sign;
    if (!read_on(first, sink)) return false;
  }
  return true;
}

bool CodingReader::read_on(std::string_view& bytes, const Sink& sink) {
  const Step step = read(bytes, sink);
  state_ = step == Step::ended ? State::before : State::inside;
  one_ended_ = one_ended_ || step == Step::ended;
  return step != Step::failed;
}

bool CodingReader::is_whole() const {
  return state_ != State::inside && (one_ended_ || sign_.empty());
}

const char* ContentDecoder::accepted() {
#ifdef PAPERWATCH_BROTLI
  return "gzip, deflate, br, zstd";
#else
  return "gzip, deflate, zstd";
#endif
}

Result<ContentDecoder> ContentDecoder::make(std::string_view codings, std::uint64_t most) {
  ContentDecoder decoder;
  decoder.most_ = most;
  for (const auto& word : split(codings, ',')) {
    const auto coding = trim(word);
    if (coding.empty() || equal_ignoring_case(coding, "identity")) continue;
    auto reader = make_reader(coding);
    if (!reader || decoder.layers_.size() == most_codings) {
      return fail("encoding",
                  fmt::format("the body is compressed as '{}', which cannot be undone", codings));
    }
    decoder.layers_.push_back({std::move(reader)});
  }
  return decoder;
}

bool ContentDecoder::take(std::string_view bytes, CodingReader::Sink sink) {
  for (auto& layer : layers_) {
    sink = [this, &layer, after = std::move(sink)](std::string_view part) {
      layer.taken += part.size();
      is_flood_ = is_flood_ || layer.taken > most_;
      return !is_flood_ && layer.reader->take(part, after);
    };
  }
  return sink(bytes);
}

bool ContentDecoder::is_whole() const {
  return std::all_of(layers_.begin(), layers_.end(),
                     [](const Layer& layer) { return layer.reader->is_whole(); });
}

}  // namespace paperwatch
