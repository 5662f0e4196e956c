// SPDX-License-Identifier: MIT
// Who may change something: whoever shows the configured token, as a bearer or in a session of the
// browser that began with it. Immutable; any thread.
#pragma once

#include <string>
#include <string_view>

#include <paperwatch/config.hpp>

#include "serve/web_request.hpp"

namespace paperwatch {

// Takes as long for a near miss as for nonsense.
bool equal_secrets(std::string_view a, std::string_view b);

class Access {
 public:
  // An empty token lets nobody in. Sessions end with the process: their key is made here.
  explicit Access(Secret token);

  bool is_possible() const { return !token_.empty(); }
  bool is_token(std::string_view text) const;
  bool has_bearer(const WebRequest& request) const;

  // A session that ends at `end`; nothing of it is kept.
  std::string begin_session(Time end) const;
  bool has_session(const WebRequest& request, Time now) const;
  // What a form of this session must bring along.
  std::string form_token(const WebRequest& request) const;
  // A form that a page of ours made for this session, sent from a page of ours.
  bool is_own_form(const WebRequest& request, Time now) const;

  static constexpr std::string_view cookie = "paperwatch_session";
  static constexpr std::string_view field = "form_token";

 private:
  std::string sign(std::string_view purpose, std::string_view text) const;

  Secret token_;
  std::string key_;
};

// Browsers say where a request comes from; nobody else's page may post here.
bool is_same_origin(const WebRequest& request);

// Whether the Host header is one under which this server may be known. A page elsewhere that
// resolves its own name to this machine (DNS rebinding) asks under that name: a server for this
// machine only answers to addresses, localhost, and the host of `base_url`.
bool is_known_host(const WebRequest& request, bool is_loopback, const std::string& base_url);

}  // namespace paperwatch
