// SPDX-License-Identifier: MIT
#include "support/foreign_server.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.hpp"
#include "support/socket.hpp"

namespace paperwatch::test {

namespace {

bool takes_connections(int port) {
  const Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return ::connect(socket.fd(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
}

}  // namespace

std::filesystem::path find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  for (const auto& folder : split(std::string(path ? path : "") + ":/usr/sbin:/sbin", ':')) {
    const auto file = std::filesystem::path(folder) / name;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

int free_port() {
  return port_of(listen_on("127.0.0.1", 0));
}

ForeignServer::ForeignServer(const std::filesystem::path& program,
                             const std::vector<std::string>& arguments, int port) {
  const auto log = (folder_ / "log").string();
  std::vector<std::string> texts{program.string()};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> words;
  for (auto& text : texts) words.push_back(text.data());
  words.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0) {
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
    ::execv(words[0], words.data());
    _exit(127);
  }
  for (int i = 0; i < 500; ++i) {
    if (takes_connections(port)) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  throw std::runtime_error(program.string() + " does not listen: " + this->log());
}

ForeignServer::~ForeignServer() {
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

std::string ForeignServer::log() const {
  std::ifstream in(folder_ / "log");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace paperwatch::test
