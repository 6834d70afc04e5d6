package org.attune.jobs.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.storage.Storage;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Attune;
import org.attune.jobs.OutputCheck;
import org.attune.jobs.ReadOnlyStorage;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.TwoWidths;
import org.attune.jobs.sweep.SealedOpening;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.verdict.Reproduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The journal counts how often someone saw verdicts of the sealed split. */
class TestSealedOpenings {

  private static final String FILE = TwoWidths.file(3);

  @TempDir private Path folder;

  @Test
  void theSameVerdictsCountOnceAndOthersAgain() throws Exception {
    assertThat(run(FILE))
        .contains(
            "Report a claim that was stated before the results; else report the table of cells.",
            "judged on the sealed split",
            "It was opened once.");
    assertThat(run(FILE)).contains("It was opened once.");
    assertThat(run(FILE.replace("is: below", "is: above"))).contains("It was opened 2 times.");
    assertThat(run(FILE)).contains("It was opened 2 times.");
  }

  /** The directory keeps the sweep file that ran, so the report needs no {@code --spec}. */
  @Test
  void theReportJudgesTheClaimsThatWereRun() throws Exception {
    assertThat(run(FILE, "--set", "train.batch=3")).contains("It was opened once.");
    String directory = folder.resolve("run").toString();
    printed(0, "report", directory);
    assertThat(folder.resolve("run/report.html"))
        .content()
        .contains("\"says\":\"Width helps\"", "\"sealed_openings\":1");

    run(FILE.replace("is: below", "is: above"), "--set", "train.batch=3");
    printed(0, "report", directory);
    assertThat(folder.resolve("run/report.html")).content().contains("wide above narrow");
    run(FILE, "--set", "train.batch=3");
    printed(0, "report", directory);
    assertThat(folder.resolve("run/report.html")).content().contains("wide below narrow");
  }

  @Test
  void theTableAndTheReportNameTheClaimsThatWereDropped() throws Exception {
    String more = "  - {says: Width hurts, cell: wide, is: above, of: narrow}\n";
    String dropped = "The journal has 1 claim that the file no longer has; it still counts";

    assertThat(run(FILE + more)).doesNotContain(dropped);
    assertThat(run(FILE)).contains(dropped + " (Holm over 2).");
    printed(0, "report", folder.resolve("run").toString());
    assertThat(folder.resolve("run/report.html")).content().contains("\"dropped_claims\":1");
  }

  @Test
  void whereAllClaimsWereDroppedTheReportAndJsonSayIt() throws Exception {
    run(FILE);
    run(FILE.substring(0, FILE.indexOf("claims:")));
    String directory = folder.resolve("run").toString();

    JsonNode analysis = new ObjectMapper().readTree(printed(0, "analyze", directory, "--json"));
    assertThat(analysis.path("claims")).isEmpty();
    assertThat(analysis.path("dropped_claims").intValue()).isEqualTo(1);
    printed(0, "report", directory);
    assertThat(folder.resolve("run/report.html")).content().contains("\"dropped_claims\":1");
    assertThat(run(FILE)).contains("It was opened once.");
  }

  @Test
  void aCopyThatIsOfAnotherSweepIsToldOf() throws Exception {
    run(FILE);
    Path copy = folder.resolve("run/sweep.yaml");
    Files.writeString(copy, Files.readString(copy).replace("steps: 1", "steps: 2"));

    String directory = folder.resolve("run").toString();
    assertThat(printed(0, "report", directory))
        .contains("was changed and is of another sweep now: no claim is judged");
    assertThat(printed(0, "analyze", directory, "--json"))
        .contains("the file that was run: ./attune report " + directory + " --spec FILE");
  }

  /** A colleague's results are there to be read. */
  @Test
  void anOpeningThatCannotBeCountedIsWarnedOf() throws Exception {
    run(FILE);
    TrialCatalog catalog = new TrialCatalog();
    SweepSpec other =
        SpecFile.read("other.yaml", FILE.replace("is: below", "is: above"), Map.of(), catalog);
    Storage storage = ReadOnlyStorage.of(new LocalStorage(folder.resolve("run")));
    SweepView sweep = SweepJournal.read(storage);

    assertThat(
            said(() -> SealedOpening.count(storage, sweep, Reproduction.of(other, sweep, catalog))))
        .startsWith("warning: cannot count in the journal that the sealed split was opened: ")
        .hasLineCount(1);
  }

  /** A program reads verdicts there; they were shown, so they open no split once more. */
  @Test
  void analyzeHasTheVerdictsInItsJson() throws Exception {
    run(FILE);

    String json = printed(0, "analyze", folder.resolve("run").toString(), "--json");

    JsonNode claim = new ObjectMapper().readTree(json).at("/claims/0");
    assertThat(claim.path("says").textValue()).isEqualTo("Width helps");
    assertThat(claim.path("stated").textValue()).isEqualTo("before");
    assertThat(claim.path("seeds").intValue()).isEqualTo(3);
    assertThat(claim.fieldNames())
        .toIterable()
        .contains("verdict", "difference", "low", "high", "probability", "unadjusted");
    assertThat(claim.path("difference").doubleValue())
        .as("cell less control, of a claim of 'below'")
        .isEqualTo(-claim.at("/as_claimed/difference").doubleValue());
    assertThat(claim.path("low").doubleValue())
        .isEqualTo(-claim.at("/as_claimed/high").doubleValue());
    assertThat(claim.path("level").isNull()).as("so few seeds give no interval").isTrue();
    assertThat(claim.path("needed_probability").doubleValue()).isEqualTo(.05);
    assertThat(run(FILE)).contains("It was opened once.");
  }

