// SPDX-License-Identifier: MIT
// libcurl's handles as values that clean up after themselves.
#pragma once

#include <memory>
#include <string>

#include <curl/curl.h>

namespace paperwatch::curl {

// Makes libcurl ready once in the life of the process. Safe from any thread.
void make_ready();

struct CloseEasy {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct CloseMulti {
  void operator()(CURLM* handle) const { curl_multi_cleanup(handle); }
};
struct FreeList {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Easy = std::unique_ptr<CURL, CloseEasy>;
using Multi = std::unique_ptr<CURLM, CloseMulti>;

// A list of header lines.
class Lines {
 public:
  void add(const std::string& line) {
    if (curl_slist* longer = curl_slist_append(list_.get(), line.c_str()); longer != nullptr) {
      static_cast<void>(list_.release());
      list_.reset(longer);
    }
  }
  curl_slist* get() const { return list_.get(); }

 private:
  std::unique_ptr<curl_slist, FreeList> list_;
};

}  // namespace paperwatch::curl
