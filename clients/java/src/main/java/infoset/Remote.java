package infoset;

import java.util.List;

/**
 * The server's compute for one decision. Its methods wait, so they take time from your clock. They throw
 * {@link InfosetException.Request}: {@code budget_exhausted}, {@code stale_decision}, {@code compute_off}, ...
 */
public final class Remote {
    private final Client client;
    private final String matchId;
    private final long decision;

    Remote(Client client, String matchId, long decision) {
        this.client = client;
        this.matchId = matchId;
        this.decision = decision;
    }

    /** Samples {@code k} worlds; equal seeds (null: a secret one) give equal worlds. */
    public Wire.Worlds determinize(int k, Long seed) {
        return client.request(Wire.Determinize.of(matchId).withK(k).withDecision(decision).withSeed(seed));
    }

    /** Walks worlds. */
    public Wire.Sims simulate(List<Wire.SimJob> jobs, List<Wire.SimulateWant> want, Long seed) {
        return client.request(Wire.Simulate.of(matchId, jobs).withWant(want).withSeed(seed));
    }

    /** A request to fill in: plays fresh worlds out, for this decision. */
    public Wire.Rollout ask() {
        return Wire.Rollout.of(matchId).withDecision(decision);
    }

    /** Plays worlds out. */
    public Wire.Rollouts rollout(Wire.Rollout request) {
        return client.request(request);
    }

    /** The same, begun: returns a number for {@code finishRollout} and {@code cancel}. */
    public long beginRollout(Wire.Rollout request) {
        return client.begin(request);
    }

    public Wire.Rollouts finishRollout(long number) {
        return Client.readAnswer(client.finish(number), Wire.Rollouts.class);
    }

    /** Stops what was begun; its one answer still comes, with what there is. */
    public void cancel(long number) {
        client.cancel(number);
    }

    /** Forgets worlds, all of them if none are named. */
    public void release(List<String> worlds) {
        client.request(Wire.Release.of(matchId).withWorlds(worlds.isEmpty() ? null : worlds));
    }
}
