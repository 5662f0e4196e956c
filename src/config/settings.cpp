// SPDX-License-Identifier: MIT
#include "config/settings.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "config/fetch_options.hpp"
#include "config/secrets.hpp"

namespace paperwatch {

namespace {

void read_path(const MapReader& in, std::string_view key, std::filesystem::path& target,
               Faults& faults) {
  const Node* node = in.find(key);
  if (!node) return;
  if (const auto text = read_text(*node, key, faults)) target = path_beside(node->at, *text);
}

void read_archive(const Node& node, ArchiveSettings& archive, Faults& faults) {
  const MapReader in(node, "archive", "'archive'", faults);
  in.duration("keep", archive.keep);
  in.size("max_size", archive.max_size);
}

void read_feeds(const Node& node, FeedSettings& feeds, Faults& faults) {
  const MapReader in(node, "feeds", "'feeds'", faults);
  read_path(in, "directory", feeds.directory, faults);
  if (const Node* base = in.find_value("base_url")) {
    feeds.base_url = read_url(*base, "base_url", faults).value_or("");
    if (!feeds.base_url.empty() && !feeds.base_url.ends_with('/')) feeds.base_url += '/';
  }
  in.integer("entries", feeds.entries, 1, 100'000);
  in.flag("changes_as_entries", feeds.changes_as_entries);
}

// "127.0.0.1:8330", "[::1]:8330", "localhost:8330"
bool is_listen_address(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 >= text.size() ||
      text.size() - colon > 6)
    return false;
  const auto host = text.substr(0, colon), port = text.substr(colon + 1);
  if (host.find(':') != std::string::npos && !(host.front() == '[' && host.back() == ']'))
    return false;
  if (!std::all_of(port.begin(), port.end(), is_ascii_digit)) return false;
  return std::stoi(port) <= 65535;
}

void read_serve(const Node& node, std::optional<ServeSettings>& serve, Faults& faults) {
  const MapReader in(node, "serve", "'serve'", faults);
  ServeSettings out;
  in.text("listen", out.listen);
  if (node.is(Node::Kind::map) && !in.has("listen")) {
    faults.add(node.at, "serve has no listen", "add listen: \"127.0.0.1:8330\"");
  } else if (!out.listen.empty() && !is_listen_address(out.listen)) {
    faults.add(in.find("listen")->content,
               fmt::format("listen: '{}' is not an address and a port", out.listen),
               "write it like \"127.0.0.1:8330\" or \"[::1]:8330\"");
  }
  if (const Node* token = in.find_value("token"))
    out.token = read_secret(*token, "token", faults).value_or(Secret());
  serve = std::move(out);
}

}  // namespace

Config default_config(const std::filesystem::path& file) {
  Config config;
  config.file = file;
  config.database = (file.parent_path() / "paperwatch.db").lexically_normal();
  config.feeds.directory = (file.parent_path() / "feeds").lexically_normal();
  config.fetch.user_agent = "paperwatch";
  return config;
}

void read_settings(const MapReader& in, Config& config, Faults& faults) {
  read_path(in, "database", config.database, faults);
  if (const Node* fetch = in.find("fetch")) {
    const MapReader of_fetch(*fetch, "fetch", "'fetch'", faults);
    read_request_options(of_fetch, config.fetch, faults);
    of_fetch.integer("connections", config.connections, 1, 1000);
  }
  if (const Node* archive = in.find("archive")) read_archive(*archive, config.archive, faults);
  if (const Node* feeds = in.find("feeds")) read_feeds(*feeds, config.feeds, faults);
  if (const Node* serve = in.find_value("serve")) read_serve(*serve, config.serve, faults);
}

const Source* Config::find(std::string_view source) const {
  const auto has_id = [source](const Source& s) { return s.id == source; };
  const auto found = std::find_if(sources.begin(), sources.end(), has_id);
  return found == sources.end() ? nullptr : &*found;
}

}  // namespace paperwatch
