#include "log.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>

#include "errors.hpp"

namespace infoset {

Log::Log() = default;

Log::~Log() = default;

Log &Log::get() {
    static Log log;
    return log;
}

void Log::open(const std::string &path) {
    file_ = std::make_unique<std::ofstream>(path, std::ios::app);
    if (!*file_) throw CommandError("log file " + path + ": " + std::strerror(errno));
}

void Log::write(const std::string &text, bool is_shown) {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    std::array<char, 32> stamp{};
    std::strftime(stamp.data(), stamp.size(), "%H:%M:%S ", &parts);
    if (is_shown) std::cerr << stamp.data() << text << std::endl;
    if (file_) *file_ << stamp.data() << text << std::endl;
}

std::string clean(std::string text) {
    for (char &character : text) {
        if (static_cast<unsigned char>(character) < 0x20 || character == 0x7F) character = ' ';
    }
    return text;
}

}  // namespace infoset
