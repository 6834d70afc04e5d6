package org.attune.sweeps.verdict;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Finding.FoundEffect;
import org.attune.sweeps.claim.SealedSplit;
import org.attune.sweeps.spec.CanonicalText;

/**
 * Openings of a sweep's sealed split: judgements of claims that someone printed or wrote. Each one
 * that shows something new counts; the same claims with the same results show nothing new. Looks of
 * a search for more seeds do not count, since the test pays for them.
 */
public final class Openings {

  private static final int DIGITS = 16;

  private Openings() {}

  /**
   * What findings show of the sealed split, as a digest of their claims and results; empty if none
   * of them reads it.
   */
  public static Optional<String> of(List<Finding> findings) {
    String shown =
        findings.stream()
            .filter(finding -> SealedSplit.isRead(finding.claim()) && finding.seeds() > 0)
            .map(finding -> CanonicalText.line(finding.claim()) + "\t" + written(finding.effect()))
            .collect(Collectors.joining("\n"));
    return shown.isEmpty()
        ? Optional.empty()
        : Optional.of(Configuration.sha256(shown).substring(0, DIGITS));
  }

  /**
   * An effect as journals and records have digested it from the beginning: without the arms that
   * have two modes, which show nothing that the values do not.
   */
  private static String written(FoundEffect effect) {
    return effect instanceof FoundEffect.Solved solved
        ? "Solved[solved=%d, of=%d, otherSolved=%d, otherOf=%d]"
            .formatted(solved.solved(), solved.seeds(), solved.otherSolved(), solved.otherOf())
        : effect
            .toString()
            .replace("EarlierLook[", "Earlier[")
            .replaceFirst(", modes=\\[[^]]*]", "");
  }
}
