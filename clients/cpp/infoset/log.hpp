// The log: warnings on stderr, and everything in a file of your own where one is named.

#pragma once

#include <iosfwd>
#include <memory>
#include <string>

namespace infoset {

class Log {
  public:
    static Log &get();
    // Adds a file; raises CommandError where it cannot be written.
    void open(const std::string &path);
    void warn(const std::string &text) { write(text, true); }
    void info(const std::string &text) { write(text, is_verbose); }

    bool is_verbose = false;

  private:
    Log();
    ~Log();
    void write(const std::string &text, bool is_shown);

    std::unique_ptr<std::ofstream> file_;  // nothing: there is none
};

// Untrusted text as one line without control characters, fit for a terminal.
std::string clean(std::string text);

}  // namespace infoset
