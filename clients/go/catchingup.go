package infoset

import (
	"context"
	"encoding/json"
	"fmt"

	"infoset.example/clients/go/wire"
)

const versionsAtATime = 100 // asked for at a time, so that usually one part holds them

// catchUp hands on what a seat was not told, in order, asked of the server: the match as the seat saw it, up to now.
//
// Only the first part of an answer is looked at, since that is all that comes through a bridge; the rest is asked for anew.
func catchUp(ctx context.Context, talker Talker, match *Match, behind *Behind, tell func(*Happened)) error {
	told := behind.Told
	for told < behind.Ver {
		first, last := told, min(told+versionsAtATime, behind.Ver)
		part, err := Ask[*wire.ReplayPart](ctx, talker, &wire.Replay{
			Replay: match.MatchID,
			View:   wire.Ptr(fmt.Sprintf("seat:%d", match.Seat)),
			Form:   wire.ReplayFormEvents,
			First:  &first,
			Last:   &last,
		})
		if err != nil {
			return err
		}
		for _, written := range part.Entries {
			var entry struct {
				Type  string            `json:"type"`
				Ver   int               `json:"ver"`
				Items []json.RawMessage `json:"items"`
			}
			if err := json.Unmarshal(written, &entry); err != nil {
				return err
			}
			if entry.Type != "events" || entry.Ver <= told {
				continue
			}
			told = entry.Ver
			if len(entry.Items) > 0 {
				tell(&Happened{entry.Items, entry.Ver})
			}
		}
		if told == first {
			return nil
		}
	}
	return nil
}
