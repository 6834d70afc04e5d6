package org.attune.jobs.lab;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.attune.api.catalog.Configuration;
import org.attune.cluster.table.ManifestReader;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Attune;
import org.attune.jobs.OutputCheck;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.TwoWidths;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.lab.Entry;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.lab.Standing;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.verdict.StatedWhen;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A lab records what was claimed, gives it a level, and hides what is sealed until it is judged.
 */
class TestLabs {

  private static final String FILE = TwoWidths.file(8);

  private static final String SEALED = "sealed_validation_loss";

  @TempDir private Path folder;

  private Path lab;
  private Ledger ledger;

  @BeforeEach
  void begin() throws Exception {
    lab = folder.resolve("lab");
    assertThat(printed(0, "lab", "init", lab.toString()))
        .isEqualTo(
            "%s is a lab: at most 5.0 %% of its discoveries are wrong on average; next: ./attune lab status %s%n"
                .formatted(lab, lab));
    ledger = new Ledger(new LocalStorage(lab));
  }

  /** A sweep of the lab whose trials have ended; wide is better by about 1 on the sealed split. */
  private Path sweep(String name) throws Exception {
    return EndedSweep.in(lab, name, FILE);
  }

  private List<String> columns(Path sweep) throws IOException {
    return new ManifestReader(new LocalStorage(sweep))
        .read().orElseThrow().tables().get("results").columns().stream().map(Column::name).toList();
  }

  @Test
  void theReportSettlesTheClaimAndTheLedgerHasItsVerdict() throws Exception {
    Path sweep = sweep("widths");

    JsonNode json = new ObjectMapper().readTree(printed(0, "analyze", sweep.toString(), "--json"));
    printed(0, "report", sweep.toString()); // adds nothing

    double level = ledger.read().stated().get(0).level();
    assertThat(json.at("/claims/0/needed_probability").doubleValue()).isEqualTo(level);
    assertThat(json.at("/claims/0/level").doubleValue()).isEqualTo(1 - level);
    Entry verdict = ledger.read().verdict(2).orElseThrow();
    assertThat(verdict.judged().get(0).verdict()).isEqualTo("shown");
    assertThat(verdict.judged().get(0).seeds()).isEqualTo(8);
    assertThat(ledger.read().all()).hasSize(3);
    assertThat(printed(0, "lab", "status", lab.toString()))
        .isEqualTo(
            """
            claims       1 claim in 1 sweep, of which 1 judged
            discoveries  1; 0.050 of them or fewer are expected to be wrong (5.0 %)
            wealth       82 % is left
            next claim   level .0078; seeds that show an effect four times in five: 53 for half a standard deviation, 16 for one, 7 for two
            """);
    assertThat(printed(0, "lab", "verify", lab.toString()))
        .isEqualTo("3 entries, 1 sweep: all as recorded\n");
  }

  @Test
  void sealedMetricsAreHiddenUntilTheClaimIsSettled() throws Exception {
    Path sweep = sweep("widths");
    Path runs = folder.resolve("mlflow");

    assertThat(columns(sweep)).contains("validation_loss").doesNotContain(SEALED);
    assertThat(
            printed(
                2,
                "sql",
                "--out=" + sweep,
                "select max(r.%s) as loss from results r".formatted(SEALED)))
        .contains("the tables of a lab's sweep have its sealed metrics once its claims are judged");
    printed(0, "export", sweep.toString(), "--format=mlflow", "--to=" + runs);
    assertThat(files(runs)).isNotEmpty().noneMatch(file -> file.endsWith(SEALED));
    printed(0, "analyze", sweep.toString(), "--json");

    assertThat(columns(sweep)).contains("validation_loss", SEALED);
  }

  /** A rerun compares sealed numbers with those of the journal, and prints none of them. */
  @Test
  void aRerunHidesSealedMetricsUntilTheyAreOpened() throws Exception {
    Path sweep = sweep("widths");
    String trial = SweepJournal.read(new LocalStorage(sweep)).trials().get(0).trial().id();
    String[] command = {"rerun", sweep.toString(), "--trial", trial};

    assertThat(printed(0, command)).contains("validation_loss").doesNotContain("sealed");
    assertThat(printed(0, "best", sweep.toString())).doesNotContain("sealed");
    assertThat(printed(0, "best", sweep.toString(), "--json")).doesNotContain("sealed");

    printed(0, "lab", "open", sweep.toString(), "--why", "a rerun");
    assertThat(printed(0, command)).contains(SEALED);
  }

