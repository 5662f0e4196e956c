// SPDX-License-Identifier: MIT
// try: a workbench for rules. Changes nothing.
#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <iterator>
#include <mutex>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/proposal.hpp"
#include "app/signals.hpp"
#include "app/trial.hpp"
#include "app/trial_report.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "base/url.hpp"
#include "base/url_parts.hpp"
#include "core/page_options.hpp"

namespace paperwatch {

namespace {

struct TryArguments {
  std::string target, use_template, source, url;
  std::optional<VisitId> visit;  // whose archived page is read
  int page = 1;
  bool tree = false, suggest = false;
};

// file:///home/me/page.html as a browser shows it; anything else as it is.
std::string without_file_scheme(const std::string& target) {
  for (const char* prefix : {"file://localhost/", "file:///", "file:/"}) {
    if (target.starts_with(prefix))
      return percent_decode(target.substr(std::string_view(prefix).size() - 1));
  }
  return target;
}

bool is_url(const std::string& text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

// The configuration, if there is one: `try` works without.
std::optional<Config> load_if_any(const Session& session) {
  if (!session.config_file && !find_config(std::nullopt)) return std::nullopt;
  return session.load_to_try();
}

Source rules_by_template(const Config* config, const std::string& name) {
  if (config) {
    if (const auto found = config->templates.find(name); found != config->templates.end())
      return found->second;
  }
  if (auto source = builtin_template(name)) return std::move(*source);
  std::vector<std::string> known{"feed"};
  for (std::size_t i = 0; config && i < config->templates.size(); ++i)
    known.push_back(std::next(config->templates.begin(), static_cast<std::ptrdiff_t>(i))->first);
  throw Refusal{
      wrong_usage,
      {"usage", fmt::format("no template '{}'", name),
       did_you_mean(name, known) + "; others come from files named in include:, such as those of "
                                   "/usr/share/paperwatch/seeds/"},
      {}};
}

const Source* source_for_url(const Config& config, const std::string& url) {
  for (const auto& source : config.sources) {
    if (source.url == url) return &source;
  }
  return config.sources.size() == 1 ? &config.sources.front() : nullptr;
}

// Rules that need no knowledge of a page: enough to look at its tree.
Source whole_page() {
  Source source;
  source.extract.edit().record.select = {Selector::Language::css, ":root", {}};
  return source;
}

// Which rules a target is read with: those asked for, its own, those of the only source there is.
Source rules_for(const TryArguments& arguments, const Config* config) {
  if (!arguments.use_template.empty()) return rules_by_template(config, arguments.use_template);
  if (!arguments.source.empty()) {
    if (!config)
      throw Refusal{
          wrong_usage, {"usage", "--source needs a configuration", "name it with --config"}, {}};
    return find_source(*config, arguments.source);
  }
  if (config) {
    if (const auto* source = config->find(arguments.target)) return *source;
    if (const auto* source = source_for_url(*config, arguments.target)) return *source;
  }
  if (arguments.tree) return whole_page();
  throw Refusal{wrong_usage,
                {"usage", fmt::format("which rules is {} to be read with?", arguments.target),
                 "add --source S for a source's rules, --template T for a template's, "
                 "--template feed for a feed, or --suggest to have rules proposed"},
                {}};
}

// A target that is neither an address, nor a source, nor a file.
void check_target(const std::string& target, const Config* config) {
  std::error_code error;
  if (is_url(target) || (config && config->find(target))) return;
  if (std::filesystem::exists(target, error)) return;
  std::vector<std::string> known;
  for (std::size_t i = 0; config && i < config->sources.size(); ++i)
    known.push_back(config->sources[i].id);
  const auto near = nearest(target, known);
  throw Refusal{
      wrong_usage,
      {"usage", fmt::format("there is no file and no source '{}'", target),
       !near.empty()   ? fmt::format("did you mean '{}'? known: {}", near, join(known, ", "))
       : known.empty() ? "an address begins with https://; a source needs a "
                         "configuration (--config)"
                       : "known: " + join(known, ", ") + "; an address begins with https://"},
      {}};
}

Trial fetch_page(const Source& source) {
  const Signals signals;
  const auto hosts = make_host_memory();
  auto fetcher = make_fetcher({1, std::chrono::seconds(10), wall_now}, *hosts, signals.stop());
  std::mutex mutex;
  std::condition_variable answered;
  std::optional<Fetcher::Answer> answer;
  const auto page = first_page_of(source);
  fetcher->fetch({page, {}, options_for(source, page)}, [&](Fetcher::Answer got) {
    const std::lock_guard lock(mutex);
    answer = std::move(got);
    answered.notify_one();
  });
  std::unique_lock lock(mutex);
  answered.wait(lock, [&] { return answer.has_value(); });
  if (auto* error = std::get_if<FetchError>(&*answer))
    throw Refusal{source_failed, error->error, {}};
  auto& response = std::get<FetchResponse>(*answer);
  return {page, response.url, std::move(response.body), response.content_type,
          response.length_known};
}

Trial read_page(const std::string& file, const Source& source, const std::string& url) {
  auto body = read_file(file);
  if (!body) throw Refusal{wrong_usage, body.error(), {}};
  const std::string base = !url.empty() ? url : source.url;
  return {base, base, std::move(*body), "", true};
}

Trial have_page(const TryArguments& arguments, const Source& source, bool is_source) {
  const bool from_web = is_source || is_url(arguments.target);
  return from_web ? fetch_page(source) : read_page(arguments.target, source, arguments.url);
}

// A page as a visit got it; of several readings of one page the last.
Trial archived_page(Store& store, const TryArguments& arguments) {
  const auto evidence = store.evidence(*arguments.visit);
  const auto page = std::find_if(evidence.rbegin(), evidence.rend(), [&](const PageEvidence& read) {
    return read.number == arguments.page;
  });
  if (page == evidence.rend()) {
    throw Refusal{wrong_usage,
                  {"usage",
                   evidence.empty()
                       ? fmt::format("visit {} left no pages", *arguments.visit)
                       : fmt::format("visit {} read no page {}", *arguments.visit, arguments.page),
                   "visits that brought nothing new leave none; see `paperwatch explain`"},
                  {}};
  }
  auto body = store.archived(page->body_hash);
  if (!body) {
    throw Refusal{wrong_usage,
                  {"usage", page->url + " is no longer in the archive",
                   "`archive: {keep, max_size}` say how long pages are kept"},
                  {}};
  }
  return {page->url, page->final_url, std::move(*body), page->content_type, true};
}

constexpr const char* no_address =
    "The file's own address is not known: say --url ADDRESS, or replace https://example.org/ below";

int suggest(const Session& session, const TryArguments& arguments) {
  const auto config = load_if_any(session);
  check_target(arguments.target, config ? &*config : nullptr);
  const auto* known = config ? config->find(arguments.target) : nullptr;
  Source source;
  if (known) source = *known;
  if (config && !known) source.fetch = config->fetch;
  if (is_url(arguments.target)) source.url = arguments.target;
  const bool is_placeless = source.url.empty() && arguments.url.empty();
  if (is_placeless) source.url = "https://example.org/";
  const Trial trial = have_page(arguments, source, known != nullptr);
  const auto proposals = proposals_for(trial);
  if (session.json) {
    auto json = proposals_json(proposals, trial.final_url);
    if (is_placeless) json["warnings"] = Json::array({no_address});
    session.print_json(json);
  } else {
    if (is_placeless) session.print(fmt::format("# {}\n", no_address));
    session.print(proposals_text(proposals));
  }
  return done;
}

void print_trial(const Session& session, const Source& source, const Trial& trial,
                 const Listing& listing, const std::optional<Problem>& problem) {
  const PageBytes page{trial.body, trial.final_url, trial.content_type};
  const auto offers = offer_lines(metadata_offers(source.extract, page, listing));
  const auto notes = notes_on(source, trial, listing);
  if (session.json) {
    auto json = try_json(listing, trial.final_url);
    json["offers"] = offers;
    json["notes"] = notes;
    session.print_json(json);
    return;
  }
  print_listing(session, source, trial, listing, notes, offers);
  if (!problem) return;
  session.print(
      fmt::format("a visit would be quarantined: {}\n  {}\n", problem->code, problem->hint));
}

Extractor extractor_of(const Source& source) {
  std::vector<RuleFault> faults;
  auto extractor = Extractor::compile(source.extract, source.pages, faults);
  if (!extractor)
    throw Refusal{wrong_usage, {"config", faults.front().message, faults.front().hint}, {}};
  return std::move(*extractor);
}

int show_trial(const Session& session, const TryArguments& arguments, const Source& source,
               const Extractor& extractor, const Trial& trial) {
  if (arguments.tree) {
    const auto outline = extractor.outline({trial.body, trial.final_url, trial.content_type});
    if (!outline) throw Refusal{source_failed, outline.error(), {}};
    session.print(*outline);
    return done;
  }
  auto listing = extractor.extract({trial.body, trial.final_url, trial.content_type});
  if (!listing) throw Refusal{source_failed, listing.error(), {}};

  const auto problem = problem_of_trial(source, extractor, trial, *listing);
  if (problem) listing->warnings.push_back(problem->message);
  print_trial(session, source, trial, *listing, problem);
  return problem ? source_failed : done;
}

// A page of the archive is read with the rules of its visit's source, if no others are named.
int try_archived(const Session& session, TryArguments arguments) {
  const Config config = session.load_to_read();
  Store store = session.open(config, Store::Access::read);
  const auto visit = store.visit(*arguments.visit);
  if (!visit) {
    throw Refusal{wrong_usage,
                  {"usage", fmt::format("no visit {}", *arguments.visit),
                   "see `paperwatch review` and `paperwatch explain`"},
                  {}};
  }
  if (arguments.source.empty() && arguments.use_template.empty()) arguments.source = visit->source;
  const Source source = rules_for(arguments, &config);
  return show_trial(session, arguments, source, extractor_of(source),
                    archived_page(store, arguments));
}

int try_page(const Session& session, const TryArguments& arguments) {
  if (arguments.visit) return try_archived(session, arguments);
  if (arguments.target.empty()) {
    throw Refusal{wrong_usage,
                  {"usage", "what is to be tried?",
                   "name an address, a file or a source, or a visit with --from-archive"},
                  {}};
  }
  const auto config = load_if_any(session);
  check_target(arguments.target, config ? &*config : nullptr);
  Source source = rules_for(arguments, config ? &*config : nullptr);
  const bool is_source = config && config->find(arguments.target);
  if (!is_source && is_url(arguments.target)) {
    // Another site may be read with a source's rules, but is not told its secrets.
    source.fetch = options_for(source, arguments.target);
    source.url = arguments.target;
  }
  if (config && source.id.empty()) source.fetch = config->fetch;

  const Extractor extractor = extractor_of(source);
  return show_trial(session, arguments, source, extractor, have_page(arguments, source, is_source));
}

}  // namespace

void add_try(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(
      app, session, "try", "fetch or read one page and show what each rule finds; changes nothing",
      "paperwatch try https://arxiv.org/list/cs.DC/recent --template arxiv-list");
  auto arguments = std::make_shared<TryArguments>();
  command->add_option("TARGET", arguments->target,
                      "an address, a file, or a source of the configuration");
  command->add_option("-t,--template", arguments->use_template,
                      "read it with this template's rules");
  command->add_option("-s,--source", arguments->source, "read it with this source's rules");
  command->add_option("--url", arguments->url,
                      "the address a file came from; relative links start there");
  auto* visit = command
                    ->add_option("--from-archive", arguments->visit,
                                 "read a page that this visit left in the archive")
                    ->check(whole_number());
  command->add_option("--page", arguments->page, "which of its pages (default: the first)")
      ->check(whole_number())
      ->needs(visit);
  command->add_flag("--tree", arguments->tree, "print the tree around the first record");
  command->add_flag("--suggest", arguments->suggest,
                    "propose rules for a page that nobody described yet, as YAML");
  command->callback([&session, &status, arguments] {
    arguments->target = without_file_scheme(arguments->target);
    status = arguments->suggest ? suggest(session, *arguments) : try_page(session, *arguments);
  });
}

}  // namespace paperwatch
