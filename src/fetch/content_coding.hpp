// SPDX-License-Identifier: MIT
// Undoing the compression of bodies (RFC 9110 §8.4.1): piece by piece, and knowing whether the
// end came. libcurl does the first, but takes a stream that breaks off for a whole one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/result.hpp>

namespace paperwatch {

// One coding. A body is one stream of it, or several where they carry a sign (gzip, zstd); what
// follows the last and is none is passed over, as browsers do.
class CodingReader {
 public:
  using Sink = std::function<bool(std::string_view)>;  // false: enough

  virtual ~CodingReader() = default;
  // Hands what `bytes` become to `sink`; false if they are none of this coding, or the sink has
  // enough.
  bool take(std::string_view bytes, const Sink& sink);
  // Whether each stream that began has come to its end.
  bool is_whole() const;

 protected:
  enum class Step { more, ended, failed };
  explicit CodingReader(std::size_t sign_size) : sign_size_(sign_size) {}

 private:
  // Whether a stream begins with `sign`; makes ready for it.
  virtual bool begin(std::string_view sign, bool is_first) = 0;
  // Reads on, and takes off `bytes` what it has read.
  virtual Step read(std::string_view& bytes, const Sink& sink) = 0;
  bool read_on(std::string_view& bytes, const Sink& sink);

  std::size_t sign_size_;  // bytes, at least 1
  std::string sign_;       // as far as it has come
  enum class State { before, inside, over } state_ = State::before;
  bool one_ended_ = false;
};

// All codings of a body.
class ContentDecoder {
 public:
  // For Accept-Encoding: what this program can undo.
  static const char* accepted();
  // `codings` as Content-Encoding names them; fails with `encoding` for one that is not known.
  // Compressed bytes beyond `most` are a flood, however little they become.
  static Result<ContentDecoder> make(std::string_view codings, std::uint64_t most);

  bool is_plain() const { return layers_.empty(); }
  bool take(std::string_view bytes, CodingReader::Sink sink);
  bool is_flood() const { return is_flood_; }
  bool is_whole() const;

 private:
  struct Layer {
    std::unique_ptr<CodingReader> reader;
    std::uint64_t taken = 0;  // bytes
  };
  std::vector<Layer> layers_;  // in the order they were applied
  std::uint64_t most_ = 0;
  bool is_flood_ = false;
};

}  // namespace paperwatch
