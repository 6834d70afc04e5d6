package org.attune.sweeps.search;

import java.util.List;
import org.attune.api.catalog.Choosable;

/** All search methods. */
public final class SearchMethods {

  /** One line per method. */
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

  /** All methods, the default first. */
  public static List<SearchMethod> all() {
    return ALL;
  }

  /** The default method of a sweep file without a section {@code search}. */
  public static SearchMethod standard() {
    return GridSearch.METHOD;
  }

  /** The default method of a section {@code search} that names none. */
  public static SearchMethod adaptive() {
    return AutoSearch.METHOD;
  }

  /**
   * The method with a name.
   *
   * @throws IllegalArgumentException if no method has the name
   */
  public static SearchMethod named(String name) {
    return Choosable.find(ALL, name)
        .orElseThrow(() -> new IllegalArgumentException("Unknown search method '" + name + "'"));
  }
}
