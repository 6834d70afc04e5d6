package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.jobs.Printed.attune;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.jobs.console.ExitCode;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.SweepJournal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a journal alone says, of a sweep whose driver is gone. */
class TestGoneDriver {

  private ValidSweep sweep;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    sweep = ValidSweep.in(folder);
  }

  @Test
  void theStatusOfASweepWhoseDriverIsGoneSaysSo() throws Exception {
    try (SweepJournal journal = sweep.begin(ValidSweep.YAML)) {
      start(journal);
      assertThat(attune("status", sweep.results()))
          .contains(", running\n", "0 finished, 0 stopped, 1 running");
    }

    assertThat(attune("status", sweep.results()))
        .contains(
            ", interrupted\n",
            "0 finished, 0 stopped, 0 running",
            "its driver is gone; rerun the command that started it")
        .containsPattern("attempt 1 on here, at step 0 when its driver ended");
    JsonNode object = new ObjectMapper().readTree(attune("status", sweep.results(), "--json"));
    assertThat(object.get("state").asText()).isEqualTo("interrupted");
    assertThat(object.get("running").asInt()).isZero();
    assertThat(object.get("pending").asInt()).isEqualTo(2); // one of them not proposed yet
    assertThat(object.get("running_trials")).isEmpty();
    assertThat(object.get("interrupted_trials")).hasSize(1);
  }

  @Test
  void watchEndsWithAnErrorIfTheSweepIsNotComplete() throws Exception {
    try (SweepJournal journal = sweep.begin(ValidSweep.YAML)) {
      start(journal);
    }
    Printed early = Printed.of("watch", sweep.results());
    assertThat(early.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(early.output()).endsWith(", interrupted with 1 trial begun\n");
    assertThat(early.error())
        .isEqualTo(
            "no driver runs this sweep now; to resume it, rerun the command that started it; a run"
                + " that has just begun takes it up once Spark has started: watch again then\n");

    try (SweepJournal journal = sweep.begin(ValidSweep.YAML)) {
      journal.append(new Event.Completed("every trial has ended", Instant.now())).join();
    }
    Printed complete = Printed.of("watch", sweep.results());
    assertThat(complete.exit()).isEqualTo(ExitCode.DONE);
    assertThat(complete.error()).isEmpty();
  }

  @Test
  void logsOfATrialShowWhereItFailed() throws Exception {
    Trial trial;
    try (SweepJournal journal = sweep.begin(ValidSweep.YAML)) {
      trial = start(journal);
      journal
          .append(new Event.Failed(trial.id(), 1, Cause.TRIAL_FAULT, "it broke", Instant.now()))
          .join();
    }
    Path envelope = sweep.results().resolve("envelopes/1/" + trial.id() + ".1.json");
    Files.createDirectories(envelope.getParent());
    Files.writeString(
        envelope,
        """
        {"sweep": "s", "epoch": 1, "trial": "%s", "attempt": 1, "samples": [], "lastStep": 0,
         "ending": {"state": "FAILED", "cause": "TRIAL_FAULT", "message": "it broke",
                    "trace": "some.Exception: it broke\\n\\tat some.Place(Place.java:7)"},
         "startedAt": 0, "endedAt": 0, "seconds": 0}
        """
            .formatted(trial.id()));

    String logs = attune("logs", sweep.results(), "--trial", trial.id().substring(0, 6));

    assertThat(logs).startsWith("trial " + trial.id() + ", failed: gate=");
    assertThat(logs.lines()).allMatch(line -> line.length() < 120);
    assertThat(attune("logs", sweep.results(), "--trial", trial.id(), "--config"))
        .startsWith(
            logs.lines().findFirst().orElseThrow()
                + "\n  replicate 0, seed "
                + trial.seed()
                + "\n  attention.")
        .contains("\n  train.steps=");
    assertThat(logs)
        .contains("attempt 1 on here", "failed (trial-fault)", "it broke", "Place.java:7");
    sweep.assertRefused(
        "./attune status %s --trial %s".formatted(sweep.results(), trial.id()),
        "best",
        sweep.results(),
        "--trial",
        trial.id());
    sweep.assertRefused(
        sweep.results()
            + " has no trial 'other'; list its ids: ./attune sql --out "
            + sweep.results()
            + " \"select trial_id, state from trials\"",
        "logs",
        sweep.results(),
        "--trial",
        "other");
  }

  /** A trial's first attempt, which runs. */
  private static Trial start(SweepJournal journal) throws Exception {
    Trial trial = Trial.of(0, ValidSweep.read(ValidSweep.YAML).base(), 0, 7);
    journal.append(new Event.Suggested(trial, 0, Instant.now())).join();
    journal
        .append(new Event.Started(trial.id(), 1, "0.0", "here", "cpu", Map.of(), Instant.now()))
        .join();
    return trial;
  }
}
