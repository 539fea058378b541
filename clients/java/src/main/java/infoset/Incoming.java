package infoset;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A message from the server as it came. What nobody asks for is not even looked at, so that new kinds of messages do
 * no harm.
 *
 * @param number its place among all that this client was told
 */
public record Incoming(ObjectNode plain, long number) {
    /** The message in its own type. Throws {@link InfosetException.Protocol} for a wrong field. */
    public Wire.ServerMessage read() {
        return Typed.read(plain, Wire.ServerMessage.class);
    }

    /** The match it is about, empty for none. */
    public String matchId() {
        return plain.path("match_id").asText();
    }
}
