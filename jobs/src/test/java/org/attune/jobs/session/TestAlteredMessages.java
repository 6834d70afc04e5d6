package org.attune.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.network.TransportContext;
import org.apache.spark.network.client.RpcResponseCallback;
import org.apache.spark.network.client.TransportClient;
import org.apache.spark.network.client.TransportClientFactory;
import org.apache.spark.network.crypto.AuthClientBootstrap;
import org.apache.spark.network.crypto.AuthServerBootstrap;
import org.apache.spark.network.sasl.SecretKeyHolder;
import org.apache.spark.network.server.OneForOneStreamManager;
import org.apache.spark.network.server.RpcHandler;
import org.apache.spark.network.server.StreamManager;
import org.apache.spark.network.server.TransportServer;
import org.apache.spark.network.util.MapConfigProvider;
import org.apache.spark.network.util.TransportConf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Messages of two of Spark's processes with what {@code --secure} sets, through a proxy that flips
 * one bit on the way.
 */
class TestAlteredMessages {

  private static final String APPLICATION = "attune";
  private static final String CIPHER = "spark.network.crypto.cipher";
  private static final int TIMEOUT_MILLIS = 60_000;

  private final List<String> received = new CopyOnWriteArrayList<>();

  @AfterEach
  void asBefore() {
    System.clearProperty(CIPHER);
  }

  @Test
  void anAlteredMessageIsRefused() throws Exception {
    try (Pair pair = new Pair()) {
      assertThat(pair.ask("the first")).isEqualTo("the first");
      assertThat(pair.ask("the second")).as("3.5.5 drops it").isEqualTo("the second");

      pair.flip.set(true);

      assertThatThrownBy(() -> pair.ask("the third")).hasRootCauseInstanceOf(IOException.class);
      assertThat(received).containsExactly("the first", "the second");
    }
  }

  @Test
  void withTheEarlierCipherAnAlteredMessageIsAccepted() throws Exception {
    System.setProperty(CIPHER, "AES/CTR/NoPadding");
    try (Pair pair = new Pair()) {
      pair.flip.set(true);

      assertThat(pair.ask("worker 1")).isEqualTo("worker 0");
      assertThat(received).containsExactly("worker 0");
    }
  }

  /** A server that answers with what it got, and a client that reaches it through the proxy. */
  private final class Pair implements AutoCloseable {
    final AtomicBoolean flip = new AtomicBoolean();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ServerSocket proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final TransportContext context;
    private final TransportServer server;
    private final TransportClientFactory clients;
    private final TransportClient client;

    Pair() throws Exception {
      Map<String, String> settings = new HashMap<>();
      settings.put(CIPHER, System.getProperty(CIPHER, ""));
      settings.values().removeIf(String::isEmpty);
      settings.putAll(
          CommandLine.populateCommand(new SecureOption(), "--secure").properties("yarn"));
      TransportConf conf = new TransportConf("rpc", new MapConfigProvider(settings));
      context = new TransportContext(conf, new Echo());
      server =
          context.createServer(
              "127.0.0.1", 0, List.of(new AuthServerBootstrap(conf, new Secret())));
      threads.submit(this::connect);
      clients =
          context.createClientFactory(
              List.of(new AuthClientBootstrap(conf, APPLICATION, new Secret())));
      client = clients.createClient("127.0.0.1", proxy.getLocalPort());
    }

    String ask(String message) throws Exception {
      ByteBuffer answer =
          client.sendRpcSync(
              ByteBuffer.wrap(message.getBytes(StandardCharsets.UTF_8)), TIMEOUT_MILLIS);
      return StandardCharsets.UTF_8.decode(answer).toString();
    }

    private Void connect() throws IOException {
      Socket near = proxy.accept();
      Socket far = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
      threads.submit(() -> pass(near, far, flip));
      threads.submit(() -> pass(far, near, new AtomicBoolean()));
      return null;
    }

    private Void pass(Socket from, Socket to, AtomicBoolean alter) throws IOException {
      try (InputStream in = from.getInputStream();
          OutputStream out = to.getOutputStream()) {
        byte[] buffer = new byte[1 << 16];
        for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
          if (alter.getAndSet(false)) {
            buffer[read - 1] ^= 1;
          }
          out.write(buffer, 0, read);
        }
      }
      return null;
    }

    @Override
    public void close() throws IOException {
      client.close();
      clients.close();
      server.close();
      context.close();
      proxy.close();
      threads.shutdownNow();
    }
  }

  private final class Echo extends RpcHandler {
    @Override
    public void receive(TransportClient client, ByteBuffer message, RpcResponseCallback answer) {
      String text = StandardCharsets.UTF_8.decode(message).toString();
      received.add(text);
      answer.onSuccess(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public StreamManager getStreamManager() {
      return new OneForOneStreamManager();
    }
  }

  private static final class Secret implements SecretKeyHolder {
    @Override
    public String getSaslUser(String application) {
      return APPLICATION;
    }

    @Override
    public String getSecretKey(String application) {
      return "0123456789abcdef0123456789abcdef";
    }
  }
}
