package org.attune.jobs.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.attune.jobs.Attune;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.LogFile;

/**
 * Runs the usual commands once so that the JVM can archive the classes that they load. {@code
 * ./attune} runs this class beside the first command of a build. This class writes into the folder
 * that its argument names.
 */
final class ArchiveRun {

  private static final String SPEC =
      """
      sweep: archive
      task: text
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: 2, batch: 2}
      axes:
        attention.gate: [none, learned]
      objective: {metric: validation_loss, goal: minimize}
      """;

  private static final List<String> STATEMENTS =
      List.of(
          "show tables",
          "describe results",
          "select gat from results",
          "select gate, avg(validation_loss), stddev(validation_loss) from results group by gate",
          "select * from results order by objective limit 3",
          "select r.gate, m.step, avg(m.value) v from metrics m join results r using (trial_id)"
              + " where m.name = 'train_loss' group by r.gate, m.step order by v",
          "select trial_id, rank() over (partition by gate order by objective) from results",
          "select state, count(distinct trial_id) from attempts group by state",
          "select params['attention.gate'] gate, max(objective) from trials group by 1");

  private ArchiveRun() {}

  /** Runs the commands; the only argument is the folder to write into. */
  public static void main(String[] arguments) throws IOException {
    LogFile.begin();
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    Path folder = Path.of(arguments[0]);
    Path spec = Files.writeString(folder.resolve("archive.yaml"), SPEC);
    Path sweeps = folder.resolve("sweeps");
    for (String name : List.of("one", "two")) {
      new SyntheticSweep(name, 8, 2, 2).publish(sweeps.resolve(name));
    }
    for (String statement : STATEMENTS) {
      Attune.execute("sql", "--out", sweeps.resolve("one").toString(), statement);
      Attune.execute("sql", "--out", sweeps.toString(), "--format", "json", statement);
    }
    String results = folder.resolve("results").toString();
    Attune.execute("run", spec.toString(), "--out", results);
    Attune.execute("status", results);
    System.exit(ExitCode.DONE);
  }
}
