#include "pace.hpp"

#include <algorithm>
#include <cmath>

namespace infoset {

Rng make_rng() {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device()};
    return Rng(seed);
}

double Backoff::next_wait_s(Rng &rng, double asked_s) {
    const double full = std::min(longest_s, std::ldexp(first_s, std::min(attempts, 16)));
    ++attempts;
    return asked_s + full * std::uniform_real_distribution<double>()(rng);
}

void Throttle::allow(std::int64_t msgs_per_s, double now_s) {
    rate = double(msgs_per_s) * 0.9;
    burst = tokens = 2 * rate;
    filled_s = now_s;
}

double Throttle::take(double now_s) {
    if (rate <= 0) return 0;
    tokens = std::min(burst, tokens + (now_s - filled_s) * rate);
    filled_s = now_s;
    tokens -= 1;
    return std::max(0.0, -tokens / rate);
}

}  // namespace infoset
