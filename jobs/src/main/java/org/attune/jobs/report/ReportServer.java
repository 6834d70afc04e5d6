package org.attune.jobs.report;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Serves the page to this machine only, with data from the current journal at each request. */
public final class ReportServer implements AutoCloseable {

  private static final List<String> METHODS = List.of("GET", "HEAD");

  /**
   * Requests at a time. A client that does not finish its request holds a thread until the timeout,
   * and a client that waits for a thread is cut off at its own.
   */
  private static final int THREADS = 1_024;

  private static final int STACK_BYTES = 1 << 18; // of each: it reads a request and writes bytes

  /** Connections that the system accepts before the server does. */
  private static final int BACKLOG = 1_024;

  /** Java's server copies what it is given at once, for each reader. */
  private static final int PIECE = 1 << 16;

  /** Seconds within which the client must send its request, and must read the answer. */
  private static final Map<String, String> TIMEOUTS =
      Map.of("sun.net.httpserver.maxReqTime", "5", "sun.net.httpserver.maxRspTime", "120");

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final Callable<Map<String, Object>> data;

  /** One thread with a stack as of any command reads and encodes the data. */
  private final ExecutorService reader =
      Executors.newSingleThreadExecutor(work -> daemon(work, "report data", 0));

  private Encoded encoded = new Encoded(Map.of(), new byte[0], new byte[0]);

  /** The data with the page and the JSON made of it, which all readers share. */
  private record Encoded(Map<String, Object> data, byte[] page, byte[] json) {}

  private ReportServer(HttpServer server, Callable<Map<String, Object>> data) {
    this.server = server;
    this.data = data;
    this.threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> daemon(work, "report", STACK_BYTES));
    threads.allowCoreThreadTimeOut(true);
    server.setExecutor(threads);
  }

  private static Thread daemon(Runnable work, String name, int stackBytes) {
    Thread thread = new Thread(null, work, name, stackBytes);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts the server.
   *
   * @param port the port; 0 for any free port
   * @param data the data source, called anew for each request, one call at a time
   */
  public static ReportServer start(int port, Callable<Map<String, Object>> data)
      throws IOException {
    TIMEOUTS.forEach((key, seconds) -> System.getProperties().putIfAbsent(key, seconds));
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    ReportServer report = new ReportServer(HttpServer.create(address, BACKLOG), data);
    report.server.createContext("/", report::answer);
    report.server.start();
    return report;
  }

  /** The page's address. */
  public String address() {
    return "http://localhost:" + server.getAddress().getPort() + "/";
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String host = exchange.getRequestHeaders().getFirst("Host");
      // This check stops a page of another host that resolves its name to this machine (DNS
      // rebinding).
      if (host == null || !host.matches("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?")) {
        send(exchange, 403, "text/plain", "This page is for this machine only.\n");
        return;
      }
      if (!METHODS.contains(exchange.getRequestMethod())) {
        exchange.getResponseHeaders().set("Allow", String.join(", ", METHODS));
        send(exchange, 405, "text/plain", "This page can only be read.\n");
        return;
      }
      try {
        switch (exchange.getRequestURI().getPath()) {
          case "/" -> send(exchange, 200, "text/html", current().page());
          case "/data.json" -> send(exchange, 200, "application/json", current().json());
          default -> send(exchange, 404, "text/plain", "There is / and /data.json.\n");
        }
      } catch (ExecutionException e) {
        Throwable reason = Optional.ofNullable(e.getCause()).orElse(e);
        String why = Objects.requireNonNullElse(reason.getMessage(), e.getMessage());
        send(exchange, 500, "text/plain", "Cannot read the sweep: " + why + "\n");
      }
    }
  }

  /** The current data, encoded once for all who ask until it changes. */
  private Encoded current() throws ExecutionException, InterruptedIOException {
    try {
      return reader.submit(this::read).get();
    } catch (InterruptedException closed) {
      throw new InterruptedIOException("The server is closed.");
    }
  }

  private Encoded read() throws Exception {
    Map<String, Object> now = data.call();
    if (now != encoded.data()) {
      encoded = new Encoded(now, bytes(ReportPage.html(now, true)), bytes(ReportPage.json(now)));
    }
    return encoded;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    send(exchange, status, type, bytes(text));
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, body.length);
    for (int from = 0; from < body.length; from += PIECE) {
      exchange.getResponseBody().write(body, from, Math.min(PIECE, body.length - from));
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    reader.shutdownNow();
  }
}
