package org.attune.papers.reproduce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.attune.jobs.Attune;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.OutputSchema;
import picocli.CommandLine;

/**
 * A command of Attune's, run in this process. What {@code reproduce} prints with {@code --json} is
 * held against its schema.
 *
 * @param exit its exit code
 * @param output what it printed
 * @param error what it printed on stderr
 */
record Ran(int exit, String output, String error) {

  Ran {
    assertThat(output + error).doesNotContainPattern("[ (]%[dsn]");
  }

  static Ran attune(String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    ByteArrayOutputStream error = new ByteArrayOutputStream();
    System.setOut(new PrintStream(output, true, UTF_8));
    System.setErr(new PrintStream(error, true, UTF_8));
    try {
      int exit = Attune.execute(arguments);
      Ran ran = new Ran(exit, output.toString(UTF_8), error.toString(UTF_8));
      if (exit == 0 && List.of(arguments).contains("--json")) {
        ran.checkSchema(arguments[0]);
      }
      return ran;
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  /** What a command prints that succeeds. */
  static String printed(String... arguments) {
    Ran ran = attune(arguments);
    assertThat(ran.exit).as("%s: %s", List.of(arguments), ran.error).isZero();
    return ran.output;
  }

  /** What a command says that refuses its input. */
  static String refused(String... arguments) {
    Ran ran = attune(arguments);
    assertThat(ran.exit).as("%s: %s", List.of(arguments), ran.output).isEqualTo(2);
    return ran.error;
  }

  private void checkSchema(String name) {
    CommandLine command = Attune.command().getSubcommands().get(name);
    try {
      assertThat(
              JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                  .getSchema(Json.print(OutputSchema.of(name, command)))
                  .validate(new ObjectMapper().readTree(output)))
          .as("what '%s' printed, against attune schema --output %s", name, name)
          .isEmpty();
    } catch (JsonProcessingException broken) {
      throw new AssertionError("no JSON: " + output, broken);
    }
  }
}
