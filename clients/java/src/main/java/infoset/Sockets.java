package infoset;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Opens TCP connections, plain and under TLS. Knows no frames. */
final class Sockets {
    private Sockets() {}

    /** Connects, waiting at most so long. {@code caFile} (or null) is trusted beside the usual authorities. */
    static Socket open(Address address, double timeoutS, String caFile) throws IOException {
        Socket socket = new Socket();
        try {
            int timeoutMs = (int) Math.max(1, timeoutS * 1000);
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(address.host(), address.port()), timeoutMs);
            if (!address.tls()) return socket;
            socket.setSoTimeout(timeoutMs);
            return secure(socket, address, caFile);
        } catch (IOException error) {
            socket.close();
            throw error;
        }
    }

    private static SSLSocket secure(Socket socket, Address address, String caFile) throws IOException {
        SSLSocketFactory factory =
                caFile == null ? (SSLSocketFactory) SSLSocketFactory.getDefault() : trusting(caFile).getSocketFactory();
        SSLSocket secure = (SSLSocket) factory.createSocket(socket, address.host(), address.port(), true);
        var parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS"); // or anybody's certificate would do
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }

    /** Trusts the usual authorities, and those in a PEM file. Throws {@link InfosetException.Command}. */
    private static SSLContext trusting(String caFile) {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (X509Certificate usual : usualAuthorities()) store.setCertificateEntry(name(store), usual);
            for (Certificate added : certificates(caFile)) store.setCertificateEntry(name(store), added);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(store), null);
            return context;
        } catch (IOException | GeneralSecurityException error) {
            throw new InfosetException.Command("certificate file " + caFile + ": " + error.getMessage());
        }
    }

    private static Collection<? extends Certificate> certificates(String file)
            throws IOException, CertificateException {
        try (InputStream pem = Files.newInputStream(Path.of(file))) {
            var found = CertificateFactory.getInstance("X.509").generateCertificates(pem);
            if (found.isEmpty()) throw new CertificateException("expected certificates in PEM form");
            return found;
        }
    }

    private static X509Certificate[] usualAuthorities() throws GeneralSecurityException {
        for (TrustManager manager : managers(null)) {
            if (manager instanceof X509TrustManager usual) return usual.getAcceptedIssuers();
        }
        return new X509Certificate[0];
    }

    private static TrustManager[] managers(KeyStore store) throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static String name(KeyStore store) throws GeneralSecurityException {
        return "authority " + store.size();
    }
}
