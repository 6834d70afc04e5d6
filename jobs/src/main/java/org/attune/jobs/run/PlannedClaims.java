package org.attune.jobs.run;

import java.util.List;
import java.util.stream.Collectors;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.report.ClaimText;
import org.attune.sweeps.claim.Claim;

/** The claims as Attune understood the sweep file: the cells, the metric and the margin. */
final class PlannedClaims {

  private static final int MOST = 12;

  private PlannedClaims() {}

  /** The number of claims, and a line for each; empty without claims. */
  static String text(List<Claim> claims) {
    if (claims.isEmpty()) {
      return "";
    }
    String more = claims.size() > MOST ? "  and %d more%n".formatted(claims.size() - MOST) : "";
    return "claims      %d%n".formatted(claims.size())
        + claims.stream().limit(MOST).map(PlannedClaims::line).collect(Collectors.joining())
        + more;
  }

  private static String line(Claim claim) {
    return "  %s: %s%s%n"
        .formatted(
            TerminalText.line(claim.says()),
            ClaimText.test(claim),
            claim.notTestable().map("; not testable: "::concat).orElse(""));
  }
}
