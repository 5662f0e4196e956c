// SPDX-License-Identifier: MIT
#include "serve/wire.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include <microhttpd.h>
#include <sys/resource.h>

#include "base/text.hpp"
#include "serve/acceptor.hpp"
#include "serve/connection_table.hpp"

namespace paperwatch {

namespace {

constexpr auto look_for_late = std::chrono::milliseconds(250);
constexpr auto longest_drain = std::chrono::milliseconds(500);
constexpr std::size_t spare_descriptors = 128;  // database, feeds, fetching
// Connections that are closed but that libmicrohttpd counts a moment longer: it would refuse
// others.
constexpr unsigned leaving = 64;

using HttpResponse = std::unique_ptr<MHD_Response, decltype(&MHD_destroy_response)>;

// One request on its way through.
struct Passage {
  explicit Passage(std::string_view asked) : target(asked) {}

  std::string target;  // of the request line
  WebRequest request;
  std::optional<WebResponse> response;
  enum class Stage { fresh, reading, put_off } stage = Stage::fresh;
};

void split_target(const std::string& target, WebRequest& request) {
  std::string_view rest = target;
  if (const auto scheme = rest.find("://"); !rest.starts_with('/') && scheme != rest.npos) {
    const auto path = rest.find('/', scheme + 3);
    rest = path == rest.npos ? "/" : rest.substr(path);
  }
  const auto question = rest.find('?');
  request.path = rest.substr(0, question);
  if (question != rest.npos) request.query = rest.substr(question + 1);
}

MHD_Result take_header(void* cls, MHD_ValueKind, const char* name, std::size_t name_size,
                       const char* value, std::size_t value_size) {
  auto& headers = *static_cast<std::map<std::string, std::string, std::less<>>*>(cls);
  const std::string_view text(value ? value : "", value ? value_size : 0);
  const auto key = lower_ascii({name, name_size});
  const auto [known, is_new] = headers.try_emplace(key, text);
  if (!is_new) known->second.append(key == "cookie" ? "; " : ", ").append(text);
  return MHD_YES;
}

void forget_body(void* cls) {
  delete static_cast<std::shared_ptr<const std::string>*>(cls);
}

HttpResponse make_http(const WebResponse& response) {
  // The bytes stay where they are; this only keeps them alive.
  auto body = std::make_unique<std::shared_ptr<const std::string>>(response.body);
  auto* bytes = const_cast<char*>((*body)->data());
  const auto size = (*body)->size();
  HttpResponse http(
      MHD_create_response_from_buffer_with_free_callback_cls(size, bytes, forget_body, body.get()),
      &MHD_destroy_response);
  if (!http) return http;
  (void)body.release();
  for (const auto& [name, value] : response.headers) {
    MHD_add_response_header(http.get(), name.c_str(), value.c_str());
  }
  for (const auto& [name, value] : security_headers()) {
    MHD_add_response_header(http.get(), name.c_str(), value.c_str());
  }
  return http;
}

// The same for an answer that is given again and again; the library counts who still sends it.
MHD_Response* kept_http(const WebResponse& response) {
  std::call_once(response.form->once, [&] {
    response.form->made = std::shared_ptr<void>(make_http(response).release(), [](void* made) {
      if (made) MHD_destroy_response(static_cast<MHD_Response*>(made));
    });
  });
  return static_cast<MHD_Response*>(response.form->made.get());
}

// Not more than there are descriptors for.
std::size_t possible_connections(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return wanted;
  const auto descriptors = static_cast<std::size_t>(limit.rlim_cur);
  return std::min(wanted, descriptors > 2 * spare_descriptors ? descriptors - spare_descriptors
                                                              : spare_descriptors);
}

unsigned loops() {
  return std::clamp(std::thread::hardware_concurrency(), 2u, 4u);
}

}  // namespace

struct Wire::Parts {
  Parts(const ServeLimits& limits, Traffic& traffic_counts, Handler what)
      : table(limits, traffic_counts), traffic(traffic_counts), handler(std::move(what)) {}

  static MHD_Result on_accept(void* cls, const sockaddr* address, socklen_t) {
    return static_cast<Parts*>(cls)->table.admits(address) ? MHD_YES : MHD_NO;
  }

  static void on_connection(void* cls, MHD_Connection* connection, void** context,
                            MHD_ConnectionNotificationCode code) {
    auto& table = static_cast<Parts*>(cls)->table;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
      if (*context) table.close(static_cast<ConnectionTable::Connection*>(*context));
      return;
    }
    // The second answer may stand where the first one stood (libmicrohttpd 1.0).
    const int fd =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    const auto* peer = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    *context = table.open(fd, peer->client_addr);
  }

  static void* on_target(void*, const char* target, MHD_Connection*) {
    return std::make_unique<Passage>(target).release();
  }

  static void on_completed(void* cls, MHD_Connection* connection, void** context,
                           MHD_RequestTerminationCode) {
    const std::unique_ptr<Passage> over(static_cast<Passage*>(*context));
    *context = nullptr;
    const auto& limits = static_cast<Parts*>(cls)->table.limits();
    expect(connection, limits.idle + limits.header_deadline, false);
  }

  // What has to happen next, and whether the other side waits for it.
  static void expect(MHD_Connection* connection, Duration due, bool waits) {
    const auto* info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    if (!info || !info->socket_context) return;
    auto* known = static_cast<ConnectionTable::Connection*>(info->socket_context);
    known->due_in(due);
    known->waits(waits);
  }

