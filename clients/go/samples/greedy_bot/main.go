// Greedy plays by a few rules of thumb, others for each game; they are in package rules.
//
//	go run ./samples/greedy_bot -seek catan
package main

import (
	"infoset.example/clients/go"
	"infoset.example/clients/go/samples/rules"
	_ "infoset.example/clients/go/transports"
)

type greedyBot struct{ infoset.BaseBot }

func (b *greedyBot) Decide(turn *infoset.Turn) (infoset.Answer, error) {
	return rules.Choose(turn, b.Rand())
}

func main() {
	infoset.Run(func() infoset.Bot { return &greedyBot{} })
}
