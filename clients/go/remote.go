package infoset

import (
	"context"

	"infoset.example/clients/go/wire"
)

// Talker sends requests: a Client, or one over standard input and output.
type Talker interface {
	Request(ctx context.Context, message wire.ClientMessage) (Incoming, error)
	Receive(ctx context.Context) (Incoming, error)
}

// Remote thinks on the server for bots without rules, for one decision: it samples worlds, walks them,
// plays them out. Errors are *RequestError: budget_exhausted when the seat has spent its units,
// stale_decision when the decision is closed, compute_off where the room has none.
type Remote struct {
	request  func(wire.ClientMessage) (Incoming, error)
	matchID  string
	decision int
}

// newRemote asks the talker until ctx ends, that is until the bot's seat is left.
func newRemote(ctx context.Context, talker Talker, matchID string, decision int) *Remote {
	request := func(message wire.ClientMessage) (Incoming, error) { return talker.Request(ctx, message) }
	return &Remote{request, matchID, decision}
}

// Determinize samples worlds. Match and decision are filled in.
func (r *Remote) Determinize(fields wire.Determinize) (*wire.Worlds, error) {
	fields.MatchID = r.matchID
	fields.Decision = or(fields.Decision, &r.decision)
	return expect[*wire.Worlds](r.request(&fields))
}

// Simulate walks worlds. The match is filled in.
func (r *Remote) Simulate(fields wire.Simulate) (*wire.Sims, error) {
	fields.MatchID = r.matchID
	return expect[*wire.Sims](r.request(&fields))
}

// Rollout plays worlds out, fresh ones if none are given. Match and decision are filled in.
func (r *Remote) Rollout(fields wire.Rollout) (*wire.Rollouts, error) {
	fields.MatchID = r.matchID
	if fields.Worlds == nil {
		fields.Decision = or(fields.Decision, &r.decision)
	}
	return expect[*wire.Rollouts](r.request(&fields))
}

// Release forgets worlds, all of them if none are given.
func (r *Remote) Release(worlds ...string) error {
	_, err := r.request(&wire.Release{MatchID: r.matchID, Worlds: worlds})
	return err
}
