// Takes the last action, says what it thinks of each, and gives one wrong answer. Told to, it asserts a decision instead.
package main

import (
	"fmt"
	"math"
	"os"
	"strconv"

	infoset "infoset.example/clients/go"
	_ "infoset.example/clients/go/transports"
)

type dearest struct{ infoset.BaseBot }

func (*dearest) Decide(turn *infoset.Turn) (infoset.Answer, error) {
	if turn.IsProduct() {
		picks := make([]int, len(turn.Slots))
		for i, slot := range turn.Slots {
			picks[i] = len(slot.Options) - 1
		}
		return picks, nil
	}
	values := make([]float64, len(turn.Actions))
	for i := range values {
		values[i] = float64(i)
	}
	values[0] = math.NaN()
	if turn.Decision == 3 {
		return 999, turn.Weigh(values)
	}
	return turn.N - 1, turn.Weigh(values)
}

func main() {
	make := func() infoset.Bot { return &dearest{} }
	if len(os.Args) < 5 || os.Args[1] != "assert" {
		infoset.Run(make)
		return
	}
	ply, _ := strconv.Atoi(os.Args[3])
	index, _ := strconv.Atoi(os.Args[4])
	if err := infoset.AssertDecision(make, os.Args[2], ply, index); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
