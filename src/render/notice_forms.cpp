// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "render/notice.hpp"

namespace paperwatch {

namespace {

// In all of these an event without a paper is its message alone.

constexpr const char* slack_lines =
    "{{#digest}}*{{headline}}*\n{{/digest}}{{#events}}{{#title}}{{heading}} in {{source}}: "
    "{{#url}}<{{{url}}}|{{title}}>{{/url}}{{^url}}{{title}}{{/url}}{{#authors}} "
    "({{authors}}){{/authors}}{{#changes}}\n    {{text}}{{/changes}}{{/title}}{{^title}}{{message}}"
    "{{/title}}{{^last}}\n{{/last}}{{/events}}{{#more}}\nand {{more}} more{{/more}}";

constexpr const char* discord_lines =
    "{{#digest}}**{{headline}}**\n{{/digest}}{{#events}}{{#title}}{{heading}} in {{source}}: "
    "{{#url}}[{{title}}](<{{{url}}}>){{/url}}{{^url}}{{title}}{{/url}}{{#authors}} "
    "({{authors}}){{/authors}}{{#changes}}\n    {{text}}{{/changes}}{{/title}}{{^title}}{{message}}"
    "{{/title}}{{^last}}\n{{/last}}{{/events}}{{#more}}\nand {{more}} more{{/more}}";

const std::array<Form, 5>& forms() {
  static const std::array<Form, 5> all{{
      {"", "application/json", plain_template(), Escape::none, "", Escape::json, 0},
      {"slack", "application/json", slack_lines, Escape::slack, R"({"text":"{{text}}"})",
       Escape::json, 30'000},
      {"matrix", "application/json", plain_template(), Escape::none,
       R"({"msgtype":"m.text","body":"{{text}}","format":"org.matrix.custom.html",)"
       R"("formatted_body":"{{html}}"})",
       Escape::json, 20'000},
      {"ntfy", "text/plain; charset=utf-8", plain_template(), Escape::none, "{{text}}",
       Escape::none, 4'000},
      {"discord", "application/json", discord_lines, Escape::discord,
       R"({"content":"{{text}}","allowed_mentions":{"parse":[]}})", Escape::json, 2'000},
  }};
  return all;
}

Result<std::string> text_naming(const Notice& notice, const Form& form, std::size_t events) {
  auto shorter = notice;
  shorter.more += shorter.events.size() - events;
  shorter.events.resize(events);
  return fill_template(form.text, template_data(shorter), form.text_escape);
}

// At most `longest` bytes, cut between two characters.
std::string cut_to_bytes(std::string text, std::size_t longest) {
  static constexpr std::string_view ellipsis = "…";
  if (text.size() <= longest) return text;
  auto end = longest - ellipsis.size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
  return text.append(ellipsis);
}

// How many events may be named so that the text stays within the form's bounds.
Result<std::size_t> events_that_fit(const Notice& notice, const Form& form) {
  std::size_t fits = 1, too_many = notice.events.size() + 1;
  while (fits + 1 < too_many) {
    // The whole is tried first: it nearly always fits.
    const auto tried =
        too_many > notice.events.size() ? notice.events.size() : (fits + too_many) / 2;
    const auto text = text_naming(notice, form, tried);
    if (!text) return fail(text.error());
    (text->size() <= form.longest ? fits : too_many) = tried;
  }
  return fits;
}

}  // namespace

const std::string& plain_template() {
  static const std::string text =
      "{{#digest}}{{headline}}\n\n{{/digest}}{{#events}}{{#title}}{{heading}} in {{source}}: "
      "{{title}}"
      "{{#authors}}\n  {{authors}}{{/authors}}{{#changes}}\n  {{text}}{{/changes}}{{#url}}\n  "
      "{{url}}"
      "{{/url}}{{/title}}{{^title}}{{message}}{{/title}}{{^last}}\n\n{{/last}}{{/"
      "events}}{{#more}}\n\n"
      "and {{more}} more{{/more}}";
  return text;
}

const std::string& html_template() {
  static const std::string text =
      "{{#digest}}<p><b>{{headline}}</b></p>{{/digest}}<ul>{{#events}}<li>{{#title}}{{heading}} in "
      "{{source}}: {{#url}}<a href=\"{{url}}\">{{title}}</a>{{/url}}{{^url}}{{title}}{{/url}}"
      "{{#authors}}<br>{{authors}}{{/authors}}{{#changes}}<br>{{text}}{{/changes}}{{/"
      "title}}{{^title}}"
      "{{message}}{{/title}}</li>{{/events}}</ul>{{#more}}<p>and {{more}} more</p>{{/more}}";
  return text;
}

const std::string& mail_html_template() {
  static const std::string text =
      "<!DOCTYPE html>\n<html><head><meta "
      "charset=\"utf-8\"><title>{{subject}}</title></head><body>\n" +
      html_template() + "\n</body></html>";
  return text;
}

const Form& form_named(std::string_view name) {
  const auto found = std::find_if(forms().begin(), forms().end(),
                                  [name](const Form& form) { return form.name == name; });
  return found == forms().end() ? forms().front() : *found;
}

Escape escape_of(std::string_view content_type) {
  if (contains_ignoring_case(content_type, "json")) return Escape::json;
  if (contains_ignoring_case(content_type, "html") || contains_ignoring_case(content_type, "xml"))
    return Escape::html;
  return Escape::none;
}

Result<std::string> render_body(const Notice& notice, const Form& form) {
  if (form.body.empty()) return compact_text(json_of(notice));
  auto shown = notice;
  if (form.longest > 0 && notice.events.size() > 1) {
    const auto fitting = events_that_fit(notice, form);
    if (!fitting) return fail(fitting.error());
    shown.more += shown.events.size() - *fitting;
    shown.events.resize(*fitting);
  }
  auto data = template_data(shown);
  auto text = fill_template(form.text, data, form.text_escape);
  if (!text) return text;
  const auto html = fill_template(html_template(), data, Escape::html);
  if (!html) return html;
  data["text"] = form.longest > 0 ? cut_to_bytes(std::move(*text), form.longest) : *text;
  data["html"] = *html;
  return fill_template(form.body, data, form.body_escape);
}

}  // namespace paperwatch
