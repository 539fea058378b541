#pragma once

#include <memory>
#include <string>

struct evp_pkey_st;  // OpenSSL's EVP_PKEY

namespace infoset {

// A private key that logs in without sending a secret: ed25519 in a PEM file, as `infoset token key` writes it.
// It needs the library built with INFOSET_TLS.
class LoginKey {
  public:
    // Raises CommandError.
    static LoginKey load(const std::string &path);

    // The public half, in base64url: what a server must know.
    std::string pub() const;
    // The signature over a text in UTF-8, in base64url.
    std::string sign(const std::string &text) const;

  private:
    explicit LoginKey(std::shared_ptr<evp_pkey_st> key) : key_(std::move(key)) {}

    std::shared_ptr<evp_pkey_st> key_;
};

}  // namespace infoset
