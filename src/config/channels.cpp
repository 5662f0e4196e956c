// SPDX-License-Identifier: MIT
#include "config/channels.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "base/file.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "config/fetch_options.hpp"
#include "config/map_reader.hpp"
#include "config/secrets.hpp"

namespace paperwatch {

namespace {

Secret optional_secret(const MapReader& in, std::string_view key, Faults& faults) {
  const Node* node = in.find_value(key);
  return node ? read_secret(*node, key, faults).value_or(Secret()) : Secret();
}

// Where a name without a slash is looked for, as execvp(3) does.
std::filesystem::path found_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  for (const auto& folder : split(path ? path : "/usr/bin:/bin", ':')) {
    const auto file = std::filesystem::path(folder.empty() ? "." : folder) / name;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

// Only warned of: where this is checked need not be where it will run.
void warn_of_program(const Node& command, const std::string& program, Faults& faults) {
  if (program.find('/') == std::string::npos) {
    if (found_in_path(program).empty())
      faults.warn(command.at, fmt::format("command: no program '{}' in PATH", program),
                  "write its whole path");
  } else if (::access(program.c_str(), F_OK) != 0) {
    faults.warn(command.at, fmt::format("command: there is no {}", program),
                "paths are relative to the file in which they stand");
  } else if (::access(program.c_str(), X_OK) != 0) {
    faults.warn(command.at, fmt::format("command: {} cannot be executed", program),
                fmt::format("chmod +x {}", program));
  }
}

// A path is relative to the file in which it stands, a name is looked for in PATH.
void read_command(const Node& node, std::vector<std::string>& command, Faults& faults) {
  if (command.empty()) return;
  auto& program = command.front();
  if (!node.is(Node::Kind::sequence) && program.find(' ') != std::string::npos) {
    faults.warn(node.at, fmt::format("command: '{}' is one name with blanks in it", program),
                fmt::format("there is no shell: write a list, [{}]",
                            join(split(collapse_space(program), ' '), ", ")));
    return;
  }
  // Whole, since a path without a slash would be looked for in PATH.
  if (program.find('/') != std::string::npos)
    program = std::filesystem::absolute(path_beside(node.at, program)).string();
  warn_of_program(node, program, faults);
}

ExecChannel read_exec(const Node& node, const std::string& where, Faults& faults) {
  const MapReader in(node, "channel exec", where, faults);
  require_keys(in, {"command"}, where, faults);
  ExecChannel exec;
  in.texts("command", exec.command);
  if (in.find("command") && exec.command.empty()) {
    faults.add(in.find("command")->at, "command is empty",
               "write the program and its arguments: [/usr/local/bin/on-paper, --new]");
  }
  if (const Node* command = in.find("command")) read_command(*command, exec.command, faults);
  in.duration("timeout", exec.timeout, std::chrono::seconds(1));
  return exec;
}

// A template in a file of its own; one that is empty is none.
void read_template_file(const MapReader& in, std::string_view key, std::string& target,
                        Faults& faults) {
  std::string file;
  read_file_path(in, key, file, faults);
  if (file.empty()) return;
  if (auto text = read_file(file)) {
    target = std::move(*text);
  } else {
    faults.add(in.find(key)->content, fmt::format("{}: {}", key, text.error().message));
  }
}

// An address that is itself a secret, as those of chat services are.
std::optional<std::string> read_secret_url(const Node& node, Faults& faults) {
  if (!node.is(Node::Kind::map)) return read_url(node, "url", faults);
  const auto secret = read_secret(node, "url", faults);
  if (!secret) return std::nullopt;
  const auto url = parse_url(secret->reveal());
  if (url && (url->scheme == "http" || url->scheme == "https")) return secret->reveal();
  faults.add(node.at, "url: the secret is not an http or https address",
             "put the whole address there: https://…");
  return std::nullopt;
}

WebhookChannel read_webhook(const Node& node, const std::string& where, Faults& faults) {
  const MapReader in(node, "channel webhook", where, faults);
  require_keys(in, {"url"}, where, faults);
  WebhookChannel webhook;
  if (const Node* url = in.find("url")) webhook.url = read_secret_url(*url, faults).value_or("");
  webhook.secret = optional_secret(in, "secret", faults);
  webhook.bearer = optional_secret(in, "bearer", faults);
  static const std::vector<std::string> forms{"slack", "matrix", "ntfy", "discord"};
  if (in.find_value("form")) {
    if (const auto form = in.choice("form", forms)) webhook.form = forms[*form];
  }
  FetchOptions options;
  if (const Node* headers = in.find("headers")) read_headers(*headers, options, faults);
  for (auto& [name, value] : options.headers)
    webhook.headers.emplace_back(std::move(name), Secret(std::move(value)));
  read_template_file(in, "template", webhook.body, faults);
  in.text_or_null("content_type", webhook.content_type);
  read_file_path(in, "ca_file", webhook.ca_file, faults);
  in.duration("timeout", webhook.timeout, std::chrono::seconds(1));
  return webhook;
}

// The host of smtp://HOST[:PORT] and smtps://…; "" where it is no such address.
std::string smtp_host(std::string_view text) {
  if (!text.starts_with("smtp://") && !text.starts_with("smtps://")) return {};
  text.remove_prefix(text.find("//") + 2);
  const auto url = parse_url("http://" + std::string(text));
  const bool is_plain = url && url->username.empty() && url->password.empty() && !url->query &&
                        !url->fragment && url->path == "/";
  return is_plain ? url->host : std::string();
}

void read_smtp(const MapReader& in, EmailChannel& email, Faults& faults) {
  in.text("smtp", email.smtp);
  const auto host = smtp_host(email.smtp);
  if (host.empty() && !email.smtp.empty()) {
    faults.add(in.find("smtp")->content,
               fmt::format("smtp: '{}' is not a mail server's address", email.smtp),
               "write smtps://mail.example.org or smtp://mail.example.org:587; the user and the "
               "password stand in keys of their own");
  }
  in.text("user", email.user);
  email.password = optional_secret(in, "password", faults);
  // A password does not travel in the clear unless that is asked for.
  const bool is_here = host == "localhost" || host == "[::1]" || host.starts_with("127.");
  email.tls =
      email.user.empty() || is_here ? EmailChannel::Tls::offered : EmailChannel::Tls::required;
  static constexpr EmailChannel::Tls choices[] = {
      EmailChannel::Tls::required, EmailChannel::Tls::offered, EmailChannel::Tls::none};
  if (const auto tls = in.choice("tls", {"required", "offered", "none"})) email.tls = choices[*tls];
}

bool is_mail_address(std::string_view address) {
  const auto at = address.rfind('@');
  return at != std::string_view::npos && at > 0 && at + 1 < address.size() &&
         std::none_of(address.begin(), address.end(), [](char c) {
           return static_cast<unsigned char>(c) <= ' ' || c == '\x7F' ||
                  std::string_view("<>(),;:\\\"").find(c) != std::string_view::npos;
         });
}

void check_addresses(const MapReader& in, std::string_view key,
                     const std::vector<std::string>& addresses, Faults& faults) {
  for (const auto& address : addresses) {
    if (is_mail_address(address)) continue;
    faults.add(in.find(key)->content, fmt::format("{}: '{}' is not a mail address", key, address),
               "write it like a@example.org");
  }
}

EmailChannel read_email(const Node& node, const std::string& where, Faults& faults) {
  const MapReader in(node, "channel email", where, faults);
  require_keys(in, {"smtp", "from", "to"}, where, faults);
  EmailChannel email;
  read_smtp(in, email, faults);
  in.text("from", email.from);
  in.texts("to", email.to);
  if (!email.from.empty()) check_addresses(in, "from", {email.from}, faults);
  check_addresses(in, "to", email.to, faults);
  if (in.find("to") && email.to.empty())
    faults.add(in.find("to")->at, "to is empty", "name who gets the mail: [lab@example.org]");
  in.text_or_null("subject", email.subject);
  read_template_file(in, "text", email.text, faults);
  read_template_file(in, "html", email.html, faults);
  read_file_path(in, "ca_file", email.ca_file, faults);
  in.duration("timeout", email.timeout, std::chrono::seconds(1));
  return email;
}

}  // namespace

std::optional<Channel> read_channel(const Node& name, const Node& node, Faults& faults) {
  if (node.is(Node::Kind::broken)) return std::nullopt;
  const auto where = fmt::format("the channel '{}'", name.text);
  if (!is_id(name.text)) {
    faults.add(name.at,
               fmt::format("'{}' has characters that a channel's name cannot have", name.text),
               "use letters, digits, dot, hyphen and underscore");
    return std::nullopt;
  }
  const Node* type = node.find("type");
  if (!type) {
    faults.add(node.is(Node::Kind::map) ? node.at : name.at, fmt::format("{} has no type", where),
               "add type: email, webhook, exec or log");
    return std::nullopt;
  }
  const auto text = read_text(*type, "type", faults);
  if (!text) return std::nullopt;
  if (*text == "exec") return Channel{name.text, read_exec(node, where, faults), name.at};
  if (*text == "webhook") return Channel{name.text, read_webhook(node, where, faults), name.at};
  if (*text == "email") return Channel{name.text, read_email(node, where, faults), name.at};
  if (*text == "log") {
    const MapReader in(node, "channel log", where, faults);
    return Channel{name.text, LogChannel{}, name.at};
  }
  faults.add(type->content, fmt::format("unknown type of channel '{}'", *text),
             did_you_mean(*text, {"email", "webhook", "exec", "log"}));
  return std::nullopt;
}

}  // namespace paperwatch
