// Monte_carlo plays any game without knowing its rules: the server plays every action out, the best mean
// is taken.
//
//	go run ./samples/monte_carlo_bot -seek colonizers
package main

import (
	"math"
	"slices"

	"infoset.example/clients/go"
	_ "infoset.example/clients/go/transports"
	"infoset.example/clients/go/wire"
)

const (
	worlds     = 8 // to try every action in, at most
	playouts   = 2 // of each action in each world
	maxMs      = 2000
	candidates = 8   // joint orders tried where there are too many for all
	decisions  = 200 // of a long match: each may spend this share of the units that are left for it
)

type monteCarloBot struct {
	infoset.BaseBot
	worlds int
}

func (b *monteCarloBot) Decide(turn *infoset.Turn) (infoset.Answer, error) {
	if turn.N == 1 || turn.Remote == nil {
		return turn.Fallback, nil
	}
	first := wire.Raw("all")
	if turn.IsProduct() {
		first = wire.Raw(b.candidates(turn))
	}
	tried, err := turn.Remote.Rollout(wire.Rollout{
		K:     wire.Ptr(b.worlds),
		First: first,
		N:     wire.Ptr(playouts),
		MaxMs: wire.Ptr(maxMs),
	})
	if err != nil {
		return nil, err
	}
	b.pace(tried.Budget)
	if err := turn.Weigh(means(turn, tried.Rows)); err != nil { // for -trace
		return nil, err
	}
	var best *wire.RollRow
	for i, row := range tried.Rows {
		if row.First != nil && (best == nil || row.Mean[turn.Seat()] > best.Mean[turn.Seat()]) {
			best = &tried.Rows[i]
		}
	}
	switch {
	case best == nil:
		return turn.RandomAnswer(b.Rand()), nil
	case best.First.Picks != nil:
		return best.First.Picks, nil
	default:
		return *best.First.Index, nil
	}
}

// means are what the playouts say of the listed actions, in their order; NaN where none began with an action.
func means(turn *infoset.Turn, rows []wire.RollRow) []float64 {
	values := slices.Repeat([]float64{math.NaN()}, len(turn.Actions))
	for _, row := range rows {
		if row.First != nil && row.First.Index != nil && *row.First.Index < len(values) {
			values[*row.First.Index] = row.Mean[turn.Seat()]
		}
	}
	return values
}

// pace tries fewer worlds where decisions cost more than the match has units for, and more again.
func (b *monteCarloBot) pace(budget wire.Budget) {
	if budget.LeftGame == nil {
		return
	}
	share := *budget.LeftGame / decisions
	switch {
	case budget.Used > share:
		b.worlds = max(1, b.worlds/2)
	case budget.Used < share/4:
		b.worlds = min(worlds, b.worlds*2)
	}
}

func (b *monteCarloBot) candidates(turn *infoset.Turn) []wire.ActRef {
	tries := make([]wire.ActRef, candidates)
	for i := range tries {
		tries[i].Picks = turn.RandomPicks(b.Rand())
	}
	return tries
}

func main() {
	infoset.Run(func() infoset.Bot { return &monteCarloBot{worlds: worlds} })
}
