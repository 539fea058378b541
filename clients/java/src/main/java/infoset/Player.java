package infoset;

/** Who sits on a seat. */
public record Player(long seat, String name, boolean isBot) {}
