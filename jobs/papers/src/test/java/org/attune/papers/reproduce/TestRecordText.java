package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.attune.jobs.claims.ClaimRecord;
import org.attune.jobs.claims.RecordLine;
import org.attune.jobs.console.JsonObject;
import org.junit.jupiter.api.Test;

class TestRecordText {

  private static final String NOON = "2026-11-20T12:00:00Z";
  private static final String LATER = "2026-11-20T13:00:00Z";
  private static final String NEXT_DAY = "2026-11-21T12:00:00Z";
  private static final String NEXT_LATER = "2026-11-21T13:00:00Z";

  private static JsonObject run(int number, int seed, String firstResult) {
    return new JsonObject()
        .with("run", number)
        .with("seed", seed)
        .with("first_result", firstResult);
  }

  private static JsonObject claim(int run, String hash, String stated, boolean before) {
    return new JsonObject()
        .with("run", run)
        .with("claim", "It is better")
        .with("hash", hash)
        .with("stated", stated)
        .with("before", before);
  }

  private static ClaimRecord record(JsonObject... contents) {
    List<RecordLine> lines = new ArrayList<>();
    String before = "";
    for (JsonObject content : contents) {
      lines.add(RecordLine.after(before, content));
      before = lines.get(lines.size() - 1).sha256();
    }
    return new ClaimRecord(lines);
  }

  @Test
  void aPageSaysWhatChangedSinceTheRunBefore() {
    JsonObject was = claim(1, "a", NOON, true).with("entry", "a");
    was.with("result", new JsonObject().with("verdict", "reproduced"));
    JsonObject now = claim(2, "a", NEXT_DAY, true).with("entry", "a");
    now.with("result", new JsonObject().with("verdict", "smaller"));
    ClaimRecord record =
        record(
            run(1, 0, LATER).with("sweep", "t-1").with("protocol", "train.steps: 10\nseed: 1"),
            was,
            run(2, 1, NEXT_LATER)
                .with("sweep", "t-2")
                .with("journal", true)
                .with("held_out", "new examples of this task")
                .with("protocol", "train.steps: 20\nseed: 1"),
            now,
            claim(2, "b", NEXT_DAY, true).with("entry", "b"));

    assertThat(new RecordText(record, "docs/data/t").markdown())
        .isEqualTo(
            """

            ### record

            This is run 2 of the table that is recorded here.

            - run 1: sweep `t-1`, sweep seed 0, first result 2026-11-20 13:00 UTC; held-out examples: one set for all seeds
            - run 2: sweep `t-2`, sweep seed 1, first result 2026-11-21 13:00 UTC; held-out examples: each seed its own, new examples of this task

            Its claims were stated, beside the results of all runs: 1 before, 1 before these results, after an earlier run's.

            Since run 1: 1 claim new or reworded, 0 dropped or reworded; 2 lines of the protocol: `now train.steps: 20`, `was train.steps: 10`; other verdicts: 'It is better' smaller, was reproduced.

            `./attune claims verify docs/data/t` computes these dates and verdicts again.
            """);
  }
}
