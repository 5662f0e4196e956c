// SPDX-License-Identifier: MIT
#include "support/folder_site.hpp"

#include <optional>
#include <sstream>

#include <sys/stat.h>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/time.hpp"

namespace paperwatch::test {

namespace {

namespace fs = std::filesystem;

struct Route {
  fs::path file;
  std::string content_type;
};

std::string content_type_of(const fs::path& file) {
  // "x.html?page=2" is HTML too.
  const auto extension = split(file.extension().string(), '?').front();
  if (extension == ".xml" || extension == ".atom") return "application/xml";
  if (extension == ".json") return "application/json";
  if (extension == ".txt") return "text/plain; charset=utf-8";
  return "text/html; charset=utf-8";
}

std::optional<Route> listed_route(const fs::path& folder, const std::string& target) {
  const auto routes = read_file(folder / "routes.txt");
  if (!routes) return std::nullopt;
  for (const auto& line : split(*routes, '\n')) {
    std::istringstream words(line);
    std::string from, file, rest;
    if (!(words >> from >> file) || from.starts_with('#') || from != target) continue;
    std::getline(words, rest);
    const std::string type(trim(rest));
    return Route{folder / file, type.empty() ? content_type_of(file) : type};
  }
  return std::nullopt;
}

Route find_file(const fs::path& folder, const Request& request) {
  if (auto listed = listed_route(folder, request.target)) return *listed;
  const auto named = [&](const std::string& name) { return folder / name.substr(1); };
  fs::path file = named(request.target);
  if (fs::is_directory(file)) file /= "index.html";
  const bool bare = request.query.empty() && !fs::exists(file);
  if (bare && fs::exists(named(request.target + ".html"))) file = named(request.target + ".html");
  return {file, content_type_of(file)};
}

bool leads_out(std::string_view target) {
  return !target.starts_with('/') || target.find("..") != std::string_view::npos;
}

std::string last_modified(const fs::path& file) {
  struct stat info {};
  if (stat(file.c_str(), &info) != 0) return "";
  return http_date(Time(std::chrono::seconds(info.st_mtim.tv_sec)));
}

// RFC 9110 §13.2.2: If-None-Match decides alone where it is sent.
bool is_current(const Request& request, const std::string& etag, const std::string& modified) {
  if (request.has("if-none-match")) {
    const auto theirs = request.header("if-none-match");
    return theirs == "*" || theirs.find(etag) != std::string::npos;
  }
  return !modified.empty() && request.header("if-modified-since") == modified;
}

}  // namespace

Reply reply_from_folder(const fs::path& folder, const Request& request) {
  if (request.method != "GET" && request.method != "HEAD") return status(405);
  if (leads_out(request.path)) return status(404);
  const Route route = find_file(folder, request);
  auto content = read_file(route.file);
  if (!content) return status(404, {}, "not here\n");
  std::string body = std::move(*content);

  const std::string etag = '"' + content_hash(body) + '"';
  const std::string modified = last_modified(route.file);
  const Headers validators{{"ETag", etag}, {"Last-Modified", modified}};
  if (is_current(request, etag, modified)) return status(304, validators);
  Reply reply = status(200, validators, std::move(body));
  reply.headers.emplace_back("Content-Type", route.content_type);
  return reply;
}

Handler folder_site(fs::path folder, Validation validation) {
  return [folder = std::move(folder), validation](Request request) {
    if (validation == Validation::offered) return reply_from_folder(folder, request);
    request.headers.clear();
    Reply reply = reply_from_folder(folder, request);
    std::erase_if(reply.headers, [](const auto& header) {
      return header.first == "ETag" || header.first == "Last-Modified";
    });
    return reply;
  };
}

}  // namespace paperwatch::test
