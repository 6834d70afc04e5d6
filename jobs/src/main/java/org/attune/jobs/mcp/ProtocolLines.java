package org.attune.jobs.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The two streams of a JSON-RPC connection, line by line. A line that is no message is answered
 * here: the SDK would end the connection.
 */
final class ProtocolLines {

  /** Codes of JSON-RPC 2.0, section 5.1. */
  private static final int PARSE_ERROR = -32700;

  private static final int INVALID_REQUEST = -32600;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final BufferedReader lines;
  private final WholeLines out;
  private final CountDownLatch end = new CountDownLatch(1);

  ProtocolLines(InputStream in, OutputStream out) {
    this.lines = new BufferedReader(new InputStreamReader(in, UTF_8));
    this.out = new WholeLines(out);
  }

  /** The messages, and nothing else. */
  InputStream in() {
    return new Messages();
  }

  /** Takes messages and writes each at once. */
  OutputStream out() {
    return out;
  }

  /** Waits until the other side has closed the stream. */
  void awaitEnd() throws InterruptedException {
    end.await();
  }

  /** What is wrong with a line; empty if it is a message. */
  private static Optional<ObjectNode> wrong(String line) {
    JsonNode message;
    try {
      message = JSON.readTree(line);
    } catch (JsonProcessingException broken) {
      return Optional.of(error(JSON.nullNode(), PARSE_ERROR, "The line is no JSON."));
    }
    boolean call = message.path("method").isTextual();
    boolean answer = message.has("id") && (message.has("result") || message.has("error"));
    boolean whole = message.path("jsonrpc").asText().equals("2.0") && (call || answer);
    JsonNode id = message.path("id").isValueNode() ? message.path("id") : JSON.nullNode();
    return whole
        ? Optional.empty()
        : Optional.of(error(id, INVALID_REQUEST, "The line is no message of JSON-RPC 2.0."));
  }

  private static ObjectNode error(JsonNode id, int code, String message) {
    ObjectNode error = JSON.createObjectNode().put("jsonrpc", "2.0");
    error.set("id", id);
    error.putObject("error").put("code", code).put("message", message);
    return error;
  }

  private final class Messages extends InputStream {

    private InputStream line = InputStream.nullInputStream();

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      int read = line.read(bytes, from, length);
      while (read < 0) {
        String next = lines.readLine();
        if (next == null) {
          end.countDown();
          return -1;
        }
        Optional<ObjectNode> wrong = next.isBlank() ? Optional.empty() : wrong(next);
        if (wrong.isPresent()) {
          out.write((wrong.get() + "\n").getBytes(UTF_8));
          out.flush();
        } else if (!next.isBlank()) {
          line = new ByteArrayInputStream((next + "\n").getBytes(UTF_8));
        }
        read = line.read(bytes, from, length);
      }
      return read;
    }
  }

  /** Keeps what is written until a line ends. */
  private static final class WholeLines extends OutputStream {

    private final OutputStream out;
    private final ThreadLocal<ByteArrayOutputStream> begun =
        ThreadLocal.withInitial(ByteArrayOutputStream::new);

    WholeLines(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      ByteArrayOutputStream line = begun.get();
      line.write(bytes, from, length);
      if (length > 0 && bytes[from + length - 1] == '\n') {
        synchronized (out) {
          line.writeTo(out);
          out.flush();
        }
        line.reset();
      }
    }
  }
}
