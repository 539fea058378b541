package infoset;

import java.util.Random;

/**
 * How long to wait before the next attempt to connect. Chance picks each wait between nothing and a bound that
 * doubles, so that a hall full of clients does not come back all at the same moment. Nobody sleeps in here.
 */
public final class Backoff {
    public static final double FIRST_S = 0.25;
    public static final double LONGEST_S = 10;

    private final Random random;
    private int attempts;

    public Backoff(Random random) {
        this.random = random;
    }

    /** The wait before the next attempt; what the server has asked for comes on top. */
    public double nextWaitS(double askedS) {
        double full = Math.min(LONGEST_S, Math.scalb(FIRST_S, Math.min(attempts, 16)));
        attempts++;
        return askedS + full * random.nextDouble();
    }

    /** The connection works again: the next wait is a short one. */
    public void reset() {
        attempts = 0;
    }
}
