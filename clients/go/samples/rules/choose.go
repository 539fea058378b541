// Package rules has greedy rules of thumb for each game, for the bot and the assistant among the samples.
package rules

import (
	"math/rand"

	"infoset.example/clients/go"
)

// Choose is the greedy answer for whatever game is played; at random where there are no rules for it.
func Choose(turn *infoset.Turn, chance *rand.Rand) (infoset.Answer, error) {
	switch turn.Game() {
	case "catan":
		return chooseCatan(turn)
	case "colonizers":
		return chooseColonizers(turn)
	case "crossfire":
		return chooseCrossfire(turn)
	default:
		return turn.RandomAnswer(chance), nil
	}
}

// most is the first of the items that is worth most. There must be one.
func most[T any](items []T, worth func(T) int) T {
	best := items[0]
	for _, item := range items[1:] {
		if worth(item) > worth(best) {
			best = item
		}
	}
	return best
}
