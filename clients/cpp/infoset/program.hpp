// Programs: the options of a command line, and main() of a bot.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host.hpp"

namespace infoset {

// Where to connect and what to play, from the command line and the environment. Raises CommandError.
struct Options {
    std::string url;
    std::string name;
    std::string token;
    std::optional<LoginKey> key;
    std::string ca_file;
    std::optional<Encoding> encoding;
    std::string log;
    double wait_s = 0;
    bool is_verbose = false;
    bool is_help = false;
    bool has_given_seats = false;  // a server has started us, and knows what we play
    Plan plan;
    std::vector<std::string> others;  // what no option takes; for programs with words of their own

    static constexpr const char *HELP =
        "  --url URL         infoset://HOST:PORT, infosets://, ws://, wss:// or stdio:\n"
        "                    (default: $INFOSET_URL or this machine)\n"
        "  --stdio           play one match on standard input and output, behind `infoset bridge --mode json`\n"
        "  --name NAME       name to play under (default: $INFOSET_NAME)\n"
        "  --token-file F    file with the secret token (default: the token in $INFOSET_TOKEN, else a guest)\n"
        "  --key-file F      file with the private key to log in with instead (needs -DINFOSET_TLS)\n"
        "  --ca-file F       certificates to trust beside the usual authorities, under TLS\n"
        "  --encoding NAME   json (default) or msgpack\n"
        "  --wait SECONDS    keep trying this long while the server cannot be reached (to come back, ten minutes at least)\n"
        "  --seek GAME       be paired with whoever seeks the same game\n"
        "  --seats N         with --seek: number of seats\n"
        "  --fill SECONDS    with --seek: wait before house bots fill the empty seats\n"
        "  --tables N        with --seek and --ladder: matches at the same time (default: 1)\n"
        "  --room ROOM       take a seat in this room\n"
        "  --ladder LADDER   play rated matches on this ladder\n"
        "  --seat N          with --room: seat, from 0\n"
        "  --code CODE       with --room: code of an unlisted room\n"
        "  --version TEXT    with --ladder: which program this is; another version begins anew (default: 1)\n"
        "  --games N         matches to play in all (default: 1 with --seek and --room, else no end)\n"
        "  --trace FOLDER    write there what the bot sees, thinks and does, a file for each match; see infoset trace\n"
        "  --log FILE        write the log into this file, too (default: $INFOSET_LOG)\n"
        "  --verbose         tell more on stderr\n";

    static Options parse(int argc, char **argv, const std::string &seek = "");

    Login login(const std::string &default_name, std::vector<std::string> features) const;

  private:
    static std::string environment(const char *name);
    static double number(const std::string &option, const std::string &text, double least, double most);
    static std::string read_token(const std::string &path);
};

// Does a program's work; what goes wrong on purpose becomes one sentence. Returns the exit code.
int run_guarded(const std::function<int()> &work);

// The main() of a bot: reads the options, plays, writes a line for each match and a summary. `seek` is the
// game that is sought where the command line names none.
int run(int argc, char **argv, const BotFactory &make, const std::string &name = "cpp-bot",
               const std::string &seek = "");

template <class MyBot>
int run(int argc, char **argv, const std::string &name = "cpp-bot", const std::string &seek = "") {
    return run(argc, argv, [] { return std::make_unique<MyBot>(); }, name, seek);
}

}  // namespace infoset
