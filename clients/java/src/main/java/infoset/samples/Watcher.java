package infoset.samples;

import infoset.Client;
import infoset.InfosetException;
import infoset.Log;
import infoset.Options;
import infoset.Program;
import infoset.Wire;
import java.util.List;

/** Looks on: tells in lines what happens in a match. {@code Watcher m_5xT2}, or without a word the newest one. */
public final class Watcher {
    private Watcher() {}

    public static void main(String[] args) {
        Program.guarded(() -> watch(Options.parse(args, null)));
    }

    private static void watch(Options options) {
        try (Client client = new Client(options.url(), options.login("watcher-java", "obs"))) {
            if (client.isStdio()) {
                throw new InfosetException.Command("which server? Add --url infoset://HOST:PORT");
            }
            client.connect();
            String matchId = options.others().isEmpty() ? findMatch(client) : options.others().get(0);
            client.request(Wire.Watch.of().withMatchId(matchId));
            boolean isOver = false;
            while (!isOver) {
                isOver = tell(client.receive().read());
            }
        }
    }

    /** The match of the newest room that plays; waits until there is one. */
    private static String findMatch(Client client) {
        List<Wire.RoomInfo> rooms = client.request(Wire.WatchLobby.of()).rooms();
        while (true) {
            for (int i = rooms.size() - 1; i >= 0; i--) {
                if (rooms.get(i).matchId() != null) return rooms.get(i).matchId();
            }
            Wire.ServerMessage news = client.receive().read();
            while (!(news instanceof Wire.Lobby)) news = client.receive().read();
            rooms = ((Wire.Lobby) news).rooms();
        }
    }

    /** Tells one message; was it the last one? */
    private static boolean tell(Wire.ServerMessage message) {
        if (message instanceof Wire.MatchStart start) {
            System.out.println(start.game() + " " + start.matchId());
            for (Wire.SeatInfo seat : start.players()) {
                System.out.println("seat " + seat.seat() + ": " + Log.clean(seat.name() == null ? "?" : seat.name()));
            }
        } else if (message instanceof Wire.Events events) {
            events.items().forEach(System.out::println);
        } else if (message instanceof Wire.MatchOver over) {
            System.out.println("over: " + over.reason() + ", places " + over.places());
            return true;
        }
        return false;
    }
}
