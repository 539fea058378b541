package infoset;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A private key that logs in without sending a secret: ed25519 in a PEM file, as {@code infoset token key} writes it. */
public final class LoginKey {
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final int PUBLIC_BYTES = 32;

    private final PrivateKey key;
    private final String pub;

    private LoginKey(PrivateKey key, String pub) {
        this.key = key;
        this.pub = pub;
    }

    /** The key in a PEM file. Throws {@link InfosetException.Command}. */
    public static LoginKey load(String path) {
        try {
            Matcher pem = PEM.matcher(Files.readString(Path.of(path), StandardCharsets.US_ASCII));
            if (!pem.find()) throw wrong(path, "expected a private key in PEM form, without a password");
            byte[] der = Base64.getMimeDecoder().decode(pem.group(1));
            PrivateKey key = KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(der));
            return new LoginKey(key, publicHalf((EdECPrivateKey) key));
        } catch (IOException error) {
            throw wrong(path, "cannot be read: " + error.getMessage());
        } catch (GeneralSecurityException error) {
            throw wrong(path, "expected an ed25519 key");
        }
    }

    /** The public half, in base64url: what a server must know. */
    public String pub() {
        return pub;
    }

    /** The signature over a text in UTF-8, in base64url. */
    public String sign(String text) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(key);
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return base64url(signature.sign());
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error); // the key was read, so this Java knows its kind
        }
    }

    /** The JDK makes the public half only with a new key: so one is made anew, from the same seed. */
    private static String publicHalf(EdECPrivateKey key) throws GeneralSecurityException {
        byte[] seed = key.getBytes().orElseThrow(() -> new GeneralSecurityException("no seed"));
        KeyPairGenerator pairs = KeyPairGenerator.getInstance("Ed25519");
        pairs.initialize(NamedParameterSpec.ED25519, new Known(seed));
        byte[] encoded = pairs.generateKeyPair().getPublic().getEncoded(); // ends in the key itself: RFC 8410, 4
        return base64url(Arrays.copyOfRange(encoded, encoded.length - PUBLIC_BYTES, encoded.length));
    }

    /** "Random" bytes that are known. */
    private static final class Known extends SecureRandom {
        private static final long serialVersionUID = 1;
        private final byte[] seed;

        Known(byte[] seed) {
            this.seed = seed;
        }

        @Override
        public void nextBytes(byte[] bytes) {
            System.arraycopy(seed, 0, bytes, 0, bytes.length);
        }
    }

    private static String base64url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static InfosetException.Command wrong(String path, String why) {
        return new InfosetException.Command("key file " + path + ": " + why);
    }
}
