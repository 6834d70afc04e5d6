package org.attune.jobs.claims;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.session.Jars;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code attune claims verify}: checks that recorded claims, dates and verdicts hold. */
@Command(
    name = "claims",
    description = "Checks what was claimed, when, and what came of it.",
    mixinStandardHelpOptions = true,
    subcommands = ClaimsCommand.VerifyCommand.class)
public final class ClaimsCommand {

  /** The subcommand. */
  @Command(
      name = "verify",
      description = {
        "Computes every verdict and every date of recorded tables again: from the raw results, the"
            + " sweep file and the record beside them.",
        "Exit code 1, with the name of the claim, if a word, a date or a result was changed."
      },
      mixinStandardHelpOptions = true)
  static final class VerifyCommand implements Callable<Integer> {

    @Parameters(
        paramLabel = "DIR",
        description = "The folder 'data' of reproduced tables, or the folder of one table in it.")
    private Path directory;

    @Mixin private Jars jars;

    @Override
    public Integer call() throws Exception {
      if (!Files.isDirectory(directory)) {
        throw new InputException(
            "Cannot verify %s: it is not a folder; name the folder 'data' beside the pages that 'attune reproduce --pages' wrote"
                .formatted(directory));
      }
      jars.install();
      List<RecordCheck.Result> results = new RecordCheck(new TrialCatalog()).of(directory);
      if (results.isEmpty()) {
        throw new InputException(
            "Cannot verify %s: it has no recorded tables; name the folder 'data' beside the pages that 'attune reproduce --pages' wrote"
                .formatted(directory));
      }
      for (RecordCheck.Result result : results) {
        result
            .problems()
            .forEach(problem -> System.out.printf("%s: %s%n", result.table(), problem));
      }
      long claims = results.stream().mapToLong(RecordCheck.Result::claims).sum();
      long wrong = results.stream().mapToLong(result -> result.problems().size()).sum();
      System.out.printf(
          "%s of %s: %s%n",
          Counted.of(claims, "claim"),
          Counted.of(results.size(), "table"),
          wrong == 0 ? "all as recorded" : Counted.of(wrong, "difference"));
      return wrong == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }
  }
}
