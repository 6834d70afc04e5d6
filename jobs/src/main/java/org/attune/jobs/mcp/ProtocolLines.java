package org.attune.jobs.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The two streams of a JSON-RPC connection, line by line. Some lines are answered before the SDK
 * sees them: {@link EarlyAnswers}.
 */
final class ProtocolLines {

  private final BufferedReader lines;
  private final WholeLines out;
  private final EarlyAnswers early;
  private final CountDownLatch end = new CountDownLatch(1);

  /**
   * The streams.
   *
   * @param tools the names of the server's tools
   */
  ProtocolLines(InputStream in, OutputStream out, List<String> tools) {
    this.early = new EarlyAnswers(tools);
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
        Optional<ObjectNode> answer = next.isBlank() ? Optional.empty() : early.to(next);
        if (answer.isPresent()) {
          out.write((answer.get() + "\n").getBytes(UTF_8));
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
