#include "program.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <unistd.h>

#include "log.hpp"

namespace infoset {

Options Options::parse(int argc, char **argv, const std::string &seek) {
    Options options;
    options.name = environment("INFOSET_NAME");
    options.token = environment("INFOSET_TOKEN");
    options.log = environment("INFOSET_LOG");
    options.has_given_seats = !options.token.empty();
    const bool is_stdio_asked = environment("INFOSET_STDIO") == "1";
    int games = 0;
    for (int i = 1; i < argc; ++i) {
        const std::string option = argv[i];
        const auto value = [&] {
            if (i + 1 >= argc) throw CommandError(option + ": a value is missing");
            return std::string(argv[++i]);
        };
        if (option == "--url") {
            options.url = value();
        } else if (option == "--stdio") {
            options.url = "stdio:";
        } else if (option == "--name") {
            options.name = value();
        } else if (option == "--token-file") {
            options.token = read_token(value());
        } else if (option == "--key-file") {
            options.key = LoginKey::load(value());
        } else if (option == "--ca-file") {
            options.ca_file = value();
        } else if (option == "--encoding") {
            options.encoding = read_encoding(value());
        } else if (option == "--wait") {
            options.wait_s = number(option, value(), 0, 86400);
        } else if (option == "--seek") {
            options.plan.game = value();
        } else if (option == "--seats") {
            options.plan.seats = int(number(option, value(), 1, 16));
        } else if (option == "--fill") {
            options.plan.fill_ms = int(1000 * number(option, value(), 0, 86400));
        } else if (option == "--tables") {
            options.plan.tables = int(number(option, value(), 1, Host::MAX_TABLES));
        } else if (option == "--room") {
            options.plan.room = value();
        } else if (option == "--seat") {
            options.plan.seat = int(number(option, value(), 0, 15));
        } else if (option == "--code") {
            options.plan.code = value();
        } else if (option == "--ladder") {
            options.plan.ladder = value();
        } else if (option == "--version") {
            options.plan.version = value();
        } else if (option == "--games") {
            games = int(number(option, value(), 1, 1e9));
        } else if (option == "--trace") {
            options.plan.trace = value();
        } else if (option == "--log") {
            options.log = value();
        } else if (option == "--verbose" || option == "-v") {
            options.is_verbose = true;
        } else if (option == "--help" || option == "-h") {
            options.is_help = true;
        } else if (option.rfind("--", 0) == 0) {
            throw CommandError(option + ": no such option; --help lists them");
        } else {
            options.others.push_back(option);
        }
    }
    Plan &plan = options.plan;
    const int ways = !plan.game.empty() + !plan.room.empty() + !plan.ladder.empty();
    if (ways > 1) throw CommandError("expected one of --seek, --room and --ladder");
    const bool is_sought_by_name = ways == 1;
    // Behind a bridge nobody says where to go; from a terminal, or under a server that gives seats, we connect.
    const bool is_left_open = options.url.empty() && !is_sought_by_name && !options.has_given_seats;
    if (is_stdio_asked || (is_left_open && ::isatty(STDIN_FILENO) == 0)) options.url = "stdio:";
    const bool is_stdio = options.url.rfind("stdio", 0) == 0;
    if (!is_stdio && !options.has_given_seats && !is_sought_by_name) plan.game = seek;
    const bool is_sought = !plan.game.empty() || !plan.room.empty();
    plan.matches = games > 0 ? games : is_sought || is_stdio ? 1 : 0;
    if (options.url.empty()) options.url = environment("INFOSET_URL");
    if (options.url.empty()) options.url = "infoset://127.0.0.1:" + std::to_string(DEFAULT_PORT);
    return options;
}

Login Options::login(const std::string &default_name, std::vector<std::string> features) const {
    Login login;
    login.name = name.empty() ? default_name : name;
    login.token = token;
    login.key = key;
    login.ca_file = ca_file;
    login.encoding = encoding;
    login.features = std::move(features);
    login.timing.connect_s = wait_s;
    login.timing.reconnect_s = std::max(wait_s, login.timing.reconnect_s);
    return login;
}

std::string Options::environment(const char *name) {
    const char *value = std::getenv(name);
    return value == nullptr ? "" : value;
}

double Options::number(const std::string &option, const std::string &text, double least, double most) {
    char *end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(value >= least && value <= most)) {
        throw CommandError(option + ": expected a number from " + std::to_string(std::int64_t(least)) + " to " +
                           std::to_string(std::int64_t(most)) + ", got " + text);
    }
    return value;
}

std::string Options::read_token(const std::string &path) {
    std::ifstream file(path);
    std::string token, more;
    if (!(file >> token) || file >> more) {
        throw CommandError("token file " + path + ": expected one token and nothing else");
    }
    return token;
}

int run_guarded(const std::function<int()> &work) {
    try {
        return work();
    } catch (const Error &error) {
        std::cerr << "infoset: " << clean(error.what()) << std::endl;
        return 1;
    }
}

int run(int argc, char **argv, const BotFactory &make, const std::string &name,
               const std::string &seek) {
    return run_guarded([&] {
        const Options options = Options::parse(argc, argv, seek);
        if (options.is_help) {
            std::cout << Options::HELP;
            return 0;
        }
        if (!options.others.empty()) throw CommandError(options.others.front() + ": what is this? --help lists the options");
        Log::get().is_verbose = options.is_verbose;
        if (!options.log.empty()) Log::get().open(options.log);
        Client client(options.url, options.login(name, {"compute"}));
        const Plan &plan = options.plan;
        const bool is_named = !plan.game.empty() || !plan.room.empty() || !plan.ladder.empty();
        const bool is_told = is_named || options.has_given_seats;
        if (!client.is_stdio() && !is_told) {
            throw CommandError("what shall be played? Add --seek GAME to be paired, --room ROOM to take a seat, or --ladder LADDER");
        }
        client.connect();
        Tally tally;
        Faults faults;
        const auto finish = [&] { std::cout << tally.text() << Tally::faults_text(faults) << std::endl; };
        try {
            Host(client, make, options.plan, [&](const BotSeat &seat) {
                tally.add(*seat.result);
                faults.add(seat.faults);
                std::cout << result_text(*seat.match, *seat.result) << std::endl;
            }).run();
        } catch (const Error &) {
            finish();
            throw;
        }
        finish();
        return 0;
    });
}

}  // namespace infoset
