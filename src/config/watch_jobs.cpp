// SPDX-License-Identifier: MIT
// Job files of urlwatch and webchanges.
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <paperwatch/watch_list.hpp>

#include "base/text.hpp"
#include "base/time.hpp"
#include "base/url.hpp"

namespace paperwatch {

namespace {

// Filters that make lines of a page comparable; records are compared without them.
const std::set<std::string, std::less<>> needless_filters{
    "html2text", "strip",          "striplines", "strip_each_line",        "sort",
    "beautify",  "format-json",    "format-xml", "remove-duplicate-lines", "absolute_links",
    "re.sub-ws", "clean-new-lines"};
// Keys that say how changes are shown or how often is tried; paperwatch has its own ways.
const std::set<std::string, std::less<>> needless_keys{"name",
                                                       "url",
                                                       "filter",
                                                       "filters",
                                                       "kind",
                                                       "headers",
                                                       "timeout",
                                                       "encoding",
                                                       "tags",
                                                       "enabled",
                                                       "no_redirects",
                                                       "http_proxy",
                                                       "https_proxy",
                                                       "user_visible_url",
                                                       "note",
                                                       "diff_tool",
                                                       "differ",
                                                       "additions_only",
                                                       "deletions_only",
                                                       "max_tries",
                                                       "compared_versions",
                                                       "is_markdown",
                                                       "markdown_padded_tables",
                                                       "monospace",
                                                       "index_number",
                                                       "guid",
                                                       "ignore_cached"};

std::string text_of_scalar(const YAML::Node& node) {
  return node.IsScalar() ? node.Scalar() : std::string();
}

std::string text_at(const YAML::Node& map, const char* key) {
  const YAML::Node value = map[key];
  return value ? text_of_scalar(value) : std::string();
}

bool is_true(const YAML::Node& map, const char* key) {
  const auto word = lower_ascii(text_at(map, key));
  return word == "true" || word == "yes" || word == "on" || word == "1";
}

// In CSS, however odd the name.
std::string attribute_selector(const char* form, const std::string& name) {
  return fmt::format(fmt::runtime(form),
                     replace_all(replace_all(name, "\\", "\\\\"), "\"", "\\\""));
}

struct JobFilter {
  std::string name, value;
  std::vector<std::string> more;  // further keys of it
};

// `css: "li"`, `css: {selector: li, exclude: …}`, `html2text`, "css:li".
JobFilter read_filter(const YAML::Node& node) {
  if (node.IsScalar()) {
    const std::string text = node.Scalar();
    const auto colon = text.find(':');
    return {text.substr(0, colon), colon == text.npos ? "" : text.substr(colon + 1), {}};
  }
  if (!node.IsMap() || node.size() != 1) return {"?", "", {}};
  const auto entry = *node.begin();
  JobFilter filter{text_of_scalar(entry.first), text_of_scalar(entry.second), {}};
  if (!entry.second.IsMap()) return filter;
  for (const auto& option : entry.second) {
    const auto key = text_of_scalar(option.first);
    const bool names_it = key == "selector" || key == "path" || key == filter.name;
    if (names_it)
      filter.value = text_of_scalar(option.second);
    else if (key != "method")
      filter.more.push_back(key);
  }
  return filter;
}

std::vector<JobFilter> read_filters(const YAML::Node& job) {
  const YAML::Node node = job["filter"] ? job["filter"] : job["filters"];
  std::vector<JobFilter> filters;
  if (!node) return filters;
  if (node.IsSequence()) {
    for (const auto& filter : node) filters.push_back(read_filter(filter));
  } else if (node.IsScalar()) {
    // The oldest form: "css:li,html2text".
    for (const auto& part : split(node.Scalar(), ','))
      filters.push_back(read_filter(YAML::Node(std::string(trim(part)))));
  } else {
    filters.push_back(read_filter(node));
  }
  return filters;
}

// True: the filter says where on the page the news is.
bool carry_selector(const JobFilter& filter, Watch& watch) {
  if (filter.value.empty()) return false;
  if (filter.name == "css" || filter.name == "xpath") {
    watch.record = filter.value;
    watch.record_is_xpath = filter.name == "xpath";
  } else if (filter.name == "element-by-id") {
    watch.record = attribute_selector("[id=\"{}\"]", filter.value);
  } else if (filter.name == "element-by-class") {
    watch.record = attribute_selector("[class~=\"{}\"]", filter.value);
  } else if (filter.name == "element-by-tag") {
    watch.record = filter.value;
  } else {
    return false;
  }
  return true;
}

void carry_filters(const YAML::Node& job, Watch& watch) {
  for (const auto& filter : read_filters(job)) {
    if (needless_filters.contains(filter.name)) continue;
    if (watch.record.empty() && carry_selector(filter, watch)) {
      for (const auto& option : filter.more)
        watch.left_out.push_back(fmt::format("filter {}: {}", filter.name, option));
    } else {
      watch.left_out.push_back("filter " + filter.name);
    }
  }
}

void carry_requests(const YAML::Node& job, Watch& watch) {
  if (const YAML::Node headers = job["headers"]; headers && headers.IsMap()) {
    for (const auto& header : headers)
      watch.headers.emplace_back(text_of_scalar(header.first), text_of_scalar(header.second));
  }
  const bool is_secure = watch.url.starts_with("https:");
  watch.proxy = text_at(job, is_secure ? "https_proxy" : "http_proxy");
  watch.encoding = text_at(job, "encoding");
  if (const auto timeout = parse_duration(text_at(job, "timeout") + "s")) {
    if (timeout->count() > 0) watch.timeout = timeout;
  }
  watch.follows_redirects = !is_true(job, "no_redirects");
  watch.enabled = !job["enabled"] || is_true(job, "enabled");
  if (const YAML::Node tags = job["tags"]; tags && tags.IsSequence()) {
    for (const auto& tag : tags) watch.tags.push_back(text_of_scalar(tag));
  }
}

bool looks_like_feed(const std::string& address) {
  const auto url = parse_url(address);
  if (!url) return false;
  const auto path = lower_ascii(url->path);
  constexpr std::array endings{".rss",  ".atom",    "/feed",   "/feed/",   "/rss",     "/rss/",
                               "/atom", "feed.xml", "rss.xml", "atom.xml", "index.xml"};
  return url->host.starts_with("rss.") || url->host.starts_with("feeds.") ||
         std::any_of(endings.begin(), endings.end(),
                     [&](const char* ending) { return path.ends_with(ending); });
}

// Why a job cannot be a source at all; "" it can.
std::string obstacle(const YAML::Node& job) {
  if (job["command"]) return "it runs a program";
  if (job["navigate"] || is_true(job, "use_browser")) return "it needs a browser";
  if (job["data"]) return "it sends a form";
  const auto method = lower_ascii(text_at(job, "method"));
  if (!method.empty() && method != "get") return "it asks by " + method;
  const auto url = parse_url(text_at(job, "url"));
  if (!url || (url->scheme != "http" && url->scheme != "https"))
    return "it has no http or https address";
  return "";
}

void take_job(const YAML::Node& job, WatchList& list) {
  Watch watch;
  watch.url = text_at(job, "url");
  watch.title = text_at(job, "name");
  const auto refuse = [&](const std::string& why) {
    const auto& name = watch.title.empty() ? watch.url : watch.title;
    list.left_out.push_back(fmt::format("line {}: {}: {}", job.Mark().line + 1,
                                        name.empty() ? "a job without a name" : name, why));
  };
  if (const auto why = obstacle(job); !why.empty()) return refuse(why);
  if (watch.title.empty()) watch.title = watch.url;
  carry_filters(job, watch);
  carry_requests(job, watch);
  for (const auto& entry : job) {
    const auto key = text_of_scalar(entry.first);
    if (!needless_keys.contains(key) && key != "method") watch.left_out.push_back(key);
  }
  watch.is_feed = watch.record.empty() && looks_like_feed(watch.url);
  if (watch.record.empty() && !watch.is_feed)
    return refuse("it names no element of the page (css or xpath); `paperwatch try " + watch.url +
                  " --tree` shows what there is");
  list.watches.push_back(std::move(watch));
}

}  // namespace

Result<WatchList> read_watch_jobs(std::string_view text) {
  WatchList list;
  try {
    for (const auto& job : YAML::LoadAll(std::string(text))) {
      if (job.IsNull()) continue;
      if (!job.IsMap())
        return fail("usage",
                    fmt::format("line {}: a job is a map of keys and values", job.Mark().line + 1),
                    "import reads OPML, job files of urlwatch or webchanges, and its own export");
      take_job(job, list);
    }
  } catch (const YAML::Exception& error) {
    return fail("usage", fmt::format("line {}: {}", error.mark.line + 1, error.msg),
                "import reads OPML, job files of urlwatch or webchanges, and its own export");
  }
  return list;
}

}  // namespace paperwatch
