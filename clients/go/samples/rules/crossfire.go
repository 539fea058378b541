package rules

import (
	"encoding/json"
	"fmt"
	"strings"

	"infoset.example/clients/go"
	"infoset.example/clients/go/games/crossfire"
)

const passable = "FDG"

var steps = map[crossfire.Direction][2]int{"up": {-1, 0}, "right": {0, 1}, "down": {1, 0}, "left": {0, -1}}

// field is a turn of Crossfire as these rules look at it.
type field struct {
	seen crossfire.Observation
	size int
}

// chooseCrossfire fires at an enemy in view, else goes towards the middle, which is flooded last.
func chooseCrossfire(turn *infoset.Turn) (infoset.Answer, error) {
	var f field
	var consts crossfire.Consts
	if err := turn.Read(&f.seen); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(turn.Match.Consts, &consts); err != nil {
		return nil, err
	}
	f.size = consts.Size
	picks := make([]int, len(turn.Slots))
	for i, slot := range turn.Slots {
		unit := 0
		if _, err := fmt.Sscanf(slot.Name, "unit %d", &unit); err != nil {
			continue
		}
		options := make([]crossfire.Action, len(slot.Options))
		indexes := make([]int, len(slot.Options))
		for option, written := range slot.Options {
			action, err := crossfire.ReadAction(written)
			if err != nil {
				return nil, err
			}
			options[option], indexes[option] = action, option
		}
		picks[i] = most(indexes, func(option int) int { return f.worth(unit, options[option]) })
	}
	return picks, nil
}

func (f *field) worth(unit int, action crossfire.Action) int {
	switch action := action.(type) {
	case *crossfire.FireAction:
		return f.worthOfShot(unit, steps[crossfire.Direction(action.Direction)])
	case *crossfire.MoveAction:
		return f.worthOfMove(unit, steps[action.Direction])
	default:
		return 0
	}
}

func (f *field) worthOfShot(unit int, step [2]int) int {
	from, hits := f.seen.Units[unit].Square, 0
	for _, square := range f.seen.Seen[len(f.seen.Seen)-1] {
		hits += f.inLine(from, square, step)
	}
	for other, friend := range f.seen.Units {
		if friend.Alive == 1 && other != unit {
			hits -= f.inLine(from, friend.Square, step)
		}
	}
	if hits > 0 {
		return 100
	}
	return -100
}

func (f *field) worthOfMove(unit int, step [2]int) int {
	from := f.seen.Units[unit].Square
	row, column := from/f.size+step[0], from%f.size+step[1]
	if min(row, column) < 0 || max(row, column) >= f.size {
		return -f.size
	}
	square := row*f.size + column
	for _, friend := range f.seen.Units {
		if friend.Alive == 1 && friend.Square == square {
			return -f.size
		}
	}
	if !strings.Contains(passable, f.seen.Terrain[square:square+1]) {
		return -f.size
	}
	middle := f.size / 2
	return -max(row-middle, middle-row, column-middle, middle-column)
}

// inLine is 1 if a beam goes from one square to another, walls aside.
func (f *field) inLine(from, to int, step [2]int) int {
	if sign(to/f.size-from/f.size) == step[0] && sign(to%f.size-from%f.size) == step[1] {
		return 1
	}
	return 0
}

func sign(number int) int { return min(1, max(-1, number)) }
