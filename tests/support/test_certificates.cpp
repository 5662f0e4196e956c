// SPDX-License-Identifier: MIT
#include "support/test_certificates.hpp"

#include <stdexcept>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

namespace paperwatch::test {

namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using X509Ptr = std::unique_ptr<X509, decltype(&X509_free)>;
using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;

Key make_key() {
  return {EVP_EC_gen("P-256"), &EVP_PKEY_free};
}

std::string text_of(const Bio& bio) {
  char* data = nullptr;
  const auto size = BIO_get_mem_data(bio.get(), &data);
  return {data, static_cast<std::size_t>(size)};
}

std::string pem_of(X509* certificate) {
  const Bio bio(BIO_new(BIO_s_mem()), &BIO_free);
  PEM_write_bio_X509(bio.get(), certificate);
  return text_of(bio);
}

std::string pem_of(EVP_PKEY* key) {
  const Bio bio(BIO_new(BIO_s_mem()), &BIO_free);
  PEM_write_bio_PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
  return text_of(bio);
}

void extend(X509* certificate, int what, const std::string& value) {
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, what, value.c_str());
  if (extension == nullptr) throw std::invalid_argument("bad extension: " + value);
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

X509Ptr make_certificate(EVP_PKEY* key, const std::string& name, std::chrono::hours valid) {
  X509Ptr made(X509_new(), &X509_free);
  X509_set_version(made.get(), X509_VERSION_3);
  // Clients refuse two certificates of one issuer with the same number.
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(made.get()), static_cast<std::uint64_t>(now));
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(valid).count();
  X509_gmtime_adj(X509_getm_notBefore(made.get()), -48 * 3600);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), seconds);
  X509_set_pubkey(made.get(), key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(made.get()), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  return made;
}

}  // namespace

struct CertificateAuthority::Parts {
  Key key = make_key();
  X509Ptr certificate =
      make_certificate(key.get(), "paperwatch test authority", std::chrono::hours(24));
};

CertificateAuthority::CertificateAuthority() : parts_(std::make_unique<Parts>()) {
  X509* own = parts_->certificate.get();
  X509_set_issuer_name(own, X509_get_subject_name(own));
  extend(own, NID_basic_constraints, "critical,CA:TRUE");
  extend(own, NID_key_usage, "critical,keyCertSign,cRLSign");
  X509_sign(own, parts_->key.get(), EVP_sha256());
}

CertificateAuthority::~CertificateAuthority() = default;

std::string CertificateAuthority::pem() const {
  return pem_of(parts_->certificate.get());
}

Certificate CertificateAuthority::issue(const std::string& names, std::chrono::hours valid) const {
  const Key key = make_key();
  const X509Ptr made = make_certificate(key.get(), "paperwatch test", valid);
  X509_set_issuer_name(made.get(), X509_get_subject_name(parts_->certificate.get()));
  extend(made.get(), NID_subject_alt_name, names);
  X509_sign(made.get(), parts_->key.get(), EVP_sha256());
  return {pem_of(made.get()), pem_of(key.get())};
}

}  // namespace paperwatch::test
