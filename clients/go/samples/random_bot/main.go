// Random plays any game at random: the smallest bot there is.
//
//	go run ./samples/random_bot -seek colonizers -games 10
package main

import (
	"infoset.example/clients/go"
	_ "infoset.example/clients/go/transports"
)

type randomBot struct{ infoset.BaseBot }

func (b *randomBot) Decide(turn *infoset.Turn) (infoset.Answer, error) {
	return turn.RandomAnswer(b.Rand()), nil
}

func main() {
	infoset.Run(func() infoset.Bot { return &randomBot{} })
}
