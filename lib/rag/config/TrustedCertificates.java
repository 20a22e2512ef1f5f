package rag.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;

/** Certificate authorities of one's own, trusted beside those that Java trusts. */
final class TrustedCertificates {

    private TrustedCertificates() {}

    /**
     * @param file with certificates, PEM
     * @param setting that names it, for messages
     * @throws Failure when there is none that can be read
     */
    static SSLContext context(String file, String setting) {
        try {
            var trusted = new ArrayList<>(List.of(issuers(null)));
            trusted.addAll(certificates(file, setting));
            var store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (int i = 0; i < trusted.size(); i++) store.setCertificateEntry("" + i, trusted.get(i));
            var context = SSLContext.getInstance("TLS");
            context.init(null, factory(store).getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new Failure("%s: certificates can't be set up (%s)".formatted(setting, e), e);
        }
    }

    private static TrustManagerFactory factory(@Nullable KeyStore store) throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }

    /** @param store null for what Java trusts */
    private static X509Certificate[] issuers(@Nullable KeyStore store) throws GeneralSecurityException {
        for (var each : factory(store).getTrustManagers()) {
            if (each instanceof X509TrustManager manager) return manager.getAcceptedIssuers();
        }
        return new X509Certificate[0];
    }

    private static List<X509Certificate> certificates(String file, String setting) {
        try (var in = Files.newInputStream(Path.of(file))) {
            var found = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (!found.isEmpty()) return found;
        } catch (CertificateException e) {
            throw new Failure("%s: %s holds no certificates (PEM) that can be read".formatted(setting, file), e);
        } catch (IOException e) {
            throw new Failure("%s: %s can't be read (%s)".formatted(setting, file, e), e);
        }
        throw new Failure("%s: %s holds no certificates (PEM)".formatted(setting, file));
    }
}
