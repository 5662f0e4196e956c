// SPDX-License-Identifier: MIT
// What a channel is told at once: one event, or a digest of several. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <paperwatch/model.hpp>

#include "render/json.hpp"
#include "render/template.hpp"

namespace paperwatch {

struct Notice {
  std::string delivery;  // its key, of database, event and channel
  bool is_digest = false;
  std::string headline;       // of one event its message; of a digest "3 new papers, 1 changed"
  std::vector<Event> events;  // those that are named, oldest first
  std::size_t more = 0;       // those that are not
};

Notice notice_of(std::string delivery, Event event);
// Names the first `cap` events.
Notice digest_of(std::string delivery, std::vector<Event> events, std::size_t cap);

// Contract §4: the event with `delivery`, or {"events":[…],"delivery":…}, with `more` where some
// are not named.
Json json_of(const Notice& notice);

// What templates may name (docs/delivery.md).
Json template_data(const Notice& notice);

// "New: Sparse things", "3 new papers, 1 changed": one line for a subject.
std::string subject_of(const Notice& notice);

// ---- how channels write it ------------------------------------------------------------------

// The notice in the words of a channel: `text` is filled in with `escape`, then stands in `body`
// as {{text}}; {{html}} is the same for readers that show HTML.
struct Form {
  std::string name, content_type;
  std::string text;
  Escape text_escape = Escape::none;
  std::string body;  // "" the plain JSON
  Escape body_escape = Escape::json;
  std::size_t longest = 0;  // bytes of `text`; 0 any
};
// slack, matrix, ntfy, discord; "" the plain JSON.
const Form& form_named(std::string_view name);
// How values are escaped in a body of this type: as JSON, as HTML, or not at all.
Escape escape_of(std::string_view content_type);

// The body of `form`. Of a digest that is too long fewer events are named.
Result<std::string> render_body(const Notice& notice, const Form& form);

// The plain and the HTML text of a mail, and an HTML fragment for readers of chats.
const std::string& plain_template();
const std::string& html_template();
const std::string& mail_html_template();

}  // namespace paperwatch
