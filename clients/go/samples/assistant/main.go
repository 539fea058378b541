// Assistant helps in every game: it shows the clock and suggests what a greedy player would do.
//
//	go build -o greedy-advice ./samples/assistant
//	infoset assist --code ac_... -- ./greedy-advice
package main

import (
	"fmt"
	"math/rand"
	"time"

	"infoset.example/clients/go"
	"infoset.example/clients/go/assistant"
	"infoset.example/clients/go/samples/rules"
)

type greedyAdvice struct{ assistant.NoHooks }

func (greedyAdvice) EveryTurn(a *assistant.Assistant, turn *infoset.Turn) error {
	if turn.N >= 0 {
		a.Log("you have", turn.N, "ways to answer")
	} else {
		a.Log("you have very many ways to answer")
	}
	answer, err := rules.Choose(turn, rand.New(rand.NewSource(int64(turn.Decision))))
	if err != nil {
		return err
	}
	return a.Suggest("what a greedy player would do", answer)
}

func (greedyAdvice) EverySecond(a *assistant.Assistant, seconds int) error {
	asked, clock := "nobody asks you", "no hurry"
	if a.Turn != nil {
		asked = a.Turn.Kind
	}
	if left, isTimed := a.Left(); isTimed {
		clock = left.Round(time.Second).String()
	}
	rows := [][2]string{{"asked", asked}, {"time left", clock}, {"played", fmt.Sprintf("%d s", seconds)}}
	a.Draw.Table("", rows...)
	return nil
}

func main() { assistant.Run(greedyAdvice{}) }
