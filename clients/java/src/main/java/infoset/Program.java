package infoset;

import java.util.function.Supplier;

/** Runs a bot as a program: reads options, plays the matches, prints what came out. */
public final class Program {
    private Program() {}

    /**
     * The {@code main} of a bot: plays by the options, writes a line for each match and a summary. {@code make} is
     * called anew for every match; {@code seek} (or null) is the game that is sought where none is named.
     */
    public static void run(String[] args, Supplier<? extends Bot> make, String name, String seek) {
        guarded(() -> play(Options.parse(args, seek), make, name));
    }

    /** Does a program's work; what goes wrong on purpose becomes one sentence, and the exit code 1. */
    public static void guarded(Runnable work) {
        try {
            work.run();
        } catch (InfosetException error) {
            System.err.println("infoset: " + Log.clean(error.getMessage()));
            System.exit(1);
        }
    }

    private static void play(Options options, Supplier<? extends Bot> make, String name) {
        if (options.isHelp()) {
            System.out.print(Options.HELP);
            return;
        }
        if (!options.others().isEmpty()) {
            String word = options.others().get(0);
            throw new InfosetException.Command(word + ": what is this? --help lists the options");
        }
        Log.setVerbose(options.isVerbose());
        if (options.log() != null) Log.open(options.log());
        Plan plan = options.plan();
        Tally tally = new Tally();
        Faults[] faults = {Faults.NONE};
        try (Client client = new Client(options.url(), options.login(name, "compute"))) {
            client.connect();
            try {
                new Host(
                                client,
                                make,
                                plan,
                                seat -> {
                                    tally.add(seat.result());
                                    faults[0] = faults[0].plus(seat.faults());
                                    System.out.println(Tally.resultText(seat.match(), seat.result()));
                                },
                                options.traces())
                        .run();
            } finally {
                System.out.println(tally.text() + faults[0].text());
            }
        }
    }
}
