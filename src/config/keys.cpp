// SPDX-License-Identifier: MIT
#include "config/keys.hpp"

#include <algorithm>
#include <cassert>

#include <paperwatch/given_fields.hpp>

namespace paperwatch {

namespace {

using Keys = std::vector<std::string>;

Keys operator+(Keys a, const Keys& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// What both `fetch:` and a source may say about its requests.
const Keys& request_keys() {
  static const Keys keys{
      "user_agent", "timeout", "connect_timeout", "max_body", "redirects",
      "host_delay", "retries", "retry_after_cap", "robots",   "private_addresses",
      "proxy",      "ca_file", "family",          "headers"};
  return keys;
}

std::vector<KeyTable> make_tables() {
  return {
      {"configuration",
       {"database", "include", "fetch", "archive", "feeds", "serve", "channels", "routes",
        "queries", "templates", "sources"}},
      {"fetch", request_keys() + Keys{"connections"}},
      {"archive", {"keep", "max_size"}},
      {"feeds", {"directory", "base_url", "entries", "changes_as_entries"}},
      {"serve", {"listen", "token"}},
      {"channel log", {"type"}},
      {"channel exec", {"type", "command", "timeout"}},
      {"channel webhook",
       {"type", "url", "secret", "form", "bearer", "headers", "template", "content_type", "ca_file",
        "timeout"}},
      {"channel email",
       {"type", "smtp", "tls", "user", "password", "from", "to", "subject", "text", "html",
        "ca_file", "timeout"}},
      {"route", {"channel", "kinds", "sources", "match", "digest", "timezone", "quiet", "cap"}},
      {"source", Keys{"id", "title", "url", "enabled", "every", "at", "timezone", "tags",
                      "template", "extract", "pages", "track", "expect", "encoding", "auth",
                      "cookies", "client_certificate", "client_key"} +
                     request_keys()},
      {"template", Keys{"every", "at", "timezone", "tags", "template", "extract", "pages", "track",
                        "expect", "encoding"} +
                       request_keys()},
      {"expect", {"new_every", "except"}},
      {"auth", {"user", "password", "bearer"}},
      {"secret", {"file", "env", "credential"}},
      {"extract",
       {"record", "span", "section", "fields", "count", "empty", "format", "encoding", "require",
        "key", "use"}},
      {"record", {"select", "xpath", "match"}},
      {"section", {"heading", "match", "keep"}},
      {"rule",
       {"select", "xpath", "remove", "all", "match", "replace", "split", "each", "join", "default",
        "type"}},
      {"each", {"select", "match", "replace", "join"}},
      {"empty", {"select", "xpath", "text"}},
      {"selector", {"xpath"}},
      {"key", {"from"}},
      {"pages", {"next", "template", "start", "step", "max", "stop", "full_every"}},
      {"track", {"watch", "ignore", "window", "removal", "settle", "baseline"}},
      {"removal", {"visits", "age"}},
  };
}

}  // namespace

const std::vector<KeyTable>& key_tables() {
  static const auto tables = make_tables();
  return tables;
}

const std::vector<std::string>& keys_of(std::string_view table) {
  const auto has_name = [table](const KeyTable& t) { return t.name == table; };
  const auto found = std::find_if(key_tables().begin(), key_tables().end(), has_name);
  assert(found != key_tables().end());
  return found->keys;
}

const std::vector<std::string>& known_fields() {
  static const std::vector<std::string> fields{
      "title", "authors", "abstract", "url",      "pdf",      "doi",     "arxiv_id", "date",
      "year",  "venue",   "source",   "subjects", "comments", "section", "version"};
  return fields;
}

}  // namespace paperwatch
