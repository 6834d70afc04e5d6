package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.cluster.slot.Machine;
import org.attune.jobs.Ran;
import org.attune.jobs.ValidSweep;
import org.attune.jobs.console.ExitCode;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rerun blames digits only where nothing that shapes them is different. */
class TestRerunCommand {

  private ValidSweep sweep;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    sweep = ValidSweep.in(folder);
  }

  @Test
  void aTrialThatCarriesAnotherOnIsRefused() throws Exception {
    Trial first = trial();
    Trial second = first.from(new Trial.Origin(first.id(), 20));
    record(second, "cpu");

    sweep.assertRefused(
        "Cannot train trial %s again: it carries on trial %s after step 20, and this begins at step"
                .formatted(second.id(), first.id())
            + " 0.",
        "rerun",
        sweep.results(),
        "--trial",
        second.id());
  }

  @Test
  void dataThatNothingReadsIsRefused() throws Exception {
    Trial trial = trial();
    record(trial, "cpu");

    sweep.assertRefused(
        "Cannot use --data nowhere.txt: the task 'text' makes its own data; leave it out.",
        "rerun",
        sweep.results(),
        "--trial",
        trial.id(),
        "--data",
        "nowhere.txt");
  }

  @Test
  void digitsOfAnotherDeviceAreNoSurprise() throws Exception {
    Trial trial = trial();
    record(trial, "gpu:0 some card");

    Ran again = Ran.attune("rerun", sweep.results().toString(), "--trial", trial.id());

    assertThat(again.output())
        .contains("device: gpu:0 some card when recorded, cpu")
        .contains("other digits, as is to be expected elsewhere");
    assertThat(again.exit()).as(again.error()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void aNameOfNoTrialOrOfSeveralIsRefused() throws Exception {
    Trial trial = trial();
    Trial tenth = new Trial(trial.id() + "0", 1, trial.configuration(), 10, 7);
    record(tenth, "gpu:0 some card");
    record(trial, "gpu:0 some card");
    String results = sweep.results().toString();

    sweep.assertRefused(" has no trial 'other'", "rerun", results, "--trial", "other");
    String both = trial.id().substring(0, 6);
    sweep
        .assertRefused("it begins the ids ", "rerun", results, "--trial", both)
        .contains(trial.id() + ",", tenth.id());
    assertThat(Ran.attune("rerun", results, "--trial", trial.id()).exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void ofAFailedTrialItNamesRetry() throws Exception {
    Trial trial = trial();
    Instant now = Instant.now();
    end(trial, new Event.Failed(trial.id(), 1, Cause.TRIAL_FAULT, "no such head", now));

    sweep.assertRefused(
        "only a finished one has results. To run it again: ./attune retry %s --trial %s"
            .formatted(sweep.results(), trial.id()),
        "rerun",
        sweep.results(),
        "--trial",
        trial.id());
  }

  @Test
  void aProgramThatADirectoryNamesIsShownAndNotRun() throws Exception {
    Path witness = sweep.results().resolveSibling("witness");
    Trial trial = program("touch " + witness, "HF_TOKEN (secret)\nAWS_* (inherited)\nMODE=fast");
    record(trial, "cpu");

    Ran ran = Ran.attune("rerun", sweep.results().toString(), "--trial", trial.id());

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(ran.error())
        .isEqualTo(
            """
            attune: %s names this program:
              command: touch %s
              variable: MODE=fast
              variables of this shell: AWS_*, HF_TOKEN
              folder: %s
            Nothing was run. If you trust this program, give --yes.
            """
                .formatted(sweep.results(), witness, Path.of("").toAbsolutePath()));
    assertThat(witness).doesNotExist();
  }

  @Test
  void whatFillsACommandIsShownToo() throws Exception {
    Path witness = sweep.results().resolveSibling("witness");
    Trial plain = program("{train} {file}", "");
    Map<String, String> values = new TreeMap<>(plain.configuration().values());
    values.put("train", "touch");
    values.put("file", witness.toString());
    Trial trial = Trial.of(0, new Configuration(values), 0, 7);
    record(trial, "cpu");

    Ran ran = Ran.attune("rerun", sweep.results().toString(), "--trial", trial.id());

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(ran.error())
        .contains("command: {train} {file}\n  {file}: %s\n  {train}: touch\n".formatted(witness));
    assertThat(witness).doesNotExist();
  }

  @Test
  void aCommandCannotHideBehindEscapes() throws Exception {
    Trial trial = program("rm -rf data \u001b[2K\rpython3 train.py\nfolder: /", "");
    record(trial, "cpu");

    Ran ran = Ran.attune("rerun", sweep.results().toString(), "--trial", trial.id());

    assertThat(ran.error())
        .contains("  command: rm -rf data \\u001b[2K\\rpython3 train.py\\nfolder: /\n")
        .doesNotContain("\u001b");
  }

  @Test
  void aProgramRunsWithYes() throws Exception {
    Path witness = sweep.results().resolveSibling("witness");
    Trial trial = program("touch " + witness, "");
    record(trial, "cpu");

    Ran.attune("rerun", sweep.results().toString(), "--trial", trial.id(), "--yes");

    assertThat(witness).exists();
  }

  private static Trial program(String run, String environment) {
    return Trial.of(
        0,
        new Configuration(
            Map.of(
                "task",
                "command",
                "task.run",
                run,
                "task.environment",
                environment,
                "task.report",
                "output")),
        0,
        7);
  }

  private static Trial trial() throws Exception {
    return Trial.of(0, ValidSweep.read(ValidSweep.YAML).base(), 0, 7);
  }

  /** A trial that has finished on this machine, on a device, with a loss that none has. */
  private void record(Trial trial, String device) throws Exception {
    end(
        trial,
        new Event.Finished(
            trial.id(),
            1,
            Map.of("validation_loss", -1.0),
            Map.of(Provenance.DEVICE, device),
            Instant.now()));
  }

  private void end(Trial trial, Event end) throws Exception {
    SweepSpec spec = ValidSweep.read(ValidSweep.YAML);
    SweepHeader header = SpecHeader.of(spec, 2, 1, Machine.provenance());
    Instant now = Instant.now();
    try (SweepJournal journal =
        SweepJournal.open(new LocalStorage(sweep.results()), header, false)) {
      journal
          .append(
              List.of(
                  new Event.Suggested(trial, 0, now),
                  new Event.Started(trial.id(), 1, "0.0", "here", "cpu", Map.of(), now),
                  end))
          .join();
    }
  }
}