  @Test
  void theOnlyEarlierWayIsRecorded() throws Exception {
    Path sweep = sweep("widths");

    assertThat(printed(0, "lab", "open", sweep.toString(), "--why", "a plot"))
        .isEqualTo("recorded: the sealed numbers of %s are shown now%n".formatted(sweep));

    assertThat(columns(sweep)).contains(SEALED);
    assertThat(ledger.read().last().line().json().path("why").asText()).isEqualTo("a plot");
    assertThat(SweepJournal.read(new LocalStorage(sweep)).openings())
        .containsExactly("opened: a plot");
    assertThat(printed(0, "lab", "status", lab.toString()))
        .contains("opened       the sealed numbers of 1 sweep were read before the verdict");
  }

  @Test
  void aCopyOfTheDirectoryIsJudgedInTheSameLab() throws Exception {
    Path sweep = sweep("widths");
    Path copy = folder.resolve("copy");
    try (var files = Files.walk(sweep)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(sweep.relativize(file).toString()));
      }
    }

    printed(0, "analyze", copy.toString(), "--json");

    assertThat(ledger.read().verdict(2)).isPresent();
  }

  /** The adversary's second lab has wealth of its own, but no entry of this sweep. */
  @Test
  void aSweepStaysInTheLabThatStatedItsClaims() throws Exception {
    Path sweep = sweep("widths");
    Path other = folder.resolve("other");
    printed(0, "lab", "init", other.toString());
    Path moved = other.resolve("widths");
    Files.move(sweep, moved);
    Path file = folder.resolve("two.yaml");
    Files.writeString(file, FILE);

    assertThat(printed(2, "run", file.toString(), "--out=" + moved))
        .contains("The ledger of %s has no entry 2 with the claims of %s".formatted(other, moved));
    assertThat(printed(1, "lab", "verify", other.toString()))
        .contains("%s is of another lab, %s\n".formatted(moved, ledger.lab()));
    printed(0, "analyze", moved.toString(), "--json");
    assertThat(ledger.read().verdict(2)).isPresent();
    assertThat(new Ledger(new LocalStorage(other)).read().wealth().discoveries()).isZero();
  }

  @Test
  void validateSaysWhatClaimsWouldCostAndTheFileNamesItsLab() throws Exception {
    Path file = folder.resolve("two.yaml");
    Files.writeString(file, FILE + "lab: " + lab + "\n");

    assertThat(printed(0, "validate", file.toString()))
        .contains(
            "lab %s: 1 claim at the level .0089, for 18 %% of the lab's wealth; the lab draws the seed"
                .formatted(lab));
    assertThat(ledger.read().all()).hasSize(1);
    Files.writeString(file, FILE + "lab: " + folder + "\n");
    assertThat(printed(2, "validate", file.toString()))
        .contains("%s is not a lab: it has no .attune-lab".formatted(folder));
  }

  @Test
  void aFileMaySayTheRateThatItsLabMustHave() throws Exception {
    Path file = folder.resolve("two.yaml");
    Path out = lab.resolve("new");
    Files.writeString(file, FILE + "lab: {rate: .1}\n");
    String other =
        "%s says lab.rate 0.1, and the lab %s has 0.05: a lab keeps the rate with which it began; write rate: 0.05, or name another lab: --lab DIR."
            .formatted(file, lab);

    assertThat(printed(2, "run", file.toString(), "--out=" + out)).contains(other);
    assertThat(printed(2, "validate", file.toString(), "--lab=" + lab)).contains(other);
    Path outside = folder.resolve("outside");
    assertThat(printed(2, "run", file.toString(), "--out=" + outside))
        .contains(
            "%s says lab.rate 0.1, and there is no lab above %s; make one there or above: ./attune lab init DIR --rate 0.1, or name one: --lab DIR."
                .formatted(file, outside));
    assertThat(outside).doesNotExist();
    assertThat(out).doesNotExist();
    Files.writeString(file, FILE + "lab: {folder: %s, rate: .05}\n".formatted(lab));
    assertThat(printed(0, "run", "--dry-run", file.toString(), "--out=" + outside))
        .contains("lab %s: 1 claim at the level .0089".formatted(lab));
    Files.writeString(file, FILE + "lab: {rate: 5}\n");
    assertThat(printed(2, "run", file.toString(), "--out=" + out))
        .contains("lab.rate: '5' must be a number from 0 to 1");
    assertThat(ledger.read().all()).hasSize(1);
  }

  /** The file with new seeds is a sweep of its own, and has no claims until someone states them. */
  @Test
  void theBestCellsOfALabsSweepAreConfirmedByClaimsThatTheUserStates() throws Exception {
    Path file = folder.resolve("confirm.yaml");

    String printed = printed(0, "best", sweep("widths").toString(), "--confirm=2");
    String text = printed.replaceAll("(?m)^note: replicates: .*\\R", ""); // of stderr

    assertThat(text)
        .contains(
            "# In the lab %s only claims are evidence: state under 'claims' what you expect.\n"
                .formatted(lab))
        .doesNotContain("sealed", "\nclaims");
    Files.writeString(
        file, text + "claims: [{says: Width helps again, cell: wide, is: below, of: narrow}]\n");
    assertThat(printed(0, "run", "--dry-run", file.toString(), "--out=" + lab.resolve("confirm")))
        .contains("lab %s: 1 claim at the level ".formatted(lab));
    assertThat(ledger.read().stated()).hasSize(1);
  }

  @Test
  void aLabTakesNoResultsThatWereKnown() throws Exception {
    Path file = folder.resolve("two.yaml");
    Files.writeString(file, FILE);

    assertThat(
            printed(
                2,
                "run",
                file.toString(),
                "--out=" + lab.resolve("new"),
                "--reuse=" + sweep("widths")))
        .contains(
            "Cannot reuse trials for the claims of %s: a lab judges claims on new seeds"
                .formatted(lab.resolve("new")));
    assertThat(ledger.read().stated()).hasSize(1);
    assertThat(lab.resolve("new")).doesNotExist();
  }

  @Test
  void withoutItsLedgerNobodySeesVerdicts() throws Exception {
    Path sweep = sweep("widths");
    Path moved = folder.resolve("moved");
    Files.move(sweep, moved);
    Files.move(lab, folder.resolve("elsewhere"));

    assertThat(printed(2, "analyze", moved.toString(), "--json"))
        .contains(
            "Cannot judge the claims of %s: the ledger of lab ".formatted(moved),
            " must record it first, and it is not in %s.".formatted(lab));
  }

  @Test
  void anEntryThatWasRemovedFromTheEndIsNamedByItsSweep() throws Exception {
    Path sweep = sweep("widths");
    Files.delete(lab.resolve(".attune-lab/000002.json"));

    assertThat(printed(1, "lab", "verify", lab.toString()))
        .isEqualTo(
            """
            entry 2 (stated two-widths) was removed or changed: %s has another
            1 entry, 1 sweep: 1 difference
            """
                .formatted(sweep));
  }

  @Test
  void aVerdictThatWasRemovedFromTheEndIsNamedByItsSweep() throws Exception {
    Path sweep = sweep("widths");
    printed(0, "analyze", sweep.toString(), "--json");
    assertThat(printed(0, "lab", "verify", lab.toString())).contains("all as recorded");

    Files.delete(lab.resolve(".attune-lab/000003.json"));

    assertThat(printed(1, "lab", "verify", lab.toString()))
        .isEqualTo(
            """
            the verdict on entry 2 (stated widths) was removed: the journal of %s has it
            2 entries, 1 sweep: 1 difference
            """
                .formatted(sweep));
  }

  /** Else whoever writes other claims reads the sealed numbers, and the ledger knows nothing. */
  @Test
  void claimsThatTheLedgerDoesNotHaveOpenNoSealedNumbers() throws Exception {
    Path sweep = sweep("widths");
    Path other = folder.resolve("other.yaml");
    Files.writeString(
        other, "seed: 7\n" + FILE.replace("is: below, of: narrow", "is: above, of: narrow"));

    assertThat(printed(2, "report", sweep.toString(), "--spec", other.toString(), "--json"))
        .contains(
            "Cannot judge these claims of %s by its sealed split: lab %s has other claims for it in entry 2. Judge those first."
                .formatted(sweep, ledger.lab()));
    assertThat(columns(sweep)).doesNotContain(SEALED);
    assertThat(printed(0, "lab", "verify", lab.toString())).contains("2 entries");
  }

  /** The table of the page comes from the ledger beside it. */
  @Test
  void thePagesNightIsThatOfItsLedger() throws Exception {
    Path night = Path.of("..", "docs", "lab-night.jsonl");
    List<String> verdicts =
        Files.readAllLines(night).stream().filter(line -> line.contains("verdict")).toList();

    assertThat(printed(0, "lab", "verify", night.toString()))
        .isEqualTo("797 entries: all as recorded\n");
    assertThat(verdicts).hasSize(398);
    assertThat(verdicts.stream().filter(line -> line.contains("the opposite is shown")))
        .hasSize(39);
    assertThat(verdicts.stream().filter(line -> line.contains(":\"shown\""))).hasSize(58);
    assertThat(Files.readString(Path.of("..", "docs", "lab.md")))
        .contains("| grown gates | 298 | 58 | 39 | 201 |");
  }

  /** As after a repair of a directory whose journal someone deleted. */
  @Test
  void aSweepWithoutItsPlaceInTheLedgerIsNamedByItsSeed() throws Exception {
    SweepSpec spec = SpecFile.read("widths", FILE, Map.of(), new TrialCatalog()).inLab(7, .05);
    List<String> claims = StatedWhen.testable(spec);
    ledger.add(before -> Optional.of(Entry.stated("widths", "w", 7, claims, before.wealth())));
    RecordedSweep.in(lab.resolve("widths"), SpecHeader.of(spec, 16, 1, Map.of())).close();

    assertThat(printed(1, "lab", "verify", lab.toString()))
        .startsWith(
            "entry 2 (stated widths): %s has its seed but not its place in the ledger, so its journal was rebuilt or replaced\n"
                .formatted(lab.resolve("widths")));
  }

  @Test
  void anEntryThatWasChangedIsNamed() throws Exception {
    sweep("widths");
    Path entry = lab.resolve(".attune-lab/000002.json");
    Files.writeString(entry, Files.readString(entry).replace("Width helps", "Width hurts"));

    assertThat(printed(1, "lab", "verify", lab.toString()))
        .startsWith("entry 2 (stated widths) was changed, or the entry before it was removed\n");
  }

  @Test
  void aLedgerIsPublishedAndCheckedAsOneFile() throws Exception {
    Path sweep = sweep("widths");
    printed(0, "analyze", sweep.toString(), "--json");
    Path file = folder.resolve("night.jsonl");

    Files.writeString(file, printed(0, "lab", "ledger", lab.toString()));

    assertThat(printed(0, "lab", "verify", file.toString()))
        .isEqualTo("3 entries: all as recorded\n");
    assertThat(printed(0, "lab", "status", file.toString()))
        .isEqualTo(printed(0, "lab", "status", lab.toString()));
    assertThat(printed(0, "lab", "status", file.toString(), "--json"))
        .isEqualTo(printed(0, "lab", "status", lab.toString(), "--json"));
    assertThat(printed(0, "lab", "ledger", file.toString())).isEqualTo(Files.readString(file));
    Files.writeString(file, Files.readString(file).replace("Width helps", "Width halps"));
    assertThat(printed(1, "lab", "verify", file.toString()))
        .startsWith("entry 2 (stated widths) was changed, or the entry before it was removed\n");
    Files.writeString(file, "Width helps\n");
    assertThat(printed(1, "lab", "verify", file.toString()))
        .isEqualTo(
            """
            entry 1 of the ledger cannot be read: %s: not a line of a record: Width helps
            0 entries: 1 difference
            """
                .formatted(file));
    assertThat(printed(2, "mcp", file.toString(), "--trials=1", "--hours=1"))
        .contains(
            "%s is a file, not a lab; a copy of a ledger can only be read: by lab status, lab verify and lab ledger."
                .formatted(file));
  }

  @Test
  void aLabHasNoLabInItAndAFolderThatIsNoneIsRefused() throws Exception {
    assertThat(printed(2, "lab", "init", lab.resolve("inner").toString()))
        .contains("is in the lab %s already; a lab within a lab would have wealth".formatted(lab));
    assertThat(printed(2, "lab", "init", lab.toString(), "--rate=5"))
        .contains("Invalid --rate 5.0: it is a share between 0 and 1, such as .05.");
    assertThat(printed(2, "lab", "status", folder.toString()))
        .contains(
            "%s is not a lab: it has no .attune-lab; make it one: ./attune lab init %s"
                .formatted(folder, folder));
    assertThat(Files.exists(lab.resolve("inner"))).isFalse();
  }

  @Test
  void aRunStatesItsClaimsOnceAndDrawsItsSeed() throws Exception {
    Path file = folder.resolve("two-widths.yaml");
    Files.writeString(file, FILE.replace("replicates: 8", "seed: 3\nreplicates: 2"));
    Path run = lab.resolve("run");
    String[] command = {"run", file.toString(), "--out=" + run};

    assertThat(printed(0, command))
        .contains(
            "lab %s: 1 claim at the level .0089, for 18 %% of the lab's wealth; the lab draws the seed"
                .formatted(lab),
            "A verdict needs p <= .0089: the level that the lab gave these claims",
            "these verdicts have the level .0089, which cost 18 % of the lab's wealth; it has 0"
                + " discoveries in 1 claim now");

    Entry stated = ledger.read().stated().get(0);
    SweepHeader header = SweepJournal.read(new LocalStorage(run)).header();
    assertThat(Standing.of(header.provenance()).orElseThrow().sha256())
        .isEqualTo(stated.line().sha256());
    assertThat(header.seed())
        .isEqualTo(stated.line().json().path("seed").longValue())
        .isNotEqualTo(3);
    assertThat(ledger.read().verdict(2)).isPresent();
    assertThat(columns(run)).contains(SEALED);
    printed(0, command); // as before: it states nothing again
    assertThat(ledger.read().all()).hasSize(3);
    Files.writeString(file, Files.readString(file).replace("is: below", "is: above"));
    assertThat(printed(2, command))
        .contains(
            "Cannot add or reword claims of %s: a lab's sweep has the claims that it began with, and 1 claim is not among them; state it in a sweep with a directory of its own."
                .formatted(run));
    assertThat(ledger.read().all()).hasSize(3);
    assertThat(printed(0, "lab", "verify", lab.toString()))
        .isEqualTo("3 entries, 1 sweep: all as recorded\n");
    Path network = folder.resolve("network.zip");
    printed(0, "best", run.toString(), "--checkpoint=" + network);
    try (ZipFile zip = new ZipFile(network.toFile())) {
      for (ZipEntry part : Collections.list(zip.entries())) {
        assertThat(new String(zip.getInputStream(part).readAllBytes(), ISO_8859_1))
            .as(part.getName())
            .doesNotContain("sealed_");
      }
    }
    assertThat(printed(0, "best", run.toString(), "--confirm=1"))
        .contains("'seed: %d'".formatted(header.seed()))
        .doesNotContain("sealed");
  }

  @Test
  void aSweepThatBeganOutsideIsNoEvidenceInTheLab() throws Exception {
    Path sweep = lab.resolve("outside");
    SweepSpec spec = SpecFile.read("two", FILE, Map.of(), new TrialCatalog());
    try (RecordedSweep outside = RecordedSweep.in(sweep, SpecHeader.of(spec, 16, 1, Map.of()))) {
      for (Configuration cell : spec.comparison().cells().values()) {
        for (int seed = 0; seed < 8; seed++) {
          outside.finished(cell.values(), seed, Map.of("validation_loss", 1.0, SEALED, 1.0));
        }
      }
      outside.completed().published();
    }
    Path file = folder.resolve("two.yaml");
    Files.writeString(file, FILE);

    assertThat(printed(0, "run", file.toString(), "--out=" + sweep)).contains(LabSweep.OUTSIDE);
    assertThat(ledger.read().all()).hasSize(1);
  }

  private static List<String> files(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.map(Path::toString).toList();
    }
  }

  private static String printed(int exit, String... arguments) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      PrintStream both = new PrintStream(bytes, true, UTF_8);
      System.setOut(both);
      System.setErr(both);
      assertThat(Attune.execute(arguments)).as(String.join(" ", arguments) + bytes).isEqualTo(exit);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    if (exit == 0) {
      OutputCheck.of(List.of(arguments), exit, bytes.toString(UTF_8));
    }
    return bytes.toString(UTF_8);
  }
}
