package org.attune.sweeps.paper;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;

/**
 * When a claim was stated, according to the sweep's journal.
 *
 * @param before whether it was stated before any trial had finished
 * @param earlier number of other wordings in the journal: claims that compare these cells by these
 *     metrics and that the file no longer has
 */
public record StatedWhen(boolean before, int earlier) {

  /** {@code before} or {@code after}, relative to the results. */
  public String label() {
    return before ? "before" : "after";
  }

  /** A remark for people; empty if there is nothing to say. */
  public String remark() {
    List<String> remarks = new ArrayList<>();
    if (!before) {
      remarks.add("stated after the results");
    }
    if (earlier > 0) {
      remarks.add(earlier == 1 ? "1 earlier wording" : earlier + " earlier wordings");
    }
    return String.join("; ", remarks);
  }

  /** The times of a sweep's claims, in order. */
  public static List<StatedWhen> of(SweepSpec spec, SweepView sweep) {
    List<Claim> claims = spec.comparison().claims();
    Set<String> now = claims.stream().map(StatedWhen::entry).collect(Collectors.toSet());
    Set<String> began = new HashSet<>(sweep.header().specText().lines().toList());
    List<StatedWhen> stated = new ArrayList<>();
    for (Claim claim : claims) {
      boolean first = began.contains("claim: " + CanonicalText.line(claim));
      boolean before = first || sweep.stated().getOrDefault(entry(claim), !sweep.hasResults());
      int earlier =
          (int)
              sweep.stated().keySet().stream()
                  .filter(entry -> entry.startsWith(claim.compares() + "\t"))
                  .filter(entry -> !now.contains(entry))
                  .count();
      stated.add(new StatedWhen(before, earlier));
    }
    return stated;
  }

  /** The claims of a sweep's file that its journal does not contain yet, in the journal's form. */
  public static List<String> unstated(SweepSpec spec, SweepView sweep) {
    return spec.comparison().claims().stream()
        .map(StatedWhen::entry)
        .distinct()
        .filter(entry -> !sweep.stated().containsKey(entry))
        .toList();
  }

  private static String entry(Claim claim) {
    return claim.compares() + "\t" + CanonicalText.line(claim);
  }
}
