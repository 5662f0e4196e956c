// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <paperwatch/given_fields.hpp>

#include "base/file.hpp"
#include "config/channels.hpp"
#include "config/faults.hpp"
#include "config/includes.hpp"
#include "config/map_reader.hpp"
#include "config/overlay.hpp"
#include "config/settings.hpp"
#include "config/source.hpp"

namespace paperwatch {

namespace {

// Templates by name, wherever they stand.
class Templates {
 public:
  Templates(const std::vector<Definition>& definitions, Faults& faults)
      : definitions_(definitions), faults_(faults) {}

  std::map<std::string, Source> read_all(const FetchOptions& global);
  // `node` with the template it names below it; nothing if that cannot be had.
  std::optional<Node> applied(const Node& node) { return applied(node, {}); }

 private:
  const Node* find(const std::string& name) const;
  std::optional<Node> applied(const Node& node, std::vector<std::string> seen);
  const Node* whole(const std::string& name, const Node& written, std::vector<std::string> seen);
  std::vector<std::string> names() const;

  const std::vector<Definition>& definitions_;
  std::map<std::string, Node> whole_;  // templates with what they are built upon, when asked for
  Faults& faults_;
};

const Node* Templates::find(const std::string& name) const {
  const auto has_name = [&name](const Definition& definition) {
    return definition.name.text == name;
  };
  const auto found = std::find_if(definitions_.begin(), definitions_.end(), has_name);
  return found == definitions_.end() ? builtin_template_node(name) : &found->value;
}

std::vector<std::string> Templates::names() const {
  std::vector<std::string> names{"feed"};
  for (const auto& definition : definitions_) names.push_back(definition.name.text);
  return names;
}

std::map<std::string, Source> Templates::read_all(const FetchOptions& global) {
  std::map<std::string, Source> templates;
  for (const auto& [name, value] : definitions_) {
    if (builtin_template_node(name.text)) {
      faults_.add(name.at, fmt::format("the template '{}' comes with paperwatch", name.text),
                  "choose another name");
    }
    // With what it is built upon: half a rule may be there.
    const auto all = value.is(Node::Kind::map) ? applied(value) : std::optional(value);
    templates.emplace(name.text, read_template(all ? *all : value, name.text, global, faults_));
  }
  return templates;
}

const Node* Templates::whole(const std::string& name, const Node& written,
                             std::vector<std::string> seen) {
  if (const auto known = whole_.find(name); known != whole_.end()) return &known->second;
  auto made = applied(written, std::move(seen));
  return made ? &whole_.emplace(name, std::move(*made)).first->second : nullptr;
}

std::optional<Node> Templates::applied(const Node& node, std::vector<std::string> seen) {
  const Node* key = node.find("template");
  if (!key || key->is(Node::Kind::broken) || (key->is(Node::Kind::null) && key->lost.empty()))
    return node;
  const auto name = read_text(*key, "template", faults_);
  if (!name) return std::nullopt;
  const Node* below = find(*name);
  if (!below) {
    faults_.add(key->content, fmt::format("unknown template '{}'", *name),
                did_you_mean(*name, names()) +
                    "; others come from files named in include:, such as those of "
                    "/usr/share/paperwatch/seeds/");
    return std::nullopt;
  }
  if (std::find(seen.begin(), seen.end(), *name) != seen.end()) {
    faults_.add(key->content, fmt::format("the template '{}' is built upon itself", *name),
                "remove one `template:`");
    return std::nullopt;
  }
  seen.push_back(*name);
  const Node* base = whole(*name, *below, std::move(seen));
  if (!base) return std::nullopt;
  return base->is(Node::Kind::map) ? lay_over(*base, node) : node;
}

void read_channels(const Definitions& files, Config& config, Faults& faults) {
  for (const auto& [name, value] : files.channels) {
    if (auto channel = read_channel(name, value, faults))
      config.channels.push_back(std::move(*channel));
  }
  for (const auto& node : files.routes) {
    if (auto route = read_route(node, faults)) config.routes.push_back(std::move(*route));
  }
}

void read_queries(const Definitions& files, Config& config, Faults& faults) {
  for (const auto& [name, value] : files.queries) {
    if (value.is(Node::Kind::broken)) continue;
    if (!is_id(name.text) || name.text == "all" || name.text == "status") {
      faults.add(name.at, fmt::format("'{}' cannot be a query's name", name.text),
                 "use letters, digits, dot, hyphen and underscore, and neither all nor status: it "
                 "names a feed");
    } else if (auto query = read_text(value, name.text, faults)) {
      config.queries.emplace(name.text, std::move(*query));
    }
  }
}

// Both become the names of feeds, so they share one space of names.
void check_names(const Definitions& files, const Config& config, Faults& faults) {
  std::map<std::string, Position> seen;
  for (const auto& source : config.sources) {
    if (source.id.empty()) continue;
    const auto [first, fresh] = seen.emplace(source.id, source.at);
    if (fresh) continue;
    faults.add(source.at,
               fmt::format("the id '{}' is taken already in {}:{}", source.id, *first->second.file,
                           first->second.line),
               "ids are unique over all files; give this source another");
  }
  for (const auto& [name, value] : files.queries) {
    if (!seen.contains(name.text)) continue;
    faults.add(name.at, fmt::format("the query '{}' has the name of a source", name.text),
               "both are names of feeds; choose another");
  }
}

// What sources take from a template as it is, read once.
class TemplateRules {
 public:
  // Nothing: the node brings rules of its own, or is the first with this template.
  std::optional<Shared<ExtractRules>> known(const Node& node) const {
    const auto found = by_template_.find(name_of_template(node));
    if (found == by_template_.end()) return std::nullopt;
    return found->second;
  }
  void keep(const Node& node, const Shared<ExtractRules>& rules) {
    if (const auto name = name_of_template(node); !name.empty()) by_template_.emplace(name, rules);
  }

