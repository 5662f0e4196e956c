// SPDX-License-Identifier: MIT
#include <paperwatch/recording.hpp>

#include "fetch/fetcher.hpp"
#include "fetch/recorder.hpp"

namespace paperwatch {

namespace {

// A memory that has read no robots.txt before now; all else is that of `hosts`.
class FreshRobots : public HostMemory {
 public:
  explicit FreshRobots(HostMemory& hosts) : hosts_(hosts) {}
  Time claim(const std::string& host, Time now, Duration delay, Duration patience) override {
    return hosts_.claim(host, now, delay, patience);
  }
  void hold(const std::string& host, Time until) override { hosts_.hold(host, until); }
  std::optional<Robots> robots(const std::string& host) override { return fresh_->robots(host); }
  void keep_robots(const std::string& host, const Robots& robots) override {
    fresh_->keep_robots(host, robots);
    hosts_.keep_robots(host, robots);
  }

 private:
  HostMemory& hosts_;
  std::unique_ptr<HostMemory> fresh_ = make_host_memory();
};

class RecordingFetcher : public Fetcher {
 public:
  RecordingFetcher(FetcherSettings settings, HostMemory& hosts, std::stop_token stop,
                   RecordSettings record)
      : hosts_(hosts),
        recorder_(std::move(record.folder), Redactor(std::move(record.secrets))),
        fetcher_(std::move(settings), hosts_, std::move(stop), &recorder_) {}
  void fetch(FetchRequest request, std::function<void(Answer)> done) override {
    fetcher_.fetch(std::move(request), std::move(done));
  }

 private:
  FreshRobots hosts_;
  Recorder recorder_;
  CurlFetcher fetcher_;
};

}  // namespace

Result<std::unique_ptr<Fetcher>> make_recording_fetcher(FetcherSettings settings, HostMemory& hosts,
                                                        std::stop_token stop,
                                                        RecordSettings record) {
  if (auto ready = prepare_recording(record.folder); !ready) return fail(ready.error());
  return std::unique_ptr<Fetcher>(std::make_unique<RecordingFetcher>(
      std::move(settings), hosts, std::move(stop), std::move(record)));
}

}  // namespace paperwatch
