package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.StringJoiner;
import org.attune.jobs.console.Counted;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.statistics.Rounded;

/**
 * Verdicts as an agent reads them: each with its numbers and the next step. The step weighs the
 * seeds that would decide a claim against the trials that are left.
 *
 * @param trialsOfASeed trials that one more seed costs, over all cells
 * @param trialsLeft of the lab's budget
 */
record JudgedClaims(long trialsOfASeed, long trialsLeft) {

  /** Nobody runs more seeds of a cell to decide a claim. */
  private static final int MOST_SEEDS = 1_000;

  private static final String VERDICT = "verdict";
  private static final String NEXT = "next";

  /** Adds to each claim its next step, and its interval's level under a name of its own. */
  void complete(JsonNode claims) {
    for (JsonNode each : claims) {
      ObjectNode claim = (ObjectNode) each;
      claim.put(NEXT, next(claim));
      if (claim.has("level")) {
        claim.set("interval_level", claim.path("level"));
      }
    }
  }

  private String next(JsonNode claim) {
    String verdict = claim.path(VERDICT).asText();
    if (verdict.equals(ClaimVerdict.REPRODUCED.label())
        || verdict.equals(ClaimVerdict.LARGER.label())) {
      return "build on it: the lab's next level rises with it";
    }
    if (verdict.equals(ClaimVerdict.NOT_TESTABLE.label())
        || verdict.equals(ClaimVerdict.CONTROL_DIFFERS.label())) {
      return "mend what the verdict names, and propose the claim under a new name";
    }
    if (!verdict.equals(ClaimVerdict.INCONCLUSIVE.label())) {
      return "drop the idea, or claim what was found in a sweep with a new name";
    }
    long seeds = claim.path("needed").asLong();
    long failed = claim.path("failed").asLong();
    if (seeds == 0 && failed > 0) {
      return "mend what fails %s, and propose it under a new name"
          .formatted(Counted.of(failed, "seed"));
    }
    if (seeds == 0 || seeds > MOST_SEEDS) {
      return "drop the idea, or seek a larger effect: no practical number of seeds would decide"
          + " this one";
    }
    long trials = seeds * trialsOfASeed;
    String price =
        "some %s a cell would decide it, which are %s of the %d left"
            .formatted(
                Counted.of(seeds, "seed"), Counted.of(trials, "trial"), Math.max(0, trialsLeft));
    return trials <= trialsLeft
        ? "propose it under a new name with replicates: %d; %s".formatted(seeds, price)
        : "drop the idea, or seek a larger effect: " + price;
  }

  /** Claims in words, such as {@code Width helps: shown, 1.0 below (0.9 to 1.1); p .0002; ...}. */
  static String text(String sweep, JsonNode claims) {
    StringJoiner text = new StringJoiner("\n");
    for (JsonNode claim : claims) {
      JsonNode p = claim.path("probability");
      text.add(
          "%s: %s: %s; %s%s%s; next: %s."
              .formatted(
                  sweep,
                  claim.path("says").asText(),
                  claim.path("verdict_words").asText(),
                  claim.path("found").asText(),
                  p.isNumber()
                      ? "; p %s, and a verdict needs %s or less"
                          .formatted(
                              Rounded.probability(p.asDouble()),
                              Rounded.level(claim.path("needed_probability").asDouble()))
                      : "",
                  "; " + Counted.of(claim.path("seeds").asLong(), "seed"),
                  claim.path(NEXT).asText("none")));
    }
    return text.toString();
  }
}
