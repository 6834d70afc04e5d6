package org.attune.sweeps.claim;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
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

  /** The keys over which claims tune their arms; empty if they compare no tuned arms. */
  public SortedSet<String> tuned() {
    SortedSet<String> keys = new TreeSet<>();
    claims.stream()
        .flatMap(claim -> claim.measures().stream())
        .flatMap(measure -> measure.tuning().stream())
        .forEach(tuning -> keys.addAll(tuning.keys()));
    return keys;
  }
}
