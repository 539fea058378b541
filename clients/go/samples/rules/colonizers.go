package rules

import (
	"encoding/json"

	"infoset.example/clients/go"
	"infoset.example/clients/go/games/colonizers"
)

const enoughCards = 2

// chooseColonizers keeps and builds the most valuable module, and collects Omnium for it.
func chooseColonizers(turn *infoset.Turn) (infoset.Answer, error) {
	var seen colonizers.Observation
	if err := turn.Read(&seen); err != nil {
		return nil, err
	}
	if turn.Kind == "draw" && turn.N == 2 {
		if len(seen.Players[turn.Seat()].Hand) < enoughCards {
			return colonizers.DrawAction{}, nil
		}
		return colonizers.OmniumAction{}, nil
	}
	cards := turn.IndexesWith("keep", "build")
	if len(cards) == 0 {
		return 0, nil
	}
	values, err := cardValues(turn, cards)
	if err != nil {
		return nil, err
	}
	return most(cards, func(index int) int { return values[index] }), nil
}

// cardValues is by index what the card of an action is worth.
func cardValues(turn *infoset.Turn, indexes []int) (map[int]int, error) {
	var consts colonizers.Consts
	if err := json.Unmarshal(turn.Match.Consts, &consts); err != nil {
		return nil, err
	}
	values := map[int]int{}
	for _, index := range indexes {
		action, err := colonizers.ReadAction(turn.Actions[index])
		if err != nil {
			return nil, err
		}
		switch action := action.(type) {
		case *colonizers.KeepAction:
			values[index] = consts.Modules[action.Module].Value
		case *colonizers.BuildAction:
			values[index] = consts.Modules[action.Module].Value
		}
	}
	return values, nil
}
