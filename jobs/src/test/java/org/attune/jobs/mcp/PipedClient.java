package org.attune.jobs.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** The SDK's client on streams of this process. */
final class PipedClient implements McpClientTransport {

  private final InputStream in;
  private final OutputStream out;
  private final ProtocolJson json = new ProtocolJson();

  PipedClient(InputStream in, OutputStream out) {
    this.in = in;
    this.out = out;
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    Thread reader = new Thread(() -> read(handler), "mcp-client");
    reader.setDaemon(true);
    reader.start();
    return Mono.empty();
  }

  private void read(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        handler.apply(Mono.just(McpSchema.deserializeJsonRpcMessage(json, line))).subscribe();
      }
    } catch (IOException closed) {
      // the other side has left
    }
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromRunnable(() -> write(message));
  }

  private void write(JSONRPCMessage message) {
    synchronized (out) {
      try {
        out.write((json.writeValueAsString(message) + "\n").getBytes(UTF_8));
        out.flush();
      } catch (IOException closed) {
        throw new IllegalStateException("the server has left", closed);
      }
    }
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(
        () -> {
          try {
            out.close();
          } catch (IOException closed) {
            throw new IllegalStateException(closed);
          }
        });
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return json.convertValue(data, type);
  }
}
