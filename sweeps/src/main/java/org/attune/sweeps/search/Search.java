package org.attune.sweeps.search;

import java.util.Optional;
import java.util.OptionalDouble;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.spec.SearchPlan;
import org.attune.sweeps.spec.SweepSpec;

/**
 * A method that proposes trials and is told how they went.
 *
 * <p>The same calls in the same order give the same trials, in every process: a resumed sweep asks
 * again and skips what its journal already holds. One thread at a time.
 */
public interface Search {

  /**
   * How many trials it proposes in all, replicates counted, as far as it can tell before it has
   * proposed them; never fewer than it does propose.
   */
  long trials();

  /** The next trial to run; empty when there is none left. */
  Optional<Trial> next();

  /**
   * Says how a trial ended.
   *
   * @param objective the objective's value; empty when the trial failed
   */
  void observe(Trial trial, OptionalDouble objective);

  /** The method that a spec asks for, ended by its budget of trials. */
  static Search of(SweepSpec spec, AxisCatalog catalog) {
    if (spec.search() instanceof SearchPlan.Random random) {
      return new RandomSearch(spec, catalog, random.trials());
    }
    return new GridSearch(spec, catalog);
  }
}
