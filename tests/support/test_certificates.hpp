// SPDX-License-Identifier: MIT
// A certificate authority made for one test run, and certificates signed by it.
#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace paperwatch::test {

struct Certificate {
  std::string certificate, key;  // PEM
};

class CertificateAuthority {
 public:
  CertificateAuthority();
  ~CertificateAuthority();
  std::string pem() const;
  // `names` as subjectAltName takes them: "DNS:localhost,IP:127.0.0.1". `valid` from now on;
  // a negative span ended already.
  Certificate issue(const std::string& names,
                    std::chrono::hours valid = std::chrono::hours(24)) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace paperwatch::test
