// SPDX-License-Identifier: MIT
// The API (docs/openapi.yaml): the plain JSON over HTTP, and what machines ask of a service.
#pragma once

#include <string>

#include "serve/reading_room.hpp"
#include "serve/web_request.hpp"
#include "serve/web_response.hpp"

namespace paperwatch {

WebResponse api_status(const WebRequest& request, const std::string& argument, ReadingRoom& room);
WebResponse api_sources(const WebRequest& request, const std::string& argument, ReadingRoom& room);
WebResponse api_events(const WebRequest& request, const std::string& argument, ReadingRoom& room);
// JSON, or with format= a bibliography.
WebResponse api_papers(const WebRequest& request, const std::string& argument, ReadingRoom& room);
WebResponse api_paper(const WebRequest& request, const std::string& argument, ReadingRoom& room);
WebResponse api_sync(const WebRequest& request, const std::string& argument, ReadingRoom& room);

WebResponse readiness(const WebRequest& request, const std::string& argument, ReadingRoom& room);
// Prometheus, text format 0.0.4 (docs/serving.md).
WebResponse metrics(const WebRequest& request, const std::string& argument, ReadingRoom& room);

WebResponse api_error(int status, const Error& error);

}  // namespace paperwatch
