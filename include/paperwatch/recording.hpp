// SPDX-License-Identifier: MIT
// HTTP exchanges kept in a folder, and played again without a network: for tests and reports of
// bugs. docs/fetching.md, "Recording", describes the files.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <paperwatch/fetch.hpp>
#include <paperwatch/result.hpp>

namespace paperwatch {

// The texts in these options that are for the server alone: logins, tokens, cookies, the proxy's
// login, values of headers other than those that are known to say nothing secret. Texts too
// short to be told from words of a page are left out.
std::vector<std::string> secrets_of(const FetchOptions& options);

struct RecordSettings {
  std::filesystem::path folder;      // made if need be; has to be empty
  std::vector<std::string> secrets;  // taken out wherever they appear
};

// The fetcher of make_fetcher, which writes each exchange to a file of its own. It believes no
// robots.txt that was read before it began, so that the recording is whole. A file that cannot be
// written is logged and ends the recording, not the fetching. Errors: "usage", "io".
Result<std::unique_ptr<Fetcher>> make_recording_fetcher(FetcherSettings settings, HostMemory& hosts,
                                                        std::stop_token stop,
                                                        RecordSettings record);

// Answers from the exchanges in `folder`, each address its own in their order and then its last
// again; without waits and without connections. An address that was not recorded is an error
// that says so ("connect"). Of `settings` it heeds none but what decides: patience and the clock.
// Errors: "io".
Result<std::unique_ptr<Fetcher>> make_replaying_fetcher(FetcherSettings settings,
                                                        const std::filesystem::path& folder,
                                                        std::stop_token stop);

}  // namespace paperwatch
