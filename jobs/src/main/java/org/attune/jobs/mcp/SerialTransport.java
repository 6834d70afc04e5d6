package org.attune.jobs.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * The SDK's transport, one message at a time. The SDK drops a message that is sent while another
 * thread still sends one, and its call never gets an answer.
 */
record SerialTransport(McpServerTransportProvider provider) implements McpServerTransportProvider {

  @Override
  public void setSessionFactory(McpServerSession.Factory factory) {
    provider.setSessionFactory(transport -> factory.create(new Connection(transport)));
  }

  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    return provider.notifyClients(method, params);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return provider.closeGracefully();
  }

  @Override
  public void close() {
    provider.close();
  }

  @Override
  public List<String> protocolVersions() {
    return provider.protocolVersions();
  }

  /** The connection to the client. */
  private record Connection(McpServerTransport to) implements McpServerTransport {

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
      return Mono.fromRunnable(() -> send(message));
    }

    private synchronized void send(JSONRPCMessage message) {
      to.sendMessage(message).block();
    }

    @Override
    public Mono<Void> closeGracefully() {
      return to.closeGracefully();
    }

    @Override
    public void close() {
      to.close();
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      return to.unmarshalFrom(data, type);
    }

    @Override
    public List<String> protocolVersions() {
      return to.protocolVersions();
    }
  }
}
