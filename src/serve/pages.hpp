// SPDX-License-Identifier: MIT
// The pages. Each is a function of a request and of what is known; `argument` is what the route's
// pattern left open, decoded.
#pragma once

#include <string>

#include "serve/reading_room.hpp"
#include "serve/web_request.hpp"
#include "serve/web_response.hpp"

namespace paperwatch {

WebResponse overview_page(const WebRequest& request, const std::string& argument,
                          ReadingRoom& room);
WebResponse events_page(const WebRequest& request, const std::string& argument, ReadingRoom& room);
WebResponse papers_page(const WebRequest& request, const std::string& argument, ReadingRoom& room);
WebResponse paper_page(const WebRequest& request, const std::string& argument, ReadingRoom& room);
WebResponse source_page(const WebRequest& request, const std::string& argument, ReadingRoom& room);
WebResponse review_page(const WebRequest& request, const std::string& argument, ReadingRoom& room);
WebResponse deliveries_page(const WebRequest& request, const std::string& argument,
                            ReadingRoom& room);
WebResponse help_page(const WebRequest& request, const std::string& argument, ReadingRoom& room);

// The feed of a search: /search.rss, .atom, .json; `argument` is the ending.
WebResponse search_feed(const WebRequest& request, const std::string& argument, ReadingRoom& room);

// ---- what changes something
WebResponse login_page(const WebRequest& request, const std::string& argument, ReadingRoom& room);
WebResponse post_login(const WebRequest& request, const std::string& argument, ReadingRoom& room);
WebResponse post_logout(const WebRequest& request, const std::string& argument, ReadingRoom& room);
WebResponse post_review(const WebRequest& request, const std::string& argument, ReadingRoom& room);
WebResponse post_visit(const WebRequest& request, const std::string& argument, ReadingRoom& room);

}  // namespace paperwatch