  /** Someone could else stop a sweep when its verdicts look good. */
  @Test
  void afterAnInterruptNoClaimIsJudgedAndTheSplitStaysSealed() throws Exception {
    Path directory = folder.resolve("run");
    LocalStorage storage = new LocalStorage(directory);
    SweepSpec spec = SpecFile.read("two-widths.yaml", FILE, Map.of(), new TrialCatalog());
    try (RecordedSweep sweep =
        RecordedSweep.in(directory, SpecHeader.of(spec, 6, 1, Map.of("cpu", "a processor")))) {
      for (Configuration cell : spec.comparison().cells().values()) {
        Map<String, Double> losses = Map.of("validation_loss", 1.0, "sealed_validation_loss", 1.0);
        sweep.finished(cell.values(), 0, losses);
      }
      sweep.interrupted().flush();
    }
    new SpecCopy(FILE, Map.of()).write(storage);

    JsonNode analysis =
        new ObjectMapper().readTree(printed(0, "analyze", directory.toString(), "--json"));
    printed(0, "report", directory.toString());

    assertThat(analysis.path("claims")).isEmpty();
    assertThat(analysis.path("claims_wait").textValue())
        .isEqualTo("Claims are not judged yet: 4 trials are open.");
    assertThat(directory.resolve("report.html"))
        .content()
        .contains("Claims are not judged yet: 4 trials are open.")
        .doesNotContain("\"says\":\"Width helps\"");
    assertThat(SweepJournal.read(storage).openings()).isEmpty();
  }

  /** A killed driver has not written that the sweep is complete. */
  @Test
  void whereNoTrialIsOpenTheSweepMayStillNotHaveEnded() throws Exception {
    Path directory = folder.resolve("run");
    SweepSpec spec = SpecFile.read("two-widths.yaml", FILE, Map.of(), new TrialCatalog());
    try (RecordedSweep sweep =
        RecordedSweep.in(directory, SpecHeader.of(spec, 2, 1, Map.of("cpu", "a processor")))) {
      for (Configuration cell : spec.comparison().cells().values()) {
        sweep.finished(cell.values(), 0, Map.of("validation_loss", 1.0));
      }
    }
    new SpecCopy(FILE, Map.of()).write(new LocalStorage(directory));

    JsonNode analysis =
        new ObjectMapper().readTree(printed(0, "analyze", directory.toString(), "--json"));

    assertThat(analysis.path("claims_wait").textValue())
        .isEqualTo("Claims are not judged yet: the sweep has not ended.");
  }

  @Test
  void aFileOfTheUsersOwnStaysAsItIs() throws Exception {
    run(FILE);
    Path copy = folder.resolve("run/sweep.yaml");
    Files.writeString(copy, "mine");
    run(FILE);
    assertThat(copy).hasContent("mine");
    printed(0, "report", folder.resolve("run").toString());
  }

  @Test
  void bestAndAnalyzeDoNotReadIt() throws Exception {
    run(FILE);
    String out = "--out=" + folder.resolve("run");

    assertThat(printed(0, "sql", out, "SELECT count(sealed_validation_loss) AS n FROM results"))
        .contains("6");
    assertThat(printed(0, "best", folder.resolve("run").toString()))
        .contains("validation_loss")
        .doesNotContain("sealed_");
    assertThat(
            printed(
                2, "analyze", folder.resolve("run").toString(), "--metric=sealed_validation_loss"))
        .contains("only claims read the sealed split; name 'validation_loss' instead");
  }

  private String run(String text, String... more) throws Exception {
    Path file = folder.resolve("two-widths.yaml");
    Files.writeString(file, text);
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("run", file.toString(), "--out=" + folder.resolve("run")));
    arguments.addAll(List.of(more));
    return printed(0, arguments.toArray(String[]::new));
  }

  /** What was printed without the lines before a JSON object, which went to the error stream. */
  private static String afterWarnings(String said) {
    return said.startsWith("{") ? said : said.substring(said.indexOf("\n{") + 1);
  }

  private static String printed(int exit, String... arguments) throws Exception {
    String said =
        said(
            () ->
                assertThat(Attune.execute(arguments))
                    .as(String.join(" ", arguments))
                    .isEqualTo(exit));
    if (exit == 0) {
      OutputCheck.of(List.of(arguments), exit, afterWarnings(said));
    }
    return said;
  }

  private interface Saying {
    void run() throws Exception;
  }

  private static String said(Saying saying) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      PrintStream both = new PrintStream(bytes, true, UTF_8);
      System.setOut(both);
      System.setErr(both);
      saying.run();
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    return bytes.toString(UTF_8);
  }
}
