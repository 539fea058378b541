// Package infoset connects programs to an Infoset server: bots, watchers, and whatever else speaks the
// protocol. Messages are in package wire, the payloads of games below games.
//
// A bot is a type with a method Decide; Run is its main program:
//
//	type RandomBot struct{ infoset.BaseBot }
//
//	func (b *RandomBot) Decide(turn *infoset.Turn) (infoset.Answer, error) {
//		return turn.RandomAnswer(b.Rand()), nil
//	}
//
//	func main() { infoset.Run(func() infoset.Bot { return &RandomBot{} }) }
//
// Plain TCP with JSON needs nothing but the standard library. Import package transports for WebSocket
// and msgpack as well.
package infoset
