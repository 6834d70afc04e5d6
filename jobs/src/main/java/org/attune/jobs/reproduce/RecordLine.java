package org.attune.jobs.reproduce;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.attune.jobs.console.JsonObject;
import org.attune.sweeps.lab.ChainedLine;

/**
 * A line of a table's {@link ClaimRecord}: a run of the table, or a claim as that run judged it.
 *
 * @param chained the line in its chain
 */
record RecordLine(ChainedLine chained) {

  static final String RUN = "run";
  static final String CLAIM = "claim";
  static final String ENTRY = "entry";
  static final String RESULT = "result";
  static final String JOURNAL = "journal";

  /** The line after another, whose hash is given; the first line comes after an empty one. */
  static RecordLine after(String before, JsonObject content) {
    return new RecordLine(ChainedLine.after(before, content));
  }

  ObjectNode json() {
    return chained.json();
  }

  String sha256() {
    return chained.sha256();
  }

  boolean isRun() {
    return json().has(RUN) && !isClaim();
  }

  boolean isClaim() {
    return json().has(CLAIM);
  }

  /** The number of the run that the line is about, from 1. */
  int run() {
    return json().path(RUN).asInt();
  }

  /** The line of others that is about the same claim. Sentences may occur twice; entries do not. */
  Optional<RecordLine> sameClaim(List<RecordLine> others) {
    return others.stream().filter(other -> other.text(ENTRY).equals(text(ENTRY))).findFirst();
  }

  /** A text of the line; empty if it has none. */
  Optional<String> text(String key) {
    return Optional.ofNullable(json().path(key).textValue());
  }

  /** A time of the line; empty if it has none. */
  Optional<Instant> time(String key) {
    return text(key).map(Instant::parse);
  }
}