  // As it came: decoding is for who knows what the parts mean.
  static std::size_t leave_encoded(void*, MHD_Connection*, char* text) { return std::strlen(text); }

  static MHD_Result on_request(void* cls, MHD_Connection* connection, const char*,
                               const char* method, const char*, const char* data, std::size_t* size,
                               void** context) {
    try {
      return static_cast<Parts*>(cls)->take(connection, method, {data, data ? *size : 0}, *size,
                                            *static_cast<Passage*>(*context));
    } catch (const std::exception&) {
      return MHD_NO;  // no memory: the connection is closed
    }
  }

  MHD_Result take(MHD_Connection* connection, const char* method, std::string_view data,
                  std::size_t& size, Passage& passage) {
    switch (passage.stage) {
      case Passage::Stage::fresh:
        return begin(connection, method, passage);
      case Passage::Stage::reading:
        if (data.empty()) return ask(connection, passage);
        if (passage.request.body.size() + data.size() > table.limits().body) return MHD_NO;
        passage.request.body += data;
        size = 0;
        return MHD_YES;
      case Passage::Stage::put_off:
        break;
    }
    return passage.response ? send(connection, *passage.response) : MHD_NO;
  }

  MHD_Result begin(MHD_Connection* connection, const char* method, Passage& passage) {
    expect(connection, table.limits().exchange_deadline, true);
    auto& request = passage.request;
    request.method = method;
    split_target(passage.target, request);
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, take_header, &request.headers);
    const auto length = request.header("content-length");
    if (length.size() > 18 ||
        (!length.empty() &&
         std::strtoull(std::string(length).c_str(), nullptr, 10) > table.limits().body)) {
      return send(connection, text_response(413, "the body is too large"));
    }
    // Also without a body: an answer at this point would end the connection.
    passage.stage = Passage::Stage::reading;
    return MHD_YES;
  }

  MHD_Result ask(MHD_Connection* connection, Passage& passage) {
    passage.stage = Passage::Stage::put_off;
    // Suspended first: the answer may be there before the handler returns.
    bool is_put_off = false;
    const auto later = [connection, &passage](WebResponse response) {
      passage.response = std::move(response);
      MHD_resume_connection(connection);
    };
    auto at_once = handler(passage.request, [&]() -> Answered {
      MHD_suspend_connection(connection);
      is_put_off = true;
      return later;
    });
    if (is_put_off) {
      // Nobody took it after all.
      if (at_once) later(std::move(*at_once));
      return MHD_YES;
    }
    return at_once ? send(connection, *at_once) : MHD_NO;
  }

  MHD_Result send(MHD_Connection* connection, const WebResponse& response) {
    const auto once =
        response.form ? HttpResponse(nullptr, &MHD_destroy_response) : make_http(response);
    auto* http = response.form ? kept_http(response) : once.get();
    if (!http) return MHD_NO;
    traffic.count(response.status);
    return MHD_queue_response(connection, static_cast<unsigned>(response.status), http);
  }

  void watch(std::stop_token stop) {
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
      stopping.wait_for(lock, stop, look_for_late, [] { return false; });
      table.cut_off_late();
    }
  }

  ConnectionTable table;
  Traffic& traffic;
  Handler handler;
  std::unique_ptr<MHD_Daemon, decltype(&MHD_stop_daemon)> daemon{nullptr, &MHD_stop_daemon};
  std::optional<Acceptor> acceptor;  // after what it hands to
  std::mutex mutex;
  std::condition_variable_any stopping;
  std::jthread watcher;
};

Wire::Wire(const Listener& listener, const ServeLimits& limits, Traffic& traffic, Handler handler)
    : parts_(std::make_unique<Parts>(limits, traffic, std::move(handler))) {
  auto* parts = parts_.get();
  const auto connections = static_cast<unsigned>(possible_connections(limits.connections));
  const auto idle = std::chrono::ceil<std::chrono::seconds>(limits.idle);
  parts->daemon.reset(MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC |
          MHD_USE_NO_LISTEN_SOCKET,
      0, &Parts::on_accept, parts, &Parts::on_request, parts, MHD_OPTION_THREAD_POOL_SIZE, loops(),
      MHD_OPTION_CONNECTION_LIMIT, connections + leaving, MHD_OPTION_CONNECTION_TIMEOUT,
      static_cast<unsigned>(idle.count()), MHD_OPTION_CONNECTION_MEMORY_LIMIT, 2 * limits.head,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK, &Parts::on_target, nullptr,
      MHD_OPTION_UNESCAPE_CALLBACK, &Parts::leave_encoded, nullptr, MHD_OPTION_NOTIFY_COMPLETED,
      &Parts::on_completed, parts, MHD_OPTION_NOTIFY_CONNECTION, &Parts::on_connection, parts,
      MHD_OPTION_END));
  if (!parts->daemon) throw std::runtime_error("the HTTP server cannot start");
  parts->acceptor.emplace(
      listener.fd(), [parts, connections] { return parts->table.size() < connections; },
      [parts](int fd, const sockaddr* address, socklen_t size) {
        MHD_add_connection(parts->daemon.get(), fd, address, size);
      });
  parts->watcher = std::jthread([parts](std::stop_token stop) { parts->watch(std::move(stop)); });
}

void Wire::drain() {
  parts_->acceptor->stop();
  const auto give_up = std::chrono::steady_clock::now() + longest_drain;
  while (parts_->table.anybody_waits() && std::chrono::steady_clock::now() < give_up)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

Wire::~Wire() = default;

}  // namespace paperwatch
