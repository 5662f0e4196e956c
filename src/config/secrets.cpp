// SPDX-License-Identifier: MIT
#include "config/secrets.hpp"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "base/file.hpp"
#include "base/text.hpp"
#include "config/map_reader.hpp"

namespace paperwatch {

namespace {

std::optional<Secret> usable(std::string text, const Position& at, std::string_view name,
                             std::string_view from, Faults& faults) {
  if (text.ends_with('\n')) text.pop_back();
  if (text.ends_with('\r')) text.pop_back();
  if (text.empty()) {
    faults.add(at, fmt::format("{}: {} is empty", name, from), "put the secret there");
    return std::nullopt;
  }
  if (text.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
    faults.add(at, fmt::format("{}: {} has more than one line", name, from),
               "a secret is one line");
    return std::nullopt;
  }
  return Secret(std::move(text));
}

std::optional<Secret> from_file(const std::filesystem::path& file, const Position& at,
                                std::string_view name, Faults& faults) {
  auto content = read_file(file);
  if (!content) {
    faults.lack_secret(at, fmt::format("{}: {}", name, content.error().message),
                       "make the file, readable for the user that runs paperwatch only", false);
    return std::nullopt;
  }
  return usable(std::move(*content), at, name, file.string(), faults);
}

std::optional<Secret> from_environment(const std::string& variable, const Position& at,
                                       std::string_view name, Faults& faults) {
  const char* value = std::getenv(variable.c_str());
  if (!value) {
    faults.lack_secret(at, fmt::format("{}: the environment has no {}", name, variable),
                       fmt::format("set {} before paperwatch starts", variable), false);
    return std::nullopt;
  }
  return usable(value, at, name, variable, faults);
}

std::optional<Secret> from_credentials(const std::string& credential, const Position& at,
                                       std::string_view name, Faults& faults) {
  if (!is_id(credential)) {
    faults.add(at, fmt::format("{}: '{}' is no name of a credential", name, credential));
    return std::nullopt;
  }
  const char* directory = std::getenv("CREDENTIALS_DIRECTORY");
  if (!directory) {
    faults.lack_secret(
        at,
        fmt::format("{}: there is no $CREDENTIALS_DIRECTORY to look for '{}' in", name, credential),
        fmt::format("systemd sets it for the service, whose unit says "
                    "LoadCredential={0}:/path/to/{0}",
                    credential),
        true);
    return std::nullopt;
  }
  return from_file(std::filesystem::path(directory) / credential, at, name, faults);
}

std::optional<Secret> from_map(const Node& node, std::string_view name, Faults& faults) {
  const MapReader in(node, "secret", fmt::format("'{}'", name), faults);
  const int given = in.has("file") + in.has("env") + in.has("credential");
  if (given != 1) {
    faults.add(
        node.at,
        fmt::format("{}: {} says where the secret is", name,
                    given == 0 ? "nothing" : "more than one key"),
        fmt::format("write {0}: {{file: PATH}}, {0}: {{env: NAME}} or {0}: {{credential: NAME}}",
                    name));
    return std::nullopt;
  }
  std::string file, variable, credential;
  in.text("file", file);
  in.text("env", variable);
  in.text("credential", credential);
  if (!file.empty())
    return from_file(path_beside(in.find("file")->at, file), in.find("file")->at, name, faults);
  if (!variable.empty()) return from_environment(variable, in.find("env")->at, name, faults);
  if (!credential.empty())
    return from_credentials(credential, in.find("credential")->at, name, faults);
  return std::nullopt;
}

}  // namespace

std::optional<Secret> read_secret(const Node& node, std::string_view name, Faults& faults) {
  if (node.is(Node::Kind::scalar)) {
    faults.warn(node.at, fmt::format("{} stands in the configuration for all to read", name),
                fmt::format("put it into a file of its own: {}: {{file: PATH}}", name));
  }
  return read_text_or_secret(node, name, faults);
}

std::optional<Secret> read_text_or_secret(const Node& node, std::string_view name, Faults& faults) {
  if (node.is(Node::Kind::map)) return from_map(node, name, faults);
  auto text = read_text(node, name, faults);
  if (!text) return std::nullopt;
  return Secret(std::move(*text));
}

}  // namespace paperwatch
