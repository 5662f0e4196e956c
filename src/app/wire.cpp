// SPDX-License-Identifier: MIT
#include "app/wire.hpp"

#include <iterator>
#include <utility>
#include <vector>

#include <paperwatch/recording.hpp>

#include "app/session.hpp"
#include "core/page_options.hpp"

namespace paperwatch {

namespace {

std::vector<std::string> all_secrets(const Config& config) {
  std::vector<std::string> secrets = secrets_of(config.fetch);
  for (const auto& source : config.sources) {
    auto more = secrets_of(options_for(source, source.url));
    secrets.insert(secrets.end(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
  }
  return secrets;
}

std::unique_ptr<Fetcher> unless_refused(Result<std::unique_ptr<Fetcher>> made) {
  if (!made) throw Refusal{wrong_usage, made.error(), {}};
  return std::move(*made);
}

}  // namespace

FetcherMaker fetcher_maker(const WireFolders& wire, const Config& config) {
  if (!wire.replay.empty()) {
    return [folder = wire.replay](FetcherSettings settings, HostMemory&, std::stop_token stop) {
      return unless_refused(make_replaying_fetcher(std::move(settings), folder, std::move(stop)));
    };
  }
  if (wire.record.empty()) return make_fetcher;
  return [record = RecordSettings{wire.record, all_secrets(config)}](
             FetcherSettings settings, HostMemory& hosts, std::stop_token stop) {
    return unless_refused(
        make_recording_fetcher(std::move(settings), hosts, std::move(stop), record));
  };
}

}  // namespace paperwatch
