package org.attune.jobs.lab;

import static org.attune.jobs.console.JsonType.ANY;
import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;

import org.attune.jobs.console.Shape;
import org.attune.sweeps.lab.Entries;

/** A lab as JSON, for programs. */
public final class LabJson {

  private LabJson() {}

  /** Its numbers, and every entry of the ledger as written. */
  public static final Shape<Entries> SHAPE =
      Shape.<Entries>of(Entries.class)
          .with("lab", TEXT, Entries::lab)
          .with("rate", NUMBER, entries -> entries.wealth().rate())
          .with("claims", WHOLE, entries -> entries.wealth().claims())
          .with("discoveries", WHOLE, entries -> entries.wealth().discoveries())
          .with(
              "expected_wrong",
              NUMBER,
              entries -> entries.wealth().rate() * entries.wealth().discoveries())
          .with("wealth_left", NUMBER, entries -> entries.wealth().left())
          .with("next_level", NUMBER, entries -> entries.wealth().level(1))
          .with(
              "entries",
              list(ANY),
              entries ->
                  entries.all().stream()
                      .map(entry -> entry.line().json().deepCopy().put("entry", entry.number()))
                      .toList());
}
