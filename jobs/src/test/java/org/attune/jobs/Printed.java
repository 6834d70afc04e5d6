package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** A command run in this process: its exit code and what it printed. */
public record Printed(int exit, String output, String error) {

  public Printed {
    requireFilled(output + error);
  }

  /** No command prints a template that nothing filled, such as {@code over %d cells}. */
  static void requireFilled(String text) {
    assertThat(text).doesNotContainPattern("[ (]%[dsn]");
  }

  public static Printed of(Object... arguments) {
    return of(new ByteArrayOutputStream(), arguments);
  }

  /**
   * The same for a command that goes on printing, such as {@code watch}.
   *
   * @param then done once, by the command's own thread, when it has printed its first line
   */
  static Printed ofFollowing(Runnable then, Object... arguments) {
    return of(
        new ByteArrayOutputStream() {
          private boolean done;

          @Override
          public synchronized void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, length);
            if (!done && toString(UTF_8).contains("\n")) {
              done = true;
              then.run();
            }
          }
        },
        arguments);
  }

  private static Printed of(ByteArrayOutputStream printed, Object... arguments) {
    String[] words = new String[arguments.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = arguments[i].toString();
    }
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    System.setErr(new PrintStream(said, true, UTF_8));
    try {
      int exit = Attune.execute(words);
      OutputCheck.of(List.of(words), exit, printed.toString(UTF_8));
      return new Printed(exit, printed.toString(UTF_8), said.toString(UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  /** What a command prints that succeeds. */
  public static String attune(Object... arguments) {
    Printed printed = of(arguments);
    assertThat(printed.exit()).as("%s: %s", List.of(arguments), printed.error()).isZero();
    return printed.output();
  }

  JsonNode json() throws IOException {
    return new ObjectMapper().readTree(output);
  }
}
