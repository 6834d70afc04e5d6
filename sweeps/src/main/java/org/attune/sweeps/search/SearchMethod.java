package org.attune.sweeps.search;

import java.util.List;
import java.util.function.Function;
import org.attune.sweeps.catalog.Choosable;
import org.attune.sweeps.catalog.Setting;

/**
 * A search method that a sweep file can choose: one class that implements {@link Search} and a line
 * in {@link SearchMethods}.
 *
 * @param name as {@code search: {method: ...}} has it
 * @param describes what it does, in a line
 * @param source the paper it comes from
 * @param settings what {@code search} takes beside {@code method}
 * @param exhaustive whether every cell is run: then intervals and cells that make no sense are the
 *     user's mistake; other methods draw from intervals and leave such cells out
 * @param objectives whether it can seek several objectives at once, or chooses cells without any
 * @param start begins a search; costs little, as sweeps are begun only to be counted too
 */
public record SearchMethod(
    String name,
    String describes,
    String source,
    List<Setting> settings,
    boolean exhaustive,
    boolean objectives,
    Function<SearchProblem, Search> start)
    implements Choosable {

  public SearchMethod {
    settings = List.copyOf(settings);
  }

  /** A method for one objective. */
  SearchMethod(
      String name,
      String describes,
      String source,
      List<Setting> settings,
      boolean exhaustive,
      Function<SearchProblem, Search> start) {
    this(name, describes, source, settings, exhaustive, false, start);
  }

  /** The same, for several objectives too. */
  SearchMethod forObjectives() {
    return new SearchMethod(name, describes, source, settings, exhaustive, true, start);
  }
}
