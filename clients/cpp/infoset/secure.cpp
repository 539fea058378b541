#include "secure.hpp"

#include "channel.hpp"
#include "errors.hpp"

#ifdef INFOSET_TLS

#include <csignal>
#include <new>

#include <fcntl.h>
#include <poll.h>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

namespace infoset {

// What OpenSSL has to say about its last failure.
static std::string openssl_reason(const char *otherwise) {
    const char *reason = ::ERR_reason_error_string(::ERR_get_error());
    ::ERR_clear_error();
    return reason == nullptr ? otherwise : reason;
}

Secure::Secure(int socket, const std::string &host, const std::string &ca_file, double timeout_s)
    : socket_(socket), timeout_s_(timeout_s), context_(::SSL_CTX_new(::TLS_client_method()), ::SSL_CTX_free) {
    if (!context_) throw std::bad_alloc();
    ::SSL_CTX_set_min_proto_version(context_.get(), TLS1_2_VERSION);
    ::SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
    ::SSL_CTX_set_default_verify_paths(context_.get());
    if (!ca_file.empty() && ::SSL_CTX_load_verify_locations(context_.get(), ca_file.c_str(), nullptr) != 1) {
        throw CommandError("certificate file " + ca_file + ": " + openssl_reason("expected certificates in PEM form"));
    }
    session_.reset(::SSL_new(context_.get()), ::SSL_free);
    if (!session_) throw std::bad_alloc();
    if (::X509_VERIFY_PARAM_set1_ip_asc(::SSL_get0_param(session_.get()), host.c_str()) != 1) {
        ::SSL_set1_host(session_.get(), host.c_str());
        ::SSL_set_tlsext_host_name(session_.get(), host.c_str());
    }
    ::ERR_clear_error();
    std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes without MSG_NOSIGNAL
    ::SSL_set_fd(session_.get(), socket);
    ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) | O_NONBLOCK);
    shake_hands(in_s(timeout_s));
}

void Secure::write(std::string_view data) {
    const auto until = in_s(timeout_s_);
    while (true) {
        const int count = ::SSL_write(session_.get(), data.data(), int(data.size()));
        if (count > 0) return;  // by default it takes all or nothing
        if (!is_worth_waiting(count, until)) throw LinkClosed{openssl_reason("the connection broke"), {}, 0};
    }
}

std::string_view Secure::read(char *data, std::size_t size, Clock::time_point until) {
    while (true) {
        const int count = ::SSL_read(session_.get(), data, int(size));
        if (count > 0) return {data, std::size_t(count)};
        const int why = ::SSL_get_error(session_.get(), count);
        if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) {
            throw LinkClosed{openssl_reason("the connection was closed"), {}, 0};
        }
        if (!wait_for(socket_, why == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT, until)) return {};
    }
}

void Secure::shake_hands(Clock::time_point until) {
    int done = 0;
    while ((done = ::SSL_connect(session_.get())) != 1) {
        if (is_worth_waiting(done, until)) continue;
        const long verdict = ::SSL_get_verify_result(session_.get());
        if (verdict != X509_V_OK) {
            throw LinkClosed{std::string("certificate: ") + ::X509_verify_cert_error_string(verdict), {}, 0};
        }
        throw LinkClosed{openssl_reason("no TLS in time"), {}, 0};
    }
}

bool Secure::is_worth_waiting(int done, Clock::time_point until) {
    const int why = ::SSL_get_error(session_.get(), done);
    if (why == SSL_ERROR_WANT_READ) return wait_for(socket_, POLLIN, until);
    return why == SSL_ERROR_WANT_WRITE && wait_for(socket_, POLLOUT, until);
}

}  // namespace infoset

#else

namespace infoset {

Secure::Secure(int, const std::string &, const std::string &, double) : socket_(-1), timeout_s_(0) {
    throw AddressError("TLS needs OpenSSL: compile with -DINFOSET_TLS, and -lssl -lcrypto, or let `infoset bridge` connect");
}

void Secure::write(std::string_view) {}

std::string_view Secure::read(char *, std::size_t, Clock::time_point) { return {}; }

}  // namespace infoset

#endif
