package infoset;

import java.util.List;

/**
 * Who logs in; null is absent. With a {@code token}, or a {@code key}, which goes before it, the server knows the name.
 *
 * @param encoding instead of the one in the address
 * @param caFile certificates in PEM form to trust beside the usual authorities
 * @param features optional behaviours wanted, such as {@code compute} and {@code obs}
 */
public record Login(
        String name,
        String token,
        LoginKey key,
        Codec.Encoding encoding,
        String caFile,
        String program,
        List<String> features,
        Timing timing) {
    public Login {
        features = List.copyOf(features);
    }

    /** A guest. */
    public static Login guest(String name, String... features) {
        return new Login(name, null, null, null, null, "infoset-java", List.of(features), Timing.USUAL);
    }

    public Login withToken(String secret) {
        return new Login(name, secret, key, encoding, caFile, program, features, timing);
    }

    public Login withKey(LoginKey secret) {
        return new Login(name, token, secret, encoding, caFile, program, features, timing);
    }

    public Login withEncoding(Codec.Encoding chosen) {
        return new Login(name, token, key, chosen, caFile, program, features, timing);
    }

    public Login withCaFile(String file) {
        return new Login(name, token, key, encoding, file, program, features, timing);
    }

    public Login withTiming(Timing patience) {
        return new Login(name, token, key, encoding, caFile, program, features, patience);
    }
}
