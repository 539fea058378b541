package infoset;

/**
 * How patient a client is and how much it keeps. Seconds, unless the name says otherwise.
 *
 * @param connectS keep trying this long for the first connection; 0 is one attempt
 * @param reconnectS keep trying this long to come back; 0 is never
 * @param welcomeS for a connection and its login
 * @param replyS for an answer
 * @param silenceS without a sign of life: ask for one; twice that: the link is dead
 * @param maxInbox messages waiting to be read
 * @param ackEvery numbered messages
 */
public record Timing(
        double connectS,
        double reconnectS,
        double welcomeS,
        double replyS,
        double silenceS,
        int maxInbox,
        long ackEvery) {
    public static final Timing USUAL = new Timing(0, 600, 10, 60, 30, 8192, 32);

    public Timing withConnectS(double seconds) {
        return new Timing(seconds, reconnectS, welcomeS, replyS, silenceS, maxInbox, ackEvery);
    }

    public Timing withReconnectS(double seconds) {
        return new Timing(connectS, seconds, welcomeS, replyS, silenceS, maxInbox, ackEvery);
    }
}
