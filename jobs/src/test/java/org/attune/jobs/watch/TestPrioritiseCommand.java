package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.attune.jobs.Printed;
import org.attune.jobs.ValidSweep;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command names cells as the sweep does, and journals what the next driver does. */
class TestPrioritiseCommand {

  private static final String YAML =
      ValidSweep.YAML
          .replace(", heads: 2", "")
          .replace("[none, learned]", "[none, learned]\n  model.heads: [1, 2]");

  private ValidSweep sweep;

  @BeforeEach
  void begin(@TempDir Path folder) throws Exception {
    sweep = ValidSweep.in(folder);
    sweep.write(YAML);
    sweep.begin(YAML).close();
  }

  @Test
  void withoutADriverTheNextRunHasTheCellsFirst() throws Exception {
    Printed printed =
        Printed.of("prioritise", sweep.results(), "--where", "gate = learned and heads >= 2");

    assertThat(printed.output())
        .isEqualTo(
            "trials with attention.gate = learned and model.heads >= 2 come first in the next 'attune run'\n");
    assertThat(prioritised().conditions())
        .containsExactly("attention.gate = learned", "model.heads >= 2");
  }

  @Test
  void aNamedCellIsItsSettings() throws Exception {
    String yaml =
        ValidSweep.YAML.replace(
            "axes:\n  attention.gate: [none, learned]",
            "cells: {plain: {}, gated: {attention.gate: learned}}");
    ValidSweep named = ValidSweep.in(sweep.folder());
    Path other = named.folder().resolve("named");
    ValidSweep cells = new ValidSweep(named.folder(), named.spec(), other);
    cells.begin(yaml).close();

    assertThat(Printed.of("prioritise", other, "--cell", "gated").output())
        .isEqualTo("trials with attention.gate = learned come first in the next 'attune run'\n");
    assertThat(Printed.of("prioritise", other, "--cell", "plain").output())
        .isEqualTo("trials with attention.gate = none come first in the next 'attune run'\n");
    assertThat(Printed.of("prioritise", other, "--where", "gate = none").output())
        .as("the value of the cell that does not set it")
        .isEqualTo("trials with attention.gate = none come first in the next 'attune run'\n");
    cells.assertRefused(
        "No cell that has begun is called 'gatet'; did you mean 'gated'?; use --where for others, such as --where 'attention.gate = learned'.",
        "prioritise",
        other,
        "--cell",
        "gatet");
    cells.assertRefused(
        "No cell that has begun is called 'learned'; these have: 'gated', 'plain'; use --where for others, such as --where 'attention.gate = learned'.",
        "prioritise",
        other,
        "--cell",
        "learned");
  }

  @Test
  void whatNoCellHasIsRefused() throws Exception {
    refused("The sweep does not vary 'width'; it varies attention.gate, model.heads.", "width = 2");
    refused(
        "No cell has attention.gate = lerned: the sweep has none, learned for it.",
        "gate = lerned");
    refused("No cell has model.heads > 2: the sweep has 1, 2 for it.", "model.heads > 2");
    refused(
        "Cannot read 'gate learned' in --where: write KEY = VALUE, or with !=, <, <=, > or >=, and 'and' between; such as --where 'attention.gate = none'.",
        "gate learned");
  }

  @Test
  void aCompleteSweepIsRefused() throws Exception {
    try (SweepJournal journal = sweep.begin(YAML)) {
      journal.append(new Event.Completed("all trials have ended", Instant.now())).join();
    }

    refused("the sweep is complete, and none waits.", "gate = none");
    sweep.assertRefused(
        "the sweep is complete, and none waits.",
        "prioritise",
        sweep.results(),
        "--cell",
        "no such cell");
  }

  @Test
  void slotsAreThoseOfALiveRun() throws Exception {
    sweep.assertRefused(
        "Cannot change the slots of %s: no driver runs it; run it with --set execution.slots=3."
            .formatted(sweep.results()),
        "slots",
        sweep.results(),
        "--at-most",
        "3");
    sweep.assertRefused(
        "--at-most is 0; it must be 1 to 100,000.", "slots", sweep.results(), "--at-most", "0");
  }

  private void refused(String message, String where) throws IOException {
    sweep.assertRefused(message, "prioritise", sweep.results(), "--where", where);
  }

  private Event.Prioritised prioritised() throws IOException {
    return SweepJournal.read(new LocalStorage(sweep.results())).prioritised().orElseThrow();
  }
}
