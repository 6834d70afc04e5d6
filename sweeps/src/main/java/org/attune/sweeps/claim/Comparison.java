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
 * @param level that the claims share: {@link Judge#LEVEL}, or the one that a lab gives them
 */
public record Comparison(
    Map<String, Configuration> cells, List<Claim> claims, Layout layout, double level) {

  public Comparison {
    cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    claims = List.copyOf(claims);
  }

  /** A comparison outside of labs. */
  public Comparison(Map<String, Configuration> cells, List<Claim> claims, Layout layout) {
    this(cells, claims, layout, Judge.LEVEL);
  }

  /** The same comparison, whose claims share a level. */
  public Comparison at(double shared) {
    return new Comparison(cells, claims, layout, shared);
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
