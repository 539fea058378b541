#include "key.hpp"

#include "errors.hpp"

#ifdef INFOSET_TLS

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

namespace infoset {

static std::string base64url(const unsigned char *bytes, std::size_t size) {
    std::string text(4 * ((size + 2) / 3) + 1, '\0');
    text.resize(std::size_t(::EVP_EncodeBlock(reinterpret_cast<unsigned char *>(text.data()), bytes, int(size))));
    std::replace(text.begin(), text.end(), '+', '-');
    std::replace(text.begin(), text.end(), '/', '_');
    while (!text.empty() && text.back() == '=') text.pop_back();
    return text;
}

LoginKey LoginKey::load(const std::string &path) {
    const std::unique_ptr<BIO, decltype(&::BIO_free)> file(::BIO_new_file(path.c_str(), "r"), ::BIO_free);
    if (!file) throw CommandError("key file " + path + ": " + std::strerror(errno));
    char no_password[] = "";
    const std::shared_ptr<EVP_PKEY> key(::PEM_read_bio_PrivateKey(file.get(), nullptr, nullptr, no_password),
                                        ::EVP_PKEY_free);
    ::ERR_clear_error();
    if (!key) throw CommandError("key file " + path + ": expected a private key in PEM form, without a password");
    if (::EVP_PKEY_base_id(key.get()) != EVP_PKEY_ED25519) {
        throw CommandError("key file " + path + ": expected an ed25519 key");
    }
    return LoginKey(key);
}

std::string LoginKey::pub() const {
    std::array<unsigned char, 32> bytes{};
    std::size_t size = bytes.size();
    if (::EVP_PKEY_get_raw_public_key(key_.get(), bytes.data(), &size) != 1) throw std::bad_alloc();
    return base64url(bytes.data(), size);
}

std::string LoginKey::sign(const std::string &text) const {
    const std::unique_ptr<EVP_MD_CTX, decltype(&::EVP_MD_CTX_free)> context(::EVP_MD_CTX_new(), ::EVP_MD_CTX_free);
    std::array<unsigned char, 64> bytes{};
    std::size_t size = bytes.size();
    const auto *data = reinterpret_cast<const unsigned char *>(text.data());
    const bool is_signed = context && ::EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
                           ::EVP_DigestSign(context.get(), bytes.data(), &size, data, text.size()) == 1;
    if (!is_signed) throw std::bad_alloc();  // with a key that was read nothing else can fail
    return base64url(bytes.data(), size);
}

}  // namespace infoset

#else

namespace infoset {

LoginKey LoginKey::load(const std::string &path) {
    throw CommandError("key file " + path + ": keys need OpenSSL; compile with -DINFOSET_TLS, and -lssl -lcrypto");
}

std::string LoginKey::pub() const { return ""; }

std::string LoginKey::sign(const std::string &) const { return ""; }

}  // namespace infoset

#endif
