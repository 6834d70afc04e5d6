package org.attune.sweeps.claim;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;

/**
 * A sweep file's comparison: its cells by label, its claims about them, and its table.
 *
 * @param cells by label, in grid order; empty if the cells are not known in advance
 * @param claims in the file's order
 * @param layout of the table
 */
public record Comparison(Map<String, Configuration> cells, List<Claim> claims, Layout layout) {

  public Comparison {
    cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    claims = List.copyOf(claims);
  }

  /** Whether a claim compares tuned arms. */
  public boolean tuned() {
    return claims.stream()
        .flatMap(claim -> claim.measures().stream())
        .anyMatch(measure -> measure.tuning().isPresent());
  }
}
