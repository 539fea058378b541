package infoset;

/** Who sits on a seat. */
public record Player(int seat, String name, boolean isBot) {}
