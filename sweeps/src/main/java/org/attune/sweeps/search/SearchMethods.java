package org.attune.sweeps.search;

import java.util.List;
import java.util.Set;
import org.attune.api.search.OwnSearch;
import org.attune.api.search.Search;

/** All search methods: the built-in ones, then those of the user's jars. */
public final class SearchMethods {

  private static final Registry<SearchMethod, OwnSearch> REGISTRY =
      new Registry<>(
          "search method", builtIn(), OwnSearch.class, Set.of("method"), SearchMethods::of);

  private SearchMethods() {}

  /** The methods of Attune alone, one line for each. */
  public static List<SearchMethod> builtIn() {
    return List.of(
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
  }

  /**
   * All methods, the default first.
   *
   * @throws IllegalArgumentException if a jar's method has a name that is taken or not kebab-case
   */
  public static List<SearchMethod> all() {
    return REGISTRY.all();
  }

  private static SearchMethod of(OwnSearch extension) {
    return new SearchMethod(
        extension.name(),
        extension.describes(),
        extension.source(),
        extension.settings(),
        false,
        extension.looksAtResults(),
        extension.severalObjectives(),
        problem -> OwnAnswers.of(Search.class, extension.begin(problem)));
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
    return REGISTRY.named(name);
  }
}
