package infoset;

import java.util.List;

/**
 * Who logs in. With a {@code token} (null: a guest) the server knows the name.
 *
 * @param features optional behaviours wanted, such as {@code compute} and {@code obs}
 */
public record Login(String name, String token, String program, List<String> features, Timing timing) {
    public Login {
        features = List.copyOf(features);
    }

    /** A guest. */
    public static Login guest(String name, String... features) {
        return new Login(name, null, "infoset-java", List.of(features), Timing.USUAL);
    }

    public Login withToken(String secret) {
        return new Login(name, secret, program, features, timing);
    }

    public Login withTiming(Timing patience) {
        return new Login(name, token, program, features, patience);
    }
}
