package infoset

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"reflect"
	"syscall"

	"infoset.example/clients/go/internal/guard"
)

// Run plays a bot as the command line says (-help lists the options); the main function of a bot.
//
// The factory is called anew for every match. What the program says goes to the real stdout; all else
// that is printed meanwhile goes to stderr, so that no fmt.Println of a bot can mix with it, or with a
// protocol. It exits with code 1 if nothing could be played.
func Run(factory BotFactory) {
	connection := AddConnectionFlags(flag.CommandLine)
	plan := addPlanFlags(flag.CommandLine)
	flag.Parse()
	RunGuarded(connection, func(ctx context.Context, out io.Writer, log *slog.Logger) error {
		chosen, err := plan.plan()
		switch {
		case err != nil:
			return err
		case chosen == nil:
			return playOverStdio(ctx, factory, plan.trace, out, log)
		default:
			return playByPlan(ctx, factory, *chosen, connection, out, log)
		}
	})
}

// RunGuarded runs a program's work; a failure becomes one sentence and exit code 1.
func RunGuarded(flags *ConnectionFlags, work func(ctx context.Context, out io.Writer, log *slog.Logger) error) {
	out := os.Stdout
	os.Stdout = os.Stderr
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	log, err := flags.Logger()
	if err == nil {
		slog.SetDefault(log)
		err = work(ctx, out, log)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "infoset: %v\n", err)
		os.Exit(1)
	}
}

// playByPlan writes a line for each match and a summary.
func playByPlan(
	ctx context.Context, factory BotFactory, plan Plan, flags *ConnectionFlags, out io.Writer, log *slog.Logger,
) error {
	options, err := flags.Options()
	if err != nil {
		return err
	}
	options.Name = or(options.Name, botName(factory))
	options.Program, options.Features, options.Log = "infoset-bot", []string{"compute"}, log
	client, err := NewClient(flags.URL, options)
	if err != nil {
		return err
	}
	if err := client.Connect(); err != nil {
		return err
	}
	defer client.Close()
	var tally Tally
	var faults Faults
	host := &Host{
		Talker:   client,
		Plan:     plan,
		MakeSeat: func(match *Match) Seat { return NewBotSeat(match, factory, client, log) },
		OnResult: func(seat Seat) {
			tally.Add(seat.Result())
			faults.Add(seat.(*BotSeat).Faults())
			fmt.Fprintln(out, ResultText(seat.Match(), seat.Result()))
		},
		Log: log,
	}
	err = host.Run(ctx)
	fmt.Fprintf(out, "%s%s\n", &tally, faults)
	return err
}

// playOverStdio plays the matches that a bridge or a host passes on, until it closes our input. Whoever
// passes them on counts the results.
func playOverStdio(ctx context.Context, factory BotFactory, trace string, out io.Writer, log *slog.Logger) error {
	client := NewStdioClient(os.Stdin, out, log)
	host := &Host{
		Talker:   client,
		Plan:     Plan{Trace: trace},
		MakeSeat: func(match *Match) Seat { return NewBotSeat(match, factory, client, log) },
		OnResult: func(seat Seat) { log.Info(ResultText(seat.Match(), seat.Result())) },
		Log:      log,
	}
	err := host.Run(ctx)
	var lost *ConnectionLostError
	if errors.As(err, &lost) && lost.Code == normalClose {
		return nil
	}
	return err
}

// botName is the name of the bot's type.
func botName(factory BotFactory) (name string) {
	name = "bot"
	_ = guard.Call(func() error {
		kind := reflect.TypeOf(factory())
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		name = or(kind.Name(), name)
		return nil
	})
	return name
}
