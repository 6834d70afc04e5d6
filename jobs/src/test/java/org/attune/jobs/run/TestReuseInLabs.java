package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.cluster.slot.Machine;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Printed;
import org.attune.jobs.ValidSweep;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.lab.Standing;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lab's sweep without claims adopts what the lab's other sweeps trained, unless it may not. */
class TestReuseInLabs {

  private static final String YAML =
      ValidSweep.YAML + "replicates: 3\nexecution: {threads-per-trial: 1}\n";
  private static final String CLAIM =
      """
      cells: {one: {model.width: 8}, two: {model.width: 16}}
      claims: [{says: Width helps, cell: two, is: below, of: one}]
      """;

  private ValidSweep sweep;
  private Path lab;

  @BeforeEach
  void begin(@TempDir Path folder) throws Exception {
    sweep = ValidSweep.in(folder);
    sweep.write(YAML);
    lab = folder.resolve("lab");
    Printed.attune("lab", "init", lab);
  }

  @Test
  void validateSaysWhatTheLabHasAndTheFileTurnsItOff() throws Exception {
    trained(lab.resolve("mondays/first"), Map.of());

    Printed plan = Printed.of("validate", sweep.spec(), "--lab", lab);
    assertThat(plan.output())
        .contains(
            "reuse       6 of 6 trials are there already: 6 in " + lab.resolve("mondays/first"));
    assertThat(plan.error()).doesNotContain("reuse");
    sweep.write(YAML + "seed: 7\n");
    assertThat(planned().output()).as("another seed").doesNotContain("reuse");
    sweep.write(YAML + "reuse: []\n");
    assertThat(planned().output()).as("turned off").doesNotContain("reuse");
  }

  /** Its seed is drawn after its claims are stated, so no sweep can have its trials. */
  @Test
  void aSweepWithClaimsLooksForNone() throws Exception {
    trained(lab.resolve("first"), Map.of());
    sweep.write(YAML.replaceFirst("(?m)^axes:.*$", "") + CLAIM);

    assertThat(planned().output()).doesNotContain("reuse");
  }

  /** One sweep trains, one adopts, and one trains anew: the last two have equal digits. */
  @Test
  void anAdoptedTrialHasTheDigitsOfOneThatIsTrainedAnew() throws Exception {
    sweep.write(YAML.replace("replicates: 3", "replicates: 1"));
    run("first");

    assertThat(run("second"))
        .contains("adopted 2 of 2 trials\n  2 from " + lab.resolve("first") + "\n");

    sweep.write(YAML.replace("replicates: 3", "replicates: 1") + "reuse: []\n");
    assertThat(run("third")).doesNotContain("adopted");
    assertThat(numbers("second")).isEqualTo(numbers("third")).hasSizeGreaterThan(20);
  }

  private String run(String name) {
    Printed run = Printed.of("run", sweep.spec(), "--out", lab.resolve(name));
    assertThat(run.exit()).as(run.error()).isZero();
    return run.output();
  }

  /** All that trials report of their learning, and no times. */
  private Map<String, Double> numbers(String name) throws IOException {
    SweepView view = SweepJournal.read(new LocalStorage(lab.resolve(name)));
    Map<String, Double> numbers = new TreeMap<>();
    view.metrics()
        .forEach(m -> numbers.put(m.trialId() + " " + m.step() + " " + m.name(), m.value()));
    for (TrialStatus trial : view.trials()) {
      trial
          .attempt()
          .orElseThrow()
          .metrics()
          .forEach((metric, value) -> numbers.put(trial.trial().id() + " " + metric, value));
    }
    numbers.keySet().removeIf(key -> key.contains("second"));
    return numbers;
  }

  @Test
  void aSweepThatCannotBeReadIsLeftOutWithAWarning() throws Exception {
    trained(lab.resolve("first"), Map.of());
    Path torn = lab.resolve("torn");
    trained(torn, Map.of());
    try (var files = Files.walk(torn.resolve("journal"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.writeString(file, "nothing");
      }
    }

    Printed plan = planned();

    assertThat(plan.error()).contains("warning: no trial of %s is reused: ".formatted(torn));
    assertThat(plan.output()).contains("reuse       6 of 6 trials are there already");
  }

  /** Adopted trials would show sealed numbers that the lab still hides. */
  @Test
  void trialsOfASealedSweepAreNotAdoptedUntilItsClaimsAreJudged() throws Exception {
    Path first = lab.resolve("first");
    Standing standing = new Standing("lab", 2, "0", .01, lab.toString());
    trained(first, standing.provenance());
    String refused =
        "reuse       0 of 6 trials are there already\n            not adopted: 6 (sealed metrics"
            + " that its lab hides until its claims are judged)\n";

    assertThat(planned().output()).as("in the lab").contains(refused);
    assertThat(
            Printed.of("run", sweep.spec(), "--dry-run", "--out", sweep.results(), "--reuse", first)
                .output())
        .as("outside")
        .contains(refused);
    try (SweepJournal journal = open(first, standing.provenance())) {
      journal.append(new Event.Unsealed("claims", Instant.now())).join();
    }
    assertThat(planned().output()).contains("reuse       6 of 6 trials are there already");
  }

  private Printed planned() throws Exception {
    return Printed.of("run", sweep.spec(), "--dry-run", "--lab", lab, "--out", sweep.results());
  }

  /** A sweep whose trials have finished. */
  private static void trained(Path directory, Map<String, String> provenance) throws IOException {
    Map<String, String> facts = new TreeMap<>(Machine.provenance());
    facts.put(Provenance.CODE_VERSION, Machine.codeVersion());
    facts.put(Provenance.DATA_HASH, "d");
    try (SweepJournal journal = open(directory, provenance)) {
      Search search = ValidSweep.read(YAML).newSearch(new TrialCatalog());
      while (search.ask() instanceof Proposal.Run next) {
        String id = next.trial().id();
        Instant now = Instant.now();
        journal
            .append(
                List.of(
                    new Event.Suggested(next.trial(), 0, now),
                    new Event.Started(id, 1, "0.0", "here", "cpu", facts, now),
                    new Event.Finished(id, 1, Map.of("validation_loss", 1.0), Map.of(), now)))
            .join();
      }
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static SweepJournal open(Path directory, Map<String, String> provenance)
      throws Exception {
    Map<String, String> all = new TreeMap<>(Machine.provenance());
    all.putAll(provenance);
    return SweepJournal.open(
        new LocalStorage(directory),
        SpecHeader.of(ValidSweep.read(YAML), 6, 1, all)
            .judgedOn(Optional.of("new examples of this task")),
        false);
  }
}
