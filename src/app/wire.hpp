// SPDX-License-Identifier: MIT
// Where `sync` gets its answers from: the network, the network with a recording, or a recording.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include <paperwatch/config.hpp>
#include <paperwatch/fetch.hpp>

namespace paperwatch {

using FetcherMaker =
    std::function<std::unique_ptr<Fetcher>(FetcherSettings, HostMemory&, std::stop_token)>;

struct WireFolders {
  std::string record, replay;  // folders, at most one of them; "" none
};

// What is made of it throws Refusal if the folder will not do.
FetcherMaker fetcher_maker(const WireFolders& wire, const Config& config);

}  // namespace paperwatch
