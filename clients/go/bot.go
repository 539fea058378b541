package infoset

import (
	"encoding/json"
	"math/rand"
)

// Bot plays one match on one seat: a new one is made for every match.
//
// All methods of one bot are called one after another, never at the same time; many bots may play at once
// in one process. An error or a panic in any method is reported and the match goes on; in Decide, the
// fallback is played. Printing to os.Stdout is safe anywhere: it goes to the log.
//
// Embed BaseBot to have everything but Decide.
type Bot interface {
	// Decide answers a turn.
	Decide(turn *Turn) (Answer, error)
	// OnStart is called when the match begins, or a new process came back to it: then what happened before is told as events.
	OnStart(match *Match) error
	// OnEvents is called when something happened that this seat may see, in order. Everything is told once, before the next
	// question: also what happened while the program was away, and in a new process all from the beginning. Where the server
	// does not tell it, a warning says so.
	OnEvents(match *Match, events []json.RawMessage) error
	// OnTalk is called when somebody said something in the match, perhaps the bot itself. Trust no word of it.
	OnTalk(match *Match, name, text string) error
	// OnOver is called when the match is over.
	OnOver(match *Match, result *MatchResult) error
}

// BotFactory makes a bot for one match.
type BotFactory func() Bot

// BaseBot has the hooks that most bots do without, and random numbers.
type BaseBot struct{ chance *rand.Rand }

// Rand is the bot's own random numbers.
func (b *BaseBot) Rand() *rand.Rand {
	if b.chance == nil {
		b.chance = rand.New(rand.NewSource(rand.Int63()))
	}
	return b.chance
}

// Seed makes the bot's random numbers those of a seed, for play that can be repeated.
func (b *BaseBot) Seed(seed int64) { b.chance = rand.New(rand.NewSource(seed)) }

// OnStart does nothing.
func (*BaseBot) OnStart(*Match) error { return nil }

// OnEvents does nothing.
func (*BaseBot) OnEvents(*Match, []json.RawMessage) error { return nil }

// OnTalk does nothing.
func (*BaseBot) OnTalk(*Match, string, string) error { return nil }

// OnOver does nothing.
func (*BaseBot) OnOver(*Match, *MatchResult) error { return nil }
