package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.cluster.slot.Machine;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Printed;
import org.attune.jobs.ValidSweep;
import org.attune.sweeps.event.AdoptedFrom;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands say what other sweeps have, and where adopted trials come from. */
class TestReusedSweeps {

  private static final String YAML =
      ValidSweep.YAML + "replicates: 3\nexecution: {threads-per-trial: 1}\n";

  private ValidSweep sweep;
  private Path first;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    sweep = ValidSweep.in(folder);
    sweep.write(YAML);
    first = folder.resolve("runs/first");
  }

  @Test
  void validateCountsWhatIsThereAndSaysWhatVerdictsPay() throws Exception {
    begin(first, facts(Map.of()), 1, Map.of("validation_loss", 1.0));

    Printed plan = validate("--reuse", first);
    Printed folder = validate("--reuse", first.getParent());
    Printed wider =
        validate("--set", "axes.attention.gate=[none,learned,computed]", "--reuse", first);

    assertThat(plan.output())
        .contains("reuse       6 of 6 trials are there already: 6 in " + first);
    assertThat(plan.error()).as("the same plan is no further look").doesNotContain("verdict");
    assertThat(folder.output()).contains("6 in " + first);
    assertThat(wider.output()).contains("reuse       6 of 9 trials are there already");
    assertThat(wider.error())
        .contains(
            "with --reuse, no comparison that is open now gets a verdict in this sweep, because"
                + " results are known: ");
  }

  @Test
  void validateSaysWhyTrialsAreNotAdopted() throws Exception {
    begin(first, facts(Map.of(Provenance.CODE_VERSION, "old")), 1, Map.of("validation_loss", 1.0));
    Path dirty = first.resolveSibling("dirty");
    begin(dirty, facts(Map.of(Provenance.CPU, "an abacus")), 1, Map.of("validation_loss", 1.0));
    Path threads = first.resolveSibling("threads");
    begin(threads, facts(Map.of()), 2, Map.of("validation_loss", 1.0));

    assertThat(validate("--reuse", first).output())
        .contains(
            "reuse       0 of 6 trials are there already\n            not adopted: 6 (another code version)\n");
    assertThat(validate("--reuse", dirty).output()).contains("not adopted: 6 (another processor)");
    assertThat(validate("--reuse", threads).output())
        .contains("not adopted: 6 (2 threads per trial instead of 1)");
  }

  /** The key of the file does what the option does. */
  @Test
  void theFileMayNameTheSweeps() throws Exception {
    begin(first, facts(Map.of()), 1, Map.of("validation_loss", 1.0));
    sweep.write(YAML + "reuse: ['%s']\n".formatted(first));

    assertThat(validate().output()).contains("reuse       6 of 6 trials are there already");
  }

  @Test
  void aDirectoryWithoutASweepIsRefused() throws Exception {
    sweep.assertRefused(
        "There is no directory " + first,
        "run",
        sweep.spec(),
        "--out",
        sweep.results(),
        "--reuse",
        first);
    Files.createDirectories(first);
    sweep.assertRefused(
        first + " holds no sweep", "run", sweep.spec(), "--out", sweep.results(), "--reuse", first);
    begin(first, facts(Map.of()), 1, Map.of("validation_loss", 1.0));
    sweep.assertRefused(
        "Cannot reuse %s: it is the sweep's own directory, whose trials it has anyway; name another."
            .formatted(first),
        "run",
        sweep.spec(),
        "--out",
        first,
        "--reuse",
        first);
  }

  @Test
  void rerunGoesToTheRowThatWasTrained() throws Exception {
    Map<String, Double> numbers = Map.of("validation_loss", -1.0);
    begin(first, facts(Map.of()), 1, numbers);
    Trial trial = adopt(numbers);

    Printed again = Printed.of("rerun", sweep.results(), "--trial", trial.id());

    assertThat(again.output())
        .startsWith("trial %s was adopted: its row is in %s\n".formatted(trial.id(), first))
        .contains("validation_loss", "-1.0");
    sweep.assertRefused(
        "Trial %s was adopted, and its checkpoint was not: look in %s, which trained it, with ./attune best %s --checkpoint best.zip."
            .formatted(trial.id(), first, first),
        "best",
        sweep.results(),
        "--checkpoint",
        "best.zip");
    assertThat(Printed.of("status", sweep.results()).output())
        .contains("adopted 1 of 6 trials\n  1 from " + first + "\n");
  }

  @Test
  void aTrialThatWentOnFromACheckpointIsNoAdoptedOne() throws Exception {
    String origin = begin(first, facts(Map.of()), 1, Map.of("validation_loss", 1.0));
    Search search = ValidSweep.read(YAML).newSearch(new TrialCatalog());
    Trial trial = ((Proposal.Run) search.ask()).trial();
    Map<String, String> facts = new TreeMap<>(facts(Map.of()));
    facts.putAll(
        new AdoptedFrom(first.toString(), origin, 1, Instant.EPOCH, new TreeSet<>()).provenance());
    Instant now = Instant.now();
    try (SweepJournal journal = open(sweep.results(), 1)) {
      journal
          .append(
              List.of(
                  new Event.Suggested(trial, 0, now),
                  new Event.Started(trial.id(), 1, "0.0", "here", "cpu", facts, now),
                  new Event.Abandoned(trial.id(), 1, "longer", now),
                  new Event.Started(trial.id(), 2, "0.0", "here", "cpu", facts(Map.of()), now)))
          .join();
    }

    assertThat(Printed.of("status", sweep.results()).output())
        .contains("1 of 6 trials went on from checkpoints\n  1 from " + first + "\n")
        .doesNotContain("adopted");
  }

  @Test
  void anOriginThatIsGoneOrAnotherIsSaid() throws Exception {
    Trial trial = adopt(Map.of("validation_loss", 1.0));
    sweep.assertRefused(
        "Cannot rerun trial %s: it was adopted from %s, which holds that sweep no more; bring that directory back, or train the trial in a new sweep without --reuse."
            .formatted(trial.id(), first),
        "rerun",
        sweep.results(),
        "--trial",
        trial.id());
    assertThat(Printed.of("status", sweep.results()).output())
        .contains("  1 from " + first + ", which holds that sweep no more\n");

    begin(first, facts(Map.of()), 1, Map.of("validation_loss", 2.0));
    assertThat(Printed.of("status", sweep.results()).output())
        .contains("  1 from " + first + ", which holds another sweep now, small-");
  }

  @Test
  void anOriginWithOtherNumbersIsRefused() throws Exception {
    String id = begin(first, facts(Map.of()), 1, Map.of("validation_loss", 2.0));
    Trial trial = adopt(Map.of("validation_loss", 1.0), id);

    sweep.assertRefused(
        "Cannot rerun trial %s: the metrics of its origin are no longer those that were adopted;"
            .formatted(trial.id()),
        "rerun",
        sweep.results(),
        "--trial",
        trial.id());
  }

  private Printed validate(Object... more) {
    Object[] words = new Object[2 + more.length];
    words[0] = "validate";
    words[1] = sweep.spec();
    System.arraycopy(more, 0, words, 2, more.length);
    Printed printed = Printed.of(words);
    assertThat(printed.exit()).as(printed.error()).isZero();
    return printed;
  }

  /** What a slot of this machine knows, with other facts. */
  private static Map<String, String> facts(Map<String, String> others) {
    Map<String, String> facts = new HashMap<>(Machine.provenance());
    facts.put(Provenance.CODE_VERSION, Machine.codeVersion());
    facts.put(Provenance.DATA_HASH, "d");
    facts.putAll(others);
    return facts;
  }

  /** A sweep whose trials have finished; returns its id. */
  private static String begin(
      Path directory, Map<String, String> facts, int threads, Map<String, Double> numbers)
      throws Exception {
    try (SweepJournal journal = open(directory, threads)) {
      Search search = ValidSweep.read(YAML).newSearch(new TrialCatalog());
      while (search.ask() instanceof Proposal.Run next) {
        finish(journal, next.trial(), facts, numbers);
      }
      return journal.state().header().sweepId();
    }
  }

  private static SweepJournal open(Path directory, int threads) throws Exception {
    SweepSpec spec = ValidSweep.read(YAML);
    return SweepJournal.open(
        new LocalStorage(directory),
        SpecHeader.of(spec, 6, threads, Machine.provenance())
            .judgedOn(Optional.of("new examples of this task")),
        false);
  }

  private Trial adopt(Map<String, Double> numbers) throws Exception {
    return adopt(
        numbers,
        Files.exists(first)
            ? SweepJournal.read(new LocalStorage(first)).header().sweepId()
            : "small-0");
  }

  /** The sweep adopts its first trial. */
  private Trial adopt(Map<String, Double> numbers, String id) throws Exception {
    Search search = ValidSweep.read(YAML).newSearch(new TrialCatalog());
    Trial trial = ((Proposal.Run) search.ask()).trial();
    Map<String, String> facts = new TreeMap<>(facts(Map.of()));
    facts.putAll(
        new AdoptedFrom(first.toString(), id, 1, Instant.EPOCH, new TreeSet<>()).provenance());
    try (SweepJournal journal = open(sweep.results(), 1)) {
      finish(journal, trial, facts, numbers);
    }
    return trial;
  }

  private static void finish(
      SweepJournal journal, Trial trial, Map<String, String> facts, Map<String, Double> numbers) {
    Instant now = Instant.now();
    journal
        .append(
            List.of(
                new Event.Suggested(trial, 0, now),
                new Event.Started(trial.id(), 1, "0.0", "here", "cpu", facts, now),
                new Event.Finished(trial.id(), 1, numbers, Map.of(), now)))
        .join();
  }
}
