// SPDX-License-Identifier: MIT
// export and backup: everything that is known, to take away.
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include <paperwatch/transfer.hpp>

#include "app/commands.hpp"
#include "base/growing_file.hpp"
#include "base/url_parts.hpp"
#include "render/opml.hpp"

namespace paperwatch {

namespace {

struct ExportArguments {
  std::string file, format;
  bool with_archive = false, force = false;
};

// What stands there may be an older export, or something else that nobody wants to lose.
void refuse_to_overwrite(const ExportArguments& arguments) {
  std::error_code error;
  const auto kind = std::filesystem::status(arguments.file, error).type();
  if (arguments.file == "-" || kind == std::filesystem::file_type::not_found) return;
  if (kind != std::filesystem::file_type::regular) {
    throw Refusal{
        wrong_usage,
        {"usage", arguments.file + " is no regular file", "name a file, or - for standard output"},
        {}};
  }
  if (arguments.force || std::filesystem::is_empty(arguments.file, error)) return;
  throw Refusal{wrong_usage,
                {"usage", arguments.file + " exists already and was left alone",
                 "name another file, or say --force to replace it"},
                {}};
}

// A file that is whole or not there, or standard output.
class Output {
 public:
  Output(const Session& session, const std::string& name) : session_(session) {
    if (name != "-") file_.emplace(name);
  }
  void write(std::string_view text) {
    if (!file_) return session_.print(text);
    check(file_->write(text));
  }
  void finish() {
    if (file_) check(file_->finish());
  }

 private:
  static void check(const Result<Done>& result) {
    if (!result) throw Refusal{wrong_usage, result.error(), {}};
  }

  const Session& session_;
  std::optional<GrowingFile> file_;
};

std::string file_url(const std::filesystem::path& file) {
  const auto whole = std::filesystem::absolute(file).lexically_normal();
  return "file://" + percent_encode(whole.string(), "/-._~");
}

// The feeds in the order in which a reader wants them: sources, searches, the rest.
std::vector<OpmlFeed> feeds_of(const Config& config) {
  const auto address = [&](const std::string& name) {
    const auto& base = config.feeds.base_url;
    return base.empty() ? file_url(config.feeds.directory / (name + ".atom"))
                        : base + "feeds/" + name + ".atom";
  };
  std::vector<OpmlFeed> feeds;
  for (const auto& source : config.sources)
    feeds.push_back({source.title.empty() ? source.id : source.title, address(source.id),
                     without_login(source.url)});
  for (const auto& [name, query] : config.queries) feeds.push_back({name, address(name), ""});
  feeds.push_back({"All papers", address("all"), config.feeds.base_url});
  feeds.push_back({"State of the sources", address("status"), config.feeds.base_url});
  return feeds;
}

bool wants_opml(const ExportArguments& arguments) {
  if (!arguments.format.empty()) return arguments.format == "opml";
  return std::filesystem::path(arguments.file).extension() == ".opml";
}

std::size_t rows_of(const HistoryTally& tally) {
  std::size_t rows = 0;
  for (const auto& [table, count] : tally) rows += count;
  return rows;
}

int export_command(const Session& session, const ExportArguments& arguments) {
  const Config config = session.load_to_read();
  const bool is_opml = wants_opml(arguments);
  if (is_opml && arguments.with_archive)
    throw Refusal{
        wrong_usage,
        {"usage", "--with-archive is for the history, not for OPML", "leave one of them out"},
        {}};
  refuse_to_overwrite(arguments);
  Output out(session, arguments.file);
  std::string what;
  if (is_opml) {
    const auto feeds = feeds_of(config);
    out.write(render_opml("Feeds of paperwatch", feeds));
    what = counted(feeds.size(), "feed");
  } else {
    const auto pages = arguments.with_archive ? RawPages::take_along : RawPages::leave_out;
    const auto tally =
        export_history(config.database, pages, [&](std::string_view line) { out.write(line); });
    what = counted(rows_of(tally), "row");
  }
  out.finish();
  if (arguments.file != "-") session.say(fmt::format("{}: {}\n", arguments.file, what));
  return done;
}

// Before the database is opened, which is none of the matter.
void check_folder_of(const std::filesystem::path& file) {
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  std::error_code error;
  if (std::filesystem::is_directory(folder, error) && ::access(folder.c_str(), W_OK | X_OK) == 0)
    return;
  const auto why = std::filesystem::is_directory(folder, error)
                       ? fmt::format("{} is not writable for this user", folder.string())
                       : fmt::format("there is no folder {}", folder.string());
  throw Refusal{no_database,
                {"io", fmt::format("cannot write {}: {}", file.string(), why),
                 "make the folder, or name a file in another"},
                {}};
}

int backup(const Session& session, const std::string& file) {
  const Config config = session.load_to_read();
  if (std::filesystem::exists(file))
    throw Refusal{wrong_usage,
                  {"usage", fmt::format("{} exists already and was left alone", file),
                   "name a file that does not exist; a backup never overwrites"},
                  {}};
  if (!std::filesystem::exists(config.database))
    throw Refusal{wrong_usage,
                  {"usage", config.database.string() + " is not there yet",
                   "the first visit makes it: paperwatch sync"},
                  {}};
  check_folder_of(file);
  Store(config.database, Store::Access::read).backup(file);
  session.say(fmt::format("{}: a whole copy, checked\n", file));
  return done;
}

}  // namespace

void add_export(CLI::App& app, Session& session, int& status) {
  auto* command =
      add_command(app, "export", "write the whole history as JSON Lines, or the feeds as OPML",
                  "paperwatch export history.jsonl");
  auto arguments = std::make_shared<ExportArguments>();
  command->add_option("FILE", arguments->file, "where to; - is standard output")->required();
  command->add_option("--format", arguments->format, "jsonl or opml (default: by the file's name)")
      ->check(CLI::IsMember({"jsonl", "opml"}));
  command->add_flag("--with-archive", arguments->with_archive, "the raw pages too");
  command->add_flag("--force", arguments->force, "replace FILE if it exists");
  command->callback(
      [&session, &status, arguments] { status = export_command(session, *arguments); });
}

void add_backup(CLI::App& app, Session& session, int& status) {
  auto* command = add_command(app, "backup",
                              "copy the database, also while the daemon runs, and check the copy",
                              "paperwatch backup /backup/paperwatch-$(date +%F).db");
  auto file = std::make_shared<std::string>();
  command->add_option("FILE", *file, "a file that does not exist yet")->required();
  command->callback([&session, &status, file] { status = backup(session, *file); });
}

}  // namespace paperwatch
