package infoset;

/** Keeps a client below the rate the server allows: a bucket of tokens. The time is an argument. */
public final class Throttle {
    private static final double MARGIN = 0.9; // of the announced rate: acknowledgements count too

    private double rate;
    private double burst;
    private double tokens;
    private double filledS;

    /** Starts anew with a full bucket for what a server announced; 0 is no limit. */
    public void allow(long msgsPerS, double nowS) {
        rate = msgsPerS * MARGIN;
        burst = tokens = 2 * rate;
        filledS = nowS;
    }

    /** Takes one message out; returns how many seconds to wait before sending it. */
    public double take(double nowS) {
        if (rate <= 0) return 0;
        tokens = Math.min(burst, tokens + (nowS - filledS) * rate);
        filledS = nowS;
        tokens -= 1;
        return Math.max(0, -tokens / rate);
    }
}
