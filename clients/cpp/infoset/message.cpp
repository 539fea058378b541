#include "message.hpp"

#include <set>

namespace infoset {

RequestError::RequestError(const wire::Error &error)
    : Error(sentence(error)), code(error.code), msg(error.msg), data(error.data),
      retry_ms(error.retry_ms) {}

bool RequestError::may_pass() const {
    static const std::set<std::string> LATER{"rate_limited", "busy", "too_many_inflight", "unavailable", "storage_full"};
    return LATER.count(code) > 0 || retry_ms;
}

std::string RequestError::sentence(const wire::Error &error) {
    std::string text = error.msg + " (" + error.code + ")";
    for (const char *name : {"why", "path", "want"}) {
        if (!text_of(error.data[name]).empty()) text += ": " + text_of(error.data[name]);
    }
    return text;
}

}  // namespace infoset
