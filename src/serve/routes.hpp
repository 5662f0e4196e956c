// SPDX-License-Identifier: MIT
// From a request to its answer. Pure but for what the reading room reads.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/feed_shelf.hpp"
#include "serve/reading_room.hpp"
#include "serve/web_request.hpp"
#include "serve/web_response.hpp"

namespace paperwatch {

// Who may ask.
enum class Admission { everybody, bearer, own_form };

struct WebRoute {
  std::string_view method;
  // A {name} stands for the rest of the path, or for the rest of its segment if something follows.
  std::string_view pattern;
  Admission admission;
  WebResponse (*answer)(const WebRequest& request, const std::string& argument, ReadingRoom& room);
};

// All but those of answer_at_once. HEAD is answered where GET is.
const std::vector<WebRoute>& web_routes();
// The patterns of answer_at_once.
const std::vector<std::string_view>& routes_at_once();

// What needs neither database nor thread: feeds, the stylesheet, /healthz. Nothing: ask answer().
std::optional<WebResponse> answer_at_once(const WebRequest& request, FeedShelf& shelf);

// Everything else, errors included; only a StoreError passes through.
WebResponse answer(const WebRequest& request, ReadingRoom& room);

// The answer to a name that is not this server's (is_known_host).
WebResponse misdirected();
// When the database cannot be read, or too many wait.
WebResponse unavailable(const std::string& why);

}  // namespace paperwatch
