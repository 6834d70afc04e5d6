package org.apache.thrift.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Listens on this machine's loopback. Zeppelin's server and its interpreters talk to each other by
 * this class, without a login; Thrift's own class of this name listens on every network.
 */
public final class TServerSocket extends TServerTransport {

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final ServerSocket socket;

  /** Listens on a port, or on any free one if it is 0. */
  public TServerSocket(int port) throws TTransportException {
    try {
      socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
    } catch (IOException e) {
      throw new TTransportException(
          TTransportException.NOT_OPEN, "Cannot listen on 127.0.0.1:" + port, e);
    }
  }

  /** The socket, whose port Zeppelin asks for. */
  public ServerSocket getServerSocket() {
    return socket;
  }

  @Override
  public void listen() {}

  @Override
  protected TSocket acceptImpl() throws TTransportException {
    try {
      return new TSocket(socket.accept());
    } catch (IOException e) {
      throw new TTransportException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // Nobody listens any more.
    }
  }

  @Override
  public void interrupt() {
    close();
  }
}
