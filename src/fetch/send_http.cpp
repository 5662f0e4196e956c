// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include <paperwatch/send.hpp>

#include "base/text.hpp"
#include "base/time.hpp"
#include "base/url.hpp"
#include "fetch/retry.hpp"
#include "fetch/sending.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t kept_of_answer = 200;
constexpr std::size_t read_of_answer = 64 << 10;
constexpr Duration longest_wait = std::chrono::hours(72);

// The beginning of an answer's body, which often says what was wrong.
struct Answer {
  std::string beginning;
  std::size_t size = 0;

  static std::size_t take(char* bytes, std::size_t, std::size_t size, void* self) {
    auto& answer = *static_cast<Answer*>(self);
    const auto room = kept_of_answer - std::min(answer.beginning.size(), kept_of_answer);
    answer.beginning.append(bytes, std::min(size, room));
    answer.size += size;
    return answer.size > read_of_answer ? 0 : size;
  }
};

std::string origin_of(const std::string& url) {
  const auto parsed = parse_url(url);
  return parsed ? parsed->origin() : "the receiver";
}

std::optional<Duration> wait_asked(CURL* handle) {
  curl_header* header = nullptr;
  if (curl_easy_header(handle, "Retry-After", 0, CURLH_HEADER, -1, &header) != CURLHE_OK)
    return std::nullopt;
  return parse_retry_after(header->value, wall_now(), longest_wait);
}

// Whether the status is about the receiver as a whole rather than about what it was sent.
bool speaks_of_receiver(int status) {
  return status == 401 || status == 403 || status == 404 || status == 429 ||
         (status >= 502 && status <= 504);
}

Receipt refusal(int status, const std::string& origin, const Answer& answer, CURL* handle) {
  Receipt receipt;
  auto message = fmt::format("{} answered {}", origin, status);
  if (const auto reason = reason_of(status); !reason.empty()) message += fmt::format(" {}", reason);
  const auto said = collapse_space(answer.beginning);
  if (!said.empty()) message += ": " + said;
  receipt.error = Error{fmt::format("http_{}", status), std::move(message),
                        status / 100 == 3 ? "write the address it redirects to" : ""};
  receipt.wait = wait_asked(handle);
  receipt.receiver_is_down = speaks_of_receiver(status);
  return receipt;
}

}  // namespace

Receipt post(const HttpPost& request, std::stop_token stop) {
  Sending sending(request.ca_file, request.timeout, std::move(stop));
  Answer answer;
  curl::Lines headers;
  for (const auto& [name, value] : request.headers) headers.add(name + ": " + value);
  headers.add("Expect:");
  sending.set(CURLOPT_URL, request.url.c_str());
  sending.set(CURLOPT_PROTOCOLS_STR, "http,https");
  sending.set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  sending.set(CURLOPT_POSTFIELDS, request.body.data());
  sending.set(CURLOPT_CUSTOMREQUEST, request.method.c_str());
  sending.set(CURLOPT_HTTPHEADER, headers.get());
  sending.set(CURLOPT_WRITEFUNCTION, &Answer::take);
  sending.set(CURLOPT_WRITEDATA, &answer);

  const auto code = sending.run();
  const int status = sending.response_code();
  // The status has decided, whatever becomes of the rest of the answer.
  if (status >= 200 && status < 300) return {};
  const auto origin = origin_of(request.url);
  if (status >= 300) return refusal(status, origin, answer, sending.handle());
  return {sending.error(code, origin), std::nullopt, true};
}

}  // namespace paperwatch
