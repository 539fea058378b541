package rules

import (
	"encoding/json"
	"slices"

	"infoset.example/clients/go"
	"infoset.example/clients/go/games/catan"
)

const roadsAhead = 2 // more roads than the buildings at their ends need

// island is a turn of Catan as these rules look at it.
type island struct {
	turn    *infoset.Turn
	seen    catan.Observation
	consts  catan.Consts
	actions []catan.Action
}

// chooseCatan builds what it can where the dice fall most often, and never trades with anybody.
func chooseCatan(turn *infoset.Turn) (infoset.Answer, error) {
	i := &island{turn: turn}
	if err := turn.Read(&i.seen); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(turn.Match.Consts, &i.consts); err != nil {
		return nil, err
	}
	for _, written := range turn.Actions {
		action, err := catan.ReadAction(written)
		if err != nil {
			return nil, err
		}
		i.actions = append(i.actions, action)
	}
	return i.choose(), nil
}

func (i *island) choose() int {
	all := i.with("place_settlement", "move_robber", "discard", "steal")
	if len(all) > 0 && i.turn.Kind != "main" {
		return most(all, i.worth)
	}
	if i.turn.Kind == "main" {
		return i.build()
	}
	return i.first("roll", "reject", "withdraw")
}

func (i *island) build() int {
	me := i.seen.Players[i.turn.Seat()]
	for _, verb := range []string{"city", "settlement"} {
		if places := i.with(verb); len(places) > 0 {
			return most(places, i.worth)
		}
	}
	if len(me.Roads) < 2*(len(me.Settlements)+len(me.Cities))+roadsAhead {
		return i.first("road", "buy_dev", "end_turn")
	}
	return i.first("buy_dev", "end_turn")
}

// worth says how good an action is beside others with its verb.
func (i *island) worth(index int) int {
	switch action := i.actions[index].(type) {
	case *catan.PlaceSettlementAction:
		return i.yield(action.Vertex)
	case *catan.SettlementAction:
		return i.yield(action.Vertex)
	case *catan.CityAction:
		return i.yield(action.Vertex)
	case *catan.MoveRobberAction:
		return i.damage(action.Hex)
	case *catan.DiscardAction:
		return i.seen.Players[i.turn.Seat()].Hand[action.Resource]
	case *catan.StealAction:
		return i.seen.Players[action.Seat].Points
	default:
		return 0
	}
}

// yield is in how many of 36 rolls the hexes around a vertex yield, summed over them.
func (i *island) yield(vertex int) int {
	sum := 0
	for hex, corners := range i.consts.HexVertices {
		if slices.Contains(corners, vertex) {
			sum += i.pips(hex)
		}
	}
	return sum
}

// damage is what the robber costs others on a hex, -1 where it would cost ourselves.
func (i *island) damage(hex int) int {
	neighbours := 0
	for seat, player := range i.seen.Players {
		for _, vertex := range slices.Concat(player.Settlements, player.Cities) {
			if !slices.Contains(i.consts.HexVertices[hex], vertex) {
				continue
			}
			if seat == i.turn.Seat() {
				return -1
			}
			neighbours++
		}
	}
	return neighbours * i.pips(hex)
}

// pips is in how many of 36 rolls the number of a hex comes.
func (i *island) pips(hex int) int {
	number := i.seen.Board.Numbers[hex]
	if number == 0 {
		return 0
	}
	return 6 - max(7-number, number-7)
}

func (i *island) with(verbs ...string) []int {
	var indexes []int
	for index, action := range i.actions {
		if slices.Contains(verbs, action.ActionVerb()) {
			indexes = append(indexes, index)
		}
	}
	return indexes
}

// first is the first action with the first of the verbs that there is; the first of all without any.
func (i *island) first(verbs ...string) int {
	for _, verb := range verbs {
		if indexes := i.with(verb); len(indexes) > 0 {
			return indexes[0]
		}
	}
	return 0
}
