package org.attune.jobs.claims;

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
public record RecordLine(ChainedLine chained) {

  public static final String RUN = "run";
  public static final String CLAIM = "claim";
  public static final String ENTRY = "entry";
  public static final String RESULT = "result";
  public static final String JOURNAL = "journal";

  /** The line after another, whose hash is given; the first line comes after an empty one. */
  public static RecordLine after(String before, JsonObject content) {
    return new RecordLine(ChainedLine.after(before, content));
  }

  /** What the line has. */
  public ObjectNode json() {
    return chained.json();
  }

  /** The hash of the line and of those before it. */
  public String sha256() {
    return chained.sha256();
  }

  boolean isRun() {
    return json().has(RUN) && !isClaim();
  }

  boolean isClaim() {
    return json().has(CLAIM);
  }

  /** The number of the run that the line is about, from 1. */
  public int run() {
    return json().path(RUN).asInt();
  }

  /** The line of others that is about the same claim. Sentences may occur twice; entries do not. */
  public Optional<RecordLine> sameClaim(List<RecordLine> others) {
    return others.stream().filter(other -> other.text(ENTRY).equals(text(ENTRY))).findFirst();
  }

  /** A text of the line; empty if it has none. */
  public Optional<String> text(String key) {
    return Optional.ofNullable(json().path(key).textValue());
  }

  /** A time of the line; empty if it has none. */
  public Optional<Instant> time(String key) {
    return text(key).map(Instant::parse);
  }
}
