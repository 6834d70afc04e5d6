package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/**
 * A command that was run in this process.
 *
 * @param exit its exit code
 * @param output what it printed
 * @param error what it said on stderr
 */
public record Ran(int exit, String output, String error) {

  public Ran {
    Printed.requireFilled(output + error);
  }

  public static Ran attune(String... arguments) {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    StringWriter said = new StringWriter();
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      int exit = Attune.command().setErr(new PrintWriter(said, true)).execute(arguments);
      OutputCheck.of(List.of(arguments), exit, printed.toString(UTF_8));
      return new Ran(exit, printed.toString(UTF_8), said.toString());
    } finally {
      System.setOut(out);
    }
  }
}
