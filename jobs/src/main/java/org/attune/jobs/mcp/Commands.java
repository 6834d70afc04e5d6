package org.attune.jobs.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.PrintedLines;
import org.attune.jobs.console.Refusal;
import picocli.CommandLine;

/**
 * Attune's commands, run in this process for their JSON: so an agent sees what a user sees, and
 * nothing else.
 *
 * @param all makes them anew: a command keeps what it did
 */
record Commands(Supplier<CommandLine> all) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * What a command answered.
   *
   * @param exit its exit code
   */
  record Answer(int exit, JsonNode json) {

    boolean refused() {
      return exit == ExitCode.WRONG_INPUT || Refusal.isOne(json);
    }
  }

  /** Runs a command; one at a time, for each prints to the same stdout. */
  synchronized Answer run(List<String> words) throws IOException {
    List<String> asked = new ArrayList<>(words);
    asked.add(PrintedLines.OPTION);
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      int exit = all.get().execute(asked.toArray(String[]::new));
      return new Answer(exit, JSON.readTree(printed.toByteArray()));
    } finally {
      System.setOut(out);
    }
  }
}
