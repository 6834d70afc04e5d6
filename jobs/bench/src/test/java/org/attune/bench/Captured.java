package org.attune.bench;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/** How something ended in this process, and what it printed. */
public record Captured(int exit, String output, String error) {

  public static Captured of(Callable<Integer> program) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    ByteArrayOutputStream error = new ByteArrayOutputStream();
    System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(error, true, StandardCharsets.UTF_8));
    try {
      int exit = program.call();
      return new Captured(
          exit, output.toString(StandardCharsets.UTF_8), error.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
