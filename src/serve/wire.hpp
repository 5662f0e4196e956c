// SPDX-License-Identifier: MIT
// libmicrohttpd: bytes to requests, answers to bytes. Knows nothing of what is asked.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <paperwatch/serve.hpp>

#include "serve/traffic.hpp"
#include "serve/web_request.hpp"
#include "serve/web_response.hpp"

namespace paperwatch {

class Wire {
 public:
  using Answered = std::function<void(WebResponse)>;
  // Puts a question off: the answer is then given by calling what this gives, exactly once, from
  // any thread.
  using PutOff = std::function<Answered()>;
  // Answers at once, or puts off and answers nothing. Having put off it may still answer at once
  // where nobody will call.
  using Handler =
      std::function<std::optional<WebResponse>(const WebRequest& request, const PutOff& put_off)>;

  // Starts at once. `handler` is called on several threads and must not block.
  Wire(const Listener& listener, const ServeLimits& limits, Traffic& traffic, Handler handler);
  // Takes no more connections and lets those be answered that wait, for half a second at most. To
  // be called before whoever answers goes, so that nobody is turned away while one server follows
  // another on a socket.
  void drain();
  // All that was put off must have been answered; nothing may be put off any more.
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace paperwatch
