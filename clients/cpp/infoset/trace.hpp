// What a bot was shown, what it thought and what it did, in a file for each match: for `infoset trace`, and tests.

#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "turn.hpp"

namespace infoset {

// Writes the trace of one match. Every line is on its way to the disk when the call returns; a CommandError says why it
// is not.
class Trace {
  public:
    // Opens `MATCH-seatN.ndjson` in the folder, which is made if it is missing; `start` is the `match_start`.
    Trace(const std::string &folder, const Json &start);
    Trace(const Trace &) = delete;
    Trace &operator=(const Trace &) = delete;
    ~Trace();

    // What the bot was told; `ver` is that of its view afterwards.
    void events(const std::vector<Plain> &items, std::int64_t ver);
    // A question, and what came of it; nothing leaves it open.
    void decided(const Turn &turn, const std::optional<Choice> &choice, double took_s);
    // The end: nothing follows.
    void over(const MatchResult &result);

  private:
    void put(const Json &line);
    CommandError failed() const;

    std::string folder_;
    std::string match_id_;
    std::FILE *file_ = nullptr;
};

}  // namespace infoset
