// SPDX-License-Identifier: MIT
#include <cassert>
#include <utility>

#include <paperwatch/serve.hpp>

#include "serve/access.hpp"
#include "serve/answer_pool.hpp"
#include "serve/feed_shelf.hpp"
#include "serve/routes.hpp"
#include "serve/traffic.hpp"
#include "serve/wire.hpp"

namespace paperwatch {

namespace {

std::vector<std::string> feed_names(const Config& config) {
  std::vector<std::string> names{"all", "status"};
  for (const auto& source : config.sources) names.push_back(source.id);
  for (const auto& [name, query] : config.queries) names.push_back(name);
  return names;
}

}  // namespace

struct Server::Parts {
  Parts(const Config& config, const Listener& listener, ServeActions what,
        std::function<Time()> now, const ServeLimits& limits)
      : base_url(config.feeds.base_url),
        is_loopback(listener.is_loopback()),
        actions(std::move(what)),
        access(config.serve->token),
        shelf(config.feeds.directory, feed_names(config)),
        pool(config, access, actions, traffic, std::move(now), limits.waiting),
        wire(listener, limits, traffic,
             [this](const WebRequest& request, const Wire::PutOff& put_off) {
               return handle(request, put_off);
             }) {}
  // What was put off is answered before the wire goes.
  ~Parts() {
    wire.drain();
    pool.close();
  }

  std::optional<WebResponse> handle(const WebRequest& request, const Wire::PutOff& put_off) {
    if (!is_known_host(request, is_loopback, base_url)) return misdirected();
    if (auto response = answer_at_once(request, shelf)) return response;
    auto later = put_off();
    if (pool.put(request, std::move(later))) return std::nullopt;
    return unavailable("too many requests wait; try again in a moment");
  }

  std::string base_url;
  bool is_loopback;
  ServeActions actions;
  Access access;
  Traffic traffic;
  FeedShelf shelf;
  AnswerPool pool;
  Wire wire;  // last: its threads use the others
};

Server::Server(const Config& config, const Listener& listener, ServeActions actions,
               std::function<Time()> now, const ServeLimits& limits)
    : parts_(
          std::make_unique<Parts>(config, listener, std::move(actions), std::move(now), limits)) {}
Server::~Server() = default;

}  // namespace paperwatch
