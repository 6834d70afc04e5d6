package org.attune.sweeps.search;

import java.util.List;
import org.attune.sweeps.catalog.Choosable;

/** The search methods there are. */
public final class SearchMethods {

  /** A method is one line here. */
  private static final List<SearchMethod> ALL =
      List.of(
          GridSearch.METHOD,
          RandomSearch.METHOD,
          SobolSearch.METHOD,
          TpeSearch.METHOD,
          GaussianSearch.METHOD,
          CmaEsSearch.METHOD,
          EvolutionSearch.METHOD,
          NsgaSearch.METHOD,
          PopulationSearch.METHOD,
          AutoSearch.METHOD);

  private SearchMethods() {}

  /** All of them, the default first. */
  public static List<SearchMethod> all() {
    return ALL;
  }

  /** What a sweep file that names no method gets. */
  public static SearchMethod standard() {
    return GridSearch.METHOD;
  }

  /** What a section {@code search} that names no method gets. */
  public static SearchMethod adaptive() {
    return AutoSearch.METHOD;
  }

  /**
   * The method with a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static SearchMethod named(String name) {
    return Choosable.find(ALL, name)
        .orElseThrow(() -> new IllegalArgumentException("Unknown search method '" + name + "'"));
  }
}
