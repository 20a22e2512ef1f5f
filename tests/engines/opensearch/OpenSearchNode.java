import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;

/**
 * One OpenSearch node from plain jars, with vectors: {@code OpenSearchNode HOME KEY=VALUE…}. It writes its HTTP address
 * to HOME/address when it answers, and runs until it is killed.
 */
final class OpenSearchNode extends Node {

    private static final List<String> PLUGINS = List.of(
            "org.opensearch.transport.Netty4ModulePlugin",
            "org.opensearch.painless.PainlessModulePlugin",
            "org.opensearch.analysis.common.CommonAnalysisModulePlugin",
            "org.opensearch.index.reindex.ReindexModulePlugin",
            "org.opensearch.knn.plugin.KNNPlugin");

    private OpenSearchNode(Settings settings, Path home) {
        super(
                InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), home, () -> "test"),
                PLUGINS.stream().map(OpenSearchNode::plugin).toList(),
                true);
    }

    /** Painless takes the words of the others only when they say that they extend it. */
    private static PluginInfo plugin(String type) {
        var extended = type.endsWith("KNNPlugin")
                ? List.of("org.opensearch.painless.PainlessModulePlugin")
                : List.<String>of();
        return new PluginInfo(type, "", "NA", Version.CURRENT, "21", type, null, extended, false);
    }

    public static void main(String[] args) throws Exception {
        var home = Path.of(args[0]);
        var settings = Settings.builder().put("path.home", home);
        for (int i = 1; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            settings.put(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        var node = new OpenSearchNode(settings.build(), home).start();
        var addresses = new ArrayList<String>();
        for (var address : node.injector()
                .getInstance(org.opensearch.http.HttpServerTransport.class)
                .boundAddress()
                .boundAddresses()) {
            addresses.add(address.toString());
        }
        Files.writeString(home.resolve("address.new"), addresses.getFirst());
        Files.move(home.resolve("address.new"), home.resolve("address"));
        new CountDownLatch(1).await();
    }
}
