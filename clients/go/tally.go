package infoset

import (
	"fmt"
	"strings"
)

// Tally is what came out of the matches so far.
type Tally struct {
	Matches, LostSight, Aborted int
	Places                      []int
}

// Add counts one match; nil is one whose end was not seen.
func (t *Tally) Add(result *MatchResult) {
	t.Matches++
	switch {
	case result == nil:
		t.LostSight++
	case result.Place() == 0 || result.Reason == "aborted" || result.Reason == "error":
		t.Aborted++
	default:
		t.Places = append(t.Places, result.Place())
	}
}

// String is such as `played 10 matches: 4 first places, average place 1.90`.
func (t *Tally) String() string {
	var details []string
	if len(t.Places) > 0 {
		sum, firsts := 0, 0
		for _, place := range t.Places {
			sum += place
			if place == 1 {
				firsts++
			}
		}
		average := float64(sum) / float64(len(t.Places))
		details = append(details, fmt.Sprintf("%s, average place %.2f", count(firsts, "first place", ""), average))
	}
	if t.Aborted > 0 {
		details = append(details, fmt.Sprintf("%d without a result", t.Aborted))
	}
	if t.LostSight > 0 {
		details = append(details, fmt.Sprintf("%d went on without us", t.LostSight))
	}
	text := "played " + count(t.Matches, "match", "matches")
	if len(details) > 0 {
		text += ": " + strings.Join(details, ", ")
	}
	return text
}

// ResultText is one match in a line: `colonizers g_5xT2 seat 2: place 1 of 4, score 38 (finished)`.
func ResultText(match *Match, result *MatchResult) string {
	switch {
	case result == nil:
		return match.String() + ": went on without us"
	case result.Place() == 0:
		return fmt.Sprintf("%s: no result (%s)", match, result.Reason)
	default:
		how := "%s: place %d of %d, score %v (%s)"
		return fmt.Sprintf(how, match, result.Place(), len(result.Places), result.Score(), result.Reason)
	}
}

// String is such as `; 3 exceptions, 1 wrong answer`, nothing if all went well.
func (f Faults) String() string {
	var parts []string
	for _, part := range []struct {
		number int
		what   string
	}{{f.Exceptions, "exception"}, {f.WrongAnswers, "wrong answer"}, {f.Missed, "missed decision"}} {
		if part.number > 0 {
			parts = append(parts, count(part.number, part.what, ""))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "; " + strings.Join(parts, ", ")
}

func count(number int, one, many string) string {
	if number == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", number, or(many, one+"s"))
}
