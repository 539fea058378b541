// Watcher watches a match and prints what everybody may see, an event on a line.
//
//	go run ./samples/watcher [-match ID | -room ID]      without one: the first match of the lobby
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"infoset.example/clients/go"
	_ "infoset.example/clients/go/transports"
	"infoset.example/clients/go/wire"
)

var (
	matchID = flag.String("match", "", "`id` of the match")
	roomID  = flag.String("room", "", "`id` of the room")
)

// findMatch is the match that was named, or the first that runs, as soon as there is one.
func findMatch(ctx context.Context, client *infoset.Client) (*wire.Watch, error) {
	switch {
	case *matchID != "":
		return &wire.Watch{MatchID: matchID}, nil
	case *roomID != "":
		return &wire.Watch{Room: roomID}, nil
	}
	lobby, err := infoset.Ask[*wire.Lobby](ctx, client, &wire.WatchLobby{})
	for err == nil {
		if lobby != nil {
			for _, room := range lobby.Rooms {
				if room.Status == wire.RoomInfoStatusPlaying && room.MatchID != nil {
					return &wire.Watch{MatchID: room.MatchID}, nil
				}
			}
		}
		var incoming infoset.Incoming
		incoming, err = client.Receive(ctx)
		lobby, _ = incoming.Message.(*wire.Lobby)
	}
	return nil, err
}

// follow prints one match to its end.
func follow(ctx context.Context, client *infoset.Client, out io.Writer) error {
	var tracker *infoset.MatchTracker
	for {
		incoming, err := client.Receive(ctx)
		if err != nil {
			return err
		}
		if start, isStart := incoming.Message.(*wire.MatchStart); isStart {
			tracker = infoset.NewMatchTracker(infoset.NewMatch(start))
			names := make([]string, len(tracker.Match.Players))
			for i, player := range tracker.Match.Players {
				names[i] = player.Name
			}
			match := tracker.Match
			fmt.Fprintf(out, "watching %s %s: %s\n", match.Rules, match.MatchID, strings.Join(names, ", "))
		}
		if tracker == nil {
			continue
		}
		for _, happening := range tracker.Take(incoming) {
			switch happening := happening.(type) {
			case *infoset.Happened:
				for _, event := range happening.Events {
					fmt.Fprintf(out, "%s\n", event)
				}
			case *infoset.Over:
				fmt.Fprintf(out, "over: %s, places %v\n", happening.Result.Reason, happening.Result.Places)
				return nil
			}
		}
	}
}

func main() {
	flags := infoset.AddConnectionFlags(flag.CommandLine)
	flag.Parse()
	infoset.RunGuarded(flags, func(ctx context.Context, out io.Writer, _ *slog.Logger) error {
		options, err := flags.Options()
		if err != nil {
			return err
		}
		if options.Name == "" {
			options.Name = "watcher"
		}
		client, err := infoset.NewClient(flags.URL, options)
		if err != nil {
			return err
		}
		if err := client.Connect(); err != nil {
			return err
		}
		defer client.Close()
		watch, err := findMatch(ctx, client)
		if err != nil {
			return err
		}
		if _, err := client.Request(ctx, watch); err != nil {
			return err
		}
		return follow(ctx, client, out)
	})
}
