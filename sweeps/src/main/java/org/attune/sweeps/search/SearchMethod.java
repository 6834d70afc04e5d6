package org.attune.sweeps.search;

import java.util.List;
import java.util.function.Function;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Setting;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Search;

/**
 * A search method that a sweep file can choose: a class that implements {@link Search}, and a line
 * in {@link SearchMethods}.
 *
 * @param name as in {@code search: {method: ...}}
 * @param describes a one-line description
 * @param source the paper that introduced it
 * @param settings keys that {@code search} accepts besides {@code method}
 * @param exhaustive whether every cell runs: then intervals and inconsistent cells are the user's
 *     mistakes; other methods draw from intervals and skip such cells
 * @param adaptive whether results choose the cells that it proposes
 * @param objectives whether it supports several objectives at once, or needs none to choose cells
 * @param start begins a search; must be cheap, because searches are also begun only to count trials
 */
public record SearchMethod(
    String name,
    String describes,
    String source,
    List<Setting> settings,
    boolean exhaustive,
    boolean adaptive,
    boolean objectives,
    Function<SearchProblem, Search> start)
    implements Choosable {

  /** The setting that says which cells run for all replicates. */
  static final String SEEDS = "seeds";

  /** Its value for those that look promising. */
  static final String PROMISING = "promising";

  public SearchMethod {
    settings = List.copyOf(settings);
  }

  /** A method for one objective that looks at results. */
  SearchMethod(
      String name,
      String describes,
      String source,
      List<Setting> settings,
      boolean exhaustive,
      Function<SearchProblem, Search> start) {
    this(name, describes, source, settings, exhaustive, true, false, start);
  }

  /** A copy that also supports several objectives. */
  SearchMethod forObjectives() {
    return new SearchMethod(name, describes, source, settings, exhaustive, adaptive, true, start);
  }

  /** A copy whose proposals do not depend on results. */
  SearchMethod blind() {
    return new SearchMethod(
        name, describes, source, settings, exhaustive, false, objectives, start);
  }

  /** Whether only the cells that look promising run for all replicates. */
  public static boolean seedsFollowResults(Settings search) {
    return search.find(SEEDS).filter(PROMISING::equals).isPresent();
  }

  /** Whether results choose the cells, or which cells get further seeds. */
  public boolean looksAtResults(Settings chosen) {
    return adaptive || seedsFollowResults(chosen);
  }
}
