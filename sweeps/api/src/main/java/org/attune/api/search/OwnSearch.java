package org.attune.api.search;

import java.util.List;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Setting;

/**
 * A search method from a jar. A sweep file selects it by {@code search: {method: NAME}}, with its
 * settings beside the name.
 *
 * <p>{@link java.util.ServiceLoader} finds it: a jar for {@code --jars} lists its implementations
 * in {@code META-INF/services/org.attune.api.search.OwnSearch}. Implementations are public classes
 * with a public no-argument constructor.
 *
 * <pre>{@code
 * public final class Corners implements OwnSearch {
 *   public String name() {
 *     return "corners";
 *   }
 *
 *   public String describes() {
 *     return "the cells at the corners of the space";
 *   }
 *
 *   public Search begin(SearchSpace space) {
 *     return new Search() {
 *       private int asked;
 *
 *       public long trials() {
 *         return 1L << space.dimensions();
 *       }
 *
 *       public Proposal ask() {
 *         while (asked < trials()) {
 *           int corner = asked++;
 *           double[] fractions = new double[space.dimensions()];
 *           for (int i = 0; i < fractions.length; i++) {
 *             fractions[i] = (corner >> i & 1) == 0 ? 0 : Math.nextDown(1.0);
 *           }
 *           Configuration cell = space.cell(fractions);
 *           if (space.allows(cell)) {
 *             return new Proposal.Run(space.trial(corner, cell, 0));
 *           }
 *         }
 *         return Proposal.DONE;
 *       }
 *
 *       public void tell(Observation observation) {}
 *     };
 *   }
 * }
 * }</pre>
 */
public interface OwnSearch extends Choosable {

  /** The paper that introduced it; empty by default. */
  @Override
  default String source() {
    return "";
  }

  /**
   * The keys that {@code search} accepts besides {@code method}; none by default. A method with the
   * setting {@code trials} may sweep intervals only where the file gives it or a budget.
   */
  @Override
  default List<Setting> settings() {
    return List.of();
  }

  /** Whether it supports several objectives at once; false by default. */
  default boolean severalObjectives() {
    return false;
  }

  /**
   * Whether results choose the cells; true by default. A method that proposes the same cells
   * whatever the results returns false, and then Attune tests its cells as it tests those of a
   * grid.
   */
  default boolean looksAtResults() {
    return true;
  }

  /**
   * Begins a search. The call must be cheap and change nothing, because Attune also begins searches
   * only to count trials. Where a sweep has constraints, Attune also begins one before the sweep
   * starts and {@linkplain Search#ask asks} it for its first cell, to see whether there is one. If
   * that call throws, the sweep file is refused with the exception's message.
   */
  Search begin(SearchSpace space);
}
