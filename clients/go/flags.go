package infoset

import (
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"
)

// ConnectionFlags are the options of every program: where the server is, and who we are. Tokens come from
// the environment or a file only: a command line can be read by everybody.
type ConnectionFlags struct {
	URL, Name, TokenFile, KeyFile, CAFile, Encoding, Log string
	Wait                                                 float64
	Verbose                                              bool
}

// AddConnectionFlags makes a flag set understand them.
func AddConnectionFlags(flags *flag.FlagSet) *ConnectionFlags {
	c := &ConnectionFlags{}
	url := or(os.Getenv("INFOSET_URL"), DefaultURL)
	flags.StringVar(&c.URL, "url", url, "`server`: infoset://HOST:PORT, infosets://, ws:// or wss:// (or $INFOSET_URL)")
	flags.StringVar(&c.Name, "name", os.Getenv("INFOSET_NAME"), "`name` to play under (or $INFOSET_NAME)")
	flags.StringVar(&c.TokenFile, "token-file", "", "`file` with the secret token (or the token in $INFOSET_TOKEN)")
	flags.StringVar(&c.KeyFile, "key-file", "", "`file` with the private key to log in with instead")
	flags.StringVar(&c.CAFile, "ca-file", "", "`file` with certificates to trust beside the usual authorities, under TLS")
	flags.StringVar(&c.Encoding, "encoding", "", "json or msgpack (default json)")
	flags.Float64Var(&c.Wait, "wait", 0, "keep trying so many `seconds` while the server cannot be reached (to come back, ten minutes at least)")
	flags.StringVar(&c.Log, "log", os.Getenv("INFOSET_LOG"), "keep a log in this `file`, too (or $INFOSET_LOG)")
	flags.BoolVar(&c.Verbose, "verbose", false, "tell more on stderr")
	return c
}

// Options are these flags as those of a client. The error is a *CommandError.
func (c *ConnectionFlags) Options() (Options, error) {
	timing := DefaultTiming()
	timing.Connect = seconds(c.Wait)
	timing.Reconnect = max(timing.Connect, timing.Reconnect)
	options := Options{Name: c.Name, Encoding: c.Encoding, Timing: &timing}
	var err error
	switch {
	case c.KeyFile != "":
		options.Key, err = LoadKey(c.KeyFile)
	case c.TokenFile != "":
		options.Token, err = LoadToken(c.TokenFile)
	default:
		options.Token = os.Getenv("INFOSET_TOKEN")
	}
	if err == nil && c.CAFile != "" {
		options.Roots, err = LoadRoots(c.CAFile)
	}
	return options, err
}

// Logger is the log that these flags describe. The error is a *CommandError.
func (c *ConnectionFlags) Logger() (*slog.Logger, error) {
	level := slog.LevelWarn
	if c.Verbose {
		level = slog.LevelDebug
	}
	var out io.Writer = os.Stderr
	if c.Log != "" {
		file, err := NewLogFile(c.Log)
		if err != nil {
			return nil, &CommandError{"--log: " + err.Error()}
		}
		out, level = io.MultiWriter(os.Stderr, file), min(level, slog.LevelInfo)
	}
	return slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: level})), nil
}

// planFlags say what to play.
type planFlags struct {
	seek, room, code           string
	ladder, version, trace     string
	games, seats, tables, seat int
	fill                       float64
	stdio                      bool
}

func addPlanFlags(flags *flag.FlagSet) *planFlags {
	p := &planFlags{}
	flags.StringVar(&p.seek, "seek", "", "be paired with whoever seeks the same `game`")
	flags.StringVar(&p.room, "room", "", "take a seat in this `room`")
	flags.StringVar(&p.ladder, "ladder", "", "play rated matches on this `ladder`")
	flags.StringVar(&p.version, "version", "", "with -ladder: which program this is; another `version` begins anew (default 1)")
	flags.IntVar(&p.games, "games", 0, "matches to play in all (default 1 with -seek and -room, else no end)")
	flags.IntVar(&p.seats, "seats", 0, "with -seek: number of seats")
	flags.Float64Var(&p.fill, "fill", -1, "with -seek: wait so many `seconds` before house bots fill the empty seats")
	flags.IntVar(&p.tables, "tables", 1, "with -seek and -ladder: matches at the same time")
	flags.IntVar(&p.seat, "seat", -1, "with -room: seat, from 0 (default: the first open one)")
	flags.StringVar(&p.code, "code", "", "with -room: `code` of an unlisted room")
	flags.StringVar(&p.trace, "trace", "", "write what the bot sees, thinks and does into this `folder`, a file for each match; see infoset trace")
	flags.BoolVar(&p.stdio, "stdio", false, "play over standard input and output (default where they are pipes and nothing else is said)")
	return p
}

// plan is what to play; nil means over standard input and output. The error is a *CommandError.
func (p *planFlags) plan() (*Plan, error) {
	isPlaced := p.seek != "" || p.room != "" || p.ladder != ""
	isGiven := os.Getenv("INFOSET_TOKEN") != ""
	switch {
	case isTwice(p.seek, p.room, p.ladder):
		return nil, &CommandError{"expected one of -seek, -room and -ladder"}
	case p.stdio || (!isPlaced && !isGiven && isPiped(os.Stdin)):
		return nil, nil
	case !isPlaced && !isGiven:
		return nil, &CommandError{"what shall be played? Add -seek GAME to be paired, -room ROOM to take a seat, or -ladder LADDER"}
	case p.games < 0 || p.tables < 1 || p.seat > 15 || p.fill > 86400:
		return nil, &CommandError{fmt.Sprintf("-games %d -tables %d -seat %d: out of range", p.games, p.tables, p.seat)}
	}
	plan := &Plan{Game: p.seek, Room: p.room, Code: p.code, Seats: p.seats, Tables: p.tables, Matches: p.games}
	plan.Ladder, plan.Version, plan.Trace = p.ladder, p.version, p.trace
	if p.games == 0 && (p.seek != "" || p.room != "") {
		plan.Matches = 1
	}
	if p.fill >= 0 {
		fill := seconds(p.fill)
		plan.Fill = &fill
	}
	if p.seat >= 0 {
		plan.Seat = &p.seat
	}
	return plan, nil
}

// isTwice tells whether more than one of these says something.
func isTwice(ways ...string) bool {
	said := 0
	for _, way := range ways {
		if way != "" {
			said++
		}
	}
	return said > 1
}

// isPiped tells whether a program, not a person, holds the other end.
func isPiped(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0
}

func seconds(number float64) time.Duration { return time.Duration(number * float64(time.Second)) }
