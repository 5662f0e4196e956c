// SPDX-License-Identifier: MIT
// A real store in a folder of its own, and the few ways to fill it that notifying needs.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include <paperwatch/config.hpp>
#include <paperwatch/store.hpp>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "support/render_values.hpp"

namespace paperwatch::test {

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("paperwatch-" + make_uuid())) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

  // An executable shell script; answers its path.
  std::string script(std::string_view name, const std::string& body) const {
    const auto file = path_ / name;
    (void)write_file_atomically(file, "#!/bin/sh\n" + body + "\n");
    ::chmod(file.c_str(), 0755);
    return file.string();
  }
  std::string text(std::string_view name) const {
    auto content = read_file(path_ / name);
    return content ? *content : "";
  }

 private:
  std::filesystem::path path_;
};

struct World {
  Folder folder;
  Config config;
  Time now = at("2026-11-30T10:00:00Z");
  Store store;

  World() : store(folder / "paperwatch.db", Store::Access::write) {
    config.database = folder / "paperwatch.db";
    config.feeds.directory = folder / "feeds";
  }

  void add_channel(std::string name, decltype(Channel::kind) kind) {
    config.channels.push_back({std::move(name), std::move(kind), {}});
  }
  void add_exec(std::string name, std::vector<std::string> command,
                Duration timeout = std::chrono::seconds(30)) {
    add_channel(std::move(name), ExecChannel{std::move(command), timeout});
  }
  void add_source(std::string id) {
    Source source;
    source.title = "Listing " + id;
    source.url = "https://example.org/" + id;
    source.id = std::move(id);
    config.sources.push_back(std::move(source));
  }

  // A visit that shows one new paper; answers its event.
  Event add_paper(const std::string& source, const std::string& key, const std::string& title,
                  std::int64_t year = 2026) {
    Store::Transaction transaction(store);
    PaperWrite write;
    write.key = key;
    write.new_keys = {key};
    write.version = Fields{{"title", title}, {"year", year}, {"abstract", "About " + title}};
    write.here.fields = *write.version;
    const auto visit = add_visit(source);
    const auto paper = store.write_papers(visit, source, now, {write}).at(0);
    auto event = paper_event(EventKind::paper_new, title);
    event.paper->id = paper;
    event.paper->key = key;
    event.source = source;
    const auto stored = add(std::move(event), visit);
    transaction.commit();
    return stored;
  }

  // A visit that shows the paper of `before` with another title; a silent one, which tells nobody,
  // with another abstract, too.
  void retitle(const Event& before, const std::string& title, bool silent = false) {
    Store::Transaction transaction(store);
    const auto paper = before.paper->id;
    PaperWrite write;
    write.paper = paper;
    write.key = before.paper->key;
    write.version = store.known(before.source, {paper}).at(0).fields;
    write.version->insert_or_assign("title", title);
    if (silent) write.version->insert_or_assign("abstract", "About " + title);
    write.here.fields = *write.version;
    const auto visit = add_visit(before.source);
    store.write_papers(visit, before.source, now, {write});
    if (!silent) {
      auto event = before;
      event.kind = EventKind::paper_changed;
      event.paper->title = title;
      event.changes = {{"title", before.paper->title, title}};
      add(std::move(event), visit);
    }
    transaction.commit();
  }

  // A visit of a further source that lists the paper of `before`.
  void list_also(const Event& before, const std::string& source) {
    Store::Transaction transaction(store);
    PaperWrite write;
    write.paper = before.paper->id;
    write.key = before.paper->key;
    write.here.fields = store.known(source, {write.paper}).at(0).fields;
    const auto visit = add_visit(source);
    store.write_papers(visit, source, now, {write});
    auto event = before;
    event.source = source;
    event.also = {before.source};
    add(std::move(event), visit);
    transaction.commit();
  }

  Event add_trouble(const std::string& source, EventKind kind, const std::string& message) {
    Store::Transaction transaction(store);
    auto event = source_event(kind);
    event.source = source;
    event.message = message;
    const auto stored = add(std::move(event), add_visit(source));
    transaction.commit();
    return stored;
  }

  // An event that is owed to the channels; answers it.
  Event owe(const std::vector<std::string>& channels, const std::string& source = "hoefler") {
    const auto event = add_trouble(source, EventKind::source_stale, "stale");
    for (const auto& channel : channels) store.queue(event, {channel, now});
    return event;
  }

 private:
  VisitId add_visit(const std::string& source) {
    VisitRow visit;
    visit.source = source;
    visit.started = visit.finished = now;
    visit.outcome = Outcome::complete;
    return store.insert_visit(visit);
  }
  Event add(Event event, VisitId visit) {
    event.id = 0;
    event.visit = visit;
    event.at = now;
    return store.insert_events({std::move(event)}).at(0);
  }
};

}  // namespace paperwatch::test