 private:
  static std::string name_of_template(const Node& node) {
    const Node* name = node.find("template");
    const bool has_own = node.find("extract") || node.find("encoding");
    return name && !has_own ? name->text : "";
  }

  std::map<std::string, Shared<ExtractRules>> by_template_;
};

// A source whose template cannot be had is read all the same, for what else is wrong with it.
void read_sources(const Definitions& files, Templates& templates, Config& config, Faults& faults) {
  TemplateRules rules;
  for (const auto& node : files.sources) {
    const auto whole = templates.applied(node);
    auto source = read_source(whole ? *whole : node, config.fetch, rules.known(node), faults);
    if (!source) continue;
    rules.keep(node, source->extract);
    config.sources.push_back(std::move(*source));
  }
}

}  // namespace

LoadedConfig parse_config(std::string_view text, const std::filesystem::path& file,
                          Secrets secrets) {
  Faults faults(secrets);
  const Definitions files = read_files(text, file, faults);
  Config config = default_config(file);
  Faults told(secrets);  // unknown keys of the main file were told when it was read
  if (files.main.is(Node::Kind::map)) {
    read_settings(MapReader(files.main, "configuration", "a configuration", told), config, faults);
  }
  Templates templates(files.templates, faults);
  config.templates = templates.read_all(config.fetch);
  read_sources(files, templates, config, faults);
  read_channels(files, config, faults);
  read_queries(files, config, faults);
  check_names(files, config, faults);
  check_routes(config, faults);

  LoadedConfig loaded{std::nullopt, faults.faults(), faults.warnings(), faults.absent_secrets()};
  if (loaded.faults.empty()) loaded.config = std::move(config);
  return loaded;
}

std::map<std::string, Position> query_positions(const std::filesystem::path& file) {
  std::map<std::string, Position> out;
  Faults told;  // when the configuration was loaded
  const auto text = read_file(file);
  if (!text) return out;
  for (const auto& [name, value] : read_files(*text, file, told).queries)
    out.emplace(name.text, value.content);
  return out;
}

LoadedConfig load_config(const std::filesystem::path& file, Secrets secrets) {
  const auto text = read_file(file);
  if (text) return parse_config(*text, file, secrets);
  return {std::nullopt,
          {{{file.string(), 0, 0},
            text.error().message,
            "`paperwatch init` writes a configuration to start from"}},
          {},
          {}};
}

}  // namespace paperwatch
